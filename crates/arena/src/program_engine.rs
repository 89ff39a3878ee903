//! An external program behind the interface of built-in engines, for front ends that know
//! engines only.

use std::sync::Arc;
use std::time::Duration;

use plateau_core::Message;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_play::{PlayerSpec, Protocol};
use plateau_search::time::TimeControl;
use plateau_search::{Analysis, Limits, MoveValue, Score, Stop, StopReason, Unit, Value};

use crate::fault::excerpt;
use crate::game::{Control, Fault};
use crate::phrases;
use crate::player::Player;
use crate::player_pool::check_program;
use crate::process::ProgramOwner;
use crate::protocol::{Answer, Bot, Failure, GameSetup, MoveRequest, check_control};
use crate::referee::play_answer;
use crate::settings::Settings;

/// A program that answers like an engine. A fault is an error of that move only: the
/// program is ended, its descendants included, and started again for the next move.
///
/// The [`Control`] limits its moves, as in a match; of the limits of a search, only the
/// clocks and the stop flag count. Without clocks, those of a time control are full before
/// every move.
pub struct ProgramEngine {
    player: Player,
    protocol: Protocol,
    variant: Arc<dyn AnyVariant>,
    settings: Settings,
    control: Control,
    seed: u64,
    /// The game after the program's last move; `None` if it knows no game.
    known: Option<Box<dyn AnyRecord>>,
    /// Dropped last, when the program has ended.
    _owner: ProgramOwner,
}

impl ProgramEngine {
    /// Creates the engine of a program, which is started for its first move. Fails if there
    /// is no such program, or if its protocol cannot play the variant within the limit.
    pub fn new(
        spec: &PlayerSpec,
        variant: Arc<dyn AnyVariant>,
        control: Control,
        seed: u64,
    ) -> Result<Self, Message> {
        let PlayerSpec::Program { protocol, .. } = spec else {
            return Err(phrases::NOT_A_PROGRAM.message().with("player", spec.to_string()));
        };
        let (name, settings) = (spec.to_string(), Settings::default());
        spec.check_variant(variant.as_ref(), false)?;
        check_control(spec, control)?;
        check_program(&name, spec, None)?;
        let player = Player::new(name, spec, &settings, 0)?;
        let (protocol, known, owner) = (*protocol, None, ProgramOwner::new());
        Ok(Self { player, protocol, variant, settings, control, seed, known, _owner: owner })
    }

    fn request_move(
        &mut self,
        record: &dyn AnyRecord,
        clocks: Option<[Duration; 2]>,
    ) -> Result<(String, Answer), Failure> {
        let variant = self.variant.as_ref();
        if !self.known.as_deref().is_some_and(|known| is_next_turn(known, record)) {
            if !can_start_from(self.protocol, variant, record) {
                let message = phrases::NOT_FROM_HERE.message().with("protocol", self.protocol.name());
                return Err(Failure::Unplayable(message));
            }
            let setup = GameSetup { variant, control: self.control, seed: self.seed };
            self.player.start_game(&setup)?;
        }
        let request = MoveRequest {
            variant,
            record,
            control: self.control,
            time_left: clocks.unwrap_or(match self.control {
                Control::Clock(TimeControl { base, .. }) => [base; 2],
                _ => [Duration::ZERO; 2],
            }),
            timeout: Duration::ZERO,
        }
        .with_timeout(&self.settings);
        let answer = self.player.request_move(&request)?;
        request.check_time(&answer, &self.settings)?;
        let mut after = record.boxed_clone();
        let mv = play_answer(after.as_mut(), &self.player, &answer)?;
        self.known = Some(after);
        Ok((mv, answer))
    }

    /// Describes a failure in one sentence.
    fn message(&self, failure: &Failure) -> Message {
        let clause = match failure {
            Failure::Fault(fault) => fault.message(),
            Failure::Stopped => phrases::WAS_STOPPED.message(),
            Failure::Unplayable(message) => return message.clone(),
        };
        let explains = matches!(failure, Failure::Fault(Fault::Exited(_) | Fault::NotReady(_)));
        let stderr = self.player.bot().filter(|_| explains).map(Bot::stderr_tail).unwrap_or_default();
        let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
        let message = match last {
            Some(line) => phrases::PROGRAM_FAILED_WITH.message().with("error", excerpt(line)),
            None => phrases::PROGRAM_FAILED.message(),
        };
        message.with("player", self.player.name()).with("fault", clause)
    }
}

impl AnyEngine for ProgramEngine {
    fn analyse(
        &mut self,
        record: &dyn AnyRecord,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message> {
        self.player.set_stop(&limits.stop);
        match self.request_move(record, limits.clocks) {
            Ok((mv, answer)) => Ok(analysis(mv, &answer)),
            Err(failure) => {
                self.known = None;
                self.player.kill();
                Err(self.message(&failure))
            }
        }
    }

    fn new_game(&mut self) {
        self.known = None;
    }

    fn has_evaluation(&self) -> bool {
        false
    }
}

impl Drop for ProgramEngine {
    /// Ends the program: by its protocol if it is idle, else at once.
    fn drop(&mut self) {
        self.player.set_stop(&Stop::new());
        let _ = self.player.finish_game(false);
        self.player.kill();
    }
}

/// Returns whether a record is a known game after one move of the opponent.
fn is_next_turn(known: &dyn AnyRecord, record: &dyn AnyRecord) -> bool {
    record.ply() == known.ply() + 1
        && record.start_text() == known.start_text()
        && record.moves().starts_with(&known.moves())
}

/// Returns whether a program that knows no game can continue a record. `CodinGame` sends the
/// last move only.
fn can_start_from(protocol: Protocol, variant: &dyn AnyVariant, record: &dyn AnyRecord) -> bool {
    let knows_moves = protocol != Protocol::Codingame || record.ply() <= 1;
    protocol.supports_any_position() || knows_moves && record.start_text() == variant.start().start_text()
}

/// Returns an answer as an analysis of one move.
fn analysis(mv: String, answer: &Answer) -> Analysis<String> {
    let value = Value::unproven(Score::estimate(answer.value.unwrap_or(0)));
    Analysis {
        moves: vec![MoveValue { pv: vec![mv.clone()], mv, value }],
        value,
        depth: answer.depth.unwrap_or(0),
        nodes: answer.nodes.unwrap_or(0),
        time: answer.time,
        stop: StopReason::Time,
        unit: Unit::Pieces,
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    fn game(variant: &dyn AnyVariant, moves: &str) -> Box<dyn AnyRecord> {
        let mut record = variant.start();
        record.play_all(moves).unwrap();
        record
    }

    #[test]
    fn undo_and_other_games_start_the_program_anew() {
        let variant = REGISTRY.variant("connect4").unwrap();
        let known = game(variant.as_ref(), "4 4");
        let is_next = |moves: &str| is_next_turn(known.as_ref(), game(variant.as_ref(), moves).as_ref());
        assert!(is_next("4 4 3"));
        for other in ["", "4", "4 4", "4 5 3", "4 4 3 3"] {
            assert!(!is_next(other), "{other}");
        }
    }

    #[test]
    fn protocols_without_positions_start_at_the_start() {
        let variant = REGISTRY.variant("supermorpion").unwrap();
        let can = |protocol, moves| {
            can_start_from(protocol, variant.as_ref(), game(variant.as_ref(), moves).as_ref())
        };
        for protocol in Protocol::ALL {
            assert!(can(protocol, "") && can(protocol, "5 5"), "{protocol}");
            assert_eq!(can(protocol, "5 5; 5 1"), protocol != Protocol::Codingame, "{protocol}");
        }
        let middle = variant.open("4o44o499X9999 53 o").unwrap();
        assert!(can_start_from(Protocol::Ugi, variant.as_ref(), middle.as_ref()));
        assert!(!can_start_from(Protocol::Gtp, variant.as_ref(), middle.as_ref()));
    }
}
