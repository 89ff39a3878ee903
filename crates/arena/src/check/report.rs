//! The result of a check: a verdict, then the facts.

use plateau_core::{Message, Phrase};

use super::phrases;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether the bot passed all tests.
    pub passed: bool,
    /// The result in a sentence.
    pub verdict: Message,
    /// The evidence: what was sent and received, what was expected, the likely cause.
    pub facts: Vec<Fact>,
}

/// A fact with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub name: &'static Phrase,
    /// The fact.
    pub content: Message,
}

impl Report {
    /// Creates the report of a bot that passed.
    pub(super) fn passed(verdict: impl Into<Message>) -> Self {
        Self { passed: true, verdict: verdict.into(), facts: Vec::new() }
    }

    /// Creates the report of a bot that failed.
    pub(super) fn failed(problem: impl Into<Message>) -> Self {
        let verdict = phrases::FAILED.message().with("problem", problem.into());
        Self { passed: false, verdict, facts: Vec::new() }
    }

    /// Adds a fact.
    #[must_use]
    pub(super) fn with(mut self, name: &'static Phrase, content: impl Into<Message>) -> Self {
        self.facts.push(Fact { name, content: content.into() });
        self
    }

    /// Adds a fact that is the same in every language.
    #[must_use]
    pub(super) fn with_text(self, name: &'static Phrase, text: impl Into<String>) -> Self {
        self.with(name, phrases::TEXT.message().with("text", text.into()))
    }
}
