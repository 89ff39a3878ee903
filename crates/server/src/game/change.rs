//! The changes that players make to a game. Each is applied to a copy of the
//! state, which replaces the original once it is on disk.

use std::sync::Arc;
use std::time::Instant;

use plateau_core::{Message, Player};
use plateau_games::AnyVariant;
use plateau_play::PlayerSpec;

use crate::client::Client;
use crate::error::Error;
use crate::game::state::{GameState, HistoryStep, StepRequest};
use crate::phrases;
use crate::position_request::{check_length, check_move_count};

/// A change requested by a player.
#[derive(Clone, Debug)]
pub enum GameChange {
    /// Plays a move.
    Move(String),
    /// Undoes or redoes moves; against a human, asks for their consent.
    Step(HistoryStep),
    /// Accepts or declines the opponent's request to undo or redo.
    Answer(bool),
    /// Resigns the game.
    Resign,
    /// Replaces the players, given by their specs, and keeps a human's seat for a guest.
    Seats { specs: [String; 2], invited: Option<Player> },
}

/// The credentials of a [`GameChange`], and the state it is based on.
#[derive(Clone, Debug)]
pub struct ChangeRequest {
    /// The seat token of the sender.
    pub token: Option<String>,
    /// The revision that the sender has seen.
    pub revision: u64,
    /// The sender's id of the request; a repeated one has no effect.
    pub id: String,
    /// The sender's event stream, which skips the change: the response has it.
    pub stream: Option<Arc<str>>,
    /// The sender.
    pub client: Client,
}

impl ChangeRequest {
    /// Returns the key by which a repeated request is recognised.
    pub fn key(&self, side: Player, change: &str) -> String {
        format!("{} {change} {}", side.letter(), self.id)
    }
}

impl GameChange {
    /// Returns the name of the change in the API.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::Step(step) => step.name(),
            Self::Answer(_) => "answer",
            Self::Resign => "resign",
            Self::Seats { .. } => "seats",
        }
    }

    /// Applies the change on behalf of a side.
    pub fn apply(&self, state: &mut GameState, side: Player) -> Result<(), Error> {
        match self {
            Self::Move(text) => play_human_move(state, side, text),
            Self::Step(step) => request_step(state, side, *step),
            Self::Answer(accept) => answer(state, side, *accept),
            Self::Resign => {
                check_human(state, side)?;
                if !state.session.resign_side(side) {
                    return Err(phrases::GAME_OVER.message().into());
                }
                state.pending_step = None;
                Ok(())
            }
            Self::Seats { specs, invited } => {
                let seats = parse_players(specs, state.seed, state.session.variant().as_ref())?;
                let opponent = side.other();
                let replaces_human = is_human(state, opponent) && !seats[opponent.index()].is_human();
                if state.remote_players.is_none() && replaces_human {
                    let message = phrases::OPPONENT_SEAT.message();
                    return Err(Error::Forbidden(message.with("player", side_name(state, opponent))));
                }
                // The players of a remote game are only displayed.
                match &mut state.remote_players {
                    Some(players) => *players = seats,
                    None => state.session.set_players(seats),
                }
                (state.pending_step, state.is_engine_game) = (None, false);
                invite(state, *invited)
            }
        }
    }
}

/// Keeps a seat for a guest, or none. It must be a human's that no guest has taken.
pub fn invite(state: &mut GameState, invited: Option<Player>) -> Result<(), Error> {
    if let Some(side) = invited {
        check_human(state, side)?;
        if state.joined[side.index()] || state.remote_players.is_some() {
            return Err(Error::Forbidden(phrases::INVITATION_USED.message()));
        }
    }
    state.invited = invited;
    Ok(())
}

/// Parses the two players and checks that their engines exist.
pub fn parse_players(
    specs: &[String; 2],
    seed: u64,
    variant: &dyn AnyVariant,
) -> Result<[PlayerSpec; 2], Error> {
    let parse = |text: &str| -> Result<PlayerSpec, Error> {
        let player = PlayerSpec::parse_builtin(check_length(text)?, seed)?;
        player.check_variant(variant, false)?;
        Ok(player)
    };
    Ok([parse(&specs[0])?, parse(&specs[1])?])
}

/// Returns the display name of a side, such as "x" or "black".
fn side_name(state: &GameState, side: Player) -> Message {
    state.session.variant().layout().player(side).message()
}

fn is_human(state: &GameState, side: Player) -> bool {
    state.session.player(side).is_human()
}

/// Returns an error if a side is played by an engine.
pub fn check_human(state: &GameState, side: Player) -> Result<(), Error> {
    if is_human(state, side) {
        return Ok(());
    }
    Err(Error::Forbidden(phrases::ENGINE_SEAT.message().with("player", side_name(state, side))))
}

fn play_human_move(state: &mut GameState, side: Player, text: &str) -> Result<(), Error> {
    let turn = state.session.record().turn();
    if state.session.finish().is_none() {
        check_human(state, side)?;
        if state.waits_for() == Some(side) {
            return Err(Error::Forbidden(phrases::SEAT_NOT_TAKEN.message()));
        }
        if side != turn {
            let message = phrases::NOT_YOUR_TURN.message();
            return Err(Error::Forbidden(message.with("player", side_name(state, turn))));
        }
    }
    play_move(state, text)
}

/// Plays a move for the side to move, human or engine.
pub fn play_move(state: &mut GameState, text: &str) -> Result<(), Error> {
    check_move_count(state.session.record().ply() + 1)?;
    // Only the reason: the client knows that the error is about the move.
    state.session.play(text, state.turn_elapsed()).map_err(|error| error.message_to_mover())?;
    state.pending_step = None;
    state.turn_started = Instant::now();
    Ok(())
}

/// Undoes or redoes at once against an engine, and until a guest has come; asks a human opponent for consent. Only the
/// opponent's seat counts: otherwise a player could skip consent by briefly seating an engine.
fn request_step(state: &mut GameState, side: Player, step: HistoryStep) -> Result<(), Error> {
    let is_possible = match step {
        HistoryStep::Undo => state.session.can_undo(),
        HistoryStep::Redo => state.session.can_redo(),
    };
    if !is_possible {
        return Err(no_step(step));
    }
    if is_human(state, side.other()) && state.waits_for() != Some(side.other()) {
        state.pending_step = Some(StepRequest { by: side, step });
        return Ok(());
    }
    apply_step(state, step)
}

fn apply_step(state: &mut GameState, step: HistoryStep) -> Result<(), Error> {
    let done = match step {
        HistoryStep::Undo => state.session.undo(),
        HistoryStep::Redo => state.session.redo(),
    };
    (state.pending_step, state.is_engine_game) = (None, false);
    state.turn_started = Instant::now();
    if done { Ok(()) } else { Err(no_step(step)) }
}

fn no_step(step: HistoryStep) -> Error {
    match step {
        HistoryStep::Undo => phrases::NOTHING_TO_UNDO.message().into(),
        HistoryStep::Redo => phrases::NOTHING_TO_REDO.message().into(),
    }
}

fn answer(state: &mut GameState, side: Player, accept: bool) -> Result<(), Error> {
    let Some(pending) = state.pending_step else { return Err(phrases::NO_PENDING_REQUEST.message().into()) };
    if pending.by == side {
        return Err(Error::Forbidden(phrases::OWN_REQUEST.message()));
    }
    if accept {
        return apply_step(state, pending.step);
    }
    state.pending_step = None;
    Ok(())
}
