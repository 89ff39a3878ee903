//! The state of a game: what is stored, and the clock of the current turn.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use plateau_core::Player;
use plateau_play::{PlayerSpec, Session};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;
use crate::{limits, tokens};

/// The state of a game.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The record, the players and the clocks.
    pub session: Session,
    /// Number of changes so far.
    pub revision: u64,
    /// The latest handled requests, oldest first.
    pub handled_requests: VecDeque<String>,
    /// A request to undo or redo that waits for an answer.
    pub pending_step: Option<StepRequest>,
    /// The seat tokens.
    pub tokens: [String; 2],
    /// Seed for the engines that use randomness.
    pub seed: u64,
    /// The time control in its text form.
    pub time_control: Option<String>,
    /// The displayed players of a game that is played elsewhere. The session then
    /// has two humans, because all moves arrive with seat tokens.
    pub remote_players: Option<[PlayerSpec; 2]>,
    /// Which seats have been claimed through an invitation.
    pub joined: [bool; 2],
    /// The seat that is kept for a guest, who is invited to the game.
    pub invited: Option<Player>,
    /// Whether two people have played each other, each with a seat of their own. An engine that takes over
    /// for one of them does not change that: the other one must not meet its advice.
    pub is_between_people: bool,
    /// Whether one person has played one engine from the usual start, without undoing moves and without
    /// other players meanwhile: the engine has chosen all its moves itself.
    pub is_engine_game: bool,
    /// The invitations through which they were claimed.
    pub used_invitations: [Option<UsedInvitation>; 2],
    /// The id of the rematch.
    pub rematch: Option<String>,
    /// When the current turn started, moved forward by pauses.
    pub turn_started: Instant,
    /// Since when the engine to move, and its clock, are paused for lack of viewers.
    pub paused_since: Option<Instant>,
}

/// An invitation that was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedInvitation {
    /// The token in its link, which the seat no longer has.
    pub token: String,
    /// The id of the request that used it, which may be repeated.
    pub request: String,
}

/// A request to undo or redo that waits for the opponent's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepRequest {
    /// The side that asks.
    pub by: Player,
    /// What it asks for.
    pub step: HistoryStep,
}

/// A step through the history of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HistoryStep {
    /// Undoes moves.
    Undo,
    /// Replays undone moves.
    Redo,
}

impl HistoryStep {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

impl GameState {
    /// Creates the state of a game whose first turn starts now.
    pub fn new(session: Session, tokens: [String; 2], seed: u64, time_control: Option<String>) -> Self {
        Self {
            session,
            revision: 1,
            handled_requests: VecDeque::new(),
            pending_step: None,
            tokens,
            seed,
            time_control,
            remote_players: None,
            joined: [false; 2],
            invited: None,
            is_between_people: false,
            is_engine_game: false,
            used_invitations: [None, None],
            rematch: None,
            turn_started: Instant::now(),
            paused_since: None,
        }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.session.finish().is_some()
    }

    /// Returns whether an engine is to move.
    pub fn is_engine_turn(&self) -> bool {
        !self.is_over() && !self.session.player_to_move().is_human()
    }

    /// Returns the side that a seat token belongs to.
    pub fn side_of_token(&self, token: Option<&str>) -> Result<Player, Error> {
        let token = token.ok_or(Error::InvalidToken)?;
        // Compares with both, so that the time does not depend on the side.
        let [first, second] = self.tokens.each_ref().map(|seat| tokens::tokens_equal(seat, token));
        match (first, second) {
            (true, _) => Ok(Player::First),
            (_, true) => Ok(Player::Second),
            _ => Err(Error::InvalidToken),
        }
    }

    /// Returns the seat and the invitation that a token was used as.
    pub fn used_invitation(&self, token: &str) -> Option<(Player, &UsedInvitation)> {
        let used =
            Player::BOTH.map(|side| self.used_invitations[side.index()].as_ref().map(|used| (side, used)));
        used.into_iter().flatten().find(|(_, used)| tokens::tokens_equal(&used.token, token))
    }

    /// Notes whether two people play each other now.
    pub fn note_people(&mut self) {
        let is_human = |side| self.session.player(side).is_human();
        self.is_between_people |= self.remote_players.is_none()
            && self.joined.contains(&true)
            && Player::BOTH.into_iter().all(is_human);
    }

    /// Notes whether one person plays one engine from the usual start of the game.
    pub fn note_engine_game(&mut self) {
        let (session, record) = (&self.session, self.session.record());
        let is_human = Player::BOTH.map(|side| session.player(side).is_human());
        let is_usual_start = || record.start_text() == session.variant().start().start_text();
        self.is_engine_game = is_human[0] != is_human[1] && record.ply() == 0 && is_usual_start();
    }

    /// Returns the seat whose guest has not come yet. Until then, nobody plays it and no clock runs.
    pub fn waits_for(&self) -> Option<Player> {
        self.invited.filter(|side| !self.is_over() && !self.joined[side.index()])
    }

    /// Returns whether its positions are analysed: not between people until it is over.
    pub fn allows_hints(&self) -> bool {
        self.is_over() || !self.is_between_people && self.waits_for().is_none()
    }

    /// Records a handled request id and drops the oldest beyond the limit.
    pub fn remember_request(&mut self, request: String) {
        if self.handled_requests.len() == limits::REMEMBERED_REQUESTS {
            self.handled_requests.pop_front();
        }
        self.handled_requests.push_back(request);
    }

    /// Returns the time used in the current turn.
    pub fn turn_elapsed(&self) -> Duration {
        self.paused_since.unwrap_or_else(Instant::now).saturating_duration_since(self.turn_started)
    }

    /// Returns the remaining time of the side to move, if there are clocks.
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.session.time_left(self.session.record().turn());
        left.map(|left| left.saturating_sub(self.turn_elapsed()))
    }

    /// Returns whether the clock of the side to move is running.
    pub fn is_clock_running(&self) -> bool {
        self.time_control.is_some() && !self.is_over() && self.paused_since.is_none()
    }

    /// Stops the clock of the current turn.
    pub fn pause_clock(&mut self) {
        self.paused_since = Some(Instant::now());
    }

    /// Ends a pause; its duration does not count for the current turn.
    pub fn resume_clock(&mut self) {
        if let Some(paused) = self.paused_since.take()
            && self.turn_started <= paused
        {
            self.turn_started += paused.elapsed();
        }
    }

    /// Ends the game on time if the clock of the side to move has run out, and
    /// drops a pending request. Returns whether it did.
    pub fn end_on_time(&mut self) -> bool {
        let ended = self.session.flag_if_late(self.turn_elapsed());
        if ended {
            self.pending_step = None;
        }
        ended
    }
}
