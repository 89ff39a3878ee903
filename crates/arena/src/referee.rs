//! Plays one game between two players. The referee alone decides legality, the result and
//! the time used; it trusts neither player.

use std::time::Duration;

use plateau_core::hash::mix2;
use plateau_core::{Message, Outcome, Player as Side};
use plateau_games::EngineSpec;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant, Registry};
use plateau_search::{Limits, Score, Stop};

use crate::game::{Control, Ending, Fault, GameResult, PlayedMove, Task};
use crate::player::Player;
use crate::protocol::{Answer, Failure, GameSetup, MoveRequest};
use crate::settings::Settings;

/// Why a game has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The stop flag was set.
    #[error("the game was stopped")]
    Stopped,
    /// The task is invalid: unknown variant, illegal opening, or an engine that does not
    /// support the game.
    #[error("{0}")]
    Unplayable(Message),
}

/// Nodes of each attempt to prove a position.
const PROOF_NODES: u64 = 20_000;

/// Plays games.
#[derive(Clone, Debug)]
pub struct Referee {
    registry: Registry,
    settings: Settings,
}

impl Referee {
    /// Creates a referee for the games of a registry.
    pub fn new(registry: Registry, settings: Settings) -> Self {
        Self { registry, settings }
    }

    /// Plays a game between the players of the first and the second side.
    ///
    /// Calls `on_move` with each move after the opening. Setting `stop` ends the game at
    /// once. When this returns, no program is running unless
    /// [`keep_running`](Settings::keep_running) is set.
    pub fn play(
        &self,
        task: &Task,
        mut players: [&mut Player; 2],
        stop: &Stop,
        on_move: &dyn Fn(&str),
    ) -> Result<GameResult, GameError> {
        let unplayable = |error: plateau_core::NotationError| GameError::Unplayable(error.into());
        let variant = self.registry.variant(&task.variant).map_err(unplayable)?;
        for player in &mut players {
            player.set_stop(stop);
        }
        let mut record = variant.start();
        for mv in &task.opening {
            record.play(mv).map_err(unplayable)?;
        }
        let prover = self.settings.adjudicate.then(|| self.prover(variant.as_ref()));
        let prover = prover.transpose().map_err(GameError::Unplayable)?;
        let mut game = Game {
            settings: &self.settings,
            task,
            variant: variant.as_ref(),
            record,
            prover,
            time_left: match task.control {
                Control::Clock(control) => [control.base; 2],
                _ => [Duration::ZERO; 2],
            },
            moves: Vec::new(),
            unplayed: Duration::ZERO,
        };
        let mut end = match game.run(&mut players, on_move) {
            Ok(end) => end,
            Err(error) => {
                for player in players {
                    player.kill();
                }
                return Err(error);
            }
        };
        let keep_running = self.settings.keep_running;
        let [first, second] = &mut players;
        let finished = [first.finish_game(keep_running), second.finish_game(keep_running)];
        if stop.is_raised() {
            return Err(GameError::Stopped);
        }
        // A fault at exit loses the game, unless both players have one.
        if !matches!(end.ending, Ending::Fault(..)) {
            match finished {
                [Err(Failure::Fault(fault)), Ok(())] => end = End::fault(Side::First, fault),
                [Ok(()), Err(Failure::Fault(fault))] => end = End::fault(Side::Second, fault),
                _ => {}
            }
        }
        let Game { moves, unplayed, .. } = game;
        Ok(GameResult { winner: end.winner, margin: end.margin, ending: end.ending, moves, unplayed })
    }

    /// Creates the engine that proves positions for adjudication.
    fn prover(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        let settings = plateau_search::Settings { hash_mb: self.settings.hash_mb, ..Default::default() };
        variant.engine(&EngineSpec::parse("best")?, settings)
    }
}

/// Returns the side whose player is started first in a game with this seed. It alternates,
/// so that neither side is always the one that waits for the other's start.
pub fn first_started(seed: u64) -> Side {
    if seed & 1 == 0 { Side::First } else { Side::Second }
}

/// How a game ended.
struct End {
    winner: Option<Side>,
    margin: u16,
    ending: Ending,
}

impl End {
    fn outcome(outcome: Outcome, ending: Ending) -> Self {
        Self { winner: outcome.winner(), margin: outcome.margin(), ending }
    }

    fn fault(loser: Side, fault: Fault) -> Self {
        Self { winner: Some(loser.other()), margin: 0, ending: Ending::Fault(loser, fault) }
    }

    /// Converts a player's failure into the end of the game or an error.
    fn failure(side: Side, failure: Failure) -> Result<Self, GameError> {
        match failure {
            Failure::Fault(fault) => Ok(Self::fault(side, fault)),
            Failure::Stopped => Err(GameError::Stopped),
            Failure::Unplayable(message) => Err(GameError::Unplayable(message)),
        }
    }
}

/// A game in progress.
struct Game<'g> {
    settings: &'g Settings,
    task: &'g Task,
    variant: &'g dyn AnyVariant,
    record: Box<dyn AnyRecord>,
    prover: Option<Box<dyn AnyEngine>>,
    time_left: [Duration; 2],
    moves: Vec<PlayedMove>,
    /// The time used for the current request while its move is not played.
    unplayed: Duration,
}

impl Game<'_> {
    /// Plays the game to its end.
    fn run(&mut self, players: &mut [&mut Player; 2], on_move: &dyn Fn(&str)) -> Result<End, GameError> {
        let first = first_started(self.task.seed);
        for side in [first, first.other()] {
            // The side is part of the seed: two copies of a player must play differently.
            let seed = mix2(self.task.seed, side.index() as u64);
            let setup = GameSetup { variant: self.variant, control: self.task.control, seed };
            if let Err(failure) = players[side.index()].start_game(&setup) {
                return End::failure(side, failure);
            }
        }
        loop {
            if let Some(finish) = self.record.finish() {
                return Ok(End::outcome(finish.outcome, Ending::Rules));
            }
            if let Some(outcome) = self.proven_outcome() {
                return Ok(End::outcome(outcome, Ending::Adjudicated));
            }
            let side = self.record.turn();
            if let Err(failure) = self.play_move(players[side.index()]) {
                players[side.index()].kill();
                return End::failure(side, failure);
            }
            self.moves.last().into_iter().for_each(|played| on_move(&played.mv));
        }
    }

    /// Requests one move and plays it.
    fn play_move(&mut self, player: &mut Player) -> Result<(), Failure> {
        let request = MoveRequest {
            variant: self.variant,
            record: self.record.as_ref(),
            control: self.task.control,
            time_left: self.time_left,
            timeout: Duration::ZERO,
        }
        .with_timeout(self.settings);
        let answer = player.request_move(&request);
        self.unplayed = answer.as_ref().map_or_else(|_| player.last_move_time(), |answer| answer.time);
        let answer = answer?;
        request.check_time(&answer, self.settings)?;
        let side = self.record.turn();
        let mv = play_answer(self.record.as_mut(), player, &answer)?;
        if let Control::Clock(control) = self.task.control {
            let left = &mut self.time_left[side.index()];
            *left = left.saturating_sub(answer.time) + control.increment;
        }
        let Answer { time, depth, nodes, value, .. } = answer;
        self.moves.push(PlayedMove { mv, time, depth, nodes, value });
        self.unplayed = Duration::ZERO;
        Ok(())
    }

    /// Returns the outcome of the position if the prover finds one.
    fn proven_outcome(&mut self) -> Option<Outcome> {
        let prover = self.prover.as_mut()?;
        let analysis = prover.analyse(self.record.as_ref(), &Limits::nodes(PROOF_NODES), &mut |_| {}).ok()?;
        let score = analysis.value.estimate;
        if !analysis.value.is_exact() {
            return None;
        }
        let turn = self.record.turn();
        if score.plies().is_some() {
            return Some(Outcome::win(if score.is_win() { turn } else { turn.other() }));
        }
        let difference = score.number() / Score::UNIT;
        Some(Outcome::by_difference(if turn == Side::First { difference } else { -difference }))
    }
}

/// Maximum length of a stored wrong answer, in characters.
const MAX_STORED_ANSWER: usize = 300;

/// Plays a player's answer if it is a legal move.
pub(crate) fn play_answer(
    record: &mut dyn AnyRecord,
    player: &Player,
    answer: &Answer,
) -> Result<String, Fault> {
    let answered = || answer.text.chars().take(MAX_STORED_ANSWER).collect();
    let text = player.parse_move(&answer.text).ok_or_else(|| Fault::NotAMove(answered()))?;
    record.play(&text).map_err(|error| match error.found {
        // The text did not parse as a move.
        Some(_) => Fault::NotAMove(answered()),
        None => Fault::IllegalMove(answered()),
    })
}
