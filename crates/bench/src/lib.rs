//! Helpers shared by the benchmarks in `benches/` and the measurements in `examples/`.

pub mod book_builder;
pub mod journal_file;
pub mod server_process;

use plateau_core::hash::mix2;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::Limits;

/// Returns a game after `plies` random moves that do not end it. The same seed gives the same
/// game.
///
/// # Panics
///
/// Panics if every attempt ends the game earlier.
pub fn opening(variant: &dyn AnyVariant, seed: u64, plies: u64) -> Box<dyn AnyRecord> {
    let attempt = |attempt: u64| {
        let mut record = variant.start();
        for ply in 0..plies {
            let moves = record.legal_moves();
            let chosen = mix2(seed, attempt << 8 | ply) % moves.len().max(1) as u64;
            record.play(moves.get(chosen as usize)?).ok()?;
        }
        record.finish().is_none().then_some(record)
    };
    (0..1_000).find_map(attempt).expect("an opening that does not end the game")
}

/// The nodes per move of [`game_positions`].
const NODES: u64 = 300;

/// Returns positions of a game of an engine against itself in which one move in four is random: one for
/// each stage of `step` plies. Each game looks at another ply of the stages.
///
/// # Panics
///
/// Panics if the engine plays another game.
pub fn game_positions(
    variant: &dyn AnyVariant,
    engine: &mut dyn AnyEngine,
    game: u64,
    step: usize,
) -> Vec<Box<dyn AnyRecord>> {
    let mut record = opening(variant, mix2(3, game), 4);
    let mut positions = Vec::new();
    engine.new_game();
    let phase = game as usize % step;
    while record.finish().is_none() {
        if record.ply() % step == phase {
            positions.push(record.boxed_clone());
        }
        let moves = record.legal_moves();
        let random = mix2(game, record.ply() as u64);
        let mv = if random.is_multiple_of(4) {
            moves[(random >> 8) as usize % moves.len()].clone()
        } else {
            let analysis =
                engine.analyse(&*record, &Limits::nodes(NODES), &mut |_| {}).expect("the same game");
            analysis.moves[0].mv.clone()
        };
        record.play(&mv).expect("a legal move");
    }
    positions
}
