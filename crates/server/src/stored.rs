//! A game as it is kept on disk.

use std::sync::Arc;
use std::time::Duration;

use plateau_core::{Message, Player};
use plateau_games::{AnyVariant, Registry};
use plateau_play::{PlayerSpec, Session};
use plateau_search::timing::TimeControl;
use serde::{Deserialize, Serialize};

use crate::table::{Asked, State, Wish};

#[derive(Deserialize, Serialize)]
struct Stored {
    revision: u64,
    record: String,
    seats: [String; 2],
    seed: u64,
    control: Option<String>,
    /// Microseconds, so that clocks are the same after a restart.
    spent: Vec<Option<u64>>,
    undone: Vec<(String, Option<u64>)>,
    asked: Option<(bool, bool)>,
    tokens: [String; 2],
    answered: Vec<String>,
    /// What the side to move has thought so far, in microseconds.
    #[serde(default)]
    thought: u64,
    /// Whether it is played elsewhere, and if so by whom.
    #[serde(default)]
    live: bool,
    #[serde(default)]
    players: Option<[String; 2]>,
    #[serde(default)]
    taken: [bool; 2],
    #[serde(default)]
    next: Option<String>,
}

/// The text that is kept of a game.
pub fn write(state: &State) -> String {
    let session = &state.session;
    let micros = |spent: &Option<Duration>| spent.map(|spent| spent.as_micros() as u64);
    let stored = Stored {
        revision: state.revision,
        record: session.record().text(),
        seats: Player::BOTH.map(|player| session.player(player).to_string()),
        seed: state.seed,
        control: state.control.clone(),
        spent: session.move_times().iter().map(micros).collect(),
        undone: session.undone().iter().map(|(text, spent)| (text.clone(), micros(spent))).collect(),
        asked: state.asked.map(|asked| (asked.by == Player::Second, asked.what == Wish::Redo)),
        tokens: state.tokens.clone(),
        answered: state.answered.iter().cloned().collect(),
        thought: state.elapsed().as_micros() as u64,
        live: state.live.is_some(),
        players: state.live.as_ref().map(|seats| seats.each_ref().map(PlayerSpec::to_string)),
        taken: state.taken,
        next: state.next.clone(),
    };
    // Texts and numbers can always be written.
    serde_json::to_string(&stored).unwrap_or_default()
}

/// The game of a text. Its clock goes on from where it was written down: it stands
/// still while there is no server to tell a move to.
pub fn read(registry: &Registry, text: &str) -> Result<State, Unreadable> {
    let stored: Stored = serde_json::from_str(text)?;
    let record = registry.record(&stored.record).map_err(Message::from)?;
    let variant: Arc<dyn AnyVariant> =
        registry.variant(&record.variant_name()).map_err(Message::from)?.into();
    let seats = |texts: [String; 2]| -> Result<[PlayerSpec; 2], Message> {
        let [first, second] = texts.map(|text| PlayerSpec::parse_builtin(&text, stored.seed));
        Ok([first?, second?])
    };
    let control = stored.control.as_deref().map(TimeControl::parse).transpose()?;
    let time = |spent: Option<u64>| spent.map(Duration::from_micros);
    let spent = stored.spent.into_iter().map(time).collect();
    let undone = stored.undone.into_iter().map(|(text, spent)| (text, time(spent))).collect();
    let session = Session::new(variant, record, seats(stored.seats)?, control).with_history(spent, undone);
    let mut state = State::new(session, stored.tokens, stored.seed, stored.control);
    (state.revision, state.taken, state.next) = (stored.revision, stored.taken, stored.next);
    state.live = match stored.players {
        Some(players) => Some(seats(players)?),
        None => stored.live.then_some([PlayerSpec::Human, PlayerSpec::Human]),
    };
    state.asked = stored.asked.map(|(second, redo)| Asked {
        by: if second { Player::Second } else { Player::First },
        what: if redo { Wish::Redo } else { Wish::Undo },
    });
    state.answered = stored.answered.into();
    // A machine that has not run for so long began its turn when it started.
    let thought = Duration::from_micros(stored.thought);
    state.since = state.since.checked_sub(thought).unwrap_or(state.since);
    Ok(state)
}

/// Why a kept game can't be read.
#[derive(Debug)]
pub struct Unreadable(pub String);

impl From<serde_json::Error> for Unreadable {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<Message> for Unreadable {
    fn from(message: Message) -> Self {
        Self(message.to_string())
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    #[test]
    fn the_clock_of_a_turn_goes_on_where_it_stood() {
        let variant: Arc<dyn AnyVariant> = REGISTRY.variant("tictactoe").unwrap().into();
        let control = TimeControl::parse("1h").unwrap();
        let session = Session::new(
            Arc::clone(&variant),
            variant.start(),
            [PlayerSpec::Human, PlayerSpec::Human],
            Some(control),
        );
        let mut state = State::new(session, Default::default(), 0, Some("1h".to_owned()));
        // Ten seconds into the turn.
        state.since -= Duration::from_secs(10);
        let again = read(&REGISTRY, &write(&state)).unwrap();
        assert!(again.elapsed() >= Duration::from_secs(10));
        assert!(again.left().unwrap() <= Duration::from_secs(3_590));
        // A move's time is its own, and the next turn begins anew.
        state.session.play("b2", Duration::from_secs(10)).unwrap();
        state.since = std::time::Instant::now();
        let again = read(&REGISTRY, &write(&state)).unwrap();
        assert!(again.elapsed() < Duration::from_secs(10));
        assert_eq!(again.session.move_times(), state.session.move_times());
    }
}
