//! A game at one moment, as the API describes it.

use std::sync::{Arc, OnceLock};

use plateau_core::{Lang, Player};
use plateau_games::Registry;
use serde_json::{Value as Json, json};

use crate::api_json;
use crate::game::state::GameState;

/// A game at one moment. It is rendered at most once per language, and shared by the
/// response to the player and the events of all viewers.
#[derive(Debug)]
pub struct GameSnapshot {
    registry: Registry,
    id: String,
    state: Arc<GameState>,
    search_info: Option<SearchInfo>,
    presence: Option<Presence>,
    /// The JSON text, indexed by [`Lang`].
    texts: [OnceLock<String>; 2],
}

/// Search progress of the engine to move, as JSON indexed by [`Lang`].
pub type SearchInfo = Arc<[Json; 2]>;

/// Whether the player of a remote game is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// A stream with a seat token is open.
    Here,
    /// No such stream is open.
    Left,
}

impl Presence {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Left => "left",
        }
    }
}

impl GameSnapshot {
    /// Takes a snapshot. `presence` is that of the player of a remote game.
    pub fn new(
        registry: Registry,
        id: String,
        state: Arc<GameState>,
        search_info: Option<SearchInfo>,
        presence: Option<Presence>,
    ) -> Self {
        Self { registry, id, state, search_info, presence, texts: [const { OnceLock::new() }; 2] }
    }

    /// Returns whether the game still looks like this, apart from clocks. A state that was changed
    /// is another one, because this snapshot shares it.
    pub fn shows(
        &self,
        state: &Arc<GameState>,
        search_info: Option<&SearchInfo>,
        presence: Option<Presence>,
    ) -> bool {
        let has_info = match (&self.search_info, search_info) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        Arc::ptr_eq(&self.state, state) && has_info && self.presence == presence
    }

    /// Returns the seat tokens. Only the creator of a game may see them.
    pub fn tokens(&self) -> &[String; 2] {
        &self.state.tokens
    }

    /// Returns [`json`](Self::json) as text.
    pub fn text(&self, lang: Lang) -> &str {
        self.texts[lang as usize].get_or_init(|| self.json(lang).to_string())
    }

    /// Returns the game as the API describes it, in a language.
    pub fn json(&self, lang: Lang) -> Json {
        let state = &self.state;
        let session = &state.session;
        let record = session.record();
        let [x, o] = Player::BOTH.map(|player| {
            let remote = state.remote_players.as_ref().map(|players| &players[player.index()]);
            api_json::player(remote.unwrap_or(session.player(player)), lang)
        });
        json!({
            "id": self.id,
            "revision": state.revision,
            "game": record.variant_name(),
            "title": api_json::title(&self.registry, &record.variant_name(), lang),
            "start": record.start_text(),
            "moves": moves_json(state),
            "view": api_json::view(session.variant().as_ref(), record, lang),
            "seats": { "x": x, "o": o },
            "clocks": clocks_json(state),
            "undo": session.can_undo(),
            "redo": session.can_redo(),
            "asked": state.pending_step.map(|pending| {
                json!({ "by": api_json::side(pending.by), "what": pending.step.name() })
            }),
            "thinking": self.search_info.as_ref().map(|info| info[lang as usize].clone()),
            "live": self.presence.map(Presence::name),
            "taken": { "x": state.joined[0], "o": state.joined[1] },
            "hints": state.allows_hints(),
            "next": state.rematch,
            "record": record.text(),
        })
    }
}

fn clocks_json(state: &GameState) -> Option<Json> {
    let control = state.time_control.as_ref()?;
    let turn = state.session.record().turn();
    let running = state.is_clock_running().then_some(turn);
    let [x, o] = Player::BOTH.map(|player| {
        let left = state.session.time_left(player).unwrap_or_default();
        let is_used = turn == player && !state.is_over();
        let left = if is_used { left.saturating_sub(state.turn_elapsed()) } else { left };
        left.as_millis() as u64
    });
    Some(json!({ "control": control, "x": x, "o": o, "running": running.map(api_json::side) }))
}

fn moves_json(state: &GameState) -> Vec<Json> {
    let record = state.session.record();
    let ply = record.ply();
    let side_at =
        |index: usize| if (ply - index).is_multiple_of(2) { record.turn() } else { record.turn().other() };
    let moves = record.moves().into_iter().zip(state.session.move_times()).enumerate();
    moves
        .map(|(index, (text, spent))| {
            let ms = spent.map(|spent| spent.as_millis() as u64);
            json!({ "text": text, "by": api_json::side(side_at(index)), "ms": ms })
        })
        .collect()
}
