//! The engines, evaluators and levels of a game, as `plateau engines` lists them.

use plateau_core::{Message, Objective, Phrase, Position};

use super::level::{self, LEVELS};
use super::{DEEPEST, Playable, phrases};

/// An engine that specs can name.
#[derive(Debug)]
pub struct EngineInfo {
    /// The name.
    pub name: &'static str,
    /// The names of its settings.
    pub settings: &'static [&'static str],
    /// What it is, in a sentence.
    pub summary: &'static Phrase,
    /// A spec, valid in every game that the engine plays.
    pub example: &'static str,
    /// Whether it is a textbook engine, which searches to a small default depth unless given
    /// one.
    pub is_textbook: bool,
}

impl EngineInfo {
    const fn new(
        name: &'static str,
        settings: &'static [&'static str],
        summary: &'static Phrase,
        example: &'static str,
    ) -> Self {
        Self { name, settings, summary, example, is_textbook: false }
    }

    const fn textbook(self) -> Self {
        Self { is_textbook: true, ..self }
    }

    /// Returns the engine of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        ENGINES.iter().find(|info| info.name == name)
    }

    /// Returns whether the engine has a setting.
    pub fn has_setting(&self, name: &str) -> bool {
        self.settings.contains(&name)
    }
}

/// All engines.
#[rustfmt::skip]
pub const ENGINES: &[EngineInfo] = &[
    EngineInfo::new("best", &["book"], &phrases::BEST, "best"),
    EngineInfo::new("level", &["level", "seed"], &phrases::LEVEL, "level:3"),
    EngineInfo::new("alphabeta", &["depth", "nodes", "eval"], &phrases::ALPHABETA, "alphabeta:depth=6"),
    EngineInfo::new("mcts", &["seed", "nodes", "eval", "leaf"], &phrases::MCTS, "mcts:nodes=20000,seed=1"),
    EngineInfo::new("proof", &["nodes"], &phrases::PROOF, "proof:nodes=20000"),
    EngineInfo::new("minimax", &["depth", "eval"], &phrases::MINIMAX, "minimax:depth=2").textbook(),
    EngineInfo::new("negamax", &["depth", "eval"], &phrases::NEGAMAX, "negamax:depth=2").textbook(),
    EngineInfo::new("rules", &["eval"], &phrases::RULES, "rules"),
    EngineInfo::new("random", &["seed"], &phrases::RANDOM, "random:seed=1"),
    EngineInfo::new("first", &[], &phrases::FIRST, "first"),
];

/// Returns the names of all engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|info| info.name)
}

/// Returns whether the engine `rules` plays a game: one that is won by a line, which has no
/// margin.
pub(super) fn plays_rules<P: Position>() -> bool {
    P::OBJECTIVE == Objective::Distance
}

/// What engine specs of a variant can name.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The engines.
    pub engines: Vec<Entry>,
    /// The evaluators, the default first.
    pub evaluators: Vec<Entry>,
    /// The levels.
    pub levels: Vec<Entry>,
}

/// A name with a sentence.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// What it is.
    pub summary: Message,
    /// The names of its settings.
    pub settings: &'static [&'static str],
    /// An engine spec that uses it.
    pub example: String,
}

impl Entry {
    fn new(name: impl Into<String>, summary: impl Into<Message>, example: impl Into<String>) -> Self {
        Self { name: name.into(), summary: summary.into(), settings: &[], example: example.into() }
    }
}

/// Lists what engine specs of a variant can name.
pub(crate) fn catalogue<V: Playable>(variant: &V) -> Catalogue {
    let is_available = |info: &&EngineInfo| info.name != "rules" || plays_rules::<V::Position>();
    let engines = ENGINES.iter().filter(is_available).map(|info| {
        let summary = match info.name {
            "best" => {
                let message = phrases::BEST_OF_GAME.message().with("best", info.summary);
                message.with("how", variant.best_summary())
            }
            _ => info.summary.message(),
        };
        Entry { settings: info.settings, ..Entry::new(info.name, summary, info.example) }
    });
    let evaluators = variant.evaluators();
    let evaluators = evaluators
        .summaries()
        .map(|(name, summary)| Entry::new(name, summary, format!("alphabeta:depth=6,eval={name}")));
    let mut evaluators: Vec<Entry> = evaluators.collect();
    evaluators.reverse();
    let levels = LEVELS.map(|level| {
        let spec = format!("level:{level}");
        Entry::new(spec.as_str(), level::summary(level), spec.as_str())
    });
    Catalogue { engines: engines.collect(), evaluators, levels: levels.collect() }
}

/// Returns the settings of all engines, with a sentence about each.
pub fn settings() -> [(&'static str, Message); 7] {
    [
        ("level", phrases::SETTING_LEVEL.message().with("most", *LEVELS.end())),
        ("depth", phrases::SETTING_DEPTH.message().with("most", DEEPEST)),
        ("nodes", phrases::SETTING_NODES.message()),
        ("eval", phrases::SETTING_EVAL.message()),
        ("leaf", phrases::SETTING_LEAF.message()),
        ("book", phrases::SETTING_BOOK.message()),
        ("seed", phrases::SETTING_SEED.message()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_described_and_every_example_names_its_engine() {
        let known = settings().map(|(name, _)| name);
        for info in ENGINES {
            assert!(info.settings.iter().all(|name| known.contains(name)), "{}", info.name);
            assert!(info.example.starts_with(info.name));
        }
    }
}
