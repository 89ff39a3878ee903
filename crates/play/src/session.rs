//! A game in progress: the record, the players, the clocks, undo and redo. It does no input
//! or output and reads no clock: the caller passes all times.

use std::sync::Arc;
use std::time::Duration;

use plateau_core::{Finish, NotationError, Outcome, Player, Reason};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_search::time::{GameClock, TimeControl};

use crate::limits::game_clock;
use crate::player::PlayerSpec;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    variant: Arc<dyn AnyVariant>,
    record: Box<dyn AnyRecord>,
    /// Indexed by [`Player::index`].
    players: [PlayerSpec; 2],
    control: Option<TimeControl>,
    /// The time of each move; `None` for moves that were loaded from a record.
    move_times: Vec<Option<Duration>>,
    /// Moves that [`undo`](Self::undo) took back; the last one is the next to redo.
    undone: Vec<UndoneMove>,
    /// How long the side to move had been thinking when it resigned.
    resignation_time: Duration,
}

/// A move that was taken back, and the time it took.
pub type UndoneMove = (String, Option<Duration>);

impl Session {
    /// Creates a session that continues a record of the variant.
    pub fn new(
        variant: Arc<dyn AnyVariant>,
        record: Box<dyn AnyRecord>,
        players: [PlayerSpec; 2],
        control: Option<TimeControl>,
    ) -> Self {
        let move_times = vec![None; record.ply()];
        let (undone, resignation_time) = (Vec::new(), Duration::ZERO);
        Self { variant, record, players, control, move_times, undone, resignation_time }
    }

    /// Restores the move times and the undone moves of a saved session.
    #[must_use]
    pub fn with_history(mut self, move_times: Vec<Option<Duration>>, undone: Vec<UndoneMove>) -> Self {
        self.move_times = move_times;
        self.move_times.resize(self.record.ply(), None);
        self.undone = undone;
        self
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Arc<dyn AnyVariant> {
        &self.variant
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &dyn AnyRecord {
        self.record.as_ref()
    }

    /// Returns both players, indexed by [`Player::index`].
    pub fn players(&self) -> &[PlayerSpec; 2] {
        &self.players
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Player) -> &PlayerSpec {
        &self.players[side.index()]
    }

    /// Returns the player of the side to move.
    pub fn player_to_move(&self) -> &PlayerSpec {
        self.player(self.record.turn())
    }

    /// Whether at least one player is human.
    pub fn has_human(&self) -> bool {
        self.players.iter().any(PlayerSpec::is_human)
    }

    /// Returns the time left on both clocks, if the game has clocks.
    pub fn clocks(&self) -> Option<[Duration; 2]> {
        match Player::BOTH.map(|side| self.time_left(side)) {
            [Some(first), Some(second)] => Some([first, second]),
            _ => None,
        }
    }

    /// Whether a side is played by the only human, whom messages can address directly.
    pub fn is_single_human(&self, side: Player) -> bool {
        self.player(side).is_human() && !self.player(side.other()).is_human()
    }

    /// Returns how the game ended, or `None` while it is in progress.
    pub fn finish(&self) -> Option<Finish> {
        self.record.finish()
    }

    /// Returns the time of each move, where it is known.
    pub fn move_times(&self) -> &[Option<Duration>] {
        &self.move_times
    }

    /// Returns the undone moves; the last one is the next to redo.
    pub fn undone(&self) -> &[UndoneMove] {
        &self.undone
    }

    /// Whether [`undo`](Self::undo) would do something.
    pub fn can_undo(&self) -> bool {
        self.is_declared_over() || (0..self.record.ply()).any(|ply| self.is_undo_target(ply))
    }

    /// Whether [`redo`](Self::redo) would do something.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && self.finish().is_none()
    }

    /// Whether the game ended by something other than its moves, such as a resignation.
    fn is_declared_over(&self) -> bool {
        self.finish().is_some_and(|finish| !finish.reason.follows_from_moves())
    }

    /// Replaces both players.
    pub fn set_players(&mut self, players: [PlayerSpec; 2]) {
        self.players = players;
    }

    /// Continues with another record of the same variant and full clocks.
    pub fn set_record(&mut self, record: Box<dyn AnyRecord>) {
        self.move_times = vec![None; record.ply()];
        self.undone.clear();
        self.resignation_time = Duration::ZERO;
        self.record = record;
    }

    /// Plays a move that took this time, and returns its canonical text. Undone moves cannot
    /// be redone afterwards.
    pub fn play(&mut self, text: &str, time: Duration) -> Result<String, NotationError> {
        let played = self.record.play(text)?;
        self.move_times.push(Some(time));
        self.undone.clear();
        Ok(played)
    }

    /// Takes back the moves since the last turn of a human, and their time. If the game
    /// ended by resignation, time or the like, only that end is taken back. Between two
    /// engines, takes back one move, and such an end with it. Returns whether anything was
    /// taken back.
    pub fn undo(&mut self) -> bool {
        if self.is_declared_over() {
            self.record.reopen();
            self.resignation_time = Duration::ZERO;
            if self.has_human() {
                return true;
            }
        }
        let Some(to) = (0..self.record.ply()).rev().find(|&ply| self.is_undo_target(ply)) else {
            return false;
        };
        while self.record.ply() > to {
            let text = self.record.view().last_text.unwrap_or_default();
            self.record.undo();
            self.undone.push((text, self.move_times.pop().flatten()));
        }
        true
    }

    /// Replays undone moves up to the next turn of a human; one move between two engines.
    /// Returns whether anything was replayed.
    pub fn redo(&mut self) -> bool {
        let before = self.record.ply();
        while let Some((text, time)) = self.undone.pop() {
            // The game may have been declared over since.
            if self.record.play(&text).is_err() {
                self.undone.clear();
                break;
            }
            self.move_times.push(time);
            if self.is_undo_target(self.record.ply()) {
                break;
            }
        }
        self.record.ply() > before
    }

    /// Whether undo and redo stop at this ply: a human is to move, or both players are
    /// engines.
    fn is_undo_target(&self, ply: usize) -> bool {
        self.player(self.turn_at(ply)).is_human() || !self.has_human()
    }

    /// Returns the side to move at a ply.
    fn turn_at(&self, ply: usize) -> Player {
        let turn = self.record.turn();
        if (self.record.ply() - ply).is_multiple_of(2) { turn } else { turn.other() }
    }

    /// The side to move resigns after thinking for this time. Returns `false` if the game
    /// was already over.
    pub fn resign(&mut self, time: Duration) -> bool {
        let has_resigned = self.resign_side(self.record.turn());
        if has_resigned {
            self.resignation_time = time;
        }
        has_resigned
    }

    /// A side resigns, whether or not it is its turn. Returns `false` if the game was
    /// already over.
    pub fn resign_side(&mut self, loser: Player) -> bool {
        self.lose(loser, Reason::Resignation)
    }

    /// Ends the game as a draw by adjudication. Returns `false` if the game was already
    /// over.
    pub fn adjudicate_draw(&mut self) -> bool {
        self.record.declare(Finish { outcome: Outcome::by_difference(0), reason: Reason::Adjudication })
    }

    /// Ends the game on time if the side to move has used more than it had left. Returns
    /// whether it did.
    pub fn flag_if_late(&mut self, time: Duration) -> bool {
        self.time_left(self.record.turn()).is_some_and(|left| time > left)
            && self.lose(self.record.turn(), Reason::Time)
    }

    fn lose(&mut self, loser: Player, reason: Reason) -> bool {
        let outcome = Outcome::win(loser.other());
        self.record.declare(Finish { outcome, reason })
    }

    /// Returns the time left to a side at the start of its next turn, or at the end of the
    /// game; `None` without a clock.
    pub fn time_left(&self, side: Player) -> Option<Duration> {
        let TimeControl { base, increment } = self.control?;
        let mut left = base;
        for (ply, time) in self.move_times.iter().enumerate() {
            if let Some(time) = time.filter(|_| self.turn_at(ply) == side) {
                left = left.saturating_sub(time) + increment;
            }
        }
        Some(match self.finish() {
            Some(Finish { reason: Reason::Time, outcome }) if outcome.winner() == Some(side.other()) => {
                Duration::ZERO
            }
            Some(_) if side == self.record.turn() => left.saturating_sub(self.resignation_time),
            _ => left,
        })
    }

    /// Returns the clock of the side to move, if there is one.
    pub fn clock(&self) -> Option<GameClock> {
        let left = self.time_left(self.record.turn())?;
        let increment = self.control?.increment;
        Some(game_clock(self.record.as_ref(), left, increment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn session(first: &str, second: &str, control: Option<&str>) -> Session {
        let variant: Arc<dyn AnyVariant> = plateau_games::REGISTRY.variant("tictactoe").unwrap().into();
        let record = variant.start();
        let players = [first, second].map(|text| PlayerSpec::parse_builtin(text, 1).unwrap());
        Session::new(variant, record, players, control.map(|text| TimeControl::parse(text).unwrap()))
    }

    fn play(session: &mut Session, moves: &[&str]) {
        for text in moves {
            session.play(text, SECOND).unwrap();
        }
    }

    #[test]
    fn undo_reverts_one_move_between_humans() {
        let mut game = session("human", "human", None);
        assert!(!game.undo() && !game.redo());
        play(&mut game, &["1", "5", "9"]);
        assert!(game.undo());
        assert_eq!(game.record().moves(), ["a3", "b2"]);
        assert!(game.undo() && game.redo() && game.redo());
        assert_eq!(game.record().moves(), ["a3", "b2", "c1"]);
        assert!(!game.redo());
        assert!(game.undo());
        play(&mut game, &["2"]);
        assert!(!game.redo(), "a new move clears the redo list");
    }

    #[test]
    fn undo_reverts_the_engine_reply_too() {
        let mut game = session("first", "human", None);
        play(&mut game, &["1"]);
        assert!(!game.undo(), "the engine's first move stays");
        play(&mut game, &["5", "2", "3"]);
        assert!(game.undo());
        assert_eq!(game.record().moves(), ["a3", "b2", "b3"]);
        assert!(game.undo());
        assert_eq!(game.record().moves(), ["a3"]);
        assert!(game.redo());
        assert_eq!(game.record().moves(), ["a3", "b2", "b3"]);
    }

    #[test]
    fn games_end_by_the_rules_by_resignation_or_on_time() {
        let mut game = session("human", "human", Some("10s+2s"));
        assert!(!game.flag_if_late(SECOND * 10));
        assert!(game.resign(SECOND * 4) && !game.resign(SECOND));
        let left = |game: &Session| Player::BOTH.map(|player| game.time_left(player).unwrap().as_secs());
        assert_eq!(left(&game), [6, 10]);
        assert_eq!(game.finish().unwrap().to_string(), "o resignation");
        assert!(game.play("1", SECOND).is_err(), "the game is over");
        assert!(game.undo() && game.finish().is_none());
        assert!(game.flag_if_late(SECOND * 11));
        assert_eq!(game.finish().unwrap().to_string(), "o time");
        assert_eq!(left(&game), [0, 10], "a flag leaves no time");
        let opened =
            Session::new(game.variant.clone(), game.record.clone(), game.players.clone(), game.control);
        assert_eq!(left(&opened), [0, 10], "the record alone shows the flag");
        assert!(game.undo());
        assert_eq!(left(&game), [10, 10], "undo gives the time back");
        play(&mut game, &["1", "4", "2", "5", "3"]);
        assert_eq!(game.finish().unwrap().to_string(), "x");
        assert!(!game.resign(SECOND));
    }

    #[test]
    fn undo_and_redo_step_through_games_between_engines() {
        let mut game = session("first", "first", Some("10s"));
        play(&mut game, &["1", "2", "3"]);
        assert!(game.flag_if_late(SECOND * 11));
        assert!(game.undo() && game.finish().is_none());
        assert!(game.undo());
        assert_eq!(game.record().moves(), ["a3"]);
        assert!(game.redo());
        assert_eq!(game.record().moves(), ["a3", "b3"]);
        assert!(game.redo() && !game.redo());
    }

    #[test]
    fn saved_sessions_keep_clocks_and_redo_and_sides_resign_out_of_turn() {
        let mut game = session("human", "level:1", Some("1m"));
        assert!(!game.can_undo() && !game.can_redo());
        play(&mut game, &["1", "5", "9", "2"]);
        assert!(game.can_undo() && game.undo() && game.can_redo());
        let record = plateau_games::REGISTRY.record(&game.record().text()).unwrap();
        let again = Session::new(game.variant.clone(), record, game.players.clone(), game.control)
            .with_history(game.move_times().to_vec(), game.undone().to_vec());
        assert_eq!((again.time_left(Player::First), again.can_redo()), (game.time_left(Player::First), true));
        assert!(game.resign_side(Player::Second));
        assert_eq!(game.finish().unwrap().to_string(), "x resignation");
        assert!(game.can_undo() && !game.can_redo());
    }

    #[test]
    fn clocks_charge_the_side_to_move_and_undo_refunds_it() {
        let mut game = session("human", "human", Some("1m+5s"));
        let left = |game: &Session| Player::BOTH.map(|player| game.time_left(player).unwrap().as_secs());
        game.play("1", SECOND * 20).unwrap();
        game.play("2", SECOND * 3).unwrap();
        assert_eq!(left(&game), [45, 62]);
        assert_eq!(game.clock().unwrap().left.as_secs(), 45);
        assert!(game.undo());
        assert_eq!(left(&game), [45, 60]);
        assert!(game.redo());
        assert_eq!(left(&game), [45, 62]);
        assert_eq!(session("human", "human", None).clock(), None);
        let opened = Session::new(game.variant.clone(), game.record.clone(), game.players, game.control);
        assert_eq!(left(&opened), [60, 60]);
    }
}
