//! The part of a request that names a position.

use std::fmt;
use std::sync::Arc;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use utoipa::ToSchema;

use crate::error::Error;
use crate::{limits, phrases};

/// A position: of a game, or at the end of a record.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum PositionRequest {
    /// A game with a position and moves from it.
    Game(GamePosition),
    /// A complete record.
    Record(GameRecord),
}

/// A position of a game.
#[derive(Debug, ToSchema)]
pub struct GamePosition {
    /// The name of the variant, such as `connect4:6x7`.
    game: String,
    /// The position to start from; that of the rules by default.
    position: Option<String>,
    /// The moves played from there.
    moves: Option<MoveList>,
}

/// The position at the end of a record.
#[derive(Debug, ToSchema)]
pub struct GameRecord {
    /// A complete game record, in place of the other fields of a position.
    record: String,
}

/// Reads the fields of both forms. A record takes precedence.
impl<'de> Deserialize<'de> for PositionRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            game: Option<String>,
            position: Option<String>,
            moves: Option<MoveList>,
            record: Option<String>,
        }
        let Fields { game, position, moves, record } = Fields::deserialize(deserializer)?;
        if let Some(record) = record {
            return Ok(Self::Record(GameRecord { record }));
        }
        let game = game.ok_or_else(|| D::Error::missing_field("game"))?;
        Ok(Self::Game(GamePosition { game, position, moves }))
    }
}

/// A list of moves.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
enum MoveList {
    /// One text for each move.
    Array(Vec<String>),
    /// One text in the notation of the game.
    Text(String),
}

impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MoveListVisitor;

        impl<'de> Visitor<'de> for MoveListVisitor {
            type Value = MoveList;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(phrases::A_LIST.en)
            }

            fn visit_str<E>(self, text: &str) -> Result<MoveList, E> {
                Ok(MoveList::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<MoveList, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(MoveList::Array)
            }
        }

        deserializer.deserialize_any(MoveListVisitor)
    }
}

/// The variant and record that a request names.
pub struct ResolvedPosition {
    /// The rules.
    pub variant: Arc<dyn AnyVariant>,
    /// The moves played so far.
    pub record: Box<dyn AnyRecord>,
}

impl PositionRequest {
    /// Parses the texts and plays the moves.
    pub fn resolve(&self, registry: &Registry) -> Result<ResolvedPosition, Error> {
        let GamePosition { game, position, moves } = match self {
            Self::Record(GameRecord { record }) => return parse_record(registry, record),
            Self::Game(game) => game,
        };
        let variant: Arc<dyn AnyVariant> = registry.variant(check_length(game)?)?.into();
        let mut record = match position {
            Some(position) => variant.open(check_length(position)?)?,
            None => variant.start(),
        };
        check_move_count(record.ply())?;
        match moves {
            None => {}
            Some(MoveList::Array(list)) => {
                check_move_count(record.ply() + list.len())?;
                play_all(record.as_mut(), list.iter().map(String::as_str))?;
            }
            Some(MoveList::Text(text)) => {
                let list = variant.split_moves(text);
                check_move_count(record.ply() + list.len())?;
                let start = record.boxed_clone();
                play_all(record.as_mut(), list).map_err(|error| locate_in_text(error, start, text))?;
            }
        }
        Ok(ResolvedPosition { variant, record })
    }
}

fn parse_record(registry: &Registry, text: &str) -> Result<ResolvedPosition, Error> {
    // Bounds the time to parse. A move takes at least two characters with its separator.
    check_max_length(text, limits::MAX_MOVES * 16)?;
    let record = registry.record(text)?;
    check_move_count(record.ply())?;
    let variant = registry.stored_variant(&record.variant_name())?.into();
    Ok(ResolvedPosition { variant, record })
}

fn play_all<'t>(record: &mut dyn AnyRecord, moves: impl IntoIterator<Item = &'t str>) -> Result<(), Error> {
    for text in moves {
        let ply = record.ply();
        record.play(check_length(text)?).map_err(|error| Error::Invalid(error.into(), Some(ply)))?;
    }
    Ok(())
}

/// Replaces the message of an illegal move by one that gives its offset in the
/// whole list.
fn locate_in_text(error: Error, mut record: Box<dyn AnyRecord>, list: &str) -> Error {
    match (error, record.play_all(list)) {
        (Error::Invalid(_, ply), Err(error)) => Error::Invalid(Message::from(error), ply),
        (error, _) => error,
    }
}

/// Returns a text, or an error if it is too long.
pub fn check_length(text: &str) -> Result<&str, Error> {
    check_max_length(text, limits::MAX_TEXT_LENGTH)
}

/// Returns a text, or an error if it has more characters than this.
pub fn check_max_length(text: &str, max: usize) -> Result<&str, Error> {
    if text.chars().count() > max {
        return Err(Error::TooLarge(phrases::TEXT_TOO_LONG.message().with("max", Argument::Count(max))));
    }
    Ok(text)
}

/// Returns an error if a game has too many moves.
pub fn check_move_count(moves: usize) -> Result<(), Error> {
    if moves > limits::MAX_MOVES {
        return Err(Error::TooLarge(
            phrases::TOO_MANY_MOVES.message().with("max", Argument::Count(limits::MAX_MOVES)),
        ));
    }
    Ok(())
}
