//! Encodes the state of a game as JSON for the store, and decodes it.

use std::sync::Arc;
use std::time::Duration;

use plateau_core::{Message, Player};
use plateau_games::time::parse_time_control;
use plateau_games::{AnyVariant, Registry};
use plateau_play::{PlayerSpec, Session};
use serde::{Deserialize, Serialize};

use crate::game::state::{GameState, HistoryStep, StepRequest, UsedInvitation};
use crate::store::StoredGame;

/// The stored form. Its field names are part of the file format: games saved by
/// earlier versions are read.
#[derive(Deserialize, Serialize)]
struct EncodedState {
    revision: u64,
    record: String,
    seats: [String; 2],
    seed: u64,
    control: Option<String>,
    /// In microseconds, so that clocks are exact after a restart.
    spent: Vec<Option<u64>>,
    undone: Vec<(String, Option<u64>)>,
    /// A pending step: whether the second player asks, and whether for a redo.
    asked: Option<(bool, bool)>,
    tokens: [String; 2],
    answered: Vec<String>,
    /// Time used for the current turn, in microseconds.
    #[serde(default)]
    thought: u64,
    /// Whether the game is played elsewhere, by `players`.
    #[serde(default)]
    live: bool,
    #[serde(default)]
    players: Option<[String; 2]>,
    #[serde(default)]
    taken: [bool; 2],
    /// The seat that is kept for a guest: whether it is the second player's.
    #[serde(default)]
    invited: Option<bool>,
    #[serde(default)]
    between_people: bool,
    #[serde(default)]
    engine_game: bool,
    /// The token and the request id of each used invitation.
    #[serde(default)]
    invitations: [Option<(String, String)>; 2],
    #[serde(default)]
    next: Option<String>,
}

/// Returns the row of a game.
pub fn stored(id: &str, state: &GameState) -> StoredGame {
    StoredGame { id: id.to_owned(), revision: state.revision, state: encode(state), is_over: state.is_over() }
}

fn encode(state: &GameState) -> String {
    let session = &state.session;
    let micros = |spent: &Option<Duration>| spent.map(|spent| spent.as_micros() as u64);
    let encoded = EncodedState {
        revision: state.revision,
        record: session.record().text(),
        seats: Player::BOTH.map(|player| session.player(player).to_string()),
        seed: state.seed,
        control: state.time_control.clone(),
        spent: session.move_times().iter().map(micros).collect(),
        undone: session.undone().iter().map(|(text, spent)| (text.clone(), micros(spent))).collect(),
        asked: state
            .pending_step
            .map(|pending| (pending.by == Player::Second, pending.step == HistoryStep::Redo)),
        tokens: state.tokens.clone(),
        answered: state.handled_requests.iter().cloned().collect(),
        thought: state.turn_elapsed().as_micros() as u64,
        live: state.remote_players.is_some(),
        players: state.remote_players.as_ref().map(|players| players.each_ref().map(PlayerSpec::to_string)),
        taken: state.joined,
        invited: state.invited.map(|side| side == Player::Second),
        between_people: state.is_between_people,
        engine_game: state.is_engine_game,
        invitations: state.used_invitations.clone().map(|used| used.map(|used| (used.token, used.request))),
        next: state.rematch.clone(),
    };
    // Strings and numbers always serialize.
    serde_json::to_string(&encoded).unwrap_or_default()
}

/// Decodes a state. Its clock continues from the time at which it was saved:
/// clocks stop while the server is down.
pub fn decode(registry: &Registry, text: &str) -> Result<GameState, DecodeError> {
    let encoded: EncodedState = serde_json::from_str(text)?;
    let record = registry.record(&encoded.record).map_err(Message::from)?;
    let variant: Arc<dyn AnyVariant> =
        registry.stored_variant(&record.variant_name()).map_err(Message::from)?.into();
    let parse_players = |texts: [String; 2]| -> Result<[PlayerSpec; 2], Message> {
        let [first, second] = texts.map(|text| PlayerSpec::parse_builtin(&text, encoded.seed));
        Ok([first?, second?])
    };
    let control = encoded.control.as_deref().map(parse_time_control).transpose()?;
    let time = |spent: Option<u64>| spent.map(Duration::from_micros);
    let spent = encoded.spent.into_iter().map(time).collect();
    let undone = encoded.undone.into_iter().map(|(text, spent)| (text, time(spent))).collect();
    let players = parse_players(encoded.seats)?;
    let session = Session::new(variant, record, players, control).with_history(spent, undone);
    let mut state = GameState::new(session, encoded.tokens, encoded.seed, encoded.control);
    (state.revision, state.joined, state.rematch) = (encoded.revision, encoded.taken, encoded.next);
    state.invited = encoded.invited.map(|second| if second { Player::Second } else { Player::First });
    state.used_invitations =
        encoded.invitations.map(|used| used.map(|(token, request)| UsedInvitation { token, request }));
    state.remote_players = match encoded.players {
        Some(players) => Some(parse_players(players)?),
        None => encoded.live.then_some([PlayerSpec::Human, PlayerSpec::Human]),
    };
    state.is_between_people = encoded.between_people;
    state.is_engine_game = encoded.engine_game;
    // Earlier versions did not store it.
    state.note_people();
    state.pending_step = encoded.asked.map(|(second, redo)| StepRequest {
        by: if second { Player::Second } else { Player::First },
        step: if redo { HistoryStep::Redo } else { HistoryStep::Undo },
    });
    state.handled_requests = encoded.answered.into();
    // An `Instant` cannot lie before the start of the machine: the turn then starts now.
    let elapsed = Duration::from_micros(encoded.thought);
    state.turn_started = state.turn_started.checked_sub(elapsed).unwrap_or(state.turn_started);
    Ok(state)
}

/// Decodes only the record of a state.
pub fn record_text(text: &str) -> serde_json::Result<String> {
    #[derive(Deserialize)]
    struct EncodedRecord {
        record: String,
    }
    serde_json::from_str(text).map(|EncodedRecord { record }| record)
}

/// Returns the name of the variant in an encoded state, if its record has one.
pub fn variant_name(text: &str) -> Option<String> {
    let record = record_text(text).ok()?;
    record.lines().find_map(|line| line.strip_prefix("game: ")).map(str::to_owned)
}

/// Why a stored state cannot be decoded.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// Not JSON of the expected form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// An invalid record, player or time control.
    #[error("{0}")]
    Invalid(Message),
}

impl From<Message> for DecodeError {
    fn from(message: Message) -> Self {
        Self::Invalid(message)
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    #[test]
    fn time_used_in_the_current_turn_survives_a_round_trip() {
        let variant: Arc<dyn AnyVariant> = REGISTRY.variant("tictactoe").unwrap().into();
        let control = parse_time_control("1h").unwrap();
        let session = Session::new(
            Arc::clone(&variant),
            variant.start(),
            [PlayerSpec::Human, PlayerSpec::Human],
            Some(control),
        );
        let mut state = GameState::new(session, Default::default(), 0, Some("1h".to_owned()));
        state.turn_started -= Duration::from_secs(10);
        let decoded = decode(&REGISTRY, &encode(&state)).unwrap();
        assert!(decoded.turn_elapsed() >= Duration::from_secs(10));
        assert!(decoded.time_left().unwrap() <= Duration::from_secs(3_590));
        // After a move, the time belongs to the move and the next turn starts at zero.
        state.session.play("b2", Duration::from_secs(10)).unwrap();
        state.turn_started = std::time::Instant::now();
        let decoded = decode(&REGISTRY, &encode(&state)).unwrap();
        assert!(decoded.turn_elapsed() < Duration::from_secs(10));
        assert_eq!(decoded.session.move_times(), state.session.move_times());
    }
}
