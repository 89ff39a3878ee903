//! Plays a match between two evaluators with the same search, in colour-swapped games from
//! random openings:
//!
//! `cargo run --release -p plateau-bench --example eval_match -- GAME LIMIT PAIRS [A B] [SEED]`
//!
//! LIMIT is `depth=4`, `nodes=5000`, `time=2ms` or the time control of a game, `clock=2s+10ms`; A and B are names of
//! evaluators, `plateau` and `baseline` without them. `plateau!reductions,aspiration` searches without
//! these techniques. To measure the effect of late move reductions: `nodes=5000 100 plateau 'plateau!reductions'`.

use std::time::{Duration, Instant};

use plateau_bench::opening;
use plateau_core::hash::mix2;
use plateau_games::EngineSpec;
use plateau_games::time::parse_duration;
use plateau_games::{AnyEngine, AnyRecord, REGISTRY};
use plateau_search::time::{GameClock, TimeControl};
use plateau_search::{Limits, Settings, Techniques};

/// Number of random opening moves.
const OPENING: u64 = 4;

/// What limits a move.
enum Limit {
    /// The same limits for each move.
    Move(Limits),
    /// The clock of each side.
    Game(TimeControl),
}

fn limit(text: &str) -> Option<Limit> {
    Some(Limit::Move(match text.split_once('=')? {
        ("depth", value) => Limits::depth(value.parse().ok()?),
        ("nodes", value) => Limits::nodes(value.parse().ok()?),
        ("time", value) => Limits::time(parse_duration(value).ok()?),
        ("clock", value) => return Some(Limit::Game(TimeControl::parse(value).ok()?)),
        _ => return None,
    }))
}

/// Plays a game from an opening and returns the index of the winner, or `None` for a draw. A side
/// whose time is up loses.
fn play(mut game: Box<dyn AnyRecord>, engines: &mut [&mut dyn AnyEngine; 2], limit: &Limit) -> Option<usize> {
    let mut left = match limit {
        Limit::Move(_) => [Duration::ZERO; 2],
        Limit::Game(control) => [control.base; 2],
    };
    while game.finish().is_none() {
        let side = game.turn().index();
        let limits = match limit {
            Limit::Move(limits) => limits.clone(),
            Limit::Game(control) => {
                let moves_to_go = game.moves_to_go();
                let clock = GameClock { left: left[side], increment: control.increment, moves_to_go };
                Limits { time: Some(clock.budget()), ..Limits::default() }
            }
        };
        let start = Instant::now();
        let analysis = engines[side].analyse(&*game, &limits, &mut |_| {}).expect("the same game");
        if let Limit::Game(control) = limit {
            let Some(rest) = left[side].checked_sub(start.elapsed()) else { return Some(1 - side) };
            left[side] = rest + control.increment;
        }
        game.play(&analysis.moves[0].mv).expect("a legal move");
    }
    game.finish().and_then(|finish| finish.outcome.winner()).map(plateau_core::Player::index)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, limit, pairs, rest @ ..] = &args[..] else { panic!("GAME LIMIT PAIRS [A B] [SEED]") };
    let variant = REGISTRY.variant(name).expect("a game");
    let limits = self::limit(limit).expect("a limit such as depth=4");
    let names = if let [a, b, ..] = rest { [a.as_str(), b.as_str()] } else { ["plateau", "baseline"] };
    let seed: u64 = rest.get(2).map_or(1, |seed| seed.parse().expect("a seed"));
    let engine = |name: &str| {
        let (evaluator, off) = name.split_once('!').unwrap_or((name, ""));
        let off = off.split(',').filter(|name| !name.is_empty());
        let techniques =
            off.fold(Techniques::ALL, |techniques, name| techniques.without(name).expect("a technique"));
        let spec = EngineSpec::parse(&format!("alphabeta:eval={evaluator}")).expect("a spec");
        variant
            .engine(&spec, Settings { hash_mb: 16, techniques, ..Settings::default() })
            .expect("an evaluator")
    };
    let (mut first, mut second) = (engine(names[0]), engine(names[1]));
    let mut score = [0; 3];
    for pair in 0..pairs.parse().expect("a number of pairs") {
        let opening = opening(&*variant, mix2(seed, pair), OPENING);
        for swapped in [false, true] {
            first.new_game();
            second.new_game();
            let mut engines: [&mut dyn AnyEngine; 2] =
                if swapped { [&mut *second, &mut *first] } else { [&mut *first, &mut *second] };
            match play(opening.clone(), &mut engines, &limits) {
                None => score[1] += 1,
                Some(winner) if (winner == 1) == swapped => score[0] += 1,
                Some(_) => score[2] += 1,
            }
        }
    }
    let [wins, draws, losses] = score;
    let share = 100.0 * (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(wins + draws + losses);
    println!("{name} {limit}: {} against {}: +{wins} ={draws} -{losses}, {share:.1} %", names[0], names[1]);
}
