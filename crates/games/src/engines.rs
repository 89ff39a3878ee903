//! The engines by name, as `--engine` and the opponents of a game select them.

pub mod catalogue;
pub mod level;
pub mod phrases;
pub mod simple;
pub mod spec;

use std::sync::Arc;

use plateau_core::error::excerpt;
use plateau_core::similar::nearest;
use plateau_core::text::Argument;
use plateau_core::{Message, Objective, Phrase, Position, Variant};
use plateau_search::book::{BookEngine, BookStyle, OpeningBook};
use plateau_search::memory::{MemoryError, check_table_fits};
use plateau_search::textbook::NegamaxEngine;
use plateau_search::{
    AlphaBeta, Analysis, Engine, ErasedParts, GamePosition, LeafValue, Limits, Mcts, MctsSettings,
    NoEvaluation, Parts, ProofNumberSearch, ProofSettings, Score, Settings,
};

use crate::explain::{Evaluation, ExplainValue, ExplainedParts};
use crate::learned::{Learner, Learning};
use catalogue::{EngineInfo, names, plays_rules};
use level::{LEVELS, Level, plays_best_move};
use simple::{FirstMove, RandomMove, RuleBased, SimpleOpponent};

pub use spec::EngineSpec;

/// A variant that engines can play. Every method has a default, so a new game gets all
/// engines for free; its evaluators make them strong.
pub trait Playable: Variant {
    /// Returns the evaluators by name. A learned evaluation replaces the evaluator of the strongest
    /// and keeps the other parts of its search, which must not depend on it.
    fn evaluators(&self) -> Evaluators<Self::Position> {
        Evaluators::small("none", &phrases::EVAL_NONE, || Parts::new(NoEvaluation))
    }

    /// Converts a score to the convention used by other programs for this game: a margin,
    /// or a distance counted as its solvers do. Returns `None` if there is no such
    /// convention.
    fn native_score(&self, _position: &Self::Position, score: Score) -> Option<i32> {
        let is_margin = <Self::Position as Position>::OBJECTIVE == Objective::Margin;
        is_margin.then(|| score.number() / Score::UNIT)
    }

    /// Returns the maximum number of plies left in the game, if the rules bound it.
    fn plies_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Estimates how many more moves the side to move will make. Time management divides
    /// the remaining clock time by it.
    fn moves_to_go(&self, position: &Self::Position) -> u32 {
        const MAX: u32 = 20;
        self.plies_left(position).map_or(MAX, |plies| plies.div_ceil(2).clamp(1, MAX))
    }

    /// Creates the strongest engine for this variant.
    fn best(&self, settings: Settings) -> Box<dyn Engine<Self::Position>> {
        self.evaluators().strongest().alphabeta(settings)
    }

    /// Returns the opening book whose moves [`best`](Self::best) plays without a search, if there is one.
    fn opening_book(&self) -> Option<GameBook<Self::Position>> {
        None
    }

    /// Returns how the variant is trained: with patterns found from its layout, unless it has
    /// features of its own.
    fn learning(&self) -> Box<dyn Learning<Self::Position>> {
        Box::new(Learner::from_layout(self.clone()))
    }

    /// Returns a sentence about the engine that [`best`](Self::best) creates.
    fn best_summary(&self) -> &'static Phrase {
        &phrases::BEST_ALPHABETA
    }
}

/// The opening book of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameBook<P: 'static> {
    /// The book.
    pub book: &'static OpeningBook<P>,
    /// By how much a move may be worse than the best to be played for variety, in hundredths of a piece.
    pub tolerance: i16,
}

/// The evaluators of a game. There is at least one, so that every engine has one to use. The parts
/// of an evaluator are created when it is used: a learned one loads its weights then.
pub struct Evaluators<P> {
    strongest: ListedEvaluator<P>,
    others: Vec<ListedEvaluator<P>>,
}

/// An evaluator that is not created yet.
struct ListedEvaluator<P> {
    name: &'static str,
    summary: &'static Phrase,
    create: Box<dyn Fn() -> NamedEvaluator<P>>,
}

impl<P: Position> ListedEvaluator<P> {
    fn new<S: ExplainedParts<P>>(
        name: &'static str,
        summary: &'static Phrase,
        parts: impl Fn() -> S + 'static,
        create: fn(&'static str, &'static Phrase, S) -> NamedEvaluator<P>,
    ) -> Self {
        Self { name, summary, create: Box::new(move || create(name, summary, parts())) }
    }
}

impl<P: Position> Evaluators<P> {
    /// Lists a game's strongest evaluator with a sentence about it and the parts of its search.
    /// Alpha-beta is compiled for these parts.
    pub fn new<S: ExplainedParts<P>>(
        name: &'static str,
        summary: &'static Phrase,
        parts: impl Fn() -> S + 'static,
    ) -> Self {
        let strongest = ListedEvaluator::new(name, summary, parts, NamedEvaluator::compiled);
        Self { strongest, others: Vec::new() }
    }

    /// Like [`new`](Self::new), for a game so small that the speed of its search does not
    /// matter: alpha-beta is the one that all evaluators of the position type share.
    pub fn small<S: ExplainedParts<P>>(
        name: &'static str,
        summary: &'static Phrase,
        parts: impl Fn() -> S + 'static,
    ) -> Self {
        let strongest = ListedEvaluator::new(name, summary, parts, NamedEvaluator::new);
        Self { strongest, others: Vec::new() }
    }

    /// Adds a weaker evaluator, which shares its alpha-beta with others.
    #[must_use]
    pub fn with<S: ExplainedParts<P>>(
        mut self,
        name: &'static str,
        summary: &'static Phrase,
        parts: impl Fn() -> S + 'static,
    ) -> Self {
        self.others.push(ListedEvaluator::new(name, summary, parts, NamedEvaluator::new));
        self
    }

    /// Returns the names, the strongest last.
    pub fn names(&self) -> Vec<&'static str> {
        self.summaries().map(|(name, _)| name).collect()
    }

    /// Returns the names and a sentence about each, the strongest last.
    pub fn summaries(&self) -> impl Iterator<Item = (&'static str, &'static Phrase)> {
        self.others.iter().chain([&self.strongest]).map(|listed| (listed.name, listed.summary))
    }

    /// Creates the strongest evaluator.
    pub fn strongest(&self) -> NamedEvaluator<P> {
        (self.strongest.create)()
    }

    /// Creates the evaluator of this name. Accepts the names of version 0.1 too.
    pub fn find(&self, name: &str) -> Option<NamedEvaluator<P>> {
        let name = match name {
            "seed" => "baseline",
            "even" => "none",
            name => name,
        };
        let mut all = self.others.iter().chain([&self.strongest]);
        all.find(|listed| listed.name == name).map(|listed| (listed.create)())
    }

    /// Like [`find`](Self::find), with an error that suggests a name.
    pub fn get(&self, name: &str) -> Result<NamedEvaluator<P>, Message> {
        self.find(name).ok_or_else(|| unknown_evaluator(name, &self.names()))
    }
}

/// An evaluator with its name and the parts of its search.
#[derive(Clone)]
pub struct NamedEvaluator<P> {
    name: &'static str,
    summary: &'static Phrase,
    pub(crate) parts: ErasedParts<P>,
    explain: Arc<dyn ExplainValue<P>>,
    /// Creates the alpha-beta that is compiled for these parts alone, if there is one.
    compiled: Option<EngineFactory<P>>,
}

type EngineFactory<P> = Arc<dyn Fn(Settings) -> Box<dyn Engine<P>> + Send + Sync>;

impl<P: Position> NamedEvaluator<P> {
    /// Creates an evaluator that shares its alpha-beta with others.
    pub(crate) fn new(name: &'static str, summary: &'static Phrase, parts: impl ExplainedParts<P>) -> Self {
        Self {
            name,
            summary,
            parts: ErasedParts::new(parts.clone()),
            explain: Arc::new(parts),
            compiled: None,
        }
    }

    /// Creates an evaluator with an alpha-beta that is compiled for its parts.
    pub(crate) fn compiled(
        name: &'static str,
        summary: &'static Phrase,
        parts: impl ExplainedParts<P>,
    ) -> Self {
        let compiled = parts.clone();
        let create =
            move |settings| -> Box<dyn Engine<P>> { Box::new(AlphaBeta::new(compiled.clone(), settings)) };
        Self { compiled: Some(Arc::new(create)), ..Self::new(name, summary, parts) }
    }

    /// Explains the value of the unfinished game that these moves lead to. The accumulator of
    /// the evaluator is carried along them, as in a search from `start`.
    pub fn explain(&self, start: &P, moves: &[P::Move]) -> Evaluation {
        let (value, explanation, proven) = self.explain.explain_value(start, moves);
        Evaluation { evaluator: self.name, summary: self.summary, value, explanation, proven }
    }

    /// Creates an alpha-beta engine: the one that is compiled for this evaluator, or the one
    /// that all evaluators of the position type share. They visit the same nodes.
    pub(crate) fn alphabeta(&self, settings: Settings) -> Box<dyn Engine<P>> {
        match &self.compiled {
            Some(create) => create(settings),
            None => Box::new(AlphaBeta::new(self.parts.clone(), settings)),
        }
    }
}

/// An engine with limits of its own, which apply in addition to those of each search.
struct Limited<P> {
    engine: Box<dyn Engine<P>>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl<P: Position> Engine<P> for Limited<P> {
    fn search_position(
        &mut self,
        position: &GamePosition<P>,
        limits: &Limits,
        progress: plateau_search::engine::Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let min = |own: Option<u64>, requested: Option<u64>| own.into_iter().chain(requested).min();
        let limits = Limits {
            depth: min(self.depth.map(u64::from), limits.depth.map(u64::from)).map(|depth| depth as u32),
            nodes: min(self.nodes, limits.nodes),
            ..limits.clone()
        };
        self.engine.analyse(position, &limits, progress)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}

/// The maximum search depth that an engine accepts.
pub const DEEPEST: u32 = 200;

/// Creates the engine that a spec describes.
pub fn engine<V: Playable>(
    variant: &V,
    spec: &EngineSpec,
    settings: Settings,
) -> Result<Box<dyn Engine<V::Position>>, Message> {
    let evaluator = || {
        let Some(wanted) = spec.get("eval") else { return Ok(variant.evaluators().strongest()) };
        crate::learned::evaluator(variant, wanted)
    };
    let unknown = || unknown_engine(&spec.name);
    let info = EngineInfo::find(&spec.name).ok_or_else(unknown)?;
    spec.allow_only(info.settings)?;
    check_table_fits(settings.hash_mb).map_err(memory_message)?;
    let depth = || spec.number("depth", 1..=DEEPEST.into()).map(|depth| depth.map(|depth| depth as u32));
    Ok(match spec.name.as_str() {
        "first" => Box::new(SimpleOpponent(FirstMove)),
        "random" => {
            let seed = spec.number("seed", 0..=u64::MAX)?.unwrap_or(0);
            Box::new(SimpleOpponent(RandomMove { seed }))
        }
        "rules" => {
            if !plays_rules::<V::Position>() {
                return Err(crate::phrases::RULES_NEED_LINES.message().with("game", variant.name()));
            }
            Box::new(SimpleOpponent(RuleBased(evaluator()?.parts)))
        }
        "minimax" | "negamax" => Box::new(NegamaxEngine { evaluator: evaluator()?.parts, depth: depth()? }),
        "alphabeta" => {
            let nodes = spec.number("nodes", 1..=u64::MAX)?;
            Box::new(Limited { engine: evaluator()?.alphabeta(settings), depth: depth()?, nodes })
        }
        "mcts" => {
            let nodes = spec.number("nodes", 1..=u64::MAX)?;
            let engine = Box::new(Mcts::new(evaluator()?.parts, mcts_settings(spec, settings)?));
            Box::new(Limited { engine, depth: None, nodes })
        }
        "proof" => {
            let nodes = spec.number("nodes", 1..=u64::MAX)?;
            let proof = ProofSettings { hash_mb: settings.hash_mb, ..ProofSettings::default() };
            Box::new(Limited { engine: Box::new(ProofNumberSearch::new(proof)), depth: None, nodes })
        }
        "best" => match spec.choice("book", &[("on", true), ("off", false)])? {
            Some(false) => variant.best(Settings { exact_book: false, ..settings }),
            _ => best_with_book(variant, settings, None),
        },
        "level" => {
            let level = spec.number("level", LEVELS)?.unwrap_or(*LEVELS.end());
            let seed = spec.number("seed", 0..=u64::MAX)?.unwrap_or(0);
            // Lower levels must not use the specialised solvers, which play perfectly.
            let engine = |settings| {
                if plays_best_move(level) {
                    best_with_book(variant, settings, Some(seed))
                } else {
                    variant.evaluators().strongest().alphabeta(settings)
                }
            };
            Box::new(Level::new(level, seed, settings, engine))
        }
        _ => return Err(unknown()),
    })
}

/// Creates the strongest engine, which plays from the opening book if there is one. With a seed its moves
/// vary.
fn best_with_book<V: Playable>(
    variant: &V,
    settings: Settings,
    seed: Option<u64>,
) -> Box<dyn Engine<V::Position>> {
    let engine = variant.best(settings);
    match variant.opening_book() {
        Some(GameBook { book, tolerance }) => {
            Box::new(BookEngine::new(book, BookStyle { tolerance, seed }, engine))
        }
        None => engine,
    }
}

/// Returns the settings of Monte-Carlo tree search.
fn mcts_settings(spec: &EngineSpec, settings: Settings) -> Result<MctsSettings, Message> {
    let leaves = [("evaluation", LeafValue::Evaluation), ("playout", LeafValue::Playout)];
    Ok(MctsSettings {
        memory_mb: settings.hash_mb,
        threads: settings.threads,
        seed: spec.number("seed", 0..=u64::MAX)?.unwrap_or(0),
        leaf: spec.choice("leaf", &leaves)?,
        ..MctsSettings::default()
    })
}

/// Returns the message about an unknown engine, with a similar one if there is any.
fn unknown_engine(name: &str) -> Message {
    let message = if let Some(similar) = nearest(name, names()) {
        crate::phrases::ENGINE_SIMILAR.message().with("similar", similar)
    } else {
        let names = names().collect::<Vec<_>>().join(", ");
        crate::phrases::ENGINE_UNKNOWN.message().with("names", names)
    };
    message.with("name", excerpt(name))
}

/// Returns the message about an unknown evaluator, with a similar one if there is any.
fn unknown_evaluator(name: &str, names: &[&'static str]) -> Message {
    let message = match nearest(name, names.iter().copied()) {
        Some(similar) => crate::phrases::EVALUATOR_SIMILAR.message().with("similar", similar),
        None => crate::phrases::EVALUATOR_UNKNOWN.message().with("names", names.join(", ")),
    };
    message.with("name", excerpt(name))
}

/// Returns the message of a table that does not fit into memory.
pub fn memory_message(error: MemoryError) -> Message {
    match error {
        MemoryError::NotAvailable { requested_mb, available_mb } => {
            let message = phrases::TABLE_TOO_LARGE.message().with("asked", Argument::Count(requested_mb));
            message.with("available", Argument::Count(available_mb))
        }
        MemoryError::Refused { requested_mb } => {
            phrases::TABLE_REFUSED.message().with("asked", Argument::Count(requested_mb))
        }
    }
}
