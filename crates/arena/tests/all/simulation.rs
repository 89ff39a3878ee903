//! Helpers: plans, simulated players, and a comparable form of tournaments.

use plateau_arena::GameRunner;
use plateau_arena::game::{Ending, GameResult, Task};
use plateau_arena::plan::Plan;
use plateau_arena::standings::Standings;
use plateau_arena::stats::expected_score;
use plateau_arena::text_tables;
use plateau_arena::tournament::Tournament;
use plateau_core::hash::{mix_all, mix2};
use plateau_core::{Lang, Message, Player};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// A deterministic random number generator, created from a seed.
pub struct Rng(pub u64);

impl Rng {
    /// Returns a number from 0 to 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(1);
        (mix2(self.0, 0x5eed) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Returns the half points of a random game with an expected score and a draw rate, which
/// is reduced where the score leaves no room for it.
pub fn half_points(rng: &mut Rng, score: f64, draw_rate: f64) -> u8 {
    let draw_rate = draw_rate.min(2.0 * score).min(2.0 * (1.0 - score));
    match rng.next() {
        number if number < score - draw_rate / 2.0 => 2,
        number if number < score + draw_rate / 2.0 => 1,
        _ => 0,
    }
}

/// Players of known strength with random results.
pub struct Simulated {
    /// Their ratings.
    pub elo: Vec<f64>,
    /// The share of drawn games.
    pub draw_rate: f64,
}

impl GameRunner for Simulated {
    fn play(&self, task: &Task, stop: &Stop, _: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
        // A random delay, so that games end in any order.
        for _ in 0..mix2(task.seed, 1) % 2_000 {
            std::hint::spin_loop();
        }
        if stop.is_raised() {
            return Ok(None);
        }
        let [a, b] = task.players;
        let score = expected_score(self.elo[a] - self.elo[b]);
        let winner = match half_points(&mut Rng(mix_all([task.seed])), score, self.draw_rate) {
            2 => Some(Player::First),
            1 => None,
            _ => Some(Player::Second),
        };
        Ok(Some(GameResult {
            winner,
            margin: 0,
            ending: Ending::Adjudicated,
            moves: Vec::new(),
            unplayed: std::time::Duration::ZERO,
        }))
    }
}

/// Parses a plan.
pub fn plan(text: &str) -> Plan {
    let (plan, _) = Plan::parse(&REGISTRY, text, std::path::Path::new("test.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    plan
}

/// Returns the `[[player]]` entries of engines.
pub fn player_entries(engines: &[&str]) -> String {
    engines.iter().fold(String::new(), |text, engine| text + &format!("[[player]]\nengine = \"{engine}\"\n"))
}

/// Returns everything about a tournament that does not depend on time: its tables, and its
/// records without the times.
pub fn reproducible_text(tournament: &Tournament<'_>) -> String {
    let (plan, standings) = (tournament.plan(), Standings::of(tournament));
    let mut text = text_tables::standings(plan, &standings, false, Lang::En);
    text += &text_tables::crosstable(plan, &standings, Lang::En);
    text += &text_tables::head_to_head(plan, &standings, Lang::En);
    for game in tournament.games() {
        text.extend(["pair ", &game.pair.to_string(), " game ", &game.game.to_string(), "\n"]);
        let lines = game.record.lines().filter(|line| !line.starts_with("# times:"));
        text.extend(lines.flat_map(|line| [line, "\n"]));
    }
    text
}
