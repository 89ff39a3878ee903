//! Plays a match between two evaluators with the same search, in colour-swapped games from
//! random openings:
//!
//! `cargo run --release -p plateau-bench --example eval_match -- GAME LIMIT PAIRS [A B] [SEED]`
//!
//! LIMIT is `depth=4`, `nodes=5000` or `time=2ms`; A and B are names of
//! evaluators, `plateau` and `baseline` without them. `plateau!iir,aspiration` searches without
//! these techniques: what reductions are worth is `nodes=5000 100 plateau 'plateau!reductions'`.

use plateau_bench::opening;
use plateau_core::hash::mix2;
use plateau_games::EngineSpec;
use plateau_games::time::parse_duration;
use plateau_games::{AnyEngine, AnyRecord, REGISTRY};
use plateau_search::{Limits, Settings, Techniques};

/// Number of random opening moves.
const OPENING: u64 = 4;

fn limits(text: &str) -> Option<Limits> {
    match text.split_once('=')? {
        ("depth", value) => Some(Limits::depth(value.parse().ok()?)),
        ("nodes", value) => Some(Limits::nodes(value.parse().ok()?)),
        ("time", value) => Some(Limits::time(parse_duration(value).ok()?)),
        _ => None,
    }
}

/// Plays a game from an opening and returns the index of the winner, or `None` for a draw.
fn play(
    mut game: Box<dyn AnyRecord>,
    engines: &mut [&mut dyn AnyEngine; 2],
    limits: &Limits,
) -> Option<usize> {
    while game.finish().is_none() {
        let engine = &mut *engines[game.turn().index()];
        let analysis = engine.analyse(&*game, limits, &mut |_| {}).expect("the same game");
        game.play(&analysis.moves[0].mv).expect("a legal move");
    }
    game.finish().and_then(|finish| finish.outcome.winner()).map(plateau_core::Player::index)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, limit, pairs, rest @ ..] = &args[..] else { panic!("GAME LIMIT PAIRS [A B] [SEED]") };
    let variant = REGISTRY.variant(name).expect("a game");
    let limits = limits(limit).expect("a limit such as depth=4");
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
