//! `plateau match`: two players, many games, and what they say of their strength.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use plateau_arena::control;
use plateau_arena::game::Control;
use plateau_arena::plan::{DEFAULT_CONTROL, DEFAULT_OPENINGS, Entrant, MAX_PAIRS, Plan, PlayerSource};
use plateau_arena::schedule::{Schedule, System};
use plateau_arena::standings::{Standing, Standings, Tally};
use plateau_arena::stats::{Pentanomial, Sprt, Verdict};
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::tournament_settings::TournamentSettings;
use plateau_arena::{export, text_tables};
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player};
use plateau_games::time::parse_duration;
use plateau_games::{AnyVariant, Registry};
use serde_json::{Value, json};

use crate::arena::{self, Keeping, Players, follow::Follow, phrases};
use crate::examples::Sample;
use plateau_console::interrupt;
use plateau_console::output::Answer;

/// Play a match between two players
///
/// Games come in pairs from the same opening, with the sides swapped. What is told is
/// who won how many, the difference in Elo with its 95 % interval, the likelihood that
/// the first player is the stronger, the time each took, and what each did wrong.
/// Ctrl-C ends the match with what was played, and the exit code 130.
#[derive(Debug, Args)]
pub struct Match {
    /// First player: an engine such as level:3, human for you at this terminal, or a program as PROTOCOL!COMMAND in one word, such as 'oneshot!python3 bot.py'
    #[arg(value_name = "A")]
    a: String,
    /// Second player
    #[arg(value_name = "B")]
    b: String,
    /// Game, perhaps with options after a colon; `plateau games` lists them
    #[arg(long)]
    game: String,
    /// How many games, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    games: usize,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    judging: Judging,
    /// How pairs begin: random:plies=4, or a file with the moves of an opening on each line
    #[arg(long, default_value = DEFAULT_OPENINGS)]
    openings: String,
    /// How many games at once
    #[arg(long, value_name = "N", value_parser = arena::at_once)]
    concurrency: Option<NonZeroUsize>,
    /// Dice and openings: the same number, the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Test that ends the match when it is decided: elo0=0,elo1=10, perhaps alpha=, beta=
    #[arg(long, value_name = "TEST", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// Database to keep the games in
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    keeping: Keeping,
}

/// What limits moves.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct Limit {
    /// Clock of each player, for the game and for each move: 15m+30s (1m+1s if nothing is said)
    #[arg(long)]
    tc: Option<String>,
    /// Time for each move: 500ms, 1s
    #[arg(long)]
    time: Option<String>,
    /// How many plies deep at most
    #[arg(long)]
    depth: Option<u32>,
    /// How many positions at most
    #[arg(long)]
    nodes: Option<u64>,
}

impl Limit {
    fn control(&self) -> Result<Control, Message> {
        let Self { tc, time, depth, nodes } = self;
        let tc = tc.as_ref().map(|tc| format!("tc={tc}"));
        let time = time.as_ref().map(|time| format!("time={time}"));
        let depth = depth.map(|depth| format!("depth={depth}"));
        let nodes = nodes.map(|nodes| format!("nodes={nodes}"));
        let asked = tc.or(time).or(depth).or(nodes);
        control::parse(&asked.unwrap_or_else(|| DEFAULT_CONTROL.to_owned()))
    }
}

/// What else holds for every game.
#[derive(Debug, Args)]
struct Judging {
    /// What a player may overstep its time by: what the machine may have added
    #[arg(long, value_name = "TIME", default_value = "100ms")]
    margin: String,
    /// Megabytes of address space for each program; without it there is no limit
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
    /// End games whose result is proven
    #[arg(long)]
    adjudicate: bool,
    /// Let programs run on from game to game, where their protocol knows how
    #[arg(long)]
    keep: bool,
}

impl Judging {
    fn settings(&self) -> Result<TournamentSettings, Message> {
        let Self { memory, adjudicate, keep, .. } = *self;
        let margin = parse_duration(&self.margin)?;
        let settings = TournamentSettings { margin, memory_mb: memory, adjudicate, keep_running: keep };
        settings.check().map(|()| settings)
    }
}

/// Reads a number of games.
fn games(text: &str) -> Result<usize, String> {
    let most = 2 * MAX_PAIRS as usize;
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<usize>() {
        Ok(count) if (1..=most).contains(&count) && count.is_multiple_of(2) => Ok(count),
        Ok(count) if (1..=most).contains(&count) => {
            Err(format!("{text} is not an even number of games: they are played in pairs"))
        }
        Ok(0) => Err(format!("there is nothing to play: give an even number of games from 2 to {most}")),
        _ if digits => Err(format!("a match has {most} games at most")),
        _ => Err(format!("it is no number of games: give an even one from 2 to {most}")),
    }
}

/// Reads a test.
fn sprt(text: &str) -> Result<Sprt, String> {
    Sprt::parse(text).map_err(|message| message.to_string())
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, .. } = sample;
    vec![
        format!("plateau match level:2 level:1 --game {game} --games 10"),
        format!("plateau match level:3 random --game {game} --games 40 --sprt elo0=0,elo1=100 --json"),
        format!(
            "plateau match alphabeta rules --game {game} --games 4 --depth 3 --adjudicate -o report.html"
        ),
    ]
}

impl Match {
    /// The answer, when the match is over.
    pub fn answer(self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let plan = self.plan(&*variant)?;
        self.keeping.check()?;
        if self.keeping.resume && self.db.is_none() {
            return Err(phrases::RESUME_WHAT.message());
        }
        let stop = interrupt::stop();
        let players = Players::of(registry, &plan, self.db.as_deref(), &stop, lang)?;
        let mut store = arena::store(self.db.as_deref())?;
        let mut tournament = Tournament::open(&plan, &*variant, &mut store, self.keeping.resume)?;
        let (mut follow, mut so_far) = (Follow::new(), Tally::default());
        tournament.stored_games().for_each(|game| count(&mut so_far, game));
        let concurrency = players.concurrency(self.concurrency, None);
        let ended = tournament.play(&players.pool, concurrency, &mut store, &stop, &mut |event| {
            count(&mut so_far, event.game);
            players.over(event.game);
            if let Some(fault) = arena::at_fault(&plan, event.game) {
                follow.warn(|| fault.render(lang));
            }
            follow.show(event.played, event.planned, || {
                let said = phrases::MATCH_SO_FAR
                    .message()
                    .with("played", event.played)
                    .with("planned", event.planned);
                tallied(said, &so_far).render(lang)
            });
        });
        follow.end(players.logged().map(|logs| logs.render(lang)));
        let ended = ended?;
        let table = Standings::of(&tournament);
        let written = self.keeping.write(&tournament, &table, lang);
        let result = Outcome {
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
        Ok(arena::told(text, ended, written, lang))
    }

    fn plan(&self, variant: &dyn AnyVariant) -> Result<Plan, Message> {
        // Who plays itself needs a second name.
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
            settings: self.judging.settings()?,
            openings: self.openings.clone(),
            directory: PathBuf::new(),
            seed: self.seed,
            schedule: Schedule { system: System::Gauntlet, players: 2, pairs: self.games / 2 },
            sprt: self.sprt,
        })
    }
}

/// Counts a game for the first player.
fn count(tally: &mut Tally, game: &plateau_arena::stored_game::StoredGame) {
    let side = if game.players[0] == 0 { Player::First } else { Player::Second };
    match game.half_points(side) {
        0 => tally.losses += 1,
        1 => tally.draws += 1,
        _ => tally.wins += 1,
    }
}

/// A sentence with a tally.
fn tallied(message: Message, tally: &Tally) -> Message {
    let share = 50.0 * f64::from(tally.half_points()) / f64::from(tally.games().max(1));
    message
        .with("wins", tally.wins)
        .with("draws", tally.draws)
        .with("losses", tally.losses)
        .with("share", Argument::decimal(share, 1))
}

/// What a match found.
struct Outcome<'a> {
    plan: &'a Plan,
    table: &'a Standings,
    counts: Pentanomial,
    verdict: Option<Verdict>,
}

impl Outcome<'_> {
    /// In the order of the command line.
    fn standings(&self) -> [&Standing; 2] {
        let of = |player: usize| self.table.rows.iter().find(move |standing| standing.player == player);
        // Both are there: a match has two players.
        [0, 1].map(|player| of(player).unwrap_or(&self.table.rows[0]))
    }

    fn text(&self, lang: Lang) -> String {
        let (plan, tally) = (self.plan, self.table.crosstable[0][1]);
        let counts: Vec<String> = self.counts.0.iter().map(u64::to_string).collect();
        let played = phrases::PLAYED
            .message()
            .with("game", plan.game.as_str())
            .with("control", control::print(&plan.control))
            .with("openings", plan.openings.as_str())
            .with("seed", plan.seed);
        if tally.games() == 0 {
            return [played, phrases::NO_GAME.message()].map(|line| line.render(lang) + "\n").concat();
        }
        let phrase = if tally.games() == 1 { &phrases::SCORE_OF_ONE } else { &phrases::SCORE };
        let score = phrase
            .message()
            .with("first", plan.players[0].name.as_str())
            .with("second", plan.players[1].name.as_str())
            .with("games", tally.games());
        let mut lines = vec![played, tallied(score, &tally)];
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
            lines.push(phrases::HALF_PAIRS.message().with("count", u64::from(tally.games()) - 2 * pairs));
        }
        lines.extend(plan.sprt.map(|sprt| self.tested(&sprt)));
        for standing in self.standings() {
            let used = phrases::USED
                .message()
                .with("player", plan.players[standing.player].name.as_str())
                .with("seconds", Argument::decimal(standing.time.as_secs_f64(), 2));
            lines.push(used.with("faults", text_tables::faults(&standing.faults, lang)));
        }
        lines.iter().fold(String::new(), |text, line| text + &line.render(lang) + "\n")
    }

    fn tested(&self, sprt: &Sprt) -> Message {
        let (low, high) = sprt.bounds();
        let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(|elo| Argument::Decimal(elo.to_string()));
        let verdict = match self.verdict {
            None => phrases::UNDECIDED.message(),
            Some(Verdict::AcceptH0) => phrases::LESSER.message().with("elo0", elo0.clone()),
            Some(Verdict::AcceptH1) => phrases::GREATER.message().with("elo1", elo1.clone()),
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
        let known = self.counts.0.iter().any(|&count| count > 0);
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
            // JSON has no infinite numbers: those are null, and what no pair tells.
            "elo": known.then_some(elo.estimate),
            "elo_low": known.then_some(elo.low), "elo_high": known.then_some(elo.high),
            "superiority": known.then(|| self.counts.likelihood_of_superiority()),
            "sprt": sprt,
            "players": players,
        })
    }
}
