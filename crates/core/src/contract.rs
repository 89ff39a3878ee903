//! The promises of [`Position`] and [`Variant`], checked on random games. Every
//! registered game passes it, and a game of your own should too.

use std::collections::HashSet;
use std::fmt;

use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::layout::Layout;
use crate::position::Position;
use crate::record::Record;
use crate::variant::{Move, Variant};

/// A random game longer than this has gone astray.
const LONGEST_GAME: usize = 5_000;

/// As many moves of a position are played under every symmetry, at most.
const SAMPLE: usize = 16;

/// A promise that was broken, and in which position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The variant.
    pub variant: String,
    /// The position, as it prints.
    pub position: String,
    /// What went wrong.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, position {}: {}", self.variant, self.position, self.what)
    }
}

impl std::error::Error for Breach {}

/// How much a check looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Games played.
    pub games: usize,
    /// Positions checked.
    pub positions: usize,
}

macro_rules! promise {
    ($holds:expr, $($what:tt)*) => {
        if !$holds {
            return Err(format!($($what)*));
        }
    };
}

/// Plays seeded random games and checks every promise in every position of them.
pub fn check<V: Variant>(variant: &V, seed: u64, games: usize) -> Result<Coverage, Breach> {
    let suite = Suite { variant, layout: variant.layout(), all: variant.all_moves() };
    let breach = |position: &V::Position, what: String| Breach {
        variant: variant.name(),
        position: variant.print(position),
        what,
    };
    suite.layout_is_sound().map_err(|what| breach(&variant.start(), what))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut coverage = Coverage { games, positions: 0 };
    for _ in 0..games {
        let mut record = Record::new(variant.clone());
        loop {
            coverage.positions += 1;
            suite.position(&record).map_err(|what| breach(record.position(), what))?;
            if record.finish().is_some() {
                break;
            }
            let mut moves = record.position().legal_moves();
            let chosen = moves.nth(rng.random_range(0..moves.len()));
            let played = chosen.is_some_and(|mv| record.play(mv).is_ok());
            let astray = !played || record.moves().len() > LONGEST_GAME;
            if astray {
                return Err(breach(
                    record.position(),
                    "random games end, or repeat, in legal moves".to_owned(),
                ));
            }
        }
        suite.record(&record).map_err(|what| breach(record.position(), what))?;
    }
    Ok(coverage)
}

/// Some of the legal moves, spread over all of them and others in each
/// position: on large boards playing every one under every symmetry is slow.
fn sample<P: Position>(position: &P) -> impl Iterator<Item = P::Move> {
    let moves = position.legal_moves();
    let step = moves.len().div_ceil(SAMPLE).max(1);
    moves.skip(position.key() as usize % step).step_by(step)
}

struct Suite<'v, V: Variant> {
    variant: &'v V,
    layout: Layout,
    all: Vec<Move<V>>,
}

impl<V: Variant> Suite<'_, V> {
    fn position(&self, record: &Record<V>) -> Result<(), String> {
        let position = record.position();
        self.moves(position)?;
        self.notation(position)?;
        self.symmetry(position)?;
        self.view(record)
    }

    fn moves(&self, position: &V::Position) -> Result<(), String> {
        let moves: Vec<Move<V>> = position.legal_moves().collect();
        let set: HashSet<Move<V>> = moves.iter().copied().collect();
        promise!(moves.len() == position.legal_moves().len(), "the move list is as long as it says");
        promise!(set.len() == moves.len(), "no move is listed twice: {moves:?}");
        promise!(
            moves.is_empty() == position.outcome().is_some(),
            "a game without moves is over, and only then"
        );
        for &mv in &self.all {
            let listed = set.contains(&mv);
            promise!(position.is_legal(mv) == listed, "{mv:?} is legal exactly when it is listed");
            promise!(position.play(mv).is_some() == listed, "{mv:?} can be played exactly when it is listed");
        }
        let known: HashSet<Move<V>> = self.all.iter().copied().collect();
        let indices: HashSet<usize> = self.all.iter().map(|&mv| V::Position::move_index(mv)).collect();
        promise!(indices.len() == known.len(), "every move has an index of its own");
        promise!(indices.iter().all(|&index| index < V::Position::MOVE_SPAN), "indices stay below the span");
        for &mv in &moves {
            promise!(known.contains(&mv), "{mv:?} is one of all the variant's moves");
            promise!(position.after(mv).turn() == position.turn().other(), "turns alternate over {mv:?}");
        }
        Ok(())
    }

    fn notation(&self, position: &V::Position) -> Result<(), String> {
        let text = self.variant.print(position);
        let again = match self.variant.parse(&text) {
            Ok(again) => again,
            Err(error) => return Err(format!("its own text is read: {error}")),
        };
        promise!(again == *position, "its text reads back as the same position");
        promise!(self.variant.print(&again) == text, "its text is canonical");
        promise!(again.key() == position.key(), "its key is the key of the position built anew");
        promise!(again.turn() == position.turn(), "its text keeps the side to move");
        promise!(again.outcome() == position.outcome(), "its text keeps the outcome");
        promise!(again.legal_moves().eq(position.legal_moves()), "its text keeps the legal moves");
        let mut texts = HashSet::new();
        for mv in position.legal_moves() {
            let text = self.variant.print_move(position, mv);
            let read = self.variant.parse_move(position, &text);
            promise!(read == Ok(mv), "move {text} reads back as itself, not {read:?}");
            let listed = self.variant.split_moves(&text);
            let whole = listed.iter().map(|(_, part)| *part).eq([text.as_str()]);
            promise!(whole || text.contains(' '), "move {text} is one move of a list");
            promise!(texts.insert(text), "two moves have the same text");
        }
        for &mv in &self.all {
            if let Ok(read) = self.variant.parse_move(position, &self.variant.print_move(position, mv)) {
                promise!(position.is_legal(read), "only legal moves are read, not {read:?}");
            }
        }
        Ok(())
    }

    fn symmetry(&self, position: &V::Position) -> Result<(), String> {
        let canonical = position.canonical();
        for &symmetry in position.symmetries() {
            let image = position.transform(symmetry);
            promise!(image.transform(symmetry.inverse()) == *position, "{symmetry:?} can be undone");
            promise!(image.turn() == position.turn(), "{symmetry:?} keeps the side to move");
            promise!(image.outcome() == position.outcome(), "{symmetry:?} keeps the outcome");
            promise!(image.canonical() == canonical, "{symmetry:?} keeps the canonical form");
            promise!(
                self.variant.parse(&self.variant.print(&image)) == Ok(image),
                "the {symmetry:?} can be written"
            );
            let mapped: HashSet<Move<V>> =
                position.legal_moves().map(|mv| position.transform_move(mv, symmetry)).collect();
            promise!(mapped == image.legal_moves().collect(), "{symmetry:?} maps legal moves to legal moves");
            for mv in sample(position) {
                let image_move = position.transform_move(mv, symmetry);
                let commutes = position.after(mv).transform(symmetry) == image.after(image_move);
                promise!(commutes, "{symmetry:?} then {image_move:?} is {mv:?} then {symmetry:?}");
            }
        }
        Ok(())
    }

    fn view(&self, record: &Record<V>) -> Result<(), String> {
        let position = record.position();
        let view = self.variant.view(record);
        let points = self.layout.points.len();
        let on_board = |ids: &[u16]| ids.iter().all(|&id| usize::from(id) < points);
        promise!(view.pieces.len() == points, "the view has a piece or none for every point");
        promise!(
            view.turn == position.turn() && view.finish == record.finish(),
            "the view tells turn and end"
        );
        promise!(
            [&view.last, &view.turned, &view.line].into_iter().all(|ids| on_board(ids)),
            "the view is on the board"
        );
        let regions = self.layout.regions.len();
        let marked = view.marks.iter().map(|mark| &mark.region);
        let in_range =
            marked.chain(&view.playable).chain(&view.region_line).all(|&id| usize::from(id) < regions);
        promise!(in_range, "the view speaks of regions there are");
        let texts: Vec<&str> = view.moves.iter().map(|mv| mv.text.as_str()).collect();
        let expected: Vec<String> = match view.finish {
            Some(_) => Vec::new(),
            None => position.legal_moves().map(|mv| self.variant.print_move(position, mv)).collect(),
        };
        promise!(texts == expected, "the view offers the legal moves {expected:?}, not {texts:?}");
        let mut clicks = HashSet::new();
        for mv in &view.moves {
            let path = &mv.path;
            promise!(on_board(&path.points) && on_board(&path.also), "move {} is on the board", mv.text);
            promise!(path.points.len() <= 2, "move {} is at most two clicks", mv.text);
            let last = path.points.last().map(|&id| view.pieces[usize::from(id)]);
            promise!(last.is_none_or(|piece| piece.is_none()), "move {} ends on an empty point", mv.text);
            promise!(clicks.insert(&path.points), "move {} has clicks of its own", mv.text);
            for &also in &path.also {
                promise!(
                    view.moves.iter().all(|other| !other.path.points.contains(&also)),
                    "{also} is one move's"
                );
            }
        }
        Ok(())
    }

    fn record(&self, record: &Record<V>) -> Result<(), String> {
        let text = record.to_string();
        let again = match Record::parse(self.variant.clone(), &text) {
            Ok(again) => again,
            Err(error) => return Err(format!("its record is read: {error}\n{text}")),
        };
        promise!(again.moves() == record.moves(), "its record keeps the moves");
        promise!(again.finish() == record.finish(), "its record keeps the result");
        promise!(again.to_string() == text, "its record is canonical");
        let mut undone = again;
        while undone.undo().is_some() {}
        promise!(undone.position() == record.start(), "taking back all moves leads to the start");
        Ok(())
    }

    fn layout_is_sound(&self) -> Result<(), String> {
        let Layout { width, height, points, edges, regions, .. } = &self.layout;
        promise!(!points.is_empty() && points.len() < usize::from(u16::MAX), "a board has points");
        let mut names = HashSet::new();
        for point in points {
            let inside = (0.0..=*width).contains(&point.x) && (0.0..=*height).contains(&point.y);
            promise!(inside, "point {} is on the board", point.name);
            promise!(names.insert(&point.name), "point {} has a name of its own", point.name);
            promise!(
                point.region.is_none_or(|r| usize::from(r) < regions.len()),
                "point {} has a region",
                point.name
            );
        }
        for [a, b] in edges {
            promise!(a != b && usize::from(*a.max(b)) < points.len(), "edge {a}-{b} joins two points");
        }
        Ok(())
    }
}
