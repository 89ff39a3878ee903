//! Fits Multi-ProbCut: how well a shallow search predicts a deep one.
//!
//! `cargo run --release -p plateau-bench --example fit_prob_cuts -- GAME POSITIONS MAX_DEPTH STAGE_PLIES`
//!
//! Searches `POSITIONS` positions of each stage of `STAGE_PLIES` plies to `MAX_DEPTH`, without
//! Multi-ProbCut. Prints the regression of the deep on the shallow value for each pair of depths, as
//! the rows of a table in Rust: `cut(depth, shallow depth, slope, offset, sigma)`. Deeper searches are
//! supposed to be as predictable as the deepest fitted one of the same parity.
//!
//! Positions come from games at a few hundred nodes a move in which one move in four is random.
//! Searches of proven positions are left out, and those that found a win or a loss. Stages count
//! the points that are taken: in super-morpion also the empty cells of a won grid.
//!
//! With `check CONFIDENCE CHECKED` at the end, it then prints how often cuts are wrong, on `CHECKED` other
//! positions of each stage: with the deep score of the move that a shallow search prefers as alpha, the shallow
//! search predicts for each other move whether it is better. A cut at CONFIDENCE standard deviations
//! is wrong if the deep search finds the contrary. The deviations are those of this run, and scores those of
//! full windows; the search itself cuts in null windows, and only on the side of the static value.

use std::collections::HashMap;
use std::process::ExitCode;

use plateau_bench::game_positions;
use plateau_games::{AnyEngine, AnyRecord, EngineSpec, REGISTRY};
use plateau_search::{Limits, Settings, Techniques, Value};

/// The shallow depth that predicts each depth: about half, and of the same parity.
fn shallow_depth(depth: u32) -> u32 {
    let half = depth / 2;
    if (depth - half).is_multiple_of(2) { half } else { half - 1 }
}

/// The least depth that is cut, and the greatest.
const MIN_DEPTH: u32 = 4;
const MAX_CUT_DEPTH: u32 = 16;

/// Pairs of a shallow and a deep value.
#[derive(Clone, Default)]
struct Pairs(Vec<[f64; 2]>);

impl Pairs {
    /// Returns slope, offset and standard deviation of the regression.
    fn regression(&self) -> [f64; 3] {
        let n = self.0.len() as f64;
        let mean = |f: fn(&[f64; 2]) -> f64| self.0.iter().map(f).sum::<f64>() / n;
        let (x, y) = (mean(|pair| pair[0]), mean(|pair| pair[1]));
        let (xx, xy) = (mean(|pair| pair[0] * pair[0]), mean(|pair| pair[0] * pair[1]));
        let slope = (xy - x * y) / (xx - x * x).max(1.0);
        let offset = y - slope * x;
        let squares = self.0.iter().map(|[x, y]| (y - slope * x - offset).powi(2));
        [slope, offset, (squares.sum::<f64>() / n).sqrt()]
    }
}

/// Returns whether a value is an evaluation: neither proven, nor a win or loss that a search found.
fn is_estimated(value: &Value) -> bool {
    !value.is_exact() && value.estimate.is_estimate()
}

/// Returns the stage of a position, by the points that were taken since the start.
fn stage(record: &dyn AnyRecord, step: usize) -> usize {
    record.taken().saturating_sub(record.at_ply(0).taken()) / step
}

/// Returns the value of each depth, as far as none is proven.
fn values(engine: &mut dyn AnyEngine, record: &dyn AnyRecord, max_depth: u32) -> Vec<(u32, f64)> {
    let mut values = Vec::new();
    // With a limit of nodes the search uses every depth.
    let limits = Limits { nodes: Some(u64::MAX), ..Limits::depth(max_depth) };
    engine.new_game();
    engine
        .analyse(record, &limits, &mut |analysis| {
            if is_estimated(&analysis.value) {
                values.push((analysis.depth, f64::from(analysis.value.estimate.number())));
            }
        })
        .expect("the same game");
    values
}

/// Returns the value of each move at each depth, as far as none is proven.
fn move_values(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    max_depth: u32,
) -> HashMap<u32, HashMap<String, f64>> {
    let mut depths = HashMap::new();
    let limits = Limits { nodes: Some(u64::MAX), multi_pv: true, ..Limits::depth(max_depth) };
    engine.new_game();
    engine
        .analyse(record, &limits, &mut |analysis| {
            let mut values = HashMap::new();
            for mv in &analysis.moves {
                if is_estimated(&mv.value) {
                    values.insert(mv.mv.clone(), f64::from(mv.value.estimate.number()));
                }
            }
            depths.insert(analysis.depth, values);
        })
        .expect("the same game");
    depths
}

/// The checks of a stage.
#[derive(Clone, Copy, Default)]
struct Cuts {
    checked: u32,
    cut: u32,
    wrong: u32,
}

/// Checks the cuts of all depths in a position, whose regressions are given.
fn check_cuts(
    values: &HashMap<u32, HashMap<String, f64>>,
    pairs: &[Pairs],
    confidence: f64,
    cuts: &mut Cuts,
) {
    for (depth, pairs) in (0..).zip(pairs).skip(MIN_DEPTH as usize) {
        // The values of moves are those of searches that are one ply shallower.
        let (Some(shallow), Some(deep)) = (values.get(&(shallow_depth(depth) + 1)), values.get(&(depth + 1)))
        else {
            continue;
        };
        let by_value = |a: &(&String, &f64), b: &(&String, &f64)| a.1.total_cmp(b.1).then(b.0.cmp(a.0));
        let Some((first, _)) = shallow.iter().filter(|(mv, _)| deep.contains_key(*mv)).max_by(by_value)
        else {
            continue;
        };
        let [slope, offset, sigma] = pairs.regression();
        let alpha = deep[first];
        for (mv, value) in shallow.iter().filter(|(mv, _)| *mv != first) {
            let Some(deep) = deep.get(mv) else { continue };
            // The regression is that of the side to move after the move.
            let predicted = -(slope * -value + offset);
            let distance = predicted - alpha;
            cuts.checked += 1;
            if distance.abs() >= confidence * sigma {
                cuts.cut += 1;
                cuts.wrong += u32::from((*deep > alpha) != (distance > 0.0));
            }
        }
    }
}

const USAGE: &str = "expected GAME POSITIONS MAX_DEPTH STAGE_PLIES [check CONFIDENCE CHECKED]";

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number: {USAGE}"))
}

fn run(args: &[String]) -> Result<(), String> {
    let (args, check) = match args {
        [args @ .., word, confidence, checked] if word == "check" => {
            (args, Some((number::<f64>(confidence)?, number::<u64>(checked)?)))
        }
        args => (args, None),
    };
    let [game, per_stage, max_depth, step] = args else { return Err(USAGE.to_owned()) };
    let (per_stage, max_depth, step) =
        (number::<u32>(per_stage)?, number::<u32>(max_depth)?, number::<u32>(step)?);
    if per_stage == 0 || max_depth < MIN_DEPTH || step == 0 {
        return Err(format!("POSITIONS and STAGE_PLIES begin at 1, MAX_DEPTH at {MIN_DEPTH}"));
    }
    let variant = REGISTRY.variant(game).map_err(|error| error.to_string())?;
    let spec = EngineSpec::parse("alphabeta").expect("a spec");
    let techniques = Techniques { prob_cuts: false, ..Techniques::ALL };
    let settings = Settings { hash_mb: 16, techniques, ..Settings::default() };
    let engine = || variant.engine(&spec, settings).expect("an engine");
    let (mut player, mut searcher) = (engine(), engine());
    let mut stages: Vec<Vec<Pairs>> = Vec::new();
    for game in 0..u64::from(per_stage) {
        for record in game_positions(&*variant, &mut *player, game, step as usize) {
            let stage = stage(&*record, step as usize);
            if stages.len() <= stage {
                stages.resize(stage + 1, vec![Pairs::default(); max_depth as usize + 1]);
            }
            let values = values(&mut *searcher, &*record, max_depth);
            let at = |depth: u32| values.iter().find(|value| value.0 == depth).map(|value| value.1);
            for depth in MIN_DEPTH..=max_depth {
                if let (Some(shallow), Some(deep)) = (at(shallow_depth(depth)), at(depth)) {
                    stages[stage].get_mut(depth as usize).expect("a depth").0.push([shallow, deep]);
                }
            }
        }
    }
    for (stage, pairs) in stages.iter().enumerate() {
        println!("    // Plies {} to {}.", stage * step as usize, (stage + 1) * step as usize - 1);
        println!("    &[");
        for depth in MIN_DEPTH..=MAX_CUT_DEPTH {
            let beyond = depth.saturating_sub(max_depth);
            let fitted = depth - beyond.next_multiple_of(2);
            let pairs = &pairs[fitted as usize];
            if pairs.0.len() < per_stage as usize / 2 {
                continue;
            }
            let [slope, offset, sigma] = pairs.regression();
            println!(
                "        cut({depth}, {}, {slope:.3}, {offset:.0}.0, {sigma:.0}.0),",
                shallow_depth(depth)
            );
        }
        println!("    ],");
    }
    let Some((confidence, checked)) = check else { return Ok(()) };
    let mut cuts = vec![Cuts::default(); stages.len()];
    for game in u64::from(per_stage)..u64::from(per_stage) + checked {
        for record in game_positions(&*variant, &mut *player, game, step as usize) {
            // The position after a move is mostly of the same stage.
            let stage = stage(&*record, step as usize);
            if let (Some(pairs), Some(cuts)) = (stages.get(stage), cuts.get_mut(stage)) {
                let unfitted = pairs.iter().take_while(|pairs| pairs.0.is_empty()).count();
                if pairs.iter().skip(unfitted).all(|pairs| pairs.0.len() >= per_stage as usize / 2) {
                    check_cuts(&move_values(&mut *searcher, &*record, max_depth), pairs, confidence, cuts);
                }
            }
        }
    }
    println!("| plies | moves checked | cut | of these wrong |\n|---|--:|--:|--:|");
    for (stage, Cuts { checked, cut, wrong }) in cuts.into_iter().enumerate().filter(|cuts| cuts.1.cut > 0) {
        let percent = |part: u32, all: u32| 100.0 * f64::from(part) / f64::from(all);
        let (first, last) = (stage * step as usize, (stage + 1) * step as usize - 1);
        let (cut_share, wrong_share) = (percent(cut, checked), percent(wrong, cut));
        println!("| {first}–{last} | {checked} | {cut_share:.1} % | {wrong_share:.1} % |");
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("fit_prob_cuts: {sentence}");
            ExitCode::from(2)
        }
    }
}
