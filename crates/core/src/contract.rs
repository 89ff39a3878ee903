//! Tests an implementation of [`Position`] and [`Variant`] against its contract, on random
//! games. Every registered game passes this test, and your own games should too. It checks,
//! in every position of the games:
//!
//! - **Moves.** The move list has the length it reports and no duplicates. It is empty exactly
//!   when there is an outcome. Exactly the listed moves are legal and can be played. Every
//!   move is in [`Variant::all_moves`] and has a unique index below
//!   [`MOVE_SPAN`](Position::MOVE_SPAN). Turns alternate.
//! - **Ends.** Games end, or repeat if the position is cyclic; otherwise no position repeats.
//!   A win has a margin exactly when the objective is the margin.
//! - **Keys.** Different positions, symmetric images included, have different keys within the
//!   run. A parsed position has the same key and hash as the position that was played to.
//! - **Text.** A position parses back to an equal position with the same side to move, outcome
//!   and moves, and prints the same text. Every move has a unique text that parses back to it,
//!   and no illegal move parses.
//! - **Symmetry.** The identity comes first, and there are no duplicates. Every symmetry has an
//!   inverse, keeps side to move, outcome and canonical form, maps legal moves to legal moves,
//!   and commutes with playing them.
//! - **View.** The view has the pieces of every point, the turn, the result and the legal
//!   moves, and refers only to existing points and regions. `playable` is the set of regions
//!   that moves end in. After a move, the view has that move's text and points, and its piece
//!   on the last point unless the region of that point is closed.
//! - **Clicks.** A move has at most two points, the last one empty, or none for a button. No
//!   two moves have the same points. A point in `also` belongs to no other move.
//! - **Records.** A finished game, the same game from a later start, and a resigned game parse
//!   back with their moves and result. Undoing all moves leads back to the start.
//!
//! It also checks the layout of the variant: points have unique names and are inside the board,
//! and edges and regions refer to existing points.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::hash::mix2;
use crate::layout::{Layout, View};
use crate::outcome::{Objective, Outcome};
use crate::position::Position;
use crate::record::{Finish, Reason, Record};
use crate::symmetry::Symmetry;
use crate::variant::{Move, Variant};

/// Maximum number of moves of a random game; a longer one counts as endless.
const MAX_GAME_LENGTH: usize = 5_000;

/// Maximum number of moves of a position that are played under every symmetry.
const MAX_SYMMETRY_MOVES: usize = 16;

/// The number of moves that are cut off the start of a game to test a later start.
const LATER_START: usize = 3;

/// A violation of the contract.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variant}, position {position}: {violation}")]
pub struct ContractViolation {
    /// The name of the variant.
    pub variant: String,
    /// The text of the position.
    pub position: String,
    /// What is wrong.
    pub violation: String,
}

/// The extent of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Number of games played.
    pub games: usize,
    /// Number of positions checked.
    pub positions: usize,
}

/// Returns an error with a formatted violation unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($violation:tt)*) => {
        if !$condition {
            return Err(format!($($violation)*));
        }
    };
}

mod view;

/// Plays seeded random games and checks the contract in every position.
pub fn check<V: Variant>(variant: &V, seed: u64, games: usize) -> Result<Coverage, ContractViolation> {
    let all = variant.all_moves();
    let known = all.iter().copied().collect();
    let mut checker = Checker { variant, layout: variant.layout(), all, known, by_key: HashMap::new() };
    let error = |position: &V::Position, violation: String| ContractViolation {
        variant: variant.name(),
        position: variant.print(position),
        violation,
    };
    let checked = checker.check_layout().and_then(|()| checker.check_move_indices());
    checked.map_err(|violation| error(&variant.start(), violation))?;
    let mut coverage = Coverage { games, positions: 0 };
    for _ in 0..games {
        let mut record = Record::new(variant.clone());
        let mut view = None;
        loop {
            let checked = checker.check_position(&record, view.as_ref());
            view = Some(checked.map_err(|violation| error(record.position(), violation))?);
            let pick = mix2(seed, coverage.positions as u64);
            coverage.positions += 1;
            if record.finish().is_some() {
                break;
            }
            let mut moves = record.position().legal_moves();
            let chosen = moves.nth((pick % moves.len() as u64) as usize);
            let played = chosen.is_some_and(|mv| record.play(mv).is_ok());
            if !played || record.moves().len() > MAX_GAME_LENGTH {
                let violation = "a random game does not end".to_owned();
                return Err(error(record.position(), violation));
            }
        }
        checker.check_records(&record).map_err(|violation| error(record.position(), violation))?;
    }
    Ok(coverage)
}

/// Returns an evenly spread sample of the legal moves. On large boards it would be too slow
/// to play every move under every symmetry.
fn sample<P: Position>(position: &P) -> impl Iterator<Item = P::Move> {
    let moves = position.legal_moves();
    let step = moves.len().div_ceil(MAX_SYMMETRY_MOVES).max(1);
    moves.skip(position.key() as usize % step).step_by(step)
}

struct Checker<'v, V: Variant> {
    variant: &'v V,
    layout: Layout,
    /// All moves of the variant, in order and as a set.
    all: Vec<Move<V>>,
    known: HashSet<Move<V>>,
    /// The positions of the run and their symmetric images, by key.
    by_key: HashMap<u64, V::Position>,
}

impl<V: Variant> Checker<'_, V> {
    fn check_move_indices(&self) -> Result<(), String> {
        let indices: HashSet<usize> = self.all.iter().map(|&mv| V::Position::move_index(mv)).collect();
        ensure!(indices.len() == self.known.len(), "two moves share an index");
        ensure!(
            indices.iter().all(|&index| index < V::Position::MOVE_SPAN),
            "a move index is not below MOVE_SPAN"
        );
        Ok(())
    }

    fn check_position(&mut self, record: &Record<V>, before: Option<&View>) -> Result<View, String> {
        let position = record.position();
        self.check_moves(position)?;
        let earlier = &record.positions()[..record.moves().len()];
        ensure!(
            V::Position::CYCLIC || !earlier.contains(position),
            "a position repeats in a game that is not cyclic"
        );
        self.check_notation(position)?;
        self.check_key(position)?;
        self.check_symmetries(position)?;
        self.check_view(record, before)
    }

    fn check_moves(&self, position: &V::Position) -> Result<(), String> {
        let moves: Vec<Move<V>> = position.legal_moves().collect();
        let set: HashSet<Move<V>> = moves.iter().copied().collect();
        ensure!(moves.len() == position.legal_moves().len(), "the move list reports a wrong length");
        ensure!(set.len() == moves.len(), "a move is listed twice: {moves:?}");
        let outcome = position.outcome();
        ensure!(moves.is_empty() == outcome.is_some(), "there must be either legal moves or an outcome");
        if let Some(Outcome::Win { margin, .. }) = outcome {
            let by_margin = V::Position::OBJECTIVE == Objective::Margin;
            ensure!(margin.is_some() == by_margin, "the margin of a win does not fit the objective");
        }
        for &mv in &self.all {
            let listed = set.contains(&mv);
            ensure!(position.is_legal(mv) == listed, "is_legal({mv:?}) does not agree with the move list");
            ensure!(position.play(mv).is_some() == listed, "play({mv:?}) does not agree with the move list");
        }
        for &mv in &moves {
            ensure!(self.known.contains(&mv), "{mv:?} is missing from all_moves");
            ensure!(
                position.after(mv).turn() == position.turn().other(),
                "{mv:?} does not change the side to move"
            );
        }
        Ok(())
    }

    fn check_notation(&self, position: &V::Position) -> Result<(), String> {
        let text = self.variant.print(position);
        let again = match self.variant.parse(&text) {
            Ok(again) => again,
            Err(error) => return Err(format!("its own text does not parse: {error}")),
        };
        ensure!(again.turn() == position.turn(), "its text loses the side to move");
        ensure!(again == *position, "its text parses as another position");
        ensure!(self.variant.print(&again) == text, "its text changes after parsing");
        ensure!(again.key() == position.key(), "its key differs from the key of the parsed position");
        let hashes = [&again, position].map(|position| FxBuildHasher.hash_one(position));
        ensure!(hashes[0] == hashes[1], "its hash differs from the hash of the parsed position");
        ensure!(
            again.outcome() == position.outcome(),
            "its outcome differs from that of the parsed position"
        );
        ensure!(
            again.legal_moves().eq(position.legal_moves()),
            "its legal moves differ from those of the parsed position"
        );
        let mut texts = HashSet::new();
        for mv in position.legal_moves() {
            let text = self.variant.print_move(position, mv);
            ensure!(texts.insert(text.clone()), "two moves have the text {text}");
            let read = self.variant.parse_move(position, &text);
            ensure!(read == Ok(mv), "move {text} parses as {read:?}");
            let listed = self.variant.split_moves(&text);
            let whole = listed.iter().map(|(_, part)| *part).eq([text.as_str()]);
            ensure!(whole || text.contains(' '), "split_moves does not return move {text} whole");
        }
        for &mv in &self.all {
            if let Ok(read) = self.variant.parse_move(position, &self.variant.print_move(position, mv)) {
                ensure!(position.is_legal(read), "the illegal move {read:?} parses");
            }
        }
        Ok(())
    }

    fn check_key(&mut self, position: &V::Position) -> Result<(), String> {
        let first = *self.by_key.entry(position.key()).or_insert(*position);
        let text = |position| self.variant.print(position);
        ensure!(first == *position, "two positions share a key: {} and {}", text(&first), text(position));
        Ok(())
    }

    fn check_symmetries(&mut self, position: &V::Position) -> Result<(), String> {
        let symmetries = position.symmetries();
        ensure!(symmetries.first() == Some(&Symmetry::Identity), "the first symmetry is not the identity");
        ensure!(position.transform(Symmetry::Identity) == *position, "the identity changes the position");
        let different: HashSet<Symmetry> = symmetries.iter().copied().collect();
        ensure!(different.len() == symmetries.len(), "a symmetry is listed twice: {symmetries:?}");
        let canonical = position.canonical();
        for &symmetry in symmetries {
            let image = position.transform(symmetry);
            ensure!(
                image.transform(symmetry.inverse()) == *position,
                "the inverse of {symmetry:?} does not restore the position"
            );
            ensure!(image.turn() == position.turn(), "{symmetry:?} changes the side to move");
            ensure!(image.outcome() == position.outcome(), "{symmetry:?} changes the outcome");
            self.check_key(&image)?;
            ensure!(image.canonical() == canonical, "{symmetry:?} changes the canonical form");
            let text = self.variant.print(&image);
            ensure!(
                self.variant.parse(&text) == Ok(image),
                "the image under {symmetry:?} does not parse back"
            );
            let mapped: HashSet<Move<V>> =
                position.legal_moves().map(|mv| position.transform_move(mv, symmetry)).collect();
            ensure!(
                mapped == image.legal_moves().collect(),
                "{symmetry:?} does not map legal moves to legal moves"
            );
            for mv in sample(position) {
                let image_move = position.transform_move(mv, symmetry);
                let commutes = position.after(mv).transform(symmetry) == image.after(image_move);
                ensure!(commutes, "{symmetry:?} does not commute with {mv:?}");
            }
        }
        Ok(())
    }

    /// Checks the record of a finished game, and records derived from it.
    fn check_records(&self, record: &Record<V>) -> Result<(), String> {
        self.check_round_trip(record)?;
        let cut = LATER_START.min(record.moves().len());
        let mut later = Record::from_position(self.variant.clone(), record.positions()[cut]);
        for &mv in &record.moves()[cut..] {
            ensure!(later.play(mv).is_ok(), "a move of a game is illegal when the game starts later");
        }
        self.check_round_trip(&later)?;
        let mut resigned = record.clone();
        if resigned.undo().is_some() {
            let outcome = Outcome::win(resigned.position().turn().other());
            let finish = Finish { outcome, reason: Reason::Resignation };
            ensure!(resigned.declare(finish), "an unfinished game cannot be resigned");
            self.check_round_trip(&resigned)?;
            self.check_view(&resigned, None)?;
        }
        Ok(())
    }

    fn check_round_trip(&self, record: &Record<V>) -> Result<(), String> {
        let text = record.to_string();
        let again = match Record::parse(self.variant.clone(), &text) {
            Ok(again) => again,
            Err(error) => return Err(format!("its record does not parse: {error}\n{text}")),
        };
        ensure!(again.start() == record.start(), "its record loses the start");
        ensure!(again.moves() == record.moves(), "its record loses the moves");
        ensure!(again.finish() == record.finish(), "its record loses the result");
        ensure!(again.to_string() == text, "its record changes after parsing");
        let mut undone = again;
        while undone.undo().is_some() {}
        ensure!(undone.position() == record.start(), "undoing all moves does not lead back to the start");
        Ok(())
    }
}
