//! Object-safe traits for games, positions and records, for code that does not know the
//! game's type. Types are erased once per request, never inside a search.

use std::any::Any;
use std::fmt::Debug;

use plateau_core::contract::{self, ContractViolation, Coverage};
use plateau_core::perft::{divide, perft};
use plateau_core::reachable::{self, ReachableCount};
use plateau_core::record::RecordText;
use plateau_core::{
    Finish, Layout, Message, NotationError, Objective, Player, Position, Record, Symmetry, Variant, View,
};

use plateau_learn::played_game::{InitialGames, PlayedGame};
use plateau_learn::training::TrainContext;
use plateau_learn::{TrainSettings, Trained};
use plateau_search::{Score, Settings};

use crate::any_engine::{AnyEngine, ErasedEngine};
use crate::any_tree;
use crate::compiled::compiled_engines;
use crate::engines::catalogue::{Catalogue, catalogue};
use crate::engines::{self, EngineSpec, Playable};
use crate::explain::Evaluation;
use crate::learned::{self, GameCollection};
use crate::tree::{AnyTree, TreeError, TreeOptions};

/// A variant of any game. Moves and positions are passed as text.
pub trait AnyVariant: Send + Sync + Debug {
    /// Returns the canonical name, for instance `connect4:6x7`.
    fn name(&self) -> &str;
    /// Returns the geometry of the board.
    fn layout(&self) -> &Layout;
    /// Returns the properties shared by all positions of the variant.
    fn traits(&self) -> Traits;
    /// Starts a new game.
    fn start(&self) -> Box<dyn AnyRecord>;
    /// Starts a game from a position in any accepted notation.
    fn open(&self, text: &str) -> Result<Box<dyn AnyRecord>, NotationError>;
    /// Loads a game from the lines of a record of this variant.
    fn record(&self, lines: &RecordText<'_>) -> Result<Box<dyn AnyRecord>, NotationError>;
    /// Splits a list of moves into single moves.
    fn split_moves<'t>(&self, list: &'t str) -> Vec<&'t str>;
    /// Creates the engine that a spec describes.
    fn engine(&self, spec: &EngineSpec, settings: Settings) -> Result<Box<dyn AnyEngine>, Message>;
    /// Returns the [`CompiledEngines`](crate::CompiledEngines) of the variant's type of positions.
    fn compiled_engines(&self) -> Box<dyn Any>;
    /// Returns the names of the evaluators, the strongest last.
    fn evaluators(&self) -> Vec<&'static str>;
    /// Lists what engine specs can name, with a sentence each.
    fn catalogue(&self) -> Catalogue;
    /// Reads records to begin a training with.
    fn initial_games(&self, records: &[String]) -> Result<InitialGames, Message>;
    /// Returns the files of games that a training can also begin with.
    fn game_collection(&self) -> Option<GameCollection>;
    /// Learns an evaluation by self-play. `initial_games` are games to begin with, `teacher` is the
    /// evaluator that plays the first generation.
    fn train(
        &self,
        settings: TrainSettings,
        initial_games: Vec<PlayedGame>,
        teacher: Option<&str>,
        context: &mut TrainContext<'_>,
    ) -> Result<Trained, Message>;
    /// Checks the variant against the contract of [`Position`] and [`Variant`] on seeded
    /// random games.
    fn check_contract(&self, seed: u64, games: usize) -> Result<Coverage, ContractViolation>;
}

/// Properties shared by all positions of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Whether a position can repeat within a game.
    pub cyclic: bool,
    /// What decides between two wins: distance or margin.
    pub objective: Objective,
    /// The symmetries of the board that preserve the rules.
    pub symmetries: &'static [Symmetry],
    /// The size of a position in bytes.
    pub position_bytes: usize,
}

/// A game of any kind in progress.
pub trait AnyRecord: Send + Sync + Debug {
    /// Returns the canonical name of the variant.
    fn variant_name(&self) -> String;
    /// Returns the current position as text.
    fn position_text(&self) -> String;
    /// Returns the hash key of the current position.
    fn key(&self) -> u64;
    /// Returns the key that the current position shares with its symmetric images, as opening books use it.
    fn book_key(&self) -> u64;
    /// Returns the side to move.
    fn turn(&self) -> Player;
    /// Returns the legal moves as text; empty once the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Returns the starting position as text.
    fn start_text(&self) -> String;
    /// Returns the moves played.
    fn moves(&self) -> Vec<String>;
    /// Returns the moves played as a list that [`AnyRecord::play_all`] accepts.
    fn moves_text(&self) -> String;
    /// Returns the number of moves played.
    fn ply(&self) -> usize;
    /// Returns how the game ended, or `None` if it is not over.
    fn finish(&self) -> Option<Finish>;
    /// Plays a move and returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;
    /// Plays a list of moves. Plays none of them if one is illegal.
    fn play_all(&mut self, list: &str) -> Result<(), NotationError>;
    /// Ends an unfinished game for a reason other than its moves, such as resignation.
    /// Returns `false` if the result is not possible.
    fn declare(&mut self, finish: Finish) -> bool;
    /// Withdraws a declared result, so that the game continues.
    fn reopen(&mut self);
    /// Takes back the last move. Returns `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Returns the game as it was after the first `ply` moves.
    fn at_ply(&self, ply: usize) -> Box<dyn AnyRecord>;
    /// Returns everything a user interface needs to draw the position.
    fn view(&self) -> View;
    /// Returns the record as text.
    fn text(&self) -> String;
    /// Converts a score of the current position to the convention used by other programs
    /// for this game.
    fn native_score(&self, score: Score) -> Option<i32>;
    /// Estimates how many more moves the side to move will make.
    fn moves_to_go(&self) -> u32;
    /// Counts the points of the board that are taken, as [learned evaluations](Variant::contents) see it.
    fn taken(&self) -> usize;
    /// Counts the move sequences of length `depth`; 0 once the game is over. A repetition
    /// does not end a sequence.
    fn perft(&self, depth: u32) -> u64;
    /// Counts the move sequences of length `depth` separately for each first move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Counts the distinct reachable positions. If `folded`, symmetric positions count
    /// once.
    fn reachable(&self, folded: bool) -> ReachableCount;
    /// Counts the distinct positions after 0, 1, …, `plies` moves.
    fn positions_by_ply(&self, plies: usize) -> Vec<u64>;
    /// Searches the current position with a textbook algorithm and returns the tree.
    fn tree(&self, options: &TreeOptions) -> Result<Box<dyn AnyTree>, TreeError>;
    /// Counts the nodes that [`AnyRecord::tree`] would visit, without storing them.
    fn count_tree(&self, options: &TreeOptions) -> Result<usize, TreeError>;
    /// Explains the value of the current position by an evaluator, the strongest unless one
    /// is named. Its state is carried along the moves played. Returns `None` if the game is
    /// over, and an error if there is no such evaluator.
    fn evaluation(&self, evaluator: Option<&str>) -> Result<Option<Evaluation>, Message>;
    /// Clones the record.
    fn boxed_clone(&self) -> Box<dyn AnyRecord>;
    /// Returns `self` for downcasting to the type that an engine expects.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyRecord> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Wraps a variant in its object-safe form.
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

    fn compiled_engines(&self) -> Box<dyn Any> {
        compiled_engines(&self.variant)
    }

    fn evaluators(&self) -> Vec<&'static str> {
        self.variant.evaluators().names()
    }

    fn catalogue(&self) -> Catalogue {
        catalogue(&self.variant)
    }

    fn initial_games(&self, records: &[String]) -> Result<InitialGames, Message> {
        self.variant.learning().initial_games(records)
    }

    fn game_collection(&self) -> Option<GameCollection> {
        self.variant.learning().collection()
    }

    fn train(
        &self,
        settings: TrainSettings,
        initial_games: Vec<PlayedGame>,
        teacher: Option<&str>,
        context: &mut TrainContext<'_>,
    ) -> Result<Trained, Message> {
        self.variant.learning().train(settings, initial_games, teacher, context)
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

    fn book_key(&self) -> u64 {
        plateau_search::book::book_key(self.0.position())
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

    fn taken(&self) -> usize {
        let variant = self.0.variant();
        let mut contents = vec![0; variant.layout().points.len()];
        variant.contents(self.0.position(), &mut contents);
        contents.into_iter().filter(|&piece| piece != 0).count()
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

    fn evaluation(&self, evaluator: Option<&str>) -> Result<Option<Evaluation>, Message> {
        let evaluator = match evaluator {
            Some(name) => learned::evaluator(self.0.variant(), name)?,
            None => self.0.variant().evaluators().strongest(),
        };
        Ok(self.finish().is_none().then(|| evaluator.explain(self.0.start(), self.0.moves())))
    }

    fn boxed_clone(&self) -> Box<dyn AnyRecord> {
        Box::new(Self(self.0.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
