//! What holds for all games of a tournament beside the clock.

use std::time::Duration;

use plateau_core::{Message, phrases};

use crate::referee::Settings;

phrases! {
    /// No memory at all, or more than there is.
    TERMS_MEMORY = "terms.memory", "memory is a whole number of megabytes from 1 to {most}", "memory est un nombre entier de mégaoctets de 1 à {most}";
}

/// The most megabytes that a program can be allowed.
const MOST: u64 = 1 << 24;

/// What players may use, and when a game is over before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What a player may overstep its time by.
    pub margin: Duration,
    /// Megabytes of address space for each program.
    pub memory: Option<u64>,
    /// Whether proven positions are not played out.
    pub adjudicate: bool,
    /// Whether programs run on from game to game.
    pub keep: bool,
}

impl Default for Terms {
    fn default() -> Self {
        let Settings { margin, adjudicate, keep, .. } = Settings::default();
        Self { margin, memory: None, adjudicate, keep }
    }
}

impl Terms {
    /// Refuses what can't be.
    pub fn check(&self) -> Result<(), Message> {
        match self.memory {
            Some(megabytes) if !(1..=MOST).contains(&megabytes) => {
                Err(TERMS_MEMORY.message().with("most", MOST))
            }
            _ => Ok(()),
        }
    }

    /// A referee's settings under these terms.
    #[must_use]
    pub fn settings(&self, settings: Settings) -> Settings {
        let Self { margin, memory, adjudicate, keep } = *self;
        Settings { margin, memory: memory.map(|megabytes| megabytes << 20), adjudicate, keep, ..settings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_those_of_the_referee_unless_said() {
        assert_eq!(Terms::default().settings(Settings::default()), Settings::default());
        let terms = Terms { margin: Duration::ZERO, memory: Some(2), adjudicate: true, keep: true };
        let settings = terms.settings(Settings { hash_mb: 3, ..Settings::default() });
        assert_eq!((settings.memory, settings.hash_mb, settings.keep), (Some(2 << 20), 3, true));
        for memory in [0, MOST + 1] {
            let wrong = Terms { memory: Some(memory), ..terms }.check().unwrap_err().to_string();
            assert_eq!(wrong, "memory is a whole number of megabytes from 1 to 16777216");
        }
    }
}
