//! What the arena costs, how well it measures, and whether it is fair.
//!
//! ```sh
//! cargo build --release && cc -O2 -o target/bot bots/c/bot.c
//! alias referee='cargo run --release -p plateau-bench --example referee --'
//! referee speed target/release/plateau target/bot   # games and moves a second
//! referee clocks                                    # time measured against time slept
//! referee oneshot 1000                              # processes by the thousand: what stays open
//! referee fairness target/release/plateau 400 1     # engines that differ in their seed alone
//! ```
//!
//! It is a bot itself for two of these: `sleep` speaks UGI, `bot` is one-shot.

use std::io::BufRead;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use plateau_arena::game::{Control, Ending, Task};
use plateau_arena::host::Host;
use plateau_arena::{PlayerSpec, Pool, Settings};
use plateau_core::Player;
use plateau_games::REGISTRY;
use plateau_search::Stop;
use plateau_search::timing::TimeControl;

/// Milliseconds that the sleeping bot sleeps, one after the other.
const SLEEPS: [u64; 6] = [0, 1, 5, 20, 100, 500];

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().expect("a number");
    match words[..] {
        ["speed", ref programs @ ..] => speed(programs),
        ["clocks"] => clocks(),
        ["oneshot", games] => oneshot(number(games)),
        ["fairness", plateau, games, at_once] => fairness(plateau, number(games), number(at_once) as usize),
        ["sleep"] => sleep(),
        ["bot", position, _] => println!("{}", first_empty(position)),
        _ => println!("speed [PLATEAU [BOT]], clocks, oneshot GAMES, fairness PLATEAU GAMES CONCURRENCY"),
    }
}

/// This program as a bot.
fn myself(protocol: &str, word: &str) -> String {
    let program = env::current_exe().expect("a program");
    format!("{protocol}!'{}' {word}", program.display())
}

fn pool(game: &str, names: [&str; 2], settings: Settings) -> Pool {
    let specs = names.map(|name| PlayerSpec::parse(name).expect("a player")).to_vec();
    Pool::new(REGISTRY, game, specs, settings, true).expect("a pool")
}

fn task(game: &str, control: Control, seed: u64) -> Task {
    Task { variant: game.to_owned(), opening: Vec::new(), players: [0, 1], control, seed }
}

/// Players that hardly think, inside the process, by UGI and one-shot.
fn speed(programs: &[&str]) {
    cost("inside", "alphabeta:depth=1", 1_000);
    if let Some(plateau) = programs.first() {
        cost("ugi", &format!("ugi!{plateau} engine --engine alphabeta:depth=1"), 100);
    }
    if let Some(bot) = programs.get(1) {
        cost("oneshot", &format!("oneshot!{bot}"), 100);
    }
}

/// Games of super-morpion between two copies of a player.
fn cost(label: &str, name: &str, games: u64) {
    let pool = pool("supermorpion", [name, name], Settings { keep: true, ..Settings::default() });
    let began = Instant::now();
    let (mut moves, mut thought) = (0, Duration::ZERO);
    for seed in 0..games {
        // Openings of their own, or all games would be the same.
        let opening = vec![format!("{} {}", seed % 9 + 1, seed / 9 % 9 + 1)];
        let task = Task { opening, ..task("supermorpion", Control::Depth(1), seed) };
        let result = pool.play(&task, &Stop::new()).expect("a game").expect("a result");
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

/// What the arena measures beyond what a bot itself knows to have taken.
fn clocks() {
    let pool = pool("supermorpion", [&myself("ugi", "sleep"), "random"], Settings::default());
    let clock = Control::Clock(TimeControl::parse("10m").expect("a clock"));
    let mut errors: [Vec<f64>; SLEEPS.len()] = Default::default();
    for seed in 0..20 {
        let result =
            pool.play(&task("supermorpion", clock, seed), &Stop::new()).expect("a game").expect("a result");
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

/// Speaks UGI; sleeps, and says as nodes how many microseconds it took by its own clock.
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
                    // What was sent is legal.
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

/// The first empty cell of tic-tac-toe, from 1.
fn first_empty(position: &str) -> u32 {
    let filled = position.chars().take_while(|cell| !cell.is_ascii_digit()).count();
    filled as u32 + 1
}

/// Processes for every move, and what is open before and after.
fn oneshot(games: u64) {
    let pool = pool("tictactoe", [&myself("oneshot", "bot"), "random"], Settings::default());
    let open = || {
        let count = |path: &str| fs::read_dir(path).map_or(0, Iterator::count);
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default().to_owned();
        format!("{} files, {} threads, {resident}", count("/proc/self/fd"), count("/proc/self/task"))
    };
    let (began, mut moves) = (Instant::now(), 0);
    for seed in 0..games {
        let result = pool
            .play(&task("tictactoe", Control::Depth(1), seed), &Stop::new())
            .expect("a game")
            .expect("a result");
        assert_eq!(result.ending, Ending::Rules);
        moves += result.moves.len();
        if seed == 9 || seed + 1 == games {
            println!("after {} games: {}", seed + 1, open());
        }
    }
    println!("{games} games, {moves} moves in {:.1} s", began.elapsed().as_secs_f64());
}

/// The same engine twice, on the clock, with other dice.
fn fairness(plateau: &str, games: u64, at_once: usize) {
    let name = format!("ugi!{plateau} engine --engine mcts");
    let pool = pool("supermorpion", [&name, &name], Settings::default());
    let control = Control::Clock(TimeControl::parse("500ms+10ms").expect("a clock"));
    let played = |number: u64| {
        let players = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let seed = plateau_core::hash::mix2(number, 1);
        let result = pool.play(&Task { players, ..task("supermorpion", control, seed) }, &Stop::new());
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
