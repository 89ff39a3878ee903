//! A small tournament between built-in engines, started from the page: one at a time, on one thread
//! that yields to the engines of games and to requests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plateau_arena::game::{Control, GameResult, Task};
use plateau_arena::plan::{Entrant, Plan, PlayerSource};
use plateau_arena::schedule::{Schedule, System};
use plateau_arena::standings::Tally;
use plateau_arena::store::Store;
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::tournament_settings::TournamentSettings;
use plateau_arena::{GameRunner, PlayerPool, Settings};
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::runner::spawn_task;
use plateau_play::{PlayerSpec, ReportedError};
use plateau_search::Stop;

use crate::api::arena::{Contest, ContestBoard, ContestGame, ContestPlayer, ContestState};
use crate::api::variant::title;
use crate::api::view::BoardView;
use crate::engines::lower_priority;
use crate::error::Error;
use crate::{phrases, tokens};

/// How many players a tournament may have.
pub const PLAYERS: std::ops::RangeInclusive<usize> = 2..=4;

/// How many pairs of games each two players may play, with sides swapped.
pub const PAIRS: std::ops::RangeInclusive<usize> = 1..=10;

/// The time for a move. Engines with a limit of their own, such as levels, usually need less.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// By how much a move may exceed its time: the thread yields to all others.
const MARGIN: Duration = Duration::from_mins(1);

/// How long a tournament may last.
const MAX_DURATION: Duration = Duration::from_mins(30);

/// A tournament that has run for this long is replaced when a player starts the next one.
const FAIR_DURATION: Duration = Duration::from_mins(5);

/// The table of each engine, in megabytes.
const HASH_MB: usize = 8;

/// How much the thread yields to others, as by `nice`: more than the engines of games.
const NICENESS: i32 = 15;

/// What a tournament plays.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The variant.
    pub game: String,
    /// The specs of the players.
    pub players: Vec<String>,
    /// The number of pairs of games of each two players.
    pub pairs: usize,
}

/// The tournament of the server, running or over.
#[derive(Debug, Default)]
pub struct Arena(Mutex<Option<Arc<RunningContest>>>);

/// A tournament and its results so far.
#[derive(Debug)]
struct RunningContest {
    id: String,
    /// The token of the one who started it, who alone can stop it.
    token: String,
    registry: Registry,
    variant: Box<dyn AnyVariant>,
    plan: Plan,
    specs: Vec<PlayerSpec>,
    planned: usize,
    started: Instant,
    stop: Stop,
    progress: Mutex<ContestProgress>,
}

#[derive(Debug, Default)]
struct ContestProgress {
    state: ContestState,
    tallies: Vec<Tally>,
    games: Vec<ContestGame>,
    board: Option<LiveBoard>,
}

/// The game being played and its players.
#[derive(Debug)]
struct LiveBoard {
    players: [usize; 2],
    record: Box<dyn AnyRecord>,
}

impl Arena {
    fn current(&self) -> MutexGuard<'_, Option<Arc<RunningContest>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a tournament unless one has begun within the last minutes. Returns the token by which it
    /// can be stopped.
    pub fn start(&self, registry: Registry, entry: &Entry) -> Result<String, Error> {
        self.start_at(registry, entry, Instant::now())
    }

    fn start_at(&self, registry: Registry, entry: &Entry, now: Instant) -> Result<String, Error> {
        let mut current = self.current();
        let running = current.as_ref().filter(|contest| contest.is_running());
        if let Some(contest) = running {
            let left = FAIR_DURATION.saturating_sub(now.saturating_duration_since(contest.started));
            if !left.is_zero() {
                let message = phrases::ARENA_BUSY.message().with("played", contest.progress().games.len());
                let message = message.with("planned", contest.planned);
                return Err(Error::TooMany(message.with("minutes", left.as_secs().div_ceil(60)), left));
            }
        }
        let contest = Arc::new(RunningContest::new(registry, entry, now)?);
        if let Some(contest) = running {
            contest.stop.raise();
        }
        let token = contest.token.clone();
        let playing = Arc::clone(&contest);
        let play = move || playing.play();
        let done = Arc::clone(&contest);
        spawn_task(play, move |ended| done.end(matches!(ended, Ok(Ok(TournamentEnd::Finished)))))
            .map_err(|_| Error::Internal)?;
        *current = Some(contest);
        Ok(token)
    }

    /// Stops the tournament, for the one who started it.
    pub fn stop(&self, token: Option<&str>) -> Result<(), Error> {
        let current = self.current();
        let contest = current.as_ref().ok_or_else(|| Error::from(phrases::ARENA_IDLE.message()))?;
        if !token.is_some_and(|token| tokens::tokens_equal(&contest.token, token)) {
            return Err(Error::ArenaToken);
        }
        contest.stop.raise();
        Ok(())
    }

    /// Describes the tournament, if there has been one.
    pub fn describe(&self, lang: Lang) -> Option<Contest> {
        let contest = self.current().clone();
        contest.map(|contest| contest.describe(lang))
    }
}

/// The server ends.
impl Drop for Arena {
    fn drop(&mut self) {
        if let Some(contest) = self.current().as_ref() {
            contest.stop.raise();
        }
    }
}

impl RunningContest {
    fn new(registry: Registry, entry: &Entry, started: Instant) -> Result<Self, Error> {
        let variant = registry.variant(&entry.game)?;
        let bounds = |phrase: &'static plateau_core::Phrase, range: &std::ops::RangeInclusive<usize>| {
            Error::from(phrase.message().with("least", *range.start()).with("most", *range.end()))
        };
        if !PLAYERS.contains(&entry.players.len()) {
            return Err(bounds(&phrases::ARENA_PLAYERS, &PLAYERS));
        }
        if !PAIRS.contains(&entry.pairs) {
            return Err(bounds(&phrases::ARENA_PAIRS, &PAIRS));
        }
        let seed = getrandom::u64()?;
        let mut specs = Vec::new();
        for (index, text) in entry.players.iter().enumerate() {
            let spec = PlayerSpec::parse_builtin(text, seed.wrapping_add(index as u64))?;
            spec.check_variant(variant.as_ref(), true)?;
            if spec.is_human() {
                return Err(phrases::ARENA_HUMAN.message().into());
            }
            specs.push(spec);
        }
        // The same engine may play itself.
        let entrant = |(index, spec): (usize, &PlayerSpec)| Entrant {
            name: format!("{}. {spec}", index + 1),
            source: PlayerSource::Spec(spec.to_string()),
        };
        let schedule = Schedule { system: System::RoundRobin, players: specs.len(), pairs: entry.pairs };
        let plan = Plan {
            name: "page".to_owned(),
            game: variant.name().to_owned(),
            players: specs.iter().enumerate().map(entrant).collect(),
            control: Control::MoveTime(MOVE_TIME),
            settings: TournamentSettings { margin: MARGIN, adjudicate: true, ..Default::default() },
            // Not so many that they decide the game on a small board.
            openings: format!("random:plies={}", (variant.layout().points.len() / 8).clamp(1, 4)),
            directory: std::path::PathBuf::new(),
            seed,
            schedule,
            sprt: None,
        };
        let progress = ContestProgress { tallies: vec![Tally::default(); specs.len()], ..Default::default() };
        Ok(Self {
            id: tokens::new_game_id()?,
            token: tokens::new_token()?,
            registry,
            variant,
            planned: 2 * schedule.total_pairs().unwrap_or_default(),
            plan,
            specs,
            started,
            stop: Stop::new(),
            progress: Mutex::new(progress),
        })
    }

    fn progress(&self) -> MutexGuard<'_, ContestProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_running(&self) -> bool {
        self.progress().state == ContestState::Running
    }

    /// Plays all games.
    fn play(&self) -> Result<TournamentEnd, ReportedError> {
        let settings = Settings { hash_mb: HASH_MB, ..Settings::default() };
        let pool = PlayerPool::for_plan(self.registry, &self.plan, settings, None)?;
        let runner = ShownRunner { contest: self, pool };
        let mut store = Store::in_memory()?;
        let mut tournament = Tournament::open(&self.plan, self.variant.as_ref(), &mut store, false)?;
        tournament.play(&runner, 1, &mut store, &self.stop, &mut |event| {
            let mut progress = self.progress();
            for side in Player::BOTH {
                progress.tallies[event.game.players[side.index()]].add(event.game.half_points(side));
            }
            let [first, second] = event.game.players;
            let winner = event.game.winner.map(Into::into);
            progress.games.push(ContestGame { first, second, winner, record: event.game.record.clone() });
        })
    }

    fn end(&self, is_finished: bool) {
        let mut progress = self.progress();
        progress.state = if is_finished { ContestState::Finished } else { ContestState::Stopped };
        progress.board = None;
    }

    fn describe(&self, lang: Lang) -> Contest {
        let progress = self.progress();
        let players = self.specs.iter().zip(&progress.tallies);
        let players = players.map(|(spec, tally)| ContestPlayer::new(spec, *tally, lang)).collect();
        let board = progress.board.as_ref().map(|board| self.board(board, lang));
        let (games, state) = (progress.games.clone(), progress.state);
        drop(progress);
        Contest {
            id: self.id.clone(),
            state,
            variant: self.plan.game.clone(),
            title: title(&self.registry, &self.plan.game, lang),
            players,
            played: games.len(),
            planned: self.planned,
            games,
            board,
        }
    }

    fn board(&self, board: &LiveBoard, lang: Lang) -> ContestBoard {
        let LiveBoard { players: [first, second], record } = board;
        let view = BoardView::new(self.variant.as_ref(), record.as_ref(), lang);
        ContestBoard { first: *first, second: *second, moves: record.moves(), view }
    }

    /// Returns the board of a game with its opening.
    fn start_board(&self, task: &Task) -> Option<LiveBoard> {
        let mut record = self.variant.start();
        task.opening.iter().try_for_each(|mv| record.play(mv).map(drop)).ok()?;
        Some(LiveBoard { players: task.players, record })
    }
}

/// Plays the games of a pool, and shows the board of the current one.
struct ShownRunner<'c> {
    contest: &'c RunningContest,
    pool: PlayerPool,
}

impl GameRunner for ShownRunner<'_> {
    fn play(&self, task: &Task, stop: &Stop, on_move: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
        lower_priority(NICENESS);
        let contest = self.contest;
        contest.progress().board = contest.start_board(task);
        self.pool.play(task, stop, &|mv| {
            on_move(mv);
            let mut progress = contest.progress();
            // The referee has accepted the move. If the board disagrees, no board is better than a wrong one.
            if progress.board.as_mut().is_some_and(|board| board.record.play(mv).is_err()) {
                progress.board = None;
            }
            drop(progress);
            if contest.started.elapsed() >= MAX_DURATION {
                contest.stop.raise();
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    #[test]
    fn a_tournament_gives_way_after_some_minutes() {
        let arena = Arena::default();
        let entry = Entry {
            game: "othello".to_owned(),
            players: vec!["alphabeta".to_owned(), "mcts".to_owned()],
            pairs: 10,
        };
        let begun = Instant::now();
        arena.start_at(REGISTRY, &entry, begun).unwrap();
        let first = arena.current().clone().unwrap();
        let Err(Error::TooMany(_, left)) = arena.start_at(REGISTRY, &entry, begun + Duration::from_mins(2))
        else {
            panic!("the first one has only begun");
        };
        assert_eq!((left, first.stop.is_raised()), (Duration::from_mins(3), false));
        arena.start_at(REGISTRY, &entry, begun + FAIR_DURATION).unwrap();
        let second = arena.current().clone().unwrap();
        assert!(first.stop.is_raised() && !second.stop.is_raised());
        assert_ne!(first.id, second.id);
    }
}
