//! Measures the speed of the search.
//!
//! `cargo bench -p plateau-bench --bench search -- minimax` compares the time to depth with the
//! crate `minimax`: same positions, same evaluator, one thread, equal hash sizes, alternating
//! within one run. The other crate runs in seven configurations, and the fastest counts.
//!
//! `-- threads` compares two threads with one: the time to the same depth on twenty positions,
//! alternating.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};
use plateau_bench::opening;
use plateau_core::{Outcome, Position, Variant};
use plateau_games::EngineSpec;
use plateau_games::REGISTRY;
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::morpion4::{self, InARow};
use plateau_search::{
    AlphaBeta, Engine, Evaluator, GamePosition, Limits, Parts, SearchParts, Settings, StopReason, Techniques,
};

/// Megabytes of each transposition table.
const TABLE: usize = 64;

/// Rounds per measurement; the shortest time counts, to exclude other load on the machine.
const ROUNDS: usize = 5;

/// The time limit of a search by the other crate, in seconds.
const LONGEST: f64 = 120.0;

/// Adapts Plateau's positions to the other crate.
struct Foreign<P>(PhantomData<P>);

impl<P: Position> minimax::Game for Foreign<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(position: &P, moves: &mut Vec<P::Move>) -> Option<Winner> {
        moves.extend(position.legal_moves());
        if moves.is_empty() { Self::get_winner(position) } else { None }
    }

    fn apply(position: &mut P, mv: P::Move) -> Option<P> {
        Some(position.after(mv))
    }

    fn get_winner(position: &P) -> Option<Winner> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win { winner, .. } if winner == position.turn() => Winner::PlayerToMove,
            Outcome::Win { .. } => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(position: &P) -> u64 {
        position.key()
    }

    fn table_index(mv: P::Move) -> u16 {
        P::move_index(mv) as u16
    }

    fn max_table_index() -> u16 {
        P::MOVE_SPAN as u16
    }
}

/// Adapts Plateau's evaluators to the other crate.
struct EvaluatorAdapter<P, E>(E, PhantomData<P>);

impl<P: Position, E: Evaluator<P>> minimax::Evaluator for EvaluatorAdapter<P, E> {
    type G = Foreign<P>;

    fn evaluate(&self, position: &P) -> i16 {
        let value = self.0.evaluate(position, &self.0.accumulator(position));
        value.clamp(-30_000, 30_000) as i16
    }
}

/// Returns the configurations of the other crate, with names.
fn configurations() -> Vec<(&'static str, IterativeOptions)> {
    let base = IterativeOptions::new().with_table_byte_size(TABLE << 20);
    vec![
        ("countermove history", base.with_countermove_history()),
        ("default", base),
        ("countermoves", base.with_countermoves()),
        ("aspiration", base.with_aspiration_window(50).with_countermoves()),
        ("mtdf", base.with_mtdf()),
        ("double steps", base.with_countermove_history().with_double_step_increment()),
        ("both tables", base.with_countermoves().with_countermove_history()),
    ]
}

/// Returns the duration of some work in seconds, and its result.
fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begin = Instant::now();
    let done = work();
    (begin.elapsed().as_secs_f64(), done)
}

/// Returns the time in seconds and the nodes of Plateau's search to a depth, from an empty table. With
/// `bare`, it neither prunes nor reduces moves, so that it searches the same tree as the other
/// crate.
fn plateau<P: Position>(position: &P, parts: impl SearchParts<P>, depth: u32, bare: bool) -> (f64, u64) {
    let techniques = if bare { Techniques::NONE } else { Techniques::ALL };
    let settings = Settings { hash_mb: TABLE, selective: !bare, techniques, ..Settings::default() };
    let mut engine = AlphaBeta::new(parts, settings);
    engine.new_game();
    let (time, analysis) =
        seconds(|| engine.analyse(&GamePosition::new(*position), &Limits::depth(depth), &mut |_| {}));
    assert_eq!(analysis.depth, depth, "the depth was reached");
    (time, analysis.nodes)
}

fn minimax_crate<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: E,
    depth: u32,
    options: IterativeOptions,
    longest: f64,
) -> f64 {
    let mut search = IterativeSearch::new(EvaluatorAdapter(evaluator, PhantomData), options);
    search.set_depth_or_timeout(depth as u8, Duration::from_secs_f64(longest));
    seconds(|| search.choose_move(position)).0
}

/// Prints a table row. *Bare* has only the evaluator of the parts: no move ordering, no quick
/// proofs.
fn compare<V: Variant, S: SearchParts<V::Position>>(variant: &V, parts: &S, depth: u32) {
    let start = variant.start();
    let evaluator = parts.evaluator();
    let bare = Parts::new(evaluator.clone()).with_policy(*parts.policy());
    let mut best = [f64::MAX; 2];
    let mut nodes = [0; 2];
    let mut other = (f64::MAX, "");
    for round in 0..ROUNDS {
        for (i, full) in [true, false].into_iter().enumerate() {
            let (time, count) = if full {
                plateau(&start, parts.clone(), depth, false)
            } else {
                plateau(&start, bare.clone(), depth, true)
            };
            best[i] = best[i].min(time);
            nodes[i] = count;
        }
        for (name, options) in configurations() {
            // Slow cases run only once, and a configuration that falls behind is stopped.
            if round > 0 && other.0 > 10.0 {
                continue;
            }
            let time = minimax_crate(&start, evaluator.clone(), depth, options, (2.0 * other.0).min(LONGEST));
            if time < other.0 {
                other = (time, name);
            }
        }
    }
    println!(
        "| {:<10} | {depth:>5} | {:>8.3} | {:>10} | {:>8.3} | {:>10} | {:>8.3} | {:<19} | {:>5.2} | {:>5.2} |",
        variant.name(),
        best[0],
        nodes[0],
        best[1],
        nodes[1],
        other.0,
        other.1,
        best[0] / other.0,
        best[1] / other.0,
    );
}

/// Number of positions per game in the thread comparison, and their opening plies.
const POSITIONS: u64 = 20;
const PLIES: u64 = 6;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
}

/// Prints the median ratios of the times to a depth: two threads with ABDADA, and two that share
/// nothing but the table (lazy SMP), to one thread.
fn threads(name: &str, depth: u32) {
    let variant = REGISTRY.variant(name).expect("a game");
    let spec = EngineSpec::parse("alphabeta").expect("a spec");
    let mut engines = [(1, true), (2, true), (2, false)].map(|(threads, abdada)| {
        let techniques = Techniques { abdada, ..Techniques::ALL };
        let settings = Settings { hash_mb: TABLE, threads, techniques, ..Settings::default() };
        variant.engine(&spec, settings).expect("an engine")
    });
    let mut ratios = [const { Vec::new() }; 2];
    let mut totals = [0.0; 3];
    for seed in 0..POSITIONS {
        let record = opening(&*variant, seed, PLIES);
        // Parallel search is not deterministic: take the median, not the best.
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            for (times, engine) in times.iter_mut().zip(&mut engines) {
                engine.new_game();
                let question = Limits::depth(depth);
                let (time, analysis) = seconds(|| engine.analyse(&*record, &question, &mut |_| {}));
                let analysis = analysis.expect("the same game");
                assert!(
                    analysis.depth == depth || analysis.stop == StopReason::Proven,
                    "the depth was reached"
                );
                times.push(time);
            }
        }
        let times = times.map(median);
        for (ratios, two) in ratios.iter_mut().zip(&times[1..]) {
            ratios.push(two / times[0]);
        }
        for (total, time) in totals.iter_mut().zip(times) {
            *total += time;
        }
    }
    let ([one, abdada, lazy], ratios) = (totals, ratios.map(median));
    println!(
        "| {name:<12} | {depth:>5} | {one:>9.3} | {abdada:>9.3} | {:>5.2} | {lazy:>11.3} | {:>5.2} |",
        ratios[0], ratios[1]
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let wants =
        |name: &str| args.iter().any(|arg| arg == name) || args.iter().all(|arg| arg.starts_with("--"));
    if wants("minimax") {
        println!(
            "| game       | depth | ours, s  |      nodes | bare, s  |      nodes | minimax  | configuration       | ratio | bare  |"
        );
        println!(
            "|------------|------:|---------:|-----------:|---------:|-----------:|---------:|---------------------|------:|------:|"
        );
        let standard = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
        let wide = InARow::new("morpion4".to_owned(), morpion4::Standard);
        compare(&standard, &connect4::evaluators::threats_parts(), 12);
        compare(&standard, &connect4::evaluators::threats_parts(), 14);
        compare(&wide, &morpion4::evaluators::open_lines_parts(), 6);
    }
    if wants("threads") {
        println!("| game         | depth | one, s    | ABDADA, s | ratio | lazy SMP, s | ratio |");
        println!("|--------------|------:|----------:|----------:|------:|------------:|------:|");
        threads("connect4", 17);
        threads("supermorpion", 14);
        threads("othello", 18);
        threads("morpion4", 7);
    }
}
