// tree.js, which the server puts together from the scripts in crates/draw/src/tree/page.

declare module "*/tree.js" {
  export interface TreePanel {
    element: HTMLElement;
    canvas: HTMLCanvasElement;
    model: {
      tree: Tree.Tree;
      /** How many nodes the search visited. */
      steps: number;
      currentNode(step: number): number;
      reveal(id: number): void;
    };
    selected: number;
    step: number;
    playing: boolean;
    zoom(factor: number): void;
    fit(whole?: boolean): void;
    draw(): void;
  }

  /** Sets the data to describe, and the language: 0 for English, 1 for French. */
  export function setTreeData(data: Tree.Data, language: number): void;
  /** A message of the explorer. */
  export function message(key: string, values?: Record<string, unknown>): string;
  export function readColours(): void;
  export function createPanels(
    trees: Tree.Tree[],
    board: Tree.Board,
    createElement: (tree: Tree.Tree) => HTMLElement,
    onChange: (panel: TreePanel) => void,
  ): TreePanel[];
  export function alignPanels(panels: TreePanel[]): void;
  /** Describes the selected node beside its tree. Returns the description. */
  export function showDetail(panel: TreePanel, step: number): string;
}
