//! The promises of [`Position`] and [`Variant`], checked on random games. Every
//! registered game passes it, and a game of your own should too. In every
//! position of those games:
//!
//! - **Moves.** The list is as long as it says and names no move twice. It is
//!   empty exactly when there is an outcome. A move is legal, and can be
//!   played, exactly when it is listed; it is one of the variant's moves, each
//!   of which has an index of its own below the span. Turns alternate.
//! - **Ends.** Games end, or repeat where the position is cyclic; elsewhere no
//!   position comes back. A win has a margin exactly when the objective is one.
//! - **Keys.** Unequal positions never share a key: not those met in the whole
//!   run, nor their images. A position read from text has the key and hash of
//!   the one that was played to.
//! - **Text.** It reads back as the same position, with its side, outcome and
//!   moves, and prints as it was. Every move has a text of its own that reads
//!   back as that move; no text is read as a move that is not legal.
//! - **Symmetry.** The identity comes first and no symmetry twice. Each can be
//!   undone, keeps side, outcome and canonical form, maps legal moves to legal
//!   moves, and commutes with playing them.
//! - **View.** It has a place for every point, the turn, the end and the legal
//!   moves, and names only points and regions there are. `playable` are the
//!   regions of the points moves end on. After a move it tells that move's
//!   text and points, and its piece stands on the last of these, unless the
//!   region of that point is closed: one of the marks.
//! - **Clicks.** A move is at most two points, the last one empty, or a button
//!   without any; no two moves have the same. The points in `also` are nobody
//!   else's: no move's points, nor beside another's.
//! - **Records.** A finished game, the same begun some moves later, and one
//!   that was resigned read back with their moves and result; taking back all
//!   moves leads to the start.
//!
//! And of the variant once: its layout has points with names of their own
//! inside the board, joined by edges and lying in regions there are.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::hash::mix2;
use crate::layout::{Layout, View};
use crate::outcome::{Objective, Outcome};
use crate::position::Position;
use crate::record::{Finish, Reason, Record};
use crate::symmetry::Symmetry;
use crate::variant::{Move, Variant};

/// A random game longer than this has gone astray.
const LONGEST_GAME: usize = 5_000;

/// As many moves of a position are played under every symmetry, at most.
const SAMPLE: usize = 16;

/// So many moves are cut off a game to begin its record later.
const LATER: usize = 3;

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

mod view;

/// Plays seeded random games and checks every promise in every position of them.
pub fn check<V: Variant>(variant: &V, seed: u64, games: usize) -> Result<Coverage, Breach> {
    let all = variant.all_moves();
    let known = all.iter().copied().collect();
    let mut suite = Suite { variant, layout: variant.layout(), all, known, met: HashMap::new() };
    let breach = |position: &V::Position, what: String| Breach {
        variant: variant.name(),
        position: variant.print(position),
        what,
    };
    let once = suite.layout_is_sound().and_then(|()| suite.move_indices());
    once.map_err(|what| breach(&variant.start(), what))?;
    let mut coverage = Coverage { games, positions: 0 };
    for _ in 0..games {
        let mut record = Record::new(variant.clone());
        let mut view = None;
        loop {
            let shown = suite.position(&record, view.as_ref());
            view = Some(shown.map_err(|what| breach(record.position(), what))?);
            let pick = mix2(seed, coverage.positions as u64);
            coverage.positions += 1;
            if record.finish().is_some() {
                break;
            }
            let mut moves = record.position().legal_moves();
            let chosen = moves.nth((pick % moves.len() as u64) as usize);
            let played = chosen.is_some_and(|mv| record.play(mv).is_ok());
            let astray = !played || record.moves().len() > LONGEST_GAME;
            if astray {
                let what = "random games end, or repeat, in legal moves".to_owned();
                return Err(breach(record.position(), what));
            }
        }
        suite.records(&record).map_err(|what| breach(record.position(), what))?;
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
    /// The same as a set.
    known: HashSet<Move<V>>,
    /// The positions of the run and their images, by key.
    met: HashMap<u64, V::Position>,
}

impl<V: Variant> Suite<'_, V> {
    fn move_indices(&self) -> Result<(), String> {
        let indices: HashSet<usize> = self.all.iter().map(|&mv| V::Position::move_index(mv)).collect();
        promise!(indices.len() == self.known.len(), "every move has an index of its own");
        promise!(indices.iter().all(|&index| index < V::Position::MOVE_SPAN), "indices stay below the span");
        Ok(())
    }

    fn position(&mut self, record: &Record<V>, before: Option<&View>) -> Result<View, String> {
        let position = record.position();
        self.moves(position)?;
        let earlier = &record.positions()[..record.moves().len()];
        promise!(V::Position::CYCLIC || !earlier.contains(position), "no position of the game comes back");
        self.notation(position)?;
        self.key(position)?;
        self.symmetry(position)?;
        self.view(record, before)
    }

    fn moves(&self, position: &V::Position) -> Result<(), String> {
        let moves: Vec<Move<V>> = position.legal_moves().collect();
        let set: HashSet<Move<V>> = moves.iter().copied().collect();
        promise!(moves.len() == position.legal_moves().len(), "the move list is as long as it says");
        promise!(set.len() == moves.len(), "no move is listed twice: {moves:?}");
        let outcome = position.outcome();
        promise!(moves.is_empty() == outcome.is_some(), "a game without moves is over, and only then");
        if let Some(Outcome::Win { margin, .. }) = outcome {
            let by_margin = V::Position::OBJECTIVE == Objective::Margin;
            promise!(
                margin.is_some() == by_margin,
                "a win has a margin exactly when games are played for it"
            );
        }
        for &mv in &self.all {
            let listed = set.contains(&mv);
            promise!(position.is_legal(mv) == listed, "{mv:?} is legal exactly when it is listed");
            promise!(position.play(mv).is_some() == listed, "{mv:?} can be played exactly when it is listed");
        }
        for &mv in &moves {
            promise!(self.known.contains(&mv), "{mv:?} is one of all the variant's moves");
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
        promise!(again.turn() == position.turn(), "its text keeps the side to move");
        promise!(again == *position, "its text reads back as the same position");
        promise!(self.variant.print(&again) == text, "its text is canonical");
        promise!(again.key() == position.key(), "its key is the key of the position built anew");
        let hashes = [&again, position].map(|position| FxBuildHasher.hash_one(position));
        promise!(hashes[0] == hashes[1], "its hash is the hash of the position built anew");
        promise!(again.outcome() == position.outcome(), "its text keeps the outcome");
        promise!(again.legal_moves().eq(position.legal_moves()), "its text keeps the legal moves");
        let mut texts = HashSet::new();
        for mv in position.legal_moves() {
            let text = self.variant.print_move(position, mv);
            promise!(texts.insert(text.clone()), "move {text} has a text of its own");
            let read = self.variant.parse_move(position, &text);
            promise!(read == Ok(mv), "move {text} reads back as itself, not {read:?}");
            let listed = self.variant.split_moves(&text);
            let whole = listed.iter().map(|(_, part)| *part).eq([text.as_str()]);
            promise!(whole || text.contains(' '), "move {text} is one move of a list");
        }
        for &mv in &self.all {
            if let Ok(read) = self.variant.parse_move(position, &self.variant.print_move(position, mv)) {
                promise!(position.is_legal(read), "only legal moves are read, not {read:?}");
            }
        }
        Ok(())
    }

    fn key(&mut self, position: &V::Position) -> Result<(), String> {
        let met = *self.met.entry(position.key()).or_insert(*position);
        let text = |position| self.variant.print(position);
        promise!(met == *position, "its key is no other's: {} and {}", text(&met), text(position));
        Ok(())
    }

    fn symmetry(&mut self, position: &V::Position) -> Result<(), String> {
        let symmetries = position.symmetries();
        promise!(symmetries.first() == Some(&Symmetry::Identity), "the identity is the first symmetry");
        promise!(position.transform(Symmetry::Identity) == *position, "the identity changes nothing");
        let different: HashSet<Symmetry> = symmetries.iter().copied().collect();
        promise!(different.len() == symmetries.len(), "no symmetry is listed twice: {symmetries:?}");
        let canonical = position.canonical();
        for &symmetry in symmetries {
            let image = position.transform(symmetry);
            promise!(image.transform(symmetry.inverse()) == *position, "{symmetry:?} can be undone");
            promise!(image.turn() == position.turn(), "{symmetry:?} keeps the side to move");
            promise!(image.outcome() == position.outcome(), "{symmetry:?} keeps the outcome");
            self.key(&image)?;
            promise!(image.canonical() == canonical, "{symmetry:?} keeps the canonical form");
            let text = self.variant.print(&image);
            promise!(self.variant.parse(&text) == Ok(image), "the {symmetry:?} can be written");
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

    /// The record of a game that ended, and others made of it.
    fn records(&self, record: &Record<V>) -> Result<(), String> {
        self.round_trip(record)?;
        let cut = LATER.min(record.moves().len());
        let mut later = Record::from_position(self.variant.clone(), record.positions()[cut]);
        for &mv in &record.moves()[cut..] {
            promise!(later.play(mv).is_ok(), "a game goes on as before from a position of it");
        }
        self.round_trip(&later)?;
        let mut resigned = record.clone();
        if resigned.undo().is_some() {
            let outcome = Outcome::win(resigned.position().turn().other());
            let finish = Finish { outcome, reason: Reason::Resignation };
            promise!(resigned.declare(finish), "a game that goes on can be resigned");
            self.round_trip(&resigned)?;
            self.view(&resigned, None)?;
        }
        Ok(())
    }

    fn round_trip(&self, record: &Record<V>) -> Result<(), String> {
        let text = record.to_string();
        let again = match Record::parse(self.variant.clone(), &text) {
            Ok(again) => again,
            Err(error) => return Err(format!("its record is read: {error}\n{text}")),
        };
        promise!(again.start() == record.start(), "its record keeps the start");
        promise!(again.moves() == record.moves(), "its record keeps the moves");
        promise!(again.finish() == record.finish(), "its record keeps the result");
        promise!(again.to_string() == text, "its record is canonical");
        let mut undone = again;
        while undone.undo().is_some() {}
        promise!(undone.position() == record.start(), "taking back all moves leads to the start");
        Ok(())
    }
}
