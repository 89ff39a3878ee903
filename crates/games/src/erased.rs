//! The object-safe layer: games, positions and records for code that knows no
//! game by name. Erasure happens once for a question, never inside a search.

use std::any::Any;
use std::fmt::Debug;

use plateau_core::contract::{self, ContractViolation, Coverage};
use plateau_core::perft::{divide, perft};
use plateau_core::reachable::{self, ReachableCount};
use plateau_core::record::RecordText;
use plateau_core::{
    Finish, Layout, Message, NotationError, Objective, Player, Position, Record, Symmetry, Variant, View,
};

use plateau_search::{Score, Settings};

use crate::any_engine::{AnyEngine, ErasedEngine};
use crate::any_tree;
use crate::engines::{self, EngineSpec, Playable};
use crate::tree::{AnyTree, TreeError, TreeOptions};

/// A variant of any game. Moves and positions are its texts.
pub trait AnyVariant: Send + Sync + Debug {
    /// The canonical name, for instance `connect4:6x7`.
    fn name(&self) -> &str;
    /// How the board looks.
    fn layout(&self) -> &Layout;
    /// What is true of all its positions.
    fn traits(&self) -> Traits;
    /// A new game.
    fn start(&self) -> Box<dyn AnyRecord>;
    /// A game from any text a person gives for a position.
    fn open(&self, text: &str) -> Result<Box<dyn AnyRecord>, NotationError>;
    /// A game from the lines of its record, which are of this variant.
    fn record(&self, lines: &RecordText<'_>) -> Result<Box<dyn AnyRecord>, NotationError>;
    /// The moves of a list as single texts.
    fn split_moves<'t>(&self, list: &'t str) -> Vec<&'t str>;
    /// The engine a spec stands for.
    fn engine(&self, spec: &EngineSpec, settings: Settings) -> Result<Box<dyn AnyEngine>, Message>;
    /// The names of its evaluators, the strongest last.
    fn evaluators(&self) -> Vec<&'static str>;
    /// Holds the variant to the contract of core on seeded random games.
    fn check_contract(&self, seed: u64, games: usize) -> Result<Coverage, ContractViolation>;
}

/// What is true of all positions of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Whether a position can come back.
    pub cyclic: bool,
    /// What players strive for.
    pub objective: Objective,
    /// The symmetries of the rules.
    pub symmetries: &'static [Symmetry],
    /// The size of a position in memory.
    pub position_bytes: usize,
}

/// A game of any kind in progress.
pub trait AnyRecord: Send + Sync + Debug {
    /// The canonical name of its variant.
    fn variant_name(&self) -> String;
    /// The text of the position now.
    fn position_text(&self) -> String;
    /// The key of the position now.
    fn key(&self) -> u64;
    /// The side to move.
    fn turn(&self) -> Player;
    /// The legal moves as texts; none once the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// The text of the position the game began from.
    fn start_text(&self) -> String;
    /// The moves played.
    fn moves(&self) -> Vec<String>;
    /// The moves played, as a list that can be read again.
    fn moves_text(&self) -> String;
    /// How many moves were played.
    fn ply(&self) -> usize;
    /// The end of the game, if it is over.
    fn finish(&self) -> Option<Finish>;
    /// Plays a move and returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;
    /// Plays a list of moves, or none of them when one is wrong.
    fn play_all(&mut self, list: &str) -> Result<(), NotationError>;
    /// Ends a game that goes on by something other than its moves; returns
    /// whether it did.
    fn declare(&mut self, finish: Finish) -> bool;
    /// Goes on with a game whose end was declared.
    fn reopen(&mut self);
    /// Takes back the last move; returns whether there was one.
    fn undo(&mut self) -> bool;
    /// The game as it was after so many moves.
    fn at_ply(&self, ply: usize) -> Box<dyn AnyRecord>;
    /// What the board shows.
    fn view(&self) -> View;
    /// The text form of the record.
    fn text(&self) -> String;
    /// A score of the position now in the convention of the game's own world.
    fn native_score(&self, score: Score) -> Option<i32>;
    /// How many more moves the side to move will make, about.
    fn moves_to_go(&self) -> u32;
    /// How many sequences of this many moves follow; none once the game is over.
    /// A repetition on the way ends no sequence.
    fn perft(&self, depth: u32) -> u64;
    /// The same below each move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// How many distinct positions can be reached, images under symmetry
    /// counted once if `folded`.
    fn reachable(&self, folded: bool) -> ReachableCount;
    /// How many distinct positions there are after each number of moves.
    fn positions_by_ply(&self, plies: usize) -> Vec<u64>;
    /// The tree that a textbook search of the position now sees.
    fn tree(&self, options: &TreeOptions) -> Result<Box<dyn AnyTree>, TreeError>;
    /// How many nodes that search visits, counted without keeping them.
    fn count_tree(&self, options: &TreeOptions) -> Result<usize, TreeError>;
    /// Another record with the same game.
    fn boxed_clone(&self) -> Box<dyn AnyRecord>;
    /// Itself, for the engine that knows its type.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyRecord> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The object-safe form of a variant.
pub fn erase<V: Playable>(variant: V) -> Box<dyn AnyVariant> {
    Box::new(Erased { name: variant.name(), layout: variant.layout(), variant })
}

struct Erased<V> {
    name: String,
    layout: Layout,
    variant: V,
}

impl<V> Debug for Erased<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Variant").field(&self.name).finish()
    }
}

impl<V: Playable> AnyVariant for Erased<V> {
    fn name(&self) -> &str {
        &self.name
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn traits(&self) -> Traits {
        Traits {
            cyclic: V::Position::CYCLIC,
            objective: V::Position::OBJECTIVE,
            symmetries: self.variant.start().symmetries(),
            position_bytes: size_of::<V::Position>(),
        }
    }

    fn start(&self) -> Box<dyn AnyRecord> {
        Box::new(ErasedRecord(Record::new(self.variant.clone())))
    }

    fn open(&self, text: &str) -> Result<Box<dyn AnyRecord>, NotationError> {
        Ok(Box::new(ErasedRecord(Record::open(self.variant.clone(), text)?)))
    }

    fn record(&self, lines: &RecordText<'_>) -> Result<Box<dyn AnyRecord>, NotationError> {
        Ok(Box::new(ErasedRecord(Record::from_text(self.variant.clone(), lines)?)))
    }

    fn split_moves<'t>(&self, list: &'t str) -> Vec<&'t str> {
        self.variant.split_moves(list).into_iter().map(|(_, text)| text).collect()
    }

    fn engine(&self, spec: &EngineSpec, settings: Settings) -> Result<Box<dyn AnyEngine>, Message> {
        let engine = engines::engine(&self.variant, spec, settings)?;
        Ok(Box::new(ErasedEngine::<V> { engine }))
    }

    fn evaluators(&self) -> Vec<&'static str> {
        self.variant.evaluators().names()
    }

    fn check_contract(&self, seed: u64, games: usize) -> Result<Coverage, ContractViolation> {
        contract::check(&self.variant, seed, games)
    }
}

pub(crate) struct ErasedRecord<V: Variant>(pub(crate) Record<V>);

impl<V: Variant> Debug for ErasedRecord<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Record").field(&self.0.to_string()).finish()
    }
}

impl<V: Playable> AnyRecord for ErasedRecord<V> {
    fn variant_name(&self) -> String {
        self.0.variant().name()
    }

    fn position_text(&self) -> String {
        self.0.variant().print(self.0.position())
    }

    fn key(&self) -> u64 {
        self.0.position().key()
    }

    fn turn(&self) -> Player {
        self.0.position().turn()
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.finish().is_some() {
            return Vec::new();
        }
        let position = self.0.position();
        position.legal_moves().map(|mv| self.0.variant().print_move(position, mv)).collect()
    }

    fn start_text(&self) -> String {
        self.0.variant().print(self.0.start())
    }

    fn moves(&self) -> Vec<String> {
        let played = self.0.moves().iter().zip(self.0.positions());
        played.map(|(&mv, position)| self.0.variant().print_move(position, mv)).collect()
    }

    fn moves_text(&self) -> String {
        self.0.moves_text()
    }

    fn ply(&self) -> usize {
        self.0.moves().len()
    }

    fn finish(&self) -> Option<Finish> {
        self.0.finish()
    }

    fn play(&mut self, text: &str) -> Result<String, NotationError> {
        let before = *self.0.position();
        let mv = self.0.play_text(text)?;
        Ok(self.0.variant().print_move(&before, mv))
    }

    fn play_all(&mut self, list: &str) -> Result<(), NotationError> {
        self.0.play_all(list)
    }

    fn declare(&mut self, finish: Finish) -> bool {
        self.0.declare(finish)
    }

    fn reopen(&mut self) {
        self.0.reopen();
    }

    fn at_ply(&self, ply: usize) -> Box<dyn AnyRecord> {
        Box::new(Self(self.0.at_ply(ply)))
    }

    fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    fn view(&self) -> View {
        self.0.variant().view(&self.0)
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn native_score(&self, score: Score) -> Option<i32> {
        self.0.variant().native_score(self.0.position(), score)
    }

    fn moves_to_go(&self) -> u32 {
        self.0.variant().moves_to_go(self.0.position())
    }

    fn perft(&self, depth: u32) -> u64 {
        match self.finish() {
            Some(_) if depth > 0 => 0,
            _ => perft(self.0.position(), depth),
        }
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let position = self.0.position();
        if self.finish().is_some() {
            return Vec::new();
        }
        divide(position, depth)
            .into_iter()
            .map(|(mv, count)| (self.0.variant().print_move(position, mv), count))
            .collect()
    }

    fn reachable(&self, folded: bool) -> ReachableCount {
        reachable::count_reachable(self.0.position(), folded)
    }

    fn positions_by_ply(&self, plies: usize) -> Vec<u64> {
        reachable::count_by_ply(self.0.position(), plies)
    }

    fn tree(&self, options: &TreeOptions) -> Result<Box<dyn AnyTree>, TreeError> {
        any_tree::search(&self.0, options)
    }

    fn count_tree(&self, options: &TreeOptions) -> Result<usize, TreeError> {
        any_tree::count(&self.0, options)
    }

    fn boxed_clone(&self) -> Box<dyn AnyRecord> {
        Box::new(Self(self.0.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
