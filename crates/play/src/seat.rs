//! Who plays a side.

use plateau_core::Message;
use plateau_games::EngineSpec;
use plateau_games::engines::SEEDED;
use plateau_games::{AnyEngine, AnyVariant};
use plateau_search::Settings;

use crate::phrases;

/// The word for a person, wherever an engine could be named.
const HUMAN: &str = "human";

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Human,
    /// An engine, by its name.
    Engine(EngineSpec),
}

impl Seat {
    /// Reads `human` or the name of an engine. Engines that roll dice roll those
    /// of the seed, unless they have their own.
    pub fn parse(text: &str, seed: u64) -> Result<Self, Message> {
        if text.trim().eq_ignore_ascii_case(HUMAN) {
            return Ok(Self::Human);
        }
        let spec = EngineSpec::parse(text)?;
        let rolls = SEEDED.contains(&spec.name.as_str());
        Ok(Self::Engine(if rolls { spec.with_default("seed", seed) } else { spec }))
    }

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        *self == Self::Human
    }

    /// The text that [`Seat::parse`] reads as this one.
    pub fn spec(&self) -> String {
        match self {
            Self::Human => HUMAN.to_owned(),
            Self::Engine(spec) => spec.to_string(),
        }
    }

    /// Its engine, if it has one.
    pub fn engine(&self, variant: &dyn AnyVariant) -> Result<Option<Box<dyn AnyEngine>>, Message> {
        match self {
            Self::Human => Ok(None),
            Self::Engine(spec) => variant.engine(spec, Settings::default()).map(Some),
        }
    }

    /// What people call it.
    pub fn name(&self) -> Message {
        match self {
            Self::Human => phrases::HUMAN.message(),
            Self::Engine(spec) => phrases::ENGINE.message().with("spec", spec.to_string()),
        }
    }
}
