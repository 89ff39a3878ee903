//! A game at one moment, as the API describes it.

use std::sync::{Arc, OnceLock};

use plateau_core::{Lang, Player};
use plateau_games::Registry;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use crate::api::NamedPlayer;
use crate::api::game::{Clocks, Game, PendingStep, PlayedMove, Thought};
use crate::api::variant::title;
use crate::api::view::BoardView;
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
    present: [bool; 2],
    /// The JSON text, indexed by [`Lang`].
    texts: [OnceLock<Box<RawValue>>; 2],
}

/// Search progress of the engine to move, indexed by [`Lang`].
pub type SearchInfo = Arc<[Thought; 2]>;

/// Whether the player of a remote game is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// A stream with a seat token is open.
    Here,
    /// No such stream is open.
    Left,
}

impl GameSnapshot {
    /// Takes a snapshot. `presence` is that of the player of a remote game, `present` says which
    /// sides have an event stream.
    pub fn new(
        registry: Registry,
        id: String,
        state: Arc<GameState>,
        search_info: Option<SearchInfo>,
        presence: Option<Presence>,
        present: [bool; 2],
    ) -> Self {
        Self { registry, id, state, search_info, presence, present, texts: [const { OnceLock::new() }; 2] }
    }

    /// Returns whether the game still looks like this, apart from clocks. A state that was changed
    /// is another one, because this snapshot shares it.
    pub fn shows(
        &self,
        state: &Arc<GameState>,
        search_info: Option<&SearchInfo>,
        presence: Option<Presence>,
        present: [bool; 2],
    ) -> bool {
        let has_info = match (&self.search_info, search_info) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        Arc::ptr_eq(&self.state, state) && has_info && self.presence == presence && self.present == present
    }

    /// Returns the seat tokens as they were created. Only the creator of a game may see them.
    /// For a seat that a guest has taken, that is the invitation, not the token of the guest.
    pub fn created_tokens(&self) -> [String; 2] {
        let GameState { tokens, used_invitations, .. } = &*self.state;
        Player::BOTH.map(|side| {
            let used = used_invitations[side.index()].as_ref();
            used.map_or(&tokens[side.index()], |used| &used.token).clone()
        })
    }

    /// Returns [`describe`](Self::describe) as JSON text.
    pub fn text(&self, lang: Lang) -> &RawValue {
        // The types of the API always serialize: their keys are strings.
        self.texts[lang as usize].get_or_init(|| to_raw_value(&self.describe(lang)).unwrap_or_default())
    }

    /// Returns the game as the API describes it, in a language.
    pub fn describe(&self, lang: Lang) -> Game {
        let state = &self.state;
        let session = &state.session;
        let record = session.record();
        let seats = Player::BOTH.map(|player| {
            let remote = state.remote_players.as_ref().map(|players| &players[player.index()]);
            NamedPlayer::new(remote.unwrap_or(session.player(player)), lang)
        });
        Game {
            id: self.id.clone(),
            revision: state.revision,
            variant: record.variant_name(),
            title: title(&self.registry, &record.variant_name(), lang),
            start: record.start_text(),
            moves: played_moves(state),
            view: BoardView::new(session.variant().as_ref(), record, lang),
            seats: seats.into(),
            clocks: clocks(state),
            undo: session.can_undo(),
            redo: session.can_redo(),
            asked: state
                .pending_step
                .map(|pending| PendingStep { by: pending.by.into(), what: pending.step }),
            thinking: self.search_info.as_ref().map(|info| info[lang as usize].clone()),
            live: self.presence,
            present: self.present.into(),
            taken: state.joined.into(),
            waiting: state.waits_for().map(Into::into),
            hints: state.allows_hints(),
            next: state.rematch.clone(),
            record: record.text(),
            seat: None,
            token: None,
        }
    }
}

fn clocks(state: &GameState) -> Option<Clocks> {
    let control = state.time_control.clone()?;
    let turn = state.session.record().turn();
    let running = state.is_clock_running().then_some(turn);
    let [x, o] = Player::BOTH.map(|player| {
        let left = state.session.time_left(player).unwrap_or_default();
        let is_used = turn == player && !state.is_over();
        let left = if is_used { left.saturating_sub(state.turn_elapsed()) } else { left };
        left.as_millis() as u64
    });
    Some(Clocks { control, x, o, running: running.map(Into::into) })
}

fn played_moves(state: &GameState) -> Vec<PlayedMove> {
    let record = state.session.record();
    let ply = record.ply();
    let side_at =
        |index: usize| if (ply - index).is_multiple_of(2) { record.turn() } else { record.turn().other() };
    let moves = record.moves().into_iter().zip(state.session.move_times()).enumerate();
    moves
        .map(|(index, (text, spent))| {
            let ms = spent.map(|spent| spent.as_millis() as u64);
            PlayedMove { text, by: side_at(index).into(), ms }
        })
        .collect()
}
