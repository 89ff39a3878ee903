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
}

/// All engines.
#[rustfmt::skip]
pub const ENGINES: &[EngineInfo] = &[
    EngineInfo { name: "best", settings: &[], summary: &phrases::BEST, example: "best" },
    EngineInfo { name: "level", settings: &["level", "seed"], summary: &phrases::LEVEL, example: "level:3" },
    EngineInfo { name: "alphabeta", settings: &["depth", "nodes", "eval"], summary: &phrases::ALPHABETA, example: "alphabeta:depth=6" },
    EngineInfo { name: "mcts", settings: &["seed", "nodes", "eval"], summary: &phrases::MCTS, example: "mcts:nodes=20000,seed=1" },
    EngineInfo { name: "proof", settings: &["nodes"], summary: &phrases::PROOF, example: "proof:nodes=20000" },
    EngineInfo { name: "minimax", settings: &["depth", "eval"], summary: &phrases::MINIMAX, example: "minimax:depth=2" },
    EngineInfo { name: "negamax", settings: &["depth", "eval"], summary: &phrases::NEGAMAX, example: "negamax:depth=2" },
    EngineInfo { name: "rules", settings: &["eval"], summary: &phrases::RULES, example: "rules" },
    EngineInfo { name: "random", settings: &["seed"], summary: &phrases::RANDOM, example: "random:seed=1" },
    EngineInfo { name: "first", settings: &[], summary: &phrases::FIRST, example: "first" },
];

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
pub fn settings() -> [(&'static str, Message); 5] {
    [
        ("level", phrases::SETTING_LEVEL.message().with("most", *LEVELS.end())),
        ("depth", phrases::SETTING_DEPTH.message().with("most", DEEPEST)),
        ("nodes", phrases::SETTING_NODES.message()),
        ("eval", phrases::SETTING_EVAL.message()),
        ("seed", phrases::SETTING_SEED.message()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{SEEDED, TEXTBOOK};

    #[test]
    fn every_setting_is_described_and_lists_of_engines_agree() {
        let known = settings().map(|(name, _)| name);
        for info in ENGINES {
            assert!(info.settings.iter().all(|name| known.contains(name)), "{}", info.name);
            assert_eq!(info.settings.contains(&"seed"), SEEDED.contains(&info.name), "{}", info.name);
            assert!(info.example.starts_with(info.name));
        }
        assert!(TEXTBOOK.iter().all(|name| ENGINES.iter().any(|info| info.name == *name)));
    }
}
