//! Plays one game between two players. The referee alone judges legality, end and
//! time, and trusts neither player.

use std::path::PathBuf;
use std::time::Duration;

use plateau_core::hash::mix2;
use plateau_core::{Message, Outcome, Player as Side};
use plateau_games::EngineSpec;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant, Registry};
use plateau_search::{Limits, Score, Stop};

use crate::game::{self, Control, Ending, Fault, Played, Task};
use crate::player::Player;
use crate::protocol::{Answer, Failure, Setting, Turn};

/// How a referee is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What a player may overstep its time by: what the machine may have added.
    pub margin: Duration,
    /// How long a program may take to start and to say that it is ready.
    pub start: Duration,
    /// How long it may take to end.
    pub stop: Duration,
    /// How long it may think where no clock runs.
    pub silence: Duration,
    /// The directory that programs run in; that of this program without.
    pub directory: Option<PathBuf>,
    /// Bytes of address space for each program; no limit without.
    pub memory: Option<u64>,
    /// The directory of logs of standard error, made when there is something to log;
    /// without it they are lost.
    pub logs: Option<PathBuf>,
    /// Whether positions that our own engine proves are not played out.
    pub adjudicate: bool,
    /// Whether programs run on after a game, for the next one. Then how they end is
    /// not a matter of any game.
    pub keep: bool,
    /// Megabytes of the table of each engine of ours.
    pub hash_mb: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            margin: Duration::from_millis(100),
            start: Duration::from_secs(10),
            stop: Duration::from_secs(2),
            silence: Duration::from_mins(1),
            directory: None,
            memory: None,
            logs: None,
            adjudicate: false,
            keep: false,
            hash_mb: 16,
        }
    }
}

/// Why a game has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was stopped from outside.
    Stopped,
    /// There is no such game: its variant or its opening is wrong, or an engine of ours
    /// can't play it.
    Wrong(Message),
}

/// Nodes for each attempt to prove a position.
const PROOF: u64 = 20_000;

/// Plays games.
#[derive(Clone, Debug)]
pub struct Referee {
    registry: Registry,
    settings: Settings,
}

impl Referee {
    /// A referee of these games.
    pub fn new(registry: Registry, settings: Settings) -> Self {
        Self { registry, settings }
    }

    /// Plays a game; `players` are those of the first and of the second side, the flag
    /// ends it at once, and each move after the opening is told when it is made. Whatever
    /// happens, no program runs afterwards, unless programs are kept.
    pub fn play(
        &self,
        task: &Task,
        mut players: [&mut Player; 2],
        stop: &Stop,
        moved: &dyn Fn(&str),
    ) -> Result<game::Result, Halt> {
        let wrong = |error: plateau_core::NotationError| Halt::Wrong(error.into());
        let variant = self.registry.variant(&task.variant).map_err(wrong)?;
        for player in &mut players {
            player.obey(stop);
        }
        let mut record = variant.start();
        for mv in &task.opening {
            record.play(mv).map_err(wrong)?;
        }
        let judge = self.settings.adjudicate.then(|| self.judge(variant.as_ref()));
        let judge = judge.transpose().map_err(Halt::Wrong)?;
        let mut game = Game {
            settings: &self.settings,
            task,
            variant: variant.as_ref(),
            record,
            judge,
            left: match task.control {
                Control::Clock(control) => [control.base; 2],
                _ => [Duration::ZERO; 2],
            },
            moves: Vec::new(),
            unplayed: Duration::ZERO,
        };
        let mut end = match game.run(&mut players, moved) {
            Ok(end) => end,
            Err(halt) => {
                for player in players {
                    player.kill();
                }
                return Err(halt);
            }
        };
        let [first, second] = &mut players;
        let closed = [first.end(self.settings.keep), second.end(self.settings.keep)];
        if stop.is_raised() {
            return Err(Halt::Stopped);
        }
        // How a program ends belongs to its game. Where both end badly, the board
        // decides.
        if !matches!(end.ending, Ending::Fault(..)) {
            match closed {
                [Err(Failure::Fault(fault)), Ok(())] => end = End::fault(Side::First, fault),
                [Ok(()), Err(Failure::Fault(fault))] => end = End::fault(Side::Second, fault),
                _ => {}
            }
        }
        let Game { moves, unplayed, .. } = game;
        Ok(game::Result { winner: end.winner, margin: end.margin, ending: end.ending, moves, unplayed })
    }

    /// The engine that proves positions.
    fn judge(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyEngine>, Message> {
        let settings = plateau_search::Settings { hash_mb: self.settings.hash_mb, ..Default::default() };
        variant.engine(&EngineSpec::parse("best")?, settings)
    }
}

/// The side whose player is started first, by the seed of a game: neither side is always
/// the one that waits.
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
    fn of(outcome: Outcome, ending: Ending) -> Self {
        Self { winner: outcome.winner(), margin: outcome.margin(), ending }
    }

    fn fault(loser: Side, fault: Fault) -> Self {
        Self { winner: Some(loser.other()), margin: 0, ending: Ending::Fault(loser, fault) }
    }

    /// What it means for the game that a side gave no answer.
    fn failure(side: Side, failure: Failure) -> Result<Self, Halt> {
        match failure {
            Failure::Fault(fault) => Ok(Self::fault(side, fault)),
            Failure::Stopped => Err(Halt::Stopped),
            Failure::Wrong(message) => Err(Halt::Wrong(message)),
        }
    }
}

/// A game that is played.
struct Game<'g> {
    settings: &'g Settings,
    task: &'g Task,
    variant: &'g dyn AnyVariant,
    record: Box<dyn AnyRecord>,
    judge: Option<Box<dyn AnyEngine>>,
    left: [Duration; 2],
    moves: Vec<Played>,
    /// The time of a question whose answer is not played, yet or ever.
    unplayed: Duration,
}

impl Game<'_> {
    /// Plays it to its end.
    fn run(&mut self, players: &mut [&mut Player; 2], moved: &dyn Fn(&str)) -> Result<End, Halt> {
        let first = first_started(self.task.seed);
        for side in [first, first.other()] {
            // Two copies of a player do not roll the same dice.
            let seed = mix2(self.task.seed, side.index() as u64);
            let setting = Setting { variant: self.variant, control: self.task.control, seed };
            if let Err(failure) = players[side.index()].start(&setting) {
                return End::failure(side, failure);
            }
        }
        loop {
            if let Some(finish) = self.record.finish() {
                return Ok(End::of(finish.outcome, Ending::Rules));
            }
            if let Some(outcome) = self.proven() {
                return Ok(End::of(outcome, Ending::Adjudicated));
            }
            let side = self.record.turn();
            if let Err(failure) = self.step(players[side.index()]) {
                players[side.index()].kill();
                return End::failure(side, failure);
            }
            self.moves.last().into_iter().for_each(|played| moved(&played.mv));
        }
    }

    /// One move.
    fn step(&mut self, player: &mut Player) -> Result<(), Failure> {
        let turn = Turn {
            variant: self.variant,
            record: self.record.as_ref(),
            control: self.task.control,
            left: self.left,
            patience: Duration::ZERO,
        };
        let allowed = turn.allowed();
        let patience = allowed.map_or(self.settings.silence, |allowed| allowed + self.settings.margin);
        let asked = player.ask(&Turn { patience, ..turn });
        self.unplayed = asked.as_ref().map_or_else(|_| player.spent(), |answer| answer.time);
        let answer = asked?;
        if let Some(allowed) = allowed.filter(|&allowed| answer.time > allowed + self.settings.margin) {
            return Err(Fault::Time(answer.time.saturating_sub(allowed)).into());
        }
        let side = self.record.turn();
        let mv = judged(self.record.as_mut(), player, &answer)?;
        if let Control::Clock(control) = self.task.control {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(answer.time) + control.increment;
        }
        let Answer { time, depth, nodes, value, .. } = answer;
        self.moves.push(Played { mv, time, depth, nodes, value });
        self.unplayed = Duration::ZERO;
        Ok(())
    }

    /// The result of the position, where our own engine proves one.
    fn proven(&mut self) -> Option<Outcome> {
        let judge = self.judge.as_mut()?;
        let analysis = judge.analyse(self.record.as_ref(), &Limits::nodes(PROOF), &mut |_| {}).ok()?;
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

/// No more of a wrong answer is kept.
const LONGEST: usize = 300;

/// Plays what a player answered, if it is legal.
fn judged(record: &mut dyn AnyRecord, player: &Player, answer: &Answer) -> Result<String, Fault> {
    let said = || answer.text.chars().take(LONGEST).collect();
    let text = player.read(&answer.text).ok_or_else(|| Fault::Nonsense(said()))?;
    record.play(&text).map_err(|error| match error.found {
        // It could not be read as a move at all.
        Some(_) => Fault::Nonsense(said()),
        None => Fault::Illegal(said()),
    })
}
