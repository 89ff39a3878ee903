// Search trees, schema plateau-tree/1 of docs/json.md, and what the explorer adds to them.

declare namespace Tree {
  /** English, then French. */
  type Bilingual = [string, string];

  interface Data {
    title: string;
    players: [Bilingual, Bilingual];
    board: Board;
    words: Record<string, Bilingual>;
    trees: Tree[];
  }

  interface Board {
    width: number;
    height: number;
    ground: "squares" | "rack" | "lines";
    form: "signs" | "discs";
    /** The class with its colours. */
    look: string;
    /** The radius of a piece. */
    radius: number;
    /** Whether lines run through the points. */
    through: boolean;
    /** x, y and the index of the region. */
    points: [number, number, number | null][];
    edges: [number, number][];
    /** x, y, width and height. */
    regions: [number, number, number, number][];
  }

  interface Tree {
    algorithm: "minimax" | "negamax" | "alphabeta" | "negamax-alphabeta";
    scale: "results" | "estimates";
    visited: number;
    left_out: Bilingual[];
    nodes: Node[];
  }

  /** What stands on the board at a node. */
  interface Pieces {
    pieces: string;
    last?: number[];
    line?: number[];
    marks?: [number, number | null][];
  }

  interface Node extends Pieces {
    parent?: number;
    move?: string;
    count?: number;
    turn: 0 | 1;
    value?: number;
    bound?: "lower" | "upper";
    /** The step at which the search entered the node, and the last step below it. */
    visit?: number;
    until?: number;
    /** Alpha and beta on entry, `null` for infinite. */
    window?: [number | null, number | null];
    cut?: number;
    outcome?: "x" | "o" | "draw";
    best?: boolean;
    hidden?: number;
    /** Children that were searched but are not in the page: last step and value. */
    others?: [number, number][];

    // Set by TreeModel.
    id: number;
    children: number[];
    ply: number;
    folded: boolean;
    /** Whether an ancestor is folded. */
    inside: boolean;
    visible: boolean;
    offset: number;
    outline: [number, number][];
    x: number;
    y: number;
  }
}
