//! The settings of a tournament that apply to every game.

use std::time::Duration;

use plateau_core::text::Argument;
use plateau_core::{Message, phrases};

use crate::settings::Settings;

phrases! {
    /// Memory limit out of range.
    MEMORY_RANGE = "terms.memory", "the memory limit must be between 1 and {most} megabytes", "la limite de mémoire doit être comprise entre 1 et {most} mégaoctets";
}

/// The largest memory limit, in megabytes.
pub const MAX_MEMORY_MB: u64 = 1 << 24;

/// The settings of a tournament that apply to every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentSettings {
    /// The time by which a player may exceed its limit.
    pub margin: Duration,
    /// The limit on the address space of each program, in megabytes.
    pub memory_mb: Option<u64>,
    /// Whether to end a game as soon as its result is proven.
    pub adjudicate: bool,
    /// Whether programs stay running between games.
    pub keep_running: bool,
}

impl Default for TournamentSettings {
    fn default() -> Self {
        let Settings { margin, adjudicate, keep_running, .. } = Settings::default();
        Self { margin, memory_mb: None, adjudicate, keep_running }
    }
}

impl TournamentSettings {
    /// Returns an error if a value is out of range.
    pub fn check(&self) -> Result<(), Message> {
        match self.memory_mb {
            Some(megabytes) if !(1..=MAX_MEMORY_MB).contains(&megabytes) => {
                Err(MEMORY_RANGE.message().with("most", Argument::Count(MAX_MEMORY_MB as usize)))
            }
            _ => Ok(()),
        }
    }

    /// Applies these settings to those of a referee.
    #[must_use]
    pub fn apply_to(&self, settings: Settings) -> Settings {
        let Self { margin, memory_mb, adjudicate, keep_running } = *self;
        let memory_bytes = memory_mb.map(|megabytes| megabytes << 20);
        Settings { margin, memory_bytes, adjudicate, keep_running, ..settings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_match_the_referee() {
        assert_eq!(TournamentSettings::default().apply_to(Settings::default()), Settings::default());
    }

    #[test]
    fn settings_are_applied() {
        let settings = TournamentSettings {
            margin: Duration::ZERO,
            memory_mb: Some(2),
            adjudicate: true,
            keep_running: true,
        };
        let applied = settings.apply_to(Settings { hash_mb: 3, ..Settings::default() });
        assert_eq!((applied.memory_bytes, applied.hash_mb, applied.keep_running), (Some(2 << 20), 3, true));
    }

    #[test]
    fn memory_out_of_range_is_rejected() {
        for memory in [0, MAX_MEMORY_MB + 1] {
            let settings = TournamentSettings { memory_mb: Some(memory), ..TournamentSettings::default() };
            let error = settings.check().unwrap_err().to_string();
            assert_eq!(error, "the memory limit must be between 1 and 16,777,216 megabytes");
        }
    }
}
