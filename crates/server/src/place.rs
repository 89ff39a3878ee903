//! Where in a game: the part of a request that names a position.

use std::sync::Arc;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use serde_json::Value as Json;

use crate::error::Error;
use crate::fields::{Fields, FromFields, needed};
use crate::{limits, phrases};

/// A position and moves from it, or a whole record.
#[derive(Debug)]
pub struct Place {
    game: Option<String>,
    position: Option<String>,
    moves: Option<Moves>,
    record: Option<String>,
}

/// Moves, one by one or as the game's own list.
#[derive(Debug)]
enum Moves {
    List(Vec<String>),
    Text(String),
}

impl Moves {
    fn read(value: &Json) -> Option<Self> {
        match value {
            Json::String(text) => Some(Self::Text(text.clone())),
            Json::Array(list) => {
                let texts = list.iter().map(|text| text.as_str().map(str::to_owned));
                texts.collect::<Option<_>>().map(Self::List)
            }
            _ => None,
        }
    }
}

impl FromFields for Place {
    fn read(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            game: fields.text("game")?,
            position: fields.text("position")?,
            moves: fields.field("moves", phrases::A_LIST.message(), Moves::read)?,
            record: fields.text("record")?,
        })
    }
}

/// A game at a place.
pub struct Opened {
    /// Its rules.
    pub variant: Arc<dyn AnyVariant>,
    /// The game so far.
    pub record: Box<dyn AnyRecord>,
}

impl Place {
    /// The game at this place.
    pub fn open(&self, registry: &Registry) -> Result<Opened, Error> {
        if let Some(text) = &self.record {
            return open_record(registry, text);
        }
        let name = needed(self.game.as_deref(), "game")?;
        let variant: Arc<dyn AnyVariant> = registry.variant(short(name)?)?.into();
        let mut record = match &self.position {
            Some(position) => variant.open(short(position)?)?,
            None => variant.start(),
        };
        bounded(record.ply())?;
        match &self.moves {
            None => {}
            Some(Moves::List(list)) => {
                bounded(record.ply() + list.len())?;
                play(record.as_mut(), list.iter().map(String::as_str))?;
            }
            Some(Moves::Text(text)) => {
                let list = variant.split_moves(text);
                bounded(record.ply() + list.len())?;
                let begin = record.boxed_clone();
                play(record.as_mut(), list).map_err(|error| in_list(error, begin, text))?;
            }
        }
        Ok(Opened { variant, record })
    }
}

fn open_record(registry: &Registry, text: &str) -> Result<Opened, Error> {
    // A move has two characters or more with what separates it, so that a text
    // within this bound is read quickly.
    if text.chars().count() > limits::MOVES * 16 {
        return Err(too_long(limits::MOVES * 16));
    }
    let record = registry.record(text)?;
    bounded(record.ply())?;
    let variant = registry.variant(&record.variant_name())?.into();
    Ok(Opened { variant, record })
}

fn play<'t>(record: &mut dyn AnyRecord, list: impl IntoIterator<Item = &'t str>) -> Result<(), Error> {
    for text in list {
        let ply = record.ply();
        record.play(short(text)?).map_err(|error| Error::Wrong(error.into(), Some(ply)))?;
    }
    Ok(())
}

/// The same error, told of its place in the whole list.
fn in_list(error: Error, mut record: Box<dyn AnyRecord>, list: &str) -> Error {
    match (error, record.play_all(list)) {
        (Error::Wrong(_, ply), Err(error)) => Error::Wrong(Message::from(error), ply),
        (error, _) => error,
    }
}

/// A text that is not too long.
pub fn short(text: &str) -> Result<&str, Error> {
    if text.len() > limits::TEXT { Err(too_long(limits::TEXT)) } else { Ok(text) }
}

fn too_long(most: usize) -> Error {
    Error::TooLarge(phrases::TOO_LONG.message().with("most", Argument::Count(most)))
}

/// Holds a game to the moves it may have.
pub fn bounded(moves: usize) -> Result<(), Error> {
    if moves > limits::MOVES {
        return Err(Error::TooLarge(
            phrases::TOO_MANY_MOVES.message().with("most", Argument::Count(limits::MOVES)),
        ));
    }
    Ok(())
}
