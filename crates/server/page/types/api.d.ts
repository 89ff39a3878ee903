// Answers of the server, as documented in docs/api.md and docs/json.md.

declare namespace Api {
  /** "x" is the first player (black in Othello), "o" the second. */
  type Side = "x" | "o";
  type Sides<T> = Record<Side, T>;
  /** `"human"`, or an engine with its options, such as `"level:3"`. */
  type PlayerSpec = string;

  /** `GET /api/catalogue` */
  interface Catalogue {
    version: string;
    games: CatalogueGame[];
    opponents: Opponent[];
  }

  interface CatalogueGame {
    id: string;
    name: string;
    summary: string;
    rules: string;
    variants: { name: string; label: string }[];
    options: { name: string; help: string }[];
    /** A board with a few moves played. */
    sample: View | null;
  }

  interface Opponent {
    spec: PlayerSpec;
    name: string;
  }

  /** `GET /api/variants/{name}` */
  interface Variant {
    /** The full name of the variant, such as `"connect4:6x7"`. */
    game: string;
    /** The game it belongs to. */
    id: string;
    title: string;
    label: string;
    rules: string;
    players: Sides<string>;
    objective: "distance" | "margin";
    start: string;
    evaluators: string[];
    layout: Layout;
  }

  /** The parts of a board that never change. Lengths are in cells, from the top left. */
  interface Layout {
    width: number;
    height: number;
    ground: "squares" | "rack" | "lines";
    form: "signs" | "discs";
    motion: "appear" | "fall" | "turn" | "slide";
    look: Look;
    points: Point[];
    edges: [number, number][];
    regions: Region[];
    labels: { text: string; x: number; y: number }[];
  }

  /** SVG fragments in the colours of /looks.css. `{id}` in them stands for an id of the document. */
  interface Look {
    class: string;
    view_box: [number, number, number, number];
    background: string;
    foreground: string;
    /** The shapes of each side's pieces. */
    pieces: Sides<string[]>;
    /** Which shape the piece on each point has. */
    variations: number[];
    /** Signs over regions that are won. */
    signs: Sides<string> | null;
    radius: number;
  }

  interface Point {
    name: string;
    /** A spoken name, such as "grid 5, cell 2", where `name` is not one. */
    words: string | null;
    x: number;
    y: number;
    region: number | null;
  }

  interface Region {
    name: string;
    x: number;
    y: number;
    width: number;
    height: number;
  }

  /** What the board shows of one position. */
  interface View {
    /** One letter per point, "." for an empty one. */
    pieces: string;
    turn: Side;
    position: string;
    moves: Move[];
    last: { text: string; points: number[]; turned: number[] } | null;
    /** Indices of the regions where the next move may be played. */
    playable: number[];
    marks: { region: number; owner: Side | null }[];
    line: number[];
    region_line: number[];
    tally: { what: string; x: number; o: number } | null;
    in_hand: Sides<number> | null;
    notes: string[];
    finish: Finish | null;
  }

  interface Move {
    text: string;
    /** One point, two for a slide (from, to), none for a button such as a pass. */
    points: number[];
    /** Other points that stand for the same click. */
    also?: number[];
  }

  interface Finish {
    winner: Side | null;
    reason: string;
    text: string;
  }

  /** A game, as `GET /api/games/{id}` and every change answer it. */
  interface Game {
    id: string;
    revision: number;
    game: string;
    title: string;
    start: string;
    moves: { text: string; by: Side; ms: number }[];
    view: View;
    seats: Sides<Opponent>;
    /** Seats that were taken by an invitation. */
    taken: Sides<boolean>;
    /** Whether questions about the game are answered: not between people until it is over. */
    hints: boolean;
    /** The rematch, once there is one. */
    next: string | null;
    /** Milliseconds left when the answer was sent. */
    clocks: { control: string; x: number; o: number; running: Side | null } | null;
    undo: boolean;
    redo: boolean;
    /** A request to undo or redo that waits for the opponent's answer. */
    asked: { by: Side; what: "undo" | "redo" } | null;
    thinking: Thought | null;
    /** Whether the player of a game played elsewhere is connected. */
    live: "here" | "left" | null;
    /** Which players have an event stream open. */
    present: Sides<boolean>;
    /** The seat that is kept for a guest who has not come yet. */
    waiting: Side | null;
    record: string;
    /** The side of the token that was sent with the request. */
    seat?: Side | null;
    /** The new token of a seat that was taken. */
    token?: string;
  }

  type GameChange = "move" | "undo" | "redo" | "resign" | "seats" | "stop" | "take" | "again" | "answer";

  /** A message of `GET /api/games/{id}/events`. */
  type GameEvent =
    | { event: "game"; game: Game }
    | { event: "thinking"; revision: number; thought: Thought }
    | { event: "live"; live: Game["live"] }
    | { event: "present"; present: Sides<boolean> }
    | { event: "closing" };

  /** A snapshot of an engine's search. */
  interface Thought {
    by: Side;
    depth: number;
    nodes: number;
    seconds: number;
    best: string | null;
    line: string[];
    value: Value;
  }

  /** `POST /api/view` */
  interface ViewAnswer {
    game: string;
    start: string;
    moves: string[];
    ply: number;
    view: View;
    record: string;
    /** Why the move of `try` is illegal. */
    refused: string | null;
  }

  type Result = "win" | "draw" | "loss";

  /** A value for the side to move. */
  interface Value {
    exact: boolean;
    result: Result | null;
    plies: number | null;
    score: number | null;
    estimate: number | null;
    /** Mean playout result, from 0 to 1, in place of an estimate. */
    share: number | null;
    at_least?: { result: Result } | null;
    at_most?: { result: Result } | null;
    text: string;
    /** From 0 (lost) to 1 (won). */
    chance: number;
  }

  interface MoveValue extends Value {
    move: string;
    line: string[];
  }

  /** A line of `POST /api/analyse`. */
  interface Analysis extends Value {
    position: string;
    turn: Side;
    best: string | null;
    line: string[];
    moves: MoveValue[];
    depth: number;
    nodes: number;
    seconds: number;
    done?: boolean;
    /** The value of the move to compare, if one was sent. */
    played?: PlayedValue;
  }

  /** An inaccuracy, a mistake or a blunder. */
  type Mark = "?!" | "?" | "??";

  interface PlayedValue extends Value {
    move: string;
    /** How much less chance it left than the best move. */
    lost: number;
    mark: Mark | null;
    /** The principal variation, which begins with the move. */
    line: string[];
  }

  /** A line of `POST /api/review`. */
  interface ReviewLine {
    plies: number;
    stage: "rough" | "deep";
    share: number;
    done: boolean;
    settled: boolean;
    /** In percent, once every position has a value. */
    accuracy: Sides<number | null> | null;
    /** The positions whose judgement is new. */
    positions: ReviewedPosition[];
  }

  interface ReviewedPosition extends Value {
    ply: number;
    turn: Side;
    best: string | null;
    line: string[];
    depth: number;
    played: ReviewedMove | null;
  }

  interface ReviewedMove extends Value {
    move: string;
    /** How much less chance it left than the best move. */
    lost: number;
    /** In percent. */
    accuracy: number;
    mark: Mark | null;
  }

  interface AnalysisRequest {
    game: string;
    position?: string;
    moves: string[];
    every?: boolean;
    time: string;
    played?: string;
  }

  /** `GET /api/arena` */
  interface Arena {
    /** Whether `/tournament` shows a tournament that another process plays. */
    tournament: boolean;
    contest: Contest | null;
    /** Only in the response that starts it. */
    token?: string;
  }

  interface Contest {
    id: string;
    state: "running" | "finished" | "stopped";
    game: string;
    title: string;
    players: (Opponent & { wins: number; draws: number; losses: number })[];
    played: number;
    planned: number;
    games: { first: number; second: number; winner: Side | null; record: string }[];
    board: { first: number; second: number; moves: string[]; view: View } | null;
  }

  /** A row of `POST /api/counts`. */
  interface NodeCount {
    depth: number;
    minimax: number;
    alphabeta: number;
  }
}
