//! The state of a board.

use plateau_core::{Finish, Lang, Layout, Player};
use plateau_games::{AnyRecord, AnyVariant};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Side, Sides};

/// The state of a board. Points and regions are indices into those of the layout.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = View)]
pub struct BoardView {
    /// One character per point, `.` for an empty one.
    pieces: String,
    /// The side to move.
    turn: Side,
    /// The position in the notation of the game.
    position: String,
    /// The legal moves.
    moves: Vec<LegalMove>,
    /// The last move.
    #[schema(required)]
    last: Option<LastMove>,
    /// Regions in which the side to move may play.
    playable: Vec<u16>,
    /// Regions that are decided.
    marks: Vec<DecidedRegion>,
    /// The points of the winning line.
    line: Vec<u16>,
    /// The regions of the winning line.
    region_line: Vec<u16>,
    /// A count of pieces on the board.
    #[schema(required)]
    tally: Option<PieceCount>,
    /// The pieces still to be placed.
    #[schema(inline, required)]
    in_hand: Option<Sides<u32>>,
    /// Hints for the player, such as where to play.
    notes: Vec<String>,
    /// The result.
    #[schema(required)]
    finish: Option<GameResult>,
}

/// A legal move.
#[derive(Debug, Serialize, ToSchema)]
struct LegalMove {
    /// The move in the notation of the game.
    text: String,
    /// Where to click: one point, two for a slide, none for a button such as a pass.
    points: Vec<u16>,
    /// Other points that stand for the same click.
    also: Vec<u16>,
}

/// The last move.
#[derive(Debug, Serialize, ToSchema)]
struct LastMove {
    /// The move in the notation of the game.
    text: String,
    /// Its points: its destination, after its origin if it was a slide.
    points: Vec<u16>,
    /// Points whose pieces it flipped.
    turned: Vec<u16>,
}

/// A region that is decided.
#[derive(Debug, Serialize, ToSchema)]
struct DecidedRegion {
    region: u16,
    /// Its winner; `null` for a draw.
    #[schema(required)]
    owner: Option<Side>,
}

/// A count of pieces.
#[derive(Debug, Serialize, ToSchema)]
struct PieceCount {
    /// What is counted.
    what: &'static str,
    x: u32,
    o: u32,
}

/// The result of a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameResult {
    /// The winner; `null` for a draw.
    #[schema(required)]
    winner: Option<Side>,
    /// `moves` if the game ended by its rules; `resignation`, `time` and others.
    reason: &'static str,
    /// The result as a sentence.
    text: String,
}

impl BoardView {
    /// Describes the current position of a record.
    pub fn new(variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> Self {
        let view = record.view();
        let moves = view.moves.into_iter().map(|mv| LegalMove {
            text: mv.text,
            points: mv.path.points,
            also: mv.path.also,
        });
        let marks = view
            .marks
            .iter()
            .map(|mark| DecidedRegion { region: mark.region, owner: mark.owner.map(Side::from) });
        Self {
            pieces: view.pieces.iter().map(|piece| piece.map_or('.', Player::letter)).collect(),
            turn: view.turn.into(),
            position: record.position_text(),
            moves: moves.collect(),
            last: view.last_text.map(|text| LastMove { text, points: view.last, turned: view.turned }),
            playable: view.playable,
            marks: marks.collect(),
            line: view.line,
            region_line: view.region_line,
            tally: view.tally.map(|tally| PieceCount {
                what: tally.what.template(lang),
                x: tally.counts[0],
                o: tally.counts[1],
            }),
            in_hand: view.in_hand.map(Sides::from),
            notes: view.notes.iter().map(|note| note.text.render(lang)).collect(),
            finish: view.finish.map(|finish| GameResult::new(&finish, variant.layout(), lang)),
        }
    }
}

impl GameResult {
    fn new(finish: &Finish, layout: &Layout, lang: Lang) -> Self {
        Self {
            winner: finish.outcome.winner().map(Side::from),
            // Records omit the reason of a game that ends by the rules.
            reason: finish.reason.name().unwrap_or("moves"),
            text: finish.message(layout).render(lang),
        }
    }
}
