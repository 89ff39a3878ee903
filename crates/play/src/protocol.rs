//! The protocols that external programs speak.

use std::fmt;

use plateau_core::Message;
use plateau_core::error::excerpt;
use plateau_core::similar::nearest;
use plateau_games::AnyVariant;

use crate::phrases;

/// A protocol between the arena and an external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Universal Game Interface (UGI).
    Ugi,
    /// A program started once per move.
    Oneshot,
    /// The line protocol of `CodinGame`'s ultimate tic-tac-toe.
    Codingame,
    /// The Gomocup protocol, as used by Piskvork.
    Gomocup,
    /// Go Text Protocol (GTP), in the dialect of Othello programs.
    Gtp,
    /// The `NBoard` protocol of Othello programs.
    Nboard,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 6] =
        [Self::Ugi, Self::Oneshot, Self::Codingame, Self::Gomocup, Self::Gtp, Self::Nboard];

    /// Returns the name that is written before the `!` of a player spec.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Oneshot => "oneshot",
            Self::Codingame => "codingame",
            Self::Gomocup => "gomocup",
            Self::Gtp => "gtp",
            Self::Nboard => "nboard",
        }
    }

    /// Returns the names of all protocols, separated by commas.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Looks up a protocol by name, ignoring case.
    pub fn parse(name: &str) -> Result<Self, Message> {
        let unknown = || {
            let message = match nearest(name, Self::ALL.map(Self::name)) {
                Some(similar) => phrases::PROTOCOL_SIMILAR.message().with("similar", similar),
                None => phrases::UNKNOWN_PROTOCOL.message().with("protocols", Self::names()),
            };
            message.with("found", excerpt(name))
        };
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name)).ok_or_else(unknown)
    }

    /// Whether the protocol can set up any position. The others always start from the
    /// initial position.
    pub const fn supports_any_position(self) -> bool {
        matches!(self, Self::Ugi | Self::Oneshot)
    }

    /// Checks that the protocol can play a variant, and, if `from_openings`, games that
    /// start from opening positions.
    pub fn check_variant(self, variant: &dyn AnyVariant, from_openings: bool) -> Result<(), Message> {
        let name = variant.name();
        let only = |game: &str| {
            let message = phrases::PROTOCOL_OTHER_GAME.message().with("protocol", self.name());
            message.with("game", game).with("variant", name)
        };
        let game = name.split(':').next().unwrap_or_default();
        match self {
            Self::Codingame if game != "supermorpion" => Err(only("supermorpion")),
            Self::Codingame if from_openings => {
                Err(phrases::PROTOCOL_NO_OPENINGS.message().with("protocol", self.name()))
            }
            Self::Gomocup if five_in_a_row_size(name).is_none() => {
                Err(phrases::GOMOCUP_ONLY_FIVE.message().with("variant", name))
            }
            Self::Gtp | Self::Nboard if game != "othello" => Err(only("othello")),
            // NBoard has no board sizes other than 8×8.
            Self::Nboard if name.split([':', ',']).any(|option| option.parse::<u8>().is_ok()) => {
                Err(only("othello"))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the columns and rows of a five-in-a-row variant, the only game of Gomocup,
/// or `None` for any other variant.
pub fn five_in_a_row_size(variant: &str) -> Option<(u32, u32)> {
    let sizes = variant.strip_prefix("morpion4:")?;
    let numbers: Vec<u32> = sizes.split('x').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [columns, rows, 5] => Some((columns, rows)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    #[test]
    fn names_parse_in_any_case() {
        for protocol in Protocol::ALL {
            assert_eq!(Protocol::parse(&protocol.name().to_uppercase()), Ok(protocol));
        }
        assert_eq!(
            Protocol::parse("uci").unwrap_err().to_string(),
            "there is no protocol 'uci'; did you mean ugi?"
        );
    }

    #[test]
    fn check_variant_rejects_games_that_a_protocol_cannot_play() {
        let check = |protocol: Protocol, game: &str, from_openings| {
            protocol.check_variant(REGISTRY.variant(game).unwrap().as_ref(), from_openings)
        };
        let error =
            |protocol, game, from_openings| check(protocol, game, from_openings).unwrap_err().to_string();
        assert_eq!(error(Protocol::Gtp, "achi", false), "the protocol gtp only plays othello, not achi");
        assert_eq!(
            error(Protocol::Gomocup, "morpion4", false),
            "the protocol gomocup only plays five in a row, not morpion4; try morpion4:15x15x5"
        );
        assert_eq!(
            error(Protocol::Codingame, "supermorpion", true),
            "the protocol codingame always starts from the empty board; play without openings"
        );
        assert_eq!(check(Protocol::Codingame, "supermorpion", false), Ok(()));
        assert!(check(Protocol::Nboard, "othello:6", false).is_err());
        for (protocol, game) in [
            (Protocol::Gomocup, "gomoku"),
            (Protocol::Gtp, "othello"),
            (Protocol::Oneshot, "achi"),
            (Protocol::Ugi, "picaria:13"),
        ] {
            assert_eq!(check(protocol, game, true), Ok(()), "{protocol} {game}");
        }
    }

    #[test]
    fn five_in_a_row_size_reads_the_variant_name() {
        assert_eq!(five_in_a_row_size("morpion4:15x15x5"), Some((15, 15)));
        assert_eq!(five_in_a_row_size("morpion4:20x10x5"), Some((20, 10)));
        for other in ["morpion4", "morpion4:15x15x6", "othello:6"] {
            assert_eq!(five_in_a_row_size(other), None, "{other}");
        }
    }
}
