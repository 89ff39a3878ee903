//! The engines of a variant as they are compiled with the library.

use std::any::Any;

use plateau_core::{Message, Position};
use plateau_search::{AlphaBeta, Engine, ErasedParts, Mcts, MctsSettings, Settings};

use crate::engines::{self, EngineSpec, Playable};
use crate::erased::AnyVariant;

/// The engines of a variant, for code that knows the type of its positions.
///
/// An engine that is created from a variant's type is compiled again by the crate that does
/// so, with every search it may use; these are not.
///
/// # Examples
///
/// ```
/// use plateau_games::{CompiledEngines, EngineSpec, REGISTRY};
/// use plateau_games::tictactoe::Board;
/// use plateau_search::Settings;
///
/// let variant = REGISTRY.variant("tictactoe").unwrap();
/// let engines = CompiledEngines::<Board>::of(&*variant).expect("positions of tic-tac-toe");
/// let spec = EngineSpec::parse("mcts:seed=3").unwrap();
/// assert!(engines.engine(&spec, Settings::default()).is_ok());
/// ```
pub struct CompiledEngines<P> {
    engine: EngineOfSpec<P>,
    alphabeta: fn(ErasedParts<P>, Settings) -> Box<dyn Engine<P>>,
    mcts: fn(ErasedParts<P>, MctsSettings) -> Box<dyn Engine<P>>,
}

type EngineOfSpec<P> = Box<dyn Fn(&EngineSpec, Settings) -> Result<Box<dyn Engine<P>>, Message>>;

impl<P: Position> CompiledEngines<P> {
    /// Returns the engines of a variant, or `None` if its positions have another type.
    pub fn of(variant: &dyn AnyVariant) -> Option<Self> {
        variant.compiled_engines().downcast().ok().map(|engines| *engines)
    }

    /// Creates the engine that a spec describes.
    pub fn engine(&self, spec: &EngineSpec, settings: Settings) -> Result<Box<dyn Engine<P>>, Message> {
        (self.engine)(spec, settings)
    }

    /// Creates alpha-beta with parts of your own.
    pub fn alphabeta(&self, parts: ErasedParts<P>, settings: Settings) -> Box<dyn Engine<P>> {
        (self.alphabeta)(parts, settings)
    }

    /// Creates Monte-Carlo tree search with parts of your own.
    pub fn mcts(&self, parts: ErasedParts<P>, settings: MctsSettings) -> Box<dyn Engine<P>> {
        (self.mcts)(parts, settings)
    }
}

/// Returns the [`CompiledEngines`] of a variant.
pub(crate) fn compiled_engines<V: Playable>(variant: &V) -> Box<dyn Any> {
    let variant = variant.clone();
    Box::new(CompiledEngines::<V::Position> {
        engine: Box::new(move |spec, settings| engines::engine(&variant, spec, settings)),
        alphabeta: |parts, settings| Box::new(AlphaBeta::new(parts, settings)),
        mcts: |parts, settings| Box::new(Mcts::new(parts, settings)),
    })
}
