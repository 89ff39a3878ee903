//! Measures how long pictures take, on one core.
//!
//! `cargo bench -p plateau-bench --bench draw` prints a table with the CPU time of
//! each picture in milliseconds, the best of five rounds.

use std::hint::black_box;
use std::io;
use std::time::Instant;

use plateau_core::Lang;
use plateau_draw::tree::{MAX_DRAWN_NODES, TreePicture, dot, html, svg};
use plateau_games::{AnyTree, TreeOptions};
use plateau_games::{AnyVariant, REGISTRY};
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;

/// Rounds per measurement; the best counts, to exclude other load on the machine.
const ROUNDS: usize = 5;

/// Returns the CPU time of this thread in seconds, or the wall-clock time since `start` if the
/// system does not provide it.
fn processor_time(start: Instant) -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds =
        schedstat.and_then(|text| text.split(' ').next().and_then(|first| first.parse::<f64>().ok()));
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Measures work and prints a row. CPU time has a resolution of milliseconds, so short work is
/// repeated within a round.
fn measure<T>(what: &str, repeats: u32, mut work: impl FnMut() -> T) {
    let start = Instant::now();
    let rounds = (0..ROUNDS).map(|_| {
        let begin = processor_time(start);
        for _ in 0..repeats {
            black_box(work());
        }
        (processor_time(start) - begin) / f64::from(repeats)
    });
    println!("| {what:<52} | {:>8.1} |", rounds.fold(f64::MAX, f64::min) * 1e3);
}

fn search(variant: &dyn AnyVariant, algorithm: Algorithm) -> Box<dyn AnyTree> {
    let plan = TreeOptions {
        algorithm,
        depth: None,
        evaluator: None,
        fold_symmetry: false,
        max_nodes: 2_000_000,
        stop: Stop::new(),
    };
    variant.start().tree(&plan).expect("a tree that fits")
}

fn sketch<'t>(variant: &'t dyn AnyVariant, tree: &'t dyn AnyTree, limit: usize) -> TreePicture<'t> {
    TreePicture {
        tree,
        layout: variant.layout(),
        title: variant.name(),
        lang: Lang::En,
        limit,
        breadth: None,
    }
}

fn trees() {
    let variant = REGISTRY.variant("tictactoe").expect("a game");
    let variant = variant.as_ref();
    for (name, algorithm) in [("alpha-beta", Algorithm::AlphaBeta), ("minimax", Algorithm::Minimax)] {
        measure(&format!("tttree '9 x', {name}: search and DOT"), 1, || {
            let tree = search(variant, algorithm);
            dot::write(&sketch(variant, tree.as_ref(), usize::MAX), &mut io::sink())
                .expect("a sink takes all");
        });
    }
    let tree = search(variant, Algorithm::Minimax);
    let drawn = sketch(variant, tree.as_ref(), MAX_DRAWN_NODES);
    measure("HTML of 20,000 nodes", 1, || html::write(&[drawn], &mut io::sink()).expect("a sink takes all"));
    measure("SVG of 20,000 nodes", 1, || svg::draw(&drawn));
}

fn boards() {
    for game in REGISTRY.games() {
        let variant = game.with_options("").expect("the standard game");
        let view = variant.start().view();
        measure(&format!("PNG of a board, {}", game.id), 50, || {
            let picture = plateau_draw::svg::board(variant.layout(), &view, game.id);
            plateau_draw::png::render(&picture).expect("a picture")
        });
    }
}

fn main() {
    println!("| picture                                              | CPU ms   |");
    println!("|------------------------------------------------------|---------:|");
    trees();
    boards();
}
