//! Measures the referee: overhead, clock accuracy, resource leaks and fairness.
//!
//! ```sh
//! cargo build --release && cc -O2 -o target/bot bots/c/bot.c
//! alias referee='cargo run --release -p plateau-bench --example referee_benchmark --'
//! referee speed target/release/plateau target/bot   # games and moves per second
//! referee clocks                                    # measured time against slept time
//! referee oneshot 1000                              # thousands of processes, to find leaks
//! referee fairness target/release/plateau 400 1     # engines that differ only in their seed
//! ```
//!
//! `oneshot` exits with code 1 if file descriptors, threads or memory grow. `clocks` plays
//! against this program itself, whose `sleep` command is a UGI engine.

use std::io::BufRead;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use plateau_arena::GameRunner;
use plateau_arena::game::{Control, Ending, Task};
use plateau_arena::process::adopt_orphans;
use plateau_arena::{PlayerPool, PlayerSpec, Settings};
use plateau_core::Player;
use plateau_games::REGISTRY;
use plateau_search::Stop;
use plateau_search::time::TimeControl;

/// The durations that the sleeping bot cycles through, in milliseconds.
const SLEEPS: [u64; 6] = [0, 1, 5, 20, 100, 500];

fn main() -> ExitCode {
    let _orphans = adopt_orphans();
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().expect("a number");
    match words[..] {
        ["speed", ref programs @ ..] => speed(programs),
        ["clocks"] => clocks(),
        ["oneshot", games] => return oneshot(number(games)),
        ["fairness", plateau, games, at_once] => fairness(plateau, number(games), number(at_once) as usize),
        ["sleep"] => sleep(),
        _ => println!("speed [PLATEAU [BOT]], clocks, oneshot GAMES, fairness PLATEAU GAMES CONCURRENCY"),
    }
    ExitCode::SUCCESS
}

/// Returns the spec of this program as a sleeping bot.
fn sleeper() -> String {
    let program = env::current_exe().expect("a program");
    format!("ugi!'{}' sleep", program.display())
}

fn pool(game: &str, names: [&str; 2], settings: Settings) -> PlayerPool {
    let specs = names.map(|name| PlayerSpec::parse(name).expect("a player")).to_vec();
    PlayerPool::new(REGISTRY, game, specs, settings, true).expect("a pool")
}

fn task(game: &str, control: Control, seed: u64) -> Task {
    Task { variant: game.to_owned(), opening: Vec::new(), players: [0, 1], control, seed }
}

/// Measures fast players: built-in, by UGI, and one-shot.
fn speed(programs: &[&str]) {
    cost("built-in", "alphabeta:depth=1", 1_000);
    if let Some(plateau) = programs.first() {
        cost("ugi", &format!("ugi!{plateau} engine --engine alphabeta:depth=1"), 100);
    }
    if let Some(bot) = programs.get(1) {
        cost("oneshot", &format!("oneshot!{bot}"), 100);
    }
}

/// Plays games of super-morpion between two copies of a player and prints their cost.
fn cost(label: &str, name: &str, games: u64) {
    let pool = pool("supermorpion", [name, name], Settings { keep_running: true, ..Settings::default() });
    let began = Instant::now();
    let (mut moves, mut thought) = (0, Duration::ZERO);
    for seed in 0..games {
        // Different openings, so that the games differ.
        let opening = vec![format!("{} {}", seed % 9 + 1, seed / 9 % 9 + 1)];
        let task = Task { opening, ..task("supermorpion", Control::Depth(1), seed) };
        let result = pool.play(&task, &Stop::new(), &|_| {}).expect("a game").expect("a result");
        assert_eq!(result.ending, Ending::Rules);
        moves += result.moves.len();
        thought += result.moves.iter().map(|played| played.time).sum::<Duration>();
    }
    let time = began.elapsed();
    let own = time.saturating_sub(thought).as_secs_f64() * 1e6 / moves as f64;
    println!(
        "{label}: {games} games, {moves} moves in {:.2} s: {:.0} games/s, {:.1} µs a move, {own:.1} of them the arena's",
        time.as_secs_f64(),
        games as f64 / time.as_secs_f64(),
        time.as_secs_f64() * 1e6 / moves as f64,
    );
}

/// Measures the difference between the arena's clock and the bot's own.
fn clocks() {
    let pool = pool("supermorpion", [&sleeper(), "random"], Settings::default());
    let clock = Control::Clock(TimeControl::parse("10m").expect("a clock"));
    let mut errors: [Vec<f64>; SLEEPS.len()] = Default::default();
    for seed in 0..20 {
        let result = pool
            .play(&task("supermorpion", clock, seed), &Stop::new(), &|_| {})
            .expect("a game")
            .expect("a result");
        assert_eq!(result.ending, Ending::Rules);
        for (ply, played) in result.moves.iter().enumerate().step_by(2) {
            let own = Duration::from_micros(played.nodes.expect("its own time"));
            errors[ply / 2 % SLEEPS.len()].push(played.time.saturating_sub(own).as_secs_f64() * 1e3);
        }
    }
    println!("slept ms | moves | error ms: median | largest");
    for (slept, mut errors) in SLEEPS.into_iter().zip(errors) {
        errors.sort_by(f64::total_cmp);
        let (middle, largest) = (errors[errors.len() / 2], errors[errors.len() - 1]);
        println!("{slept:8} | {:5} | {middle:16.3} | {largest:7.3}", errors.len());
    }
}

/// Runs a UGI engine that sleeps and reports its own time in microseconds as nodes.
fn sleep() {
    let mut moves = Vec::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ugi"] => println!("ugiok"),
            ["isready"] => println!("readyok"),
            ["position", "startpos", ref rest @ ..] => {
                moves = rest.iter().skip(1).map(|&mv| mv.to_owned()).collect();
            }
            ["go", ..] => {
                let began = Instant::now();
                thread::sleep(Duration::from_millis(SLEEPS[moves.len() / 2 % SLEEPS.len()]));
                let mut record = REGISTRY.variant("supermorpion").expect("a game").start();
                for mv in &moves {
                    // The arena only sends legal moves.
                    let _ = record.play(mv);
                }
                let last = record.legal_moves().pop().unwrap_or_default().replace(' ', "");
                println!("info nodes {}\nbestmove {last}", began.elapsed().as_micros());
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

/// The number of warm-up games, after which nothing more should be allocated.
const WARM: u64 = 20;

/// The allowed growth of memory after the warm-up, in kilobytes.
const SPARE: u64 = 256;

/// The resources of this process.
struct Resources {
    files: usize,
    threads: usize,
    /// Kilobytes of memory.
    resident: u64,
}

impl Resources {
    fn now() -> Self {
        // A joined thread stays listed for a moment.
        thread::sleep(Duration::from_millis(50));
        let count = |path: &str| fs::read_dir(path).expect("a directory").count();
        let status = fs::read_to_string("/proc/self/status").expect("a status");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        Self {
            files: count("/proc/self/fd"),
            threads: count("/proc/self/task"),
            resident: resident.trim().trim_end_matches(" kB").parse().expect("a number"),
        }
    }

    fn print(&self, games: u64) {
        let Self { files, threads, resident } = self;
        println!("after {games} games: {files} descriptors, {threads} threads, {resident} kB of memory");
    }

    /// Whether it has grown since.
    fn grew(&self, before: &Self) -> bool {
        let open = self.files > before.files || self.threads > before.threads;
        open || self.resident > before.resident + SPARE
    }
}

/// Starts a process per move of the C bot and compares resources before and after.
fn oneshot(games: u64) -> ExitCode {
    let bot = env::temp_dir().join(format!("plateau-oneshot-{}", std::process::id()));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/c/bot.c");
    let compiled = Command::new("cc").arg("-O2").arg("-o").arg(&bot).arg(source).status();
    assert!(compiled.is_ok_and(|status| status.success()), "cc compiles {source}");
    let name = format!("oneshot!'{}'", bot.display());
    let pool = pool("tictactoe", [&name, "random"], Settings::default());
    Resources::now().print(0);
    let (began, mut moves, mut warm) = (Instant::now(), 0, None);
    for seed in 0..games {
        let result = pool
            .play(&task("tictactoe", Control::Depth(1), seed), &Stop::new(), &|_| {})
            .expect("a game")
            .expect("a result");
        assert_eq!(result.ending, Ending::Rules);
        moves += result.moves.len();
        if seed + 1 == WARM.min(games) {
            let resources = Resources::now();
            resources.print(seed + 1);
            warm = Some(resources);
        }
    }
    let resources = Resources::now();
    resources.print(games);
    println!("{games} games, {moves} moves in {:.1} s", began.elapsed().as_secs_f64());
    fs::remove_file(bot).expect("the bot is removed");
    if warm.is_some_and(|warm| resources.grew(&warm)) {
        eprintln!("something leaks");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Plays an engine against itself on the clock, with different seeds.
fn fairness(plateau: &str, games: u64, at_once: usize) {
    let name = format!("ugi!{plateau} engine --engine mcts:leaf=playout");
    let pool = pool("supermorpion", [&name, &name], Settings::default());
    let control = Control::Clock(TimeControl::parse("500ms+10ms").expect("a clock"));
    let played = |number: u64| {
        let players = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let seed = plateau_core::hash::mix2(number, 1);
        let result =
            pool.play(&Task { players, ..task("supermorpion", control, seed) }, &Stop::new(), &|_| {});
        let result = result.expect("a game").expect("a result");
        assert_eq!(result.ending, Ending::Rules);
        let points = |side: Player| result.winner.map_or(0.5, |winner| f64::from(winner == side));
        let player = points(if players[0] == 0 { Player::First } else { Player::Second });
        [player, points(plateau_arena::referee::first_started(seed)), points(Player::First)]
    };
    let results: Vec<[f64; 3]> = thread::scope(|scope| {
        let worker = |number: usize| {
            let played = &played;
            scope.spawn(move || (number as u64..games).step_by(at_once).map(played).collect::<Vec<_>>())
        };
        let workers: Vec<_> = (0..at_once).map(worker).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("games")).collect()
    });
    for (i, what) in ["the first player", "who was started first", "the first side"].into_iter().enumerate() {
        let count = results.len() as f64;
        let mean = results.iter().map(|points| points[i]).sum::<f64>() / count;
        let variance = results.iter().map(|points| (points[i] - mean).powi(2)).sum::<f64>() / count;
        let error = 1.96 * (variance / count).sqrt();
        println!("{what}: {:.1} % ± {:.1} of {count} games", 100.0 * mean, 100.0 * error);
    }
}
