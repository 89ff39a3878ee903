//! Measures how fast pictures are drawn, on one core.
//!
//! `cargo bench --bench draw -p plateau-bench -- --table` prints a table of the CPU time
//! per picture in milliseconds, the minimum of five rounds.

use std::hint::black_box;
use std::io;
use std::time::Instant;

use plateau_core::Lang;
use plateau_draw::tree::{MAX_DRAWN_NODES, TreePicture, dot, html, svg};
use plateau_games::{AnyTree, TreeOptions};
use plateau_games::{AnyVariant, REGISTRY};
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;

/// Number of rounds. The minimum counts, because other processes only make a round
/// slower.
const ROUNDS: usize = 5;

/// Returns the CPU time of this thread in seconds, or the time since `start` where the
/// system does not report it.
fn cpu_time(start: Instant) -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds =
        schedstat.and_then(|text| text.split(' ').next().and_then(|first| first.parse::<f64>().ok()));
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Measures `work` and prints a row of the table. CPU time has a resolution of a few
/// milliseconds, so quick work is repeated within a round.
fn measure<T>(what: &str, repeats: u32, mut work: impl FnMut() -> T) {
    let start = Instant::now();
    let rounds = (0..ROUNDS).map(|_| {
        let before = cpu_time(start);
        for _ in 0..repeats {
            black_box(work());
        }
        (cpu_time(start) - before) / f64::from(repeats)
    });
    println!("| {what:<52} | {:>8.1} |", rounds.fold(f64::MAX, f64::min) * 1e3);
}

fn search(variant: &dyn AnyVariant, algorithm: Algorithm) -> Box<dyn AnyTree> {
    let options = TreeOptions {
        algorithm,
        depth: None,
        evaluator: None,
        fold_symmetry: false,
        max_nodes: 2_000_000,
        stop: Stop::new(),
    };
    variant.start().tree(&options).expect("a tree that fits")
}

fn picture_of<'t>(variant: &'t dyn AnyVariant, tree: &'t dyn AnyTree, limit: usize) -> TreePicture<'t> {
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
            dot::write(&picture_of(variant, tree.as_ref(), usize::MAX), &mut io::sink())
                .expect("a sink accepts everything");
        });
    }
    let tree = search(variant, Algorithm::Minimax);
    let drawn = picture_of(variant, tree.as_ref(), MAX_DRAWN_NODES);
    measure("HTML of 20,000 nodes", 1, || {
        html::write(&[drawn], &mut io::sink()).expect("a sink accepts everything")
    });
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
