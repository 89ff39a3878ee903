//! Othello on boards of 4×4, 6×6 and 8×8. Black is the first player.

use plateau_core::bits::Bits;
use plateau_core::layout::{Animation, LabelSide, MovePath, PointId, Tally};
use plateau_core::{
    Layout, Look, NotationError, Note, Outcome, Phrase, Player, Position, Record, Variant, View,
};

use plateau_search::{Engine, Parts, Settings};

use crate::cells;
use crate::engines::{Evaluators, GameBook, Playable};
use crate::game::{Alias, Choice, Game, GameOption};
use crate::learned::{GameCollection, Learner, Learning};
use crate::phrases::{BLACK, WHITE, YOU_MUST_PASS};

mod best;
mod board;
mod books;
mod endgame;
pub mod evaluators;
mod explain;
mod grid;
pub mod learned;
mod notation;
mod phrases;
mod policy;
mod prob_cuts;
pub mod solver;
mod symmetry;
mod transcript;
mod wthor;

pub use board::{Board, Moves, PASS};
pub use books::{exact_book, opening_book};
pub use endgame::Endgame;
pub use grid::Grid;
pub use wthor::read as read_wthor;

/// The name in commands. Apart from [`GAME`], whose function every crate that uses a type of
/// this module would otherwise compile again, with all engines.
const ID: &str = "othello";

/// Othello, for the registry.
pub const GAME: Game = Game {
    id: ID,
    aliases: &[Alias::plain("reversi")],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: None,
    choices: &[
        Choice {
            options: &[
                GameOption { name: "4", label: &phrases::LABEL_4, help: &phrases::HELP_4 },
                GameOption { name: "6", label: &phrases::LABEL_6, help: &phrases::HELP_6 },
                GameOption { name: "8", label: &phrases::LABEL_8, help: &phrases::HELP_8 },
            ],
            default: Some("8"),
        },
        Choice {
            options: &[GameOption {
                name: "discs",
                label: &phrases::LABEL_DISCS,
                help: &phrases::HELP_DISCS,
            }],
            default: None,
        },
    ],
    presets: &["4", "6", "discs"],
    bench: &[("start", 8), ("f5d6c3d3c4", 7)],
    phrases: phrases::ALL,
    variant: |options| {
        let discs_only = options.has("discs");
        if options.has("4") {
            crate::erase(Othello::<4> { discs_only })
        } else if options.has("6") {
            crate::erase(Othello::<6> { discs_only })
        } else {
            crate::erase(Othello::<8> { discs_only })
        }
    },
};

/// The names of the sides.
static PLAYERS: [&Phrase; 2] = [&BLACK, &WHITE];

/// The rules on a board of `N` × `N`, where `N` is 4, 6 or 8.
#[derive(Clone, Copy, Debug, Default)]
pub struct Othello<const N: usize> {
    /// Whether empty squares do not count at the end of the game. By default they count for
    /// the winner.
    pub discs_only: bool,
}

impl<const N: usize> Playable for Othello<N> {
    fn evaluators(&self) -> Evaluators<Board<N>> {
        Evaluators::new("plateau", &phrases::EVAL_LEARNED, policy::parts::<N>).with(
            "baseline",
            &phrases::EVAL_BASELINE,
            || Parts::ordered(evaluators::Baseline),
        )
    }

    fn best(&self, settings: Settings) -> Box<dyn Engine<Board<N>>> {
        best::engine(*self, settings)
    }

    fn opening_book(&self) -> Option<GameBook<Board<N>>> {
        Some(GameBook { book: opening_book(*self)?, tolerance: books::TOLERANCE })
    }

    fn learning(&self) -> Box<dyn Learning<Board<N>>> {
        let learner = Learner::new(*self, learned::PatternFeatures::default(), learned::evaluator);
        let wthor = GameCollection { extension: "wtb", read: read_wthor };
        let learner = learner.shipped_as("plateau").with_solver(solver::training_solver());
        // Results of WTHOR count empty squares for the winner.
        let reads_wthor = N == 8 && !self.discs_only;
        Box::new(if reads_wthor { learner.with_collection(wthor) } else { learner })
    }

    fn best_summary(&self) -> &'static Phrase {
        &phrases::BEST
    }

    /// Returns twice the number of empty squares: a pass may come before each move.
    fn plies_left(&self, board: &Board<N>) -> Option<u32> {
        Some(2 * board.empty().count_ones())
    }

    /// Returns the moves until the endgame solver takes over, and a few for the time that it needs: what
    /// is solved costs no more time.
    fn moves_to_go(&self, board: &Board<N>) -> u32 {
        best::moves_until_solved(board.empty().count_ones())
    }
}

impl<const N: usize> Variant for Othello<N> {
    type Position = Board<N>;

    fn name(&self) -> String {
        match (N, self.discs_only) {
            (8, false) => ID.to_owned(),
            (8, true) => format!("{ID}:discs"),
            (_, false) => format!("{ID}:{N}"),
            (_, true) => format!("{ID}:{N},discs"),
        }
    }

    fn start(&self) -> Board<N> {
        Board::new(Grid::<N>::START, Player::First, self.discs_only)
    }

    fn parse(&self, text: &str) -> Result<Board<N>, NotationError> {
        notation::parse(text, self.discs_only)
    }

    fn print(&self, board: &Board<N>) -> String {
        notation::print(board)
    }

    fn parse_move(&self, board: &Board<N>, text: &str) -> Result<u8, NotationError> {
        notation::parse_move(board, text)
    }

    fn print_move(&self, _: &Board<N>, mv: u8) -> String {
        notation::print_move::<N>(mv)
    }

    fn all_moves(&self) -> Vec<u8> {
        Grid::<N>::squares().chain([PASS]).collect()
    }

    fn layout(&self) -> Layout {
        let size = N as u32;
        let mut layout = Layout::grid(size, size, |column, row| Grid::<N>::name((row * 8 + column) as u8));
        for i in 0..size {
            layout.label_column(i, &cells::column_letter(i).to_string(), LabelSide::TopOrLeft);
            layout.label_row(i, &(i + 1).to_string(), LabelSide::TopOrLeft);
        }
        layout.look = Look::FELT;
        // Two squares from each corner, as on printed boards.
        if N >= 6 {
            let ends = [2.0, N as f32 - 2.0];
            layout.dots = ends.iter().flat_map(|&x| ends.map(|y| [x, y])).collect();
        }
        layout.animation = Animation::Flip;
        layout.players = PLAYERS;
        layout
    }

    fn contents(&self, board: &Board<N>, out: &mut [u8]) {
        let discs = Player::BOTH.map(|player| board.discs(player));
        cells::write_contents(out, discs, |square| Grid::<N>::index(square as u8).into());
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let player = |player: Player| PLAYERS[player.index()];
        let mut view = View::of(record, notation::pieces(board).collect(), |_, mv| match mv {
            PASS => MovePath::button(),
            square => MovePath::point(Grid::<N>::index(square)),
        });
        let counts = Player::BOTH.map(|player| board.discs(player).count());
        view.tally = Some(Tally { what: &phrases::DISCS, counts });
        match record.last_move() {
            Some((before, PASS)) => {
                view.notes.push(phrases::PASSED.message().with("player", player(before.turn())).into());
            }
            Some((before, square)) => view.turned = points::<N>(before.flips(square)),
            None => {}
        }
        if view.finish.is_none() && board.must_pass() {
            let text = phrases::MUST_PASS.message().with("player", player(board.turn()));
            view.notes.push(Note::on_turn(text, YOU_MUST_PASS.message()));
        }
        let counted = if self.discs_only { 0 } else { board.empty().count() };
        if let Some(winner) = board.outcome().and_then(Outcome::winner).filter(|_| counted > 0) {
            let note = phrases::EMPTIES_COUNT.message();
            view.notes.push(note.with("player", player(winner)).with("count", counted).into());
        }
        view
    }

    fn split_transcript<'t>(&self, text: &'t str) -> Option<Vec<(usize, &'t str)>> {
        transcript::is_transcript(text).then(|| transcript::split_moves(text))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        transcript::split_moves(text)
    }
}

/// Returns the layout's points of a set of squares.
fn points<const N: usize>(set: u64) -> Vec<PointId> {
    set.ones().map(|square| Grid::<N>::index(square as u8)).collect()
}

#[cfg(test)]
mod tests {
    use plateau_core::Lang;

    use super::*;

    #[test]
    fn empty_squares_count_for_the_winner() {
        let text = "XX-X-XXXXXXXXXX- O";
        let [standard, discs] = [false, true].map(|discs_only| Othello::<4> { discs_only });
        let over = standard.parse(text).unwrap();
        assert_eq!(over.legal_moves().len(), 0);
        let margins =
            [standard, discs].map(|variant| variant.parse(text).unwrap().outcome().unwrap().margin());
        assert_eq!(margins, [16, 13]);
        assert_eq!(
            standard.parse_move(&over, "c1").unwrap_err().to_string(),
            "move: the game is over, there is no move to play"
        );
        let notes = standard.view(&Record::from_position(standard, over)).notes;
        assert_eq!(
            notes.iter().map(|note| note.text.to_string()).collect::<Vec<_>>(),
            ["empty squares counted for black: 3"]
        );
        assert!(discs.view(&Record::from_position(discs, discs.parse(text).unwrap())).notes.is_empty());
    }

    #[test]
    fn the_view_shows_flipped_discs_and_passes() {
        let mut record = Record::new(Othello::<6>::default());
        record.play_all("c2").unwrap();
        let view = record.variant().view(&record);
        assert_eq!((view.last, view.turned), (vec![8], vec![14]));
        assert_eq!(view.tally.map(|tally| tally.counts), Some([4, 1]));
        assert_eq!(record.variant().layout().points[14].name, "c3");
        assert!(view.notes.is_empty());

        let four = Othello::<4>::default();
        let mut record = Record::new(four);
        record.play_all("b1 c1 d3 a1").unwrap();
        let view = four.view(&record);
        assert_eq!(view.notes[0].text.to_string(), "black has no move and must pass");
        assert_eq!(view.notes[0].to_mover().to_string(), "you have no move and must pass");
        assert!(view.moves[0].text == "pass" && view.moves[0].path.points.is_empty());
        record.play(PASS).unwrap();
        let view = four.view(&record);
        let note = &view.notes[0];
        assert_eq!((&note.text, note.text.to_string().as_str()), (note.to_mover(), "black passed"));
        assert_eq!(note.text.render(Lang::Fr), "les Noirs ont passé");
    }
}
