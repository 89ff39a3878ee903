//! Measures nodes and time to depth on positions from random openings, each from an empty
//! table.
//!
//! `cargo run --release -p plateau-bench --example time_to_depth -- GAME DEPTH [POSITIONS] [PLIES]`
//!
//! Use it to compare move ordering, reductions and evaluators: run it before and after a
//! change. The first line has all techniques, each other line all but one.

use std::time::Instant;

use plateau_bench::opening;
use plateau_games::EngineSpec;
use plateau_games::REGISTRY;
use plateau_search::{Limits, Settings, Techniques};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, depth, rest @ ..] = &args[..] else { panic!("GAME DEPTH [POSITIONS] [PLIES]") };
    let number =
        |at: usize, default: u64| rest.get(at).map_or(default, |text| text.parse().expect("a number"));
    let (count, plies) = (number(0, 10), number(1, 4));
    let variant = REGISTRY.variant(game).expect("a game");
    let depth: u32 = depth.parse().expect("a depth");
    let spec = EngineSpec::parse("alphabeta").expect("a spec");
    let all = ("everything".to_owned(), Techniques::ALL);
    let without = Techniques::NAMES
        .into_iter()
        .filter_map(|name| Some((format!("without {name}"), Techniques::ALL.without(name)?)));
    for (name, techniques) in std::iter::once(all).chain(without) {
        let mut engine =
            variant.engine(&spec, Settings { techniques, ..Settings::default() }).expect("an engine");
        let (mut nodes, mut seconds) = (0, 0.0);
        for seed in 0..count {
            let record = opening(&*variant, seed, plies);
            engine.new_game();
            let begin = Instant::now();
            let analysis =
                engine.analyse(&*record, &Limits::depth(depth), &mut |_| {}).expect("the same game");
            seconds += begin.elapsed().as_secs_f64();
            nodes += analysis.nodes;
        }
        println!(
            "{game} depth {depth}, {name}: {nodes} nodes, {seconds:.3} s, {:.2} million nodes/s",
            nodes as f64 / seconds / 1e6
        );
    }
}
