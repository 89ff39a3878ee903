//! How far static values are from those of a search, by the stage of the game:
//!
//! ```sh
//! cargo run --release -p plateau-bench --example evaluation_error -- write GAME POSITIONS DEPTH >FILE
//! cargo run --release -p plateau-bench --example evaluation_error -- read GAME FILE EVAL…
//! ```
//!
//! The first command writes `POSITIONS` positions of each stage with their values by alpha-beta to `DEPTH`
//! without Multi-ProbCut, which are exact where the endgame solver reaches. Positions come from games at a
//! few hundred nodes a move in which one move in four is random. The second prints, for each evaluator and
//! stage, the root mean square of the errors, and the slope of the value of the search on the static value:
//! it is 1 if the evaluator has the right scale.

use std::fs;

use plateau_bench::game_positions;
use plateau_games::{AnyVariant, EngineSpec, REGISTRY, learned};
use plateau_search::{Limits, Settings, Techniques};

/// The plies of a stage.
const STAGE_PLIES: usize = 6;

fn write(variant: &dyn AnyVariant, positions: u64, depth: u32) {
    let spec = EngineSpec::parse("alphabeta").expect("a spec");
    let techniques = Techniques { prob_cuts: false, ..Techniques::ALL };
    let settings = Settings { hash_mb: 64, techniques, ..Settings::default() };
    let engine = || variant.engine(&spec, settings).expect("an engine");
    let (mut player, mut searcher) = (engine(), engine());
    for game in 0..positions {
        for record in game_positions(variant, &mut *player, game, STAGE_PLIES) {
            searcher.new_game();
            let analysis = searcher.analyse(&*record, &Limits::depth(depth), &mut |_| {});
            let value = analysis.expect("the same game").value.estimate.number();
            println!("{}\t{}\t{value}", record.ply(), record.position_text());
        }
    }
}

/// Pairs of a static value and the value of a search.
#[derive(Clone, Default)]
struct Pairs(Vec<[f64; 2]>);

impl Pairs {
    fn mean(&self, f: impl Fn(&[f64; 2]) -> f64) -> f64 {
        self.0.iter().map(f).sum::<f64>() / self.0.len() as f64
    }

    fn root_mean_square_error(&self) -> f64 {
        self.mean(|[x, y]| (y - x).powi(2)).sqrt()
    }

    fn slope(&self) -> f64 {
        let (x, y) = (self.mean(|pair| pair[0]), self.mean(|pair| pair[1]));
        let covariance = self.mean(|pair| pair[0] * pair[1]) - x * y;
        covariance / (self.mean(|pair| pair[0] * pair[0]) - x * x).max(1.0)
    }
}

fn read(variant: &dyn AnyVariant, text: &str, evaluator: &str) {
    let mut stages: Vec<Pairs> = Vec::new();
    for line in text.lines() {
        let [ply, position, value] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}");
        };
        let stage = ply.parse::<usize>().expect("a number of plies") / STAGE_PLIES;
        let record = variant.open(position).expect("a position");
        let evaluation = record.evaluation(Some(evaluator)).expect("an evaluator");
        let static_value = evaluation.expect("an unfinished game").value;
        if stages.len() <= stage {
            stages.resize(stage + 1, Pairs::default());
        }
        stages[stage].0.push([static_value.into(), value.parse().expect("a value")]);
    }
    println!("{evaluator}\n| plies | positions | error | slope |\n|--:|--:|--:|--:|");
    for (stage, pairs) in stages.iter().enumerate().filter(|(_, pairs)| !pairs.0.is_empty()) {
        let first = stage * STAGE_PLIES;
        let (count, last) = (pairs.0.len(), first + STAGE_PLIES - 1);
        let (error, slope) = (pairs.root_mean_square_error() / 100.0, pairs.slope());
        println!("| {first}–{last} | {count} | {error:.2} | {slope:.2} |");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let variant = |game: &String| REGISTRY.variant(game).expect("a game");
    match &args[..] {
        [mode, game, positions, depth] if mode == "write" => write(
            &*variant(game),
            positions.parse().expect("a number of positions"),
            depth.parse().expect("a depth"),
        ),
        [mode, game, file, evaluators @ ..] if mode == "read" => {
            let text = fs::read_to_string(file).expect("a file that the first command wrote");
            for name in evaluators {
                if let Ok(bytes) = fs::read(name) {
                    learned::register(name, bytes);
                }
                read(&*variant(game), &text, name);
            }
        }
        _ => panic!("write GAME POSITIONS DEPTH, or read GAME FILE EVAL…"),
    }
}
