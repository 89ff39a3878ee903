//! `plateau match`: a match of two players, with Elo and SPRT.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plateau_arena::control;
use plateau_arena::game::Control;
use plateau_arena::plan::{DEFAULT_OPENINGS, Entrant, MAX_PAIRS, Plan, PlayerSource};
use plateau_arena::schedule::{Schedule, System};
use plateau_arena::standings::{Standing, Standings, Tally};
use plateau_arena::stats::{Pentanomial, Sprt, Verdict};
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::tournament_settings::{MAX_MEMORY_MB, TournamentSettings};
use plateau_arena::{export, text_tables};
use plateau_console::args::{depth, duration, nodes, seed, time_control, whole_number};
use plateau_console::command_line::ArgumentError;
use plateau_console::interrupt::stop_on_signal;
use plateau_console::output::Output;
use plateau_core::text::{Argument, grouped};
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyVariant, Registry};
use plateau_play::ReportedError;
use plateau_search::time::TimeControl;
use serde_json::{Value, json};

use crate::arena::{self, Players, StorageOptions, phrases};
use crate::examples::ExampleGames;

/// Play a match between two players
///
/// Games come in pairs from the same opening, with sides swapped. Prints the score, the
/// difference in Elo with its 95 % interval, the likelihood that the first player is stronger,
/// and the time and faults of each player. Ctrl-C ends the match with the games played so far;
/// the exit code is 130.
#[derive(Debug, Args)]
pub struct Match {
    /// First player: an engine such as level:3, human, or a program as PROTOCOL!COMMAND, quoted: 'oneshot!python3 bot.py'
    #[arg(value_name = "A")]
    a: String,
    /// Second player
    #[arg(value_name = "B")]
    b: String,
    /// Game, with options after a colon; `plateau games` lists them
    #[arg(long)]
    game: String,
    /// Number of games, even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    games: usize,
    #[command(flatten)]
    limit: MoveLimit,
    #[command(flatten)]
    rules: GameRules,
    /// Openings of the pairs: random:plies=4, or a file with the moves of one opening per line
    #[arg(long, default_value = DEFAULT_OPENINGS)]
    openings: String,
    /// Number of games at once
    #[arg(long, value_name = "N", value_parser = arena::concurrency)]
    concurrency: Option<usize>,
    /// Seed of openings and randomised engines; equal seeds give equal games
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Stop when a sequential probability ratio test is decided: elo0=0,elo1=10[,alpha=0.05,beta=0.05]
    #[arg(long, value_name = "TEST", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Database for the games
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

/// The limit of each move. At most one can be given.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct MoveLimit {
    /// Time control: base time + increment, such as 15m+30s [default: 1m+1s]
    #[arg(long, value_parser = time_control)]
    tc: Option<TimeControl>,
    /// Time per move: 500ms, 1s
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Depth limit in plies
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// Node limit per move
    #[arg(long, value_parser = nodes)]
    nodes: Option<u64>,
}

impl MoveLimit {
    fn control(&self) -> Result<Control, Message> {
        let Self { tc, time, depth, nodes } = *self;
        control::from_options(tc, time, depth, nodes)
    }
}

/// Other conditions of every game.
#[derive(Debug, Args)]
struct GameRules {
    /// Grace time beyond a player's limit before it loses on time
    #[arg(long, alias = "margin", value_name = "TIME", default_value = "100ms", value_parser = duration)]
    time_margin: Duration,
    /// Limit of the address space of each program in megabytes [default: none]
    #[arg(long, alias = "memory", value_name = "MB", value_parser = memory_mb)]
    memory_limit: Option<u64>,
    /// End games as soon as their result is proven
    #[arg(long)]
    adjudicate: bool,
    /// Keep programs running between games, if their protocol supports it
    #[arg(long, alias = "keep")]
    keep_running: bool,
}

impl GameRules {
    fn settings(&self) -> Result<TournamentSettings, Message> {
        let Self { time_margin: margin, memory_limit: memory_mb, adjudicate, keep_running } = *self;
        let settings = TournamentSettings { margin, memory_mb, adjudicate, keep_running };
        settings.check().map(|()| settings)
    }
}

/// Parses a number of games.
fn games(text: &str) -> Result<usize, ArgumentError> {
    let count = whole_number(text, &(2..=2 * MAX_PAIRS as usize))?;
    if count.is_multiple_of(2) {
        Ok(count)
    } else {
        Err(phrases::ODD_GAMES.message().with("found", Argument::Count(count)).into())
    }
}

/// Parses a memory limit in megabytes.
fn memory_mb(text: &str) -> Result<u64, ArgumentError> {
    whole_number(text, &(1..=MAX_MEMORY_MB))
}

/// Parses an SPRT.
fn sprt(text: &str) -> Result<Sprt, ArgumentError> {
    Ok(Sprt::parse(text)?)
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [connect4, tictactoe, achi] = ["connect4", "tictactoe", "achi"].map(|id| games.id(id));
    vec![
        format!("plateau match level:2 level:1 --game {connect4} --games 10"),
        format!("plateau match level:3 random --game {tictactoe} --games 40 --sprt elo0=0,elo1=100 --json"),
        format!(
            "plateau match alphabeta rules --game {achi} --games 4 --depth 3 --adjudicate -o report.html"
        ),
    ]
}

impl Match {
    /// Runs the command.
    pub fn run(self, registry: &Registry, lang: Lang) -> Result<Output, ReportedError> {
        let variant = registry.variant(&self.game)?;
        let plan = self.plan(&*variant)?;
        self.storage.check()?;
        if self.storage.resume && self.db.is_none() {
            return Err(phrases::RESUME_NEEDS_DB.message().into());
        }
        let stop = stop_on_signal();
        let mut players = Players::new(registry, &plan, self.db.as_deref(), &stop, lang)?;
        let mut store = arena::open_store(self.db.as_deref())?;
        let mut tournament = Tournament::open(&plan, &*variant, &mut store, self.storage.resume)?;
        let (mut progress, mut score) = (players.progress(lang), Tally::default());
        tournament.stored_games().for_each(|game| count(&mut score, game));
        let concurrency = players.concurrency(self.concurrency, None);
        let ended = tournament.play(&players.pool, concurrency, &mut store, &stop, &mut |event| {
            count(&mut score, event.game);
            players.show_result(event.game);
            if let Some(fault) = arena::fault_message(&plan, event.game) {
                progress.warn(|| fault.render(lang));
            }
            let (played, planned) = (event.played as u64, event.planned as u64);
            progress.set_step(played, planned, || {
                with_tally(phrases::MATCH_PROGRESS.message(), &score).render(lang)
            });
        });
        if let Some(logs) = players.log_notice() {
            progress.print(&logs.render(lang));
        }
        drop(progress);
        let ended = ended?;
        let table = Standings::of(&tournament);
        let exported = self.storage.write(&tournament, &table, lang);
        let result = MatchResult {
            plan: &plan,
            table: &table,
            counts: *tournament.pentanomial(),
            verdict: tournament.verdict(),
        };
        let mut text = if self.json { format!("{}\n", result.json()) } else { result.text(lang) };
        if ended == TournamentEnd::Stopped && !self.json {
            let phrase = if self.db.is_some() { &phrases::STOPPED } else { &phrases::STOPPED_FOR_GOOD };
            text.extend([phrase.template(lang), "\n"]);
        }
        Ok(arena::output(text, ended, &players, exported, lang))
    }

    fn plan(&self, variant: &dyn AnyVariant) -> Result<Plan, Message> {
        // A player against itself needs a second name.
        let second = if self.a == self.b { format!("{} (2)", self.b) } else { self.b.clone() };
        let entrant = |name: &str, spec: &str| Entrant {
            name: name.to_owned(),
            source: PlayerSource::Spec(spec.to_owned()),
        };
        Ok(Plan {
            name: format!("{} – {second}", self.a),
            game: variant.name().to_owned(),
            players: vec![entrant(&self.a, &self.a), entrant(&second, &self.b)],
            control: self.limit.control()?,
            settings: self.rules.settings()?,
            openings: self.openings.clone(),
            directory: PathBuf::new(),
            seed: self.seed,
            schedule: Schedule { system: System::Gauntlet, players: 2, pairs: self.games / 2 },
            sprt: self.sprt,
        })
    }
}

/// Adds a game to the score of the first player.
fn count(tally: &mut Tally, game: &plateau_arena::stored_game::StoredGame) {
    let side = if game.players[0] == 0 { Player::First } else { Player::Second };
    match game.half_points(side) {
        0 => tally.losses += 1,
        1 => tally.draws += 1,
        _ => tally.wins += 1,
    }
}

/// Adds a score to a message.
fn with_tally(message: Message, tally: &Tally) -> Message {
    let share = 50.0 * f64::from(tally.half_points()) / f64::from(tally.games().max(1));
    message
        .with("wins", Argument::Count(tally.wins as usize))
        .with("draws", Argument::Count(tally.draws as usize))
        .with("losses", Argument::Count(tally.losses as usize))
        .with("share", Argument::decimal(share, 1))
}

/// The result of a match.
struct MatchResult<'a> {
    plan: &'a Plan,
    table: &'a Standings,
    counts: Pentanomial,
    verdict: Option<Verdict>,
}

impl MatchResult<'_> {
    /// Returns the standings in the order of the command line.
    fn standings(&self) -> [&Standing; 2] {
        let of = |player: usize| self.table.rows.iter().find(move |standing| standing.player == player);
        // Both exist, because a match has two players.
        [0, 1].map(|player| of(player).unwrap_or(&self.table.rows[0]))
    }

    fn text(&self, lang: Lang) -> String {
        let (plan, tally) = (self.plan, self.table.crosstable[0][1]);
        let counts: Vec<String> = self.counts.0.iter().map(|&count| grouped(count as usize, lang)).collect();
        let conditions = phrases::CONDITIONS
            .message()
            .with("game", plan.game.as_str())
            .with("control", control::print(&plan.control))
            .with("openings", plan.openings.as_str())
            .with("seed", plan.seed);
        if tally.games() == 0 {
            return [conditions, phrases::NO_GAME.message()].map(|line| line.render(lang) + "\n").concat();
        }
        let phrase = if tally.games() == 1 { &phrases::SCORE_OF_ONE } else { &phrases::SCORE };
        let score = phrase
            .message()
            .with("first", plan.players[0].name.as_str())
            .with("second", plan.players[1].name.as_str())
            .with("games", Argument::Count(tally.games() as usize));
        let mut lines = vec![conditions, with_tally(score, &tally)];
        let pairs: u64 = self.counts.0.iter().sum();
        if pairs > 0 {
            let elo = self.counts.elo();
            lines.push(
                phrases::ELO
                    .message()
                    .with("elo", text_tables::signed(elo.estimate))
                    .with("low", text_tables::signed(elo.low))
                    .with("high", text_tables::signed(elo.high))
                    .with("los", Argument::decimal(100.0 * self.counts.likelihood_of_superiority(), 1)),
            );
            lines.push(phrases::PAIRS.message().with("counts", counts.join(" ")));
        }
        if u64::from(tally.games()) > 2 * pairs {
            let count = u64::from(tally.games()) - 2 * pairs;
            lines.push(phrases::UNPAIRED_GAMES.message().with("count", Argument::Count(count as usize)));
        }
        lines.extend(plan.sprt.map(|sprt| self.sprt_message(&sprt)));
        for standing in self.standings() {
            let usage = phrases::USAGE
                .message()
                .with("player", plan.players[standing.player].name.as_str())
                .with("seconds", Argument::decimal(standing.time.as_secs_f64(), 2));
            lines.push(usage.with("faults", text_tables::faults(&standing.faults, lang)));
        }
        lines.iter().fold(String::new(), |text, line| text + &line.render(lang) + "\n")
    }

    fn sprt_message(&self, sprt: &Sprt) -> Message {
        let (low, high) = sprt.bounds();
        let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(|elo| Argument::Decimal(elo.to_string()));
        let verdict = match self.verdict {
            None => phrases::UNDECIDED.message(),
            Some(Verdict::AcceptH0) => phrases::ACCEPTED_ELO0.message().with("elo0", elo0.clone()),
            Some(Verdict::AcceptH1) => phrases::ACCEPTED_ELO1.message().with("elo1", elo1.clone()),
        };
        phrases::SPRT
            .message()
            .with("elo0", elo0)
            .with("elo1", elo1)
            .with("ratio", Argument::decimal(sprt.log_likelihood_ratio(&self.counts), 2))
            .with("low", Argument::decimal(low, 2))
            .with("high", Argument::decimal(high, 2))
            .with("verdict", verdict)
    }

    fn json(&self) -> Value {
        let (plan, tally, elo) = (self.plan, self.table.crosstable[0][1], self.counts.elo());
        let has_pairs = self.counts.0.iter().any(|&count| count > 0);
        let sprt = plan.sprt.map(|sprt| {
            let verdict = self.verdict.map(|verdict| match verdict {
                Verdict::AcceptH0 => "elo0",
                Verdict::AcceptH1 => "elo1",
            });
            let (low, high) = sprt.bounds();
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "ratio": sprt.log_likelihood_ratio(&self.counts), "low": low, "high": high, "verdict": verdict,
            })
        });
        let players = self.standings().map(|standing| {
            json!({
                "name": plan.players[standing.player].name,
                "seconds": standing.time.as_secs_f64(),
                "faults": export::faults(&standing.faults),
            })
        });
        json!({
            "schema": "plateau-match/1",
            "game": plan.game,
            "control": control::print(&plan.control),
            "openings": plan.openings,
            "seed": plan.seed,
            "games": tally.games(),
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "pairs": self.counts.0,
            "share": self.counts.score(),
            // null where there are no pairs, and for infinite numbers, which JSON lacks.
            "elo": has_pairs.then_some(elo.estimate),
            "elo_low": has_pairs.then_some(elo.low), "elo_high": has_pairs.then_some(elo.high),
            "superiority": has_pairs.then(|| self.counts.likelihood_of_superiority()),
            "sprt": sprt,
            "players": players,
        })
    }
}
