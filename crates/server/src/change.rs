//! The changes a game can undergo. Each is made on a copy of the game, which is
//! kept only once it is on disk.

use std::time::Instant;

use plateau_core::{Message, Player};
use plateau_play::PlayerSpec;

use crate::error::Error;
use crate::phrases;
use crate::place::bounded;
use crate::table::{Asked, State, Wish};

/// A change that a seat asks for.
#[derive(Clone, Debug)]
pub enum Change {
    /// Plays a move.
    Move(String),
    /// Takes back, or plays again.
    Back(Wish),
    /// Answers what was asked.
    Answer(bool),
    /// Gives up.
    Resign,
    /// Other players.
    Seats([PlayerSpec; 2]),
    /// Takes the seat that an invitation gives.
    Take,
}

impl Change {
    /// Its name for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::Back(wish) => wish.name(),
            Self::Answer(_) => "answer",
            Self::Resign => "resign",
            Self::Seats(_) => "seats",
            Self::Take => "take",
        }
    }

    /// Makes the change for a side.
    pub fn apply(&self, state: &mut State, side: Player) -> Result<(), Error> {
        match self {
            Self::Move(text) => play(state, side, text),
            Self::Back(wish) => back(state, side, *wish),
            Self::Answer(accept) => answer(state, side, *accept),
            Self::Resign => {
                person(state, side)?;
                if !state.session.resign_side(side) {
                    return Err(phrases::OVER.message().into());
                }
                state.asked = None;
                Ok(())
            }
            Self::Seats(seats) => {
                let theirs = side.other();
                if state.live.is_none() && is_person(state, theirs) && !seats[theirs.index()].is_human() {
                    let held = phrases::HELD_BY_A_PERSON.message().with("player", called(state, theirs));
                    return Err(Error::NotYours(held));
                }
                // Nobody thinks here for a game that is played elsewhere.
                match &mut state.live {
                    Some(players) => players.clone_from(seats),
                    None => state.session.set_players(seats.clone()),
                }
                state.asked = None;
                Ok(())
            }
            Self::Take => {
                person(state, side)?;
                state.taken[side.index()] = true;
                Ok(())
            }
        }
    }
}

/// What people call a side.
fn called(state: &State, side: Player) -> Message {
    state.session.variant().layout().player(side).message()
}

fn is_person(state: &State, side: Player) -> bool {
    state.session.player(side).is_human()
}

fn person(state: &State, side: Player) -> Result<(), Error> {
    if is_person(state, side) {
        return Ok(());
    }
    Err(Error::NotYours(phrases::NOT_A_PERSON.message().with("player", called(state, side))))
}

fn play(state: &mut State, side: Player, text: &str) -> Result<(), Error> {
    let turn = state.session.record().turn();
    if state.session.finish().is_none() {
        person(state, side)?;
        if side != turn {
            return Err(Error::NotYours(
                phrases::NOT_YOUR_TURN.message().with("player", called(state, turn)),
            ));
        }
    }
    play_any(state, text)
}

/// A move of whoever is to move, a person or an engine.
pub fn play_any(state: &mut State, text: &str) -> Result<(), Error> {
    bounded(state.session.record().ply() + 1)?;
    // That it is about the move needs no telling.
    state.session.play(text, state.elapsed()).map_err(|error| error.why())?;
    state.asked = None;
    state.since = Instant::now();
    Ok(())
}

/// A person on the other side is asked first, whoever plays this one: else a seat
/// that is an engine's for a moment would do without the other's consent.
fn back(state: &mut State, side: Player, wish: Wish) -> Result<(), Error> {
    let possible = match wish {
        Wish::Undo => state.session.can_undo(),
        Wish::Redo => state.session.can_redo(),
    };
    if !possible {
        return Err(nothing(wish));
    }
    if is_person(state, side.other()) {
        state.asked = Some(Asked { by: side, what: wish });
        return Ok(());
    }
    go_back(state, wish)
}

fn go_back(state: &mut State, wish: Wish) -> Result<(), Error> {
    let done = match wish {
        Wish::Undo => state.session.undo(),
        Wish::Redo => state.session.redo(),
    };
    state.asked = None;
    state.since = Instant::now();
    if done { Ok(()) } else { Err(nothing(wish)) }
}

fn nothing(wish: Wish) -> Error {
    match wish {
        Wish::Undo => phrases::NOTHING_TO_UNDO.message().into(),
        Wish::Redo => phrases::NOTHING_TO_REDO.message().into(),
    }
}

fn answer(state: &mut State, side: Player, accept: bool) -> Result<(), Error> {
    let Some(asked) = state.asked else { return Err(phrases::NOTHING_ASKED.message().into()) };
    if asked.by == side {
        return Err(Error::NotYours(phrases::NOT_YOURS_TO_ANSWER.message()));
    }
    if accept {
        return go_back(state, asked.what);
    }
    state.asked = None;
    Ok(())
}
