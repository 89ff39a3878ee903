//! The part of a request that names a position.

use std::sync::Arc;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use serde_json::Value as Json;

use crate::error::Error;
use crate::fields::{Fields, FromFields, required};
use crate::{limits, phrases};

/// A game with a position and moves from it, or a complete record.
#[derive(Debug)]
pub struct PositionRequest {
    game: Option<String>,
    position: Option<String>,
    moves: Option<MoveList>,
    record: Option<String>,
}

/// Moves as an array, or as one text in the notation of the game.
#[derive(Debug)]
enum MoveList {
    Array(Vec<String>),
    Text(String),
}

impl MoveList {
    fn from_json(value: &Json) -> Option<Self> {
        match value {
            Json::String(text) => Some(Self::Text(text.clone())),
            Json::Array(list) => {
                let texts = list.iter().map(|text| text.as_str().map(str::to_owned));
                texts.collect::<Option<_>>().map(Self::Array)
            }
            _ => None,
        }
    }
}

impl FromFields for PositionRequest {
    fn from_fields(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            game: fields.string("game")?,
            position: fields.string("position")?,
            moves: fields.field("moves", phrases::A_LIST.message(), MoveList::from_json)?,
            record: fields.string("record")?,
        })
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
        if let Some(text) = &self.record {
            return parse_record(registry, text);
        }
        let name = required(self.game.as_deref(), "game")?;
        let variant: Arc<dyn AnyVariant> = registry.variant(check_length(name)?)?.into();
        let mut record = match &self.position {
            Some(position) => variant.open(check_length(position)?)?,
            None => variant.start(),
        };
        check_move_count(record.ply())?;
        match &self.moves {
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
    let max = limits::MAX_MOVES * 16;
    if text.chars().count() > max {
        return Err(text_too_long(max));
    }
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
    if text.len() > limits::MAX_TEXT_BYTES { Err(text_too_long(limits::MAX_TEXT_BYTES)) } else { Ok(text) }
}

fn text_too_long(max: usize) -> Error {
    Error::TooLarge(phrases::TEXT_TOO_LONG.message().with("max", Argument::Count(max)))
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
