//! The [`Variant`] of Achi and Picaria.

use plateau_core::intern::Interned;
use plateau_core::layout::{Animation, Background, MovePath, Point};
use plateau_core::{
    Layout, Look, NotationError, Note, Phrase, Player, Position, Reason, Record, Variant, View,
};
use plateau_search::{Engine, Parts, RetrogradeEngine, Settings};

use super::board::{Board, Move};
use super::rules::{Ban, Blocked, Rules, Setup, grid_coordinates, points_of};
use super::{PLAYERS, evaluators, notation, phrases};
use crate::cells;
use crate::engines::{Evaluators, Playable};
use crate::phrases::YOU_MUST_PASS;

/// A game in which pieces are dropped, then slid along roads, and three in a line win.
#[derive(Clone, Debug)]
pub struct DropAndSlide {
    name: String,
    rules: Interned<Rules>,
}

impl DropAndSlide {
    /// Creates the variant with this canonical name and setup.
    pub fn new(name: String, setup: Setup) -> Self {
        Self { name, rules: Rules::of(setup) }
    }

    /// Returns notes for the players about the position.
    fn notes(board: &Board) -> Vec<Note> {
        let player = PLAYERS[board.turn().index()];
        let blocked = || match board.rules().setup.blocked {
            Blocked::Passes => {
                let text = phrases::MUST_PASS.message().with("player", player);
                Note::on_turn(text, YOU_MUST_PASS.message())
            }
            // The game is over: nobody is to move.
            Blocked::Loses | Blocked::Draws => phrases::STUCK.message().with("player", player).into(),
        };
        let banned = match board.rules().setup.ban {
            Ban::First => &phrases::CENTRE_NOT_FIRST,
            Ban::Never | Ban::Always => &phrases::CENTRE_BANNED,
        };
        if board.is_blocked() {
            vec![blocked()]
        } else if board.is_dropping() && board.is_centre_banned() {
            vec![banned.message().into()]
        } else {
            Vec::new()
        }
    }
}

impl Playable for DropAndSlide {
    fn evaluators(&self) -> Evaluators<Board> {
        Evaluators::small("plateau", &phrases::EVAL_LINES, || Parts::ordered(evaluators::LinesAndMobility))
    }

    /// Solves the variant by retrograde analysis at the first call.
    fn best(&self, _: Settings) -> Box<dyn Engine<Board>> {
        Box::new(RetrogradeEngine::new(MAX_POSITIONS))
    }

    fn best_summary(&self) -> &'static Phrase {
        &phrases::BEST
    }
}

/// Larger than the number of positions of any variant.
const MAX_POSITIONS: usize = 1_000_000;

impl Variant for DropAndSlide {
    type Position = Board;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&self) -> Board {
        Board::new(self.rules, [0; 2], Player::First)
    }

    fn parse(&self, text: &str) -> Result<Board, NotationError> {
        notation::parse(self.rules, text)
    }

    fn print(&self, board: &Board) -> String {
        notation::print(board)
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Move, NotationError> {
        notation::parse_move(board, text)
    }

    fn print_move(&self, _: &Board, mv: Move) -> String {
        notation::print_move(mv)
    }

    /// Returns slides between all points, also those that are not connected.
    fn all_moves(&self) -> Vec<Move> {
        let points = 0..self.rules.points as u8;
        let slides = points.clone().flat_map(|from| {
            points.clone().filter(move |&to| to != from).map(move |to| Move::Slide { from, to })
        });
        points.clone().map(Move::Drop).chain(slides).chain([Move::Pass]).collect()
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::new(3.0, 3.0);
        layout.points = (0..self.rules.points)
            .map(|point| {
                let (column, row) = grid_coordinates(point);
                Point {
                    name: notation::point_name(point as u8),
                    words: None,
                    x: 0.5 + column as f32 / 2.0,
                    y: 0.5 + row as f32 / 2.0,
                    region: None,
                }
            })
            .collect();
        layout.edges = self.rules.edges();
        layout.background = Background::Lines;
        layout.look = Look::CLAY;
        layout.players = PLAYERS;
        layout.animation = Animation::Slide;
        layout
    }

    fn contents(&self, board: &Board, out: &mut [u8]) {
        cells::write_contents(out, board.stones().map(u64::from), |point| point as usize);
    }

    fn view(&self, record: &Record<Self>) -> View {
        let board = record.position();
        let mut view = View::of(record, notation::pieces(board).collect(), |_, mv| match mv {
            Move::Drop(point) => MovePath::point(point.into()),
            Move::Slide { from, to } => MovePath::slide(from.into(), to.into()),
            Move::Pass => MovePath::button(),
        });
        let winner = board.turn().other();
        let line = self.rules.line_points(board.stones()[winner.index()]);
        view.line = points_of(line).map(u16::from).collect();
        view.in_hand = Some(self.rules.in_hand(board.stones()));
        // No notes on games that were resigned, adjudicated or lost on time.
        let by_rules = view.finish.is_none_or(|finish| finish.reason == Reason::Rules);
        if by_rules && view.line.is_empty() {
            view.notes = Self::notes(board);
        }
        view
    }
}
