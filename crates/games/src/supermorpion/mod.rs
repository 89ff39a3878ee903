//! Super-morpion, or ultimate tic-tac-toe: nine grids of nine cells. The cell played determines
//! the grid that the opponent must play in.

use plateau_core::bits::Bits;
use plateau_core::layout::{Label, Mark, MovePath, Point, Region, Tally};
use plateau_core::{Layout, NotationError, Note, Outcome, Player, Position, Record, Variant, View};

use plateau_search::Parts;

use crate::cells::{self, Cell};
use crate::engines::{Evaluators, Playable};
use crate::game::{Alias, Choice, Game, GameOption};
use crate::learned::{Learner, Learning};
use crate::square3;

mod board;
mod endgame;
pub mod evaluators;
mod explain;
pub mod features;
mod grid_contents;
mod grid_facts;
pub mod grid_lines;
pub mod grid_net;
mod grid_rows;
mod learned;
mod net_tables;
mod notation;
mod phrases;
mod policy;
mod side_numbers;

pub use board::{ANY, Board};

/// Super-morpion, for the registry.
pub const GAME: Game = Game {
    id: "supermorpion",
    aliases: &[Alias::plain("super-morpion"), Alias::plain("uttt"), Alias::plain("ultimate-tic-tac-toe")],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: None,
    choices: &[Choice {
        options: &[GameOption { name: "most", label: &phrases::MOST_LABEL, help: &phrases::MOST }],
        default: None,
    }],
    presets: &["most"],
    bench: &[("start", 7), ("6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o", 9)],
    phrases: phrases::ALL,
    variant: |options| crate::erase(SuperMorpion { most: options.has("most") }),
};

/// The rules of super-morpion.
#[derive(Clone, Copy, Debug)]
pub struct SuperMorpion {
    /// Whether the side with more grids wins if no line of grids is completed.
    pub most: bool,
}

/// The space between two grids in the layout.
const GAP: f32 = 0.5;

/// Returns the left or top edge of a column or row of grids.
fn grid_edge(index: u32) -> f32 {
    index as f32 * (3.0 + GAP)
}

impl SuperMorpion {
    /// Returns all stones. The position does not know those of a won grid, so they are taken
    /// from the moves of the record.
    fn pieces(record: &Record<Self>) -> Vec<Cell> {
        let start = record.start();
        let unknown = start.won(Player::First) | start.won(Player::Second);
        let mut pieces: Vec<Cell> = (0..81)
            .map(|cell| if unknown >> (cell / 9) & 1 != 0 { None } else { notation::piece(start, cell) })
            .collect();
        for (&mv, position) in record.moves().iter().zip(record.positions()) {
            pieces[usize::from(mv)] = Some(position.turn());
        }
        pieces
    }
}

impl Playable for SuperMorpion {
    fn evaluators(&self) -> Evaluators<Board> {
        let variant = *self;
        let learned = move || learned::parts(learned::shipped(variant));
        Evaluators::new("plateau", &phrases::EVAL_LEARNED, learned)
            .with("chances", &phrases::EVAL_CHANCES, || Parts::ordered(evaluators::GridChances::default()))
            .with("baseline", &phrases::EVAL_BASELINE, || Parts::ordered(evaluators::Baseline::default()))
            .with("weights", &phrases::EVAL_WEIGHTS, learned::weights_parts)
    }

    fn learning(&self) -> Box<dyn Learning<Board>> {
        let learner = Learner::new(*self, features::GridFeatures::default(), learned::evaluator);
        Box::new(learner.shipped_as("plateau"))
    }

    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(board.empty().count_ones())
    }

    /// Returns a quarter of the empty cells in open grids, the average in games between
    /// engines.
    fn moves_to_go(&self, board: &Board) -> u32 {
        board.empty().count_ones().div_ceil(4).max(1)
    }
}

impl Variant for SuperMorpion {
    type Position = Board;

    fn name(&self) -> String {
        if self.most { format!("{}:most", GAME.id) } else { GAME.id.to_owned() }
    }

    fn start(&self) -> Board {
        Board::start(self.most)
    }

    fn parse(&self, text: &str) -> Result<Board, NotationError> {
        notation::parse(text, self.most)
    }

    fn print(&self, board: &Board) -> String {
        notation::print(board)
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<u8, NotationError> {
        notation::parse_move(board, text)
    }

    fn print_move(&self, _: &Board, mv: u8) -> String {
        notation::print_move(mv)
    }

    fn all_moves(&self) -> Vec<u8> {
        (0..81).collect()
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::new(grid_edge(2) + 3.0, grid_edge(2) + 3.0);
        for grid in 0..9 {
            let (left, top) = (grid_edge(grid % 3), grid_edge(grid / 3));
            let name = (grid + 1).to_string();
            layout.regions.push(Region { name, x: left, y: top, width: 3.0, height: 3.0 });
            layout.points.extend((0..9).map(|cell| Point {
                name: notation::print_move(board::bit(grid, cell) as u8),
                words: Some(phrases::CELL.message().with("grid", grid + 1).with("cell", cell + 1)),
                x: left + (cell % 3) as f32 + 0.5,
                y: top + (cell / 3) as f32 + 0.5,
                region: Some(grid as u16),
            }));
        }
        for i in 0..9 {
            let along = grid_edge(i / 3) + (i % 3) as f32 + 0.5;
            let letter = cells::column_letter(i % 3).to_string();
            layout.labels.push(Label { text: letter, x: along, y: layout.height + 0.5 });
            layout.labels.push(Label { text: (3 - i % 3).to_string(), x: -0.5, y: along });
        }
        layout
    }

    /// Marks all nine cells of a won grid, as the position stores it.
    fn contents(&self, board: &Board, out: &mut [u8]) {
        cells::write_contents(out, Player::BOTH.map(|player| board.stones(player)), |cell| cell as usize);
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let mut view = View::of(record, Self::pieces(record), |_, mv| MovePath::point(u16::from(mv)));
        // A parsed position may have a last move too.
        if let (None, Some(last)) = (&view.last_text, board.last()) {
            view.last = vec![u16::from(last)];
            view.last_text = Some(notation::print_move(last));
        }
        for grid in u64::from(board.closed()).ones() {
            let owner = Player::BOTH.into_iter().find(|&player| board.won(player) >> grid & 1 != 0);
            view.marks.push(Mark { region: grid as u16, owner });
        }
        let last_mover = board.turn().other();
        let line = square3::line_cells(board.won(last_mover));
        view.region_line = u64::from(line).ones().map(|grid| grid as u16).collect();
        let counts = Player::BOTH.map(|player| board.won(player).count_ones());
        view.tally = Some(Tally { what: &phrases::GRIDS, counts });
        if let (true, Some(Outcome::Win { winner, .. })) = (line == 0, board.outcome()) {
            view.notes.push(phrases::MORE_GRIDS.message().with("player", winner.letter()).into());
        }
        if view.finish.is_none() {
            let player = board.turn().letter();
            if board.target() == ANY {
                let open = !board.closed() & square3::FULL;
                view.playable = u64::from(open).ones().map(|grid| grid as u16).collect();
                let text = phrases::ANY_GRID.message().with("player", player);
                view.notes.push(Note::on_turn(text, phrases::YOU_ANY_GRID.message()));
            } else {
                view.playable = vec![u16::from(board.target())];
                let grid = board.target() + 1;
                let text = phrases::FORCED_GRID.message().with("player", player).with("grid", grid);
                view.notes.push(Note::on_turn(text, phrases::YOU_FORCED_GRID.message().with("grid", grid)));
            }
        }
        view
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        notation::split_moves(text)
    }
}
