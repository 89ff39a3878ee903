//! A game in progress: the record, who plays, the clocks, and what was taken
//! back. It reads no input, writes nothing and looks at no clock: times are told.

use std::sync::Arc;
use std::time::Duration;

use plateau_core::{Finish, NotationError, Outcome, Player, Reason};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_search::time::{GameClock, TimeControl};

use crate::seat::Seat;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    variant: Arc<dyn AnyVariant>,
    record: Box<dyn AnyRecord>,
    /// `First` before `Second`.
    seats: [Seat; 2],
    control: Option<TimeControl>,
    /// The time of each move; none for those of a game that was opened.
    spent: Vec<Option<Duration>>,
    /// What was taken back, the next to play again last.
    undone: Vec<Undone>,
    /// How long the side to move had thought when the end was declared.
    thought: Duration,
}

/// A move that was taken back, and the time it took.
pub type Undone = (String, Option<Duration>);

impl Session {
    /// A game that goes on from a record of the variant.
    pub fn new(
        variant: Arc<dyn AnyVariant>,
        record: Box<dyn AnyRecord>,
        seats: [Seat; 2],
        control: Option<TimeControl>,
    ) -> Self {
        let spent = vec![None; record.ply()];
        Self { variant, record, seats, control, spent, undone: Vec::new(), thought: Duration::ZERO }
    }

    /// The same, with what was once told of it: the time of each move, and what
    /// was taken back.
    #[must_use]
    pub fn resumed(mut self, spent: Vec<Option<Duration>>, undone: Vec<Undone>) -> Self {
        self.spent = spent;
        self.spent.resize(self.record.ply(), None);
        self.undone = undone;
        self
    }

    /// The rules played by.
    pub fn variant(&self) -> &Arc<dyn AnyVariant> {
        &self.variant
    }

    /// The game so far.
    pub fn record(&self) -> &dyn AnyRecord {
        self.record.as_ref()
    }

    /// Who plays.
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// Who plays a side.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    /// Who is to move.
    pub fn mover(&self) -> &Seat {
        self.seat(self.record.turn())
    }

    /// Whether a person plays.
    pub fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// The end of the game, if it is over.
    pub fn finish(&self) -> Option<Finish> {
        self.record.finish()
    }

    /// The time each move took, where it is known.
    pub fn spent(&self) -> &[Option<Duration>] {
        &self.spent
    }

    /// What was taken back, the next to play again last.
    pub fn undone(&self) -> &[Undone] {
        &self.undone
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.declared() || (0..self.record.ply()).any(|ply| self.is_humans(ply))
    }

    /// Whether there is something to play again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && self.finish().is_none()
    }

    fn declared(&self) -> bool {
        self.finish().is_some_and(|finish| !finish.reason.follows_from_moves())
    }

    /// Other players for both sides.
    pub fn seat_players(&mut self, seats: [Seat; 2]) {
        self.seats = seats;
    }

    /// Goes on with another record of the same variant, the clocks as at first.
    pub fn open(&mut self, record: Box<dyn AnyRecord>) {
        self.spent = vec![None; record.ply()];
        self.undone.clear();
        self.thought = Duration::ZERO;
        self.record = record;
    }

    /// Plays a move that took some time, and returns its canonical text. What
    /// was taken back before it is gone.
    pub fn play(&mut self, text: &str, spent: Duration) -> Result<String, NotationError> {
        let played = self.record.play(text)?;
        self.spent.push(Some(spent));
        self.undone.clear();
        Ok(played)
    }

    /// Takes back moves to the last turn of a person, or a declared end alone, and
    /// with them the time they took. Between engines it is one move, and the end with
    /// it. Returns whether there was something to take back.
    pub fn undo(&mut self) -> bool {
        if self.declared() {
            self.record.reopen();
            self.thought = Duration::ZERO;
            if self.has_human() {
                return true;
            }
        }
        let Some(to) = (0..self.record.ply()).rev().find(|&ply| self.is_humans(ply)) else { return false };
        while self.record.ply() > to {
            let text = self.record.view().last_text.unwrap_or_default();
            self.record.undo();
            self.undone.push((text, self.spent.pop().flatten()));
        }
        true
    }

    /// Plays again what was taken back, to the next turn of a person; between engines
    /// one move. Returns whether there was something.
    pub fn redo(&mut self) -> bool {
        let before = self.record.ply();
        while let Some((text, spent)) = self.undone.pop() {
            // A game that was declared over in between has no more moves.
            if self.record.play(&text).is_err() {
                self.undone.clear();
                break;
            }
            self.spent.push(spent);
            if self.is_humans(self.record.ply()) {
                break;
            }
        }
        self.record.ply() > before
    }

    /// Whether a person is to move after so many moves; anybody will do where
    /// engines play each other.
    fn is_humans(&self, ply: usize) -> bool {
        self.seat(self.turn_at(ply)).is_human() || !self.has_human()
    }

    /// Whose turn it was after so many moves.
    fn turn_at(&self, ply: usize) -> Player {
        let turn = self.record.turn();
        if (self.record.ply() - ply).is_multiple_of(2) { turn } else { turn.other() }
    }

    /// Ends the game for the side to move, which gives up after it has thought so
    /// long.
    pub fn resign(&mut self, spent: Duration) -> bool {
        let gave_up = self.give_up(self.record.turn());
        if gave_up {
            self.thought = spent;
        }
        gave_up
    }

    /// Ends the game for a side that gives up, whoever is to move.
    pub fn give_up(&mut self, loser: Player) -> bool {
        self.lose(loser, Reason::Resignation)
    }

    /// Ends the game without a winner, as a referee does where it may not go on.
    pub fn adjudicate_draw(&mut self) -> bool {
        self.record.declare(Finish { outcome: Outcome::by_difference(0), reason: Reason::Adjudication })
    }

    /// Ends the game if the side to move has thought longer than it had.
    pub fn overstepped(&mut self, spent: Duration) -> bool {
        self.left(self.record.turn()).is_some_and(|left| spent > left)
            && self.lose(self.record.turn(), Reason::Time)
    }

    fn lose(&mut self, loser: Player, reason: Reason) -> bool {
        let outcome = Outcome::win(loser.other());
        self.record.declare(Finish { outcome, reason })
    }

    /// What a side has left on its clock when it is next to move, if there is one;
    /// in a game that was declared over, what it had left then.
    pub fn left(&self, player: Player) -> Option<Duration> {
        let TimeControl { base, increment } = self.control?;
        let mut left = base;
        for (ply, spent) in self.spent.iter().enumerate() {
            if let Some(spent) = spent.filter(|_| self.turn_at(ply) == player) {
                left = left.saturating_sub(spent) + increment;
            }
        }
        Some(match self.finish() {
            Some(Finish { reason: Reason::Time, outcome }) if outcome.winner() == Some(player.other()) => {
                Duration::ZERO
            }
            Some(_) if player == self.record.turn() => left.saturating_sub(self.thought),
            _ => left,
        })
    }

    /// The clock of the side to move, if there is one.
    pub fn clock(&self) -> Option<GameClock> {
        let left = self.left(self.record.turn())?;
        let increment = self.control?.increment;
        Some(GameClock { left, increment, moves_to_go: self.record.moves_to_go() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn session(first: &str, second: &str, control: Option<&str>) -> Session {
        let variant: Arc<dyn AnyVariant> = plateau_games::REGISTRY.variant("tictactoe").unwrap().into();
        let record = variant.start();
        let seats = [first, second].map(|text| Seat::parse(text, 1).unwrap());
        Session::new(variant, record, seats, control.map(|text| TimeControl::parse(text).unwrap()))
    }

    fn play(session: &mut Session, moves: &[&str]) {
        for text in moves {
            session.play(text, SECOND).unwrap();
        }
    }

    #[test]
    fn two_people_take_back_one_move_at_a_time() {
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
        assert!(!game.redo(), "another move was played instead");
    }

    #[test]
    fn against_an_engine_its_answer_is_taken_back_too() {
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
    fn the_end_is_by_rules_by_resignation_or_by_time() {
        let mut game = session("human", "human", Some("10s+2s"));
        assert!(!game.overstepped(SECOND * 10));
        assert!(game.resign(SECOND * 4) && !game.resign(SECOND));
        let left = |game: &Session| Player::BOTH.map(|player| game.left(player).unwrap().as_secs());
        assert_eq!(left(&game), [6, 10]);
        assert_eq!(game.finish().unwrap().to_string(), "o resignation");
        assert!(game.play("1", SECOND).is_err(), "the game is over");
        assert!(game.undo() && game.finish().is_none());
        assert!(game.overstepped(SECOND * 11));
        assert_eq!(game.finish().unwrap().to_string(), "o time");
        assert_eq!(left(&game), [0, 10], "nothing is left of what was lost on");
        let opened =
            Session::new(game.variant.clone(), game.record.clone(), game.seats.clone(), game.control);
        assert_eq!(left(&opened), [0, 10], "the record knows it too");
        assert!(game.undo());
        assert_eq!(left(&game), [10, 10], "the turn is taken back");
        play(&mut game, &["1", "4", "2", "5", "3"]);
        assert_eq!(game.finish().unwrap().to_string(), "x");
        assert!(!game.resign(SECOND));
    }

    #[test]
    fn between_engines_moves_are_stepped_through() {
        let mut game = session("first", "first", Some("10s"));
        play(&mut game, &["1", "2", "3"]);
        assert!(game.overstepped(SECOND * 11));
        assert!(game.undo() && game.finish().is_none());
        assert!(game.undo());
        assert_eq!(game.record().moves(), ["a3"]);
        assert!(game.redo());
        assert_eq!(game.record().moves(), ["a3", "b3"]);
        assert!(game.redo() && !game.redo());
    }

    #[test]
    fn a_side_may_give_up_out_of_turn_and_a_game_may_be_resumed() {
        let mut game = session("human", "level:1", Some("1m"));
        assert!(!game.can_undo() && !game.can_redo());
        play(&mut game, &["1", "5", "9", "2"]);
        assert!(game.can_undo() && game.undo() && game.can_redo());
        let record = plateau_games::REGISTRY.record(&game.record().text()).unwrap();
        let again = Session::new(game.variant.clone(), record, game.seats.clone(), game.control)
            .resumed(game.spent().to_vec(), game.undone().to_vec());
        assert_eq!((again.left(Player::First), again.can_redo()), (game.left(Player::First), true));
        assert!(game.give_up(Player::Second));
        assert_eq!(game.finish().unwrap().to_string(), "x resignation");
        assert!(game.can_undo() && !game.can_redo());
    }

    #[test]
    fn clocks_run_for_the_side_that_thinks_and_run_back() {
        let mut game = session("human", "human", Some("1m+5s"));
        let left = |game: &Session| Player::BOTH.map(|player| game.left(player).unwrap().as_secs());
        game.play("1", SECOND * 20).unwrap();
        game.play("2", SECOND * 3).unwrap();
        assert_eq!(left(&game), [45, 62]);
        assert_eq!(game.clock().unwrap().left.as_secs(), 45);
        assert!(game.undo());
        assert_eq!(left(&game), [45, 60]);
        assert!(game.redo());
        assert_eq!(left(&game), [45, 62]);
        assert_eq!(session("human", "human", None).clock(), None);
        let opened = Session::new(game.variant.clone(), game.record.clone(), game.seats, game.control);
        assert_eq!(left(&opened), [60, 60]);
    }

    #[test]
    fn seeds_are_for_engines_that_roll_dice() {
        let name = |text: &str| Seat::parse(text, 9).unwrap();
        assert_eq!(name("Human"), Seat::Human);
        let seed = |text: &str| match name(text) {
            Seat::Human => None,
            Seat::Engine(spec) => spec.get("seed").map(str::to_owned),
        };
        assert_eq!(seed("level:3").as_deref(), Some("9"));
        assert_eq!(seed("random:seed=4").as_deref(), Some("4"));
        assert_eq!(seed("best"), None);
        assert_eq!(name("level:3").name().to_string(), "level:3");
    }
}
