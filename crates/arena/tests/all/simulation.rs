//! What several tests need.

use plateau_arena::game::{Ending, Result, Task};
use plateau_arena::host::Host;
use plateau_arena::plan::Plan;
use plateau_arena::run::Tournament;
use plateau_arena::stats::share_of;
use plateau_arena::table::Table;
use plateau_arena::words;
use plateau_core::hash::{mix_all, mix2};
use plateau_core::{Lang, Message, Player};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// Dice that a seed tells.
pub struct Dice(pub u64);

impl Dice {
    /// A number from 0 to 1.
    pub fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(1);
        (mix2(self.0, 0x5eed) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The half points of a game: a draw with this probability, as far as the expected share
/// leaves room for it.
pub fn half_points(dice: &mut Dice, share: f64, draws: f64) -> u8 {
    let draws = draws.min(2.0 * share).min(2.0 * (1.0 - share));
    match dice.roll() {
        roll if roll < share - draws / 2.0 => 2,
        roll if roll < share + draws / 2.0 => 1,
        _ => 0,
    }
}

/// Players of known strength, who toss coins.
pub struct Simulated {
    /// Their ratings.
    pub elo: Vec<f64>,
    /// How many games they draw.
    pub draws: f64,
}

impl Host for Simulated {
    fn play(
        &self,
        task: &Task,
        stop: &Stop,
        _: &dyn Fn(&str),
    ) -> std::result::Result<Option<Result>, Message> {
        // Games end in any order.
        for _ in 0..mix2(task.seed, 1) % 2_000 {
            std::hint::spin_loop();
        }
        if stop.is_raised() {
            return Ok(None);
        }
        let [a, b] = task.players;
        let share = share_of(self.elo[a] - self.elo[b]);
        let winner = match half_points(&mut Dice(mix_all([task.seed])), share, self.draws) {
            2 => Some(Player::First),
            1 => None,
            _ => Some(Player::Second),
        };
        Ok(Some(Result {
            winner,
            margin: 0,
            ending: Ending::Adjudicated,
            moves: Vec::new(),
            unplayed: std::time::Duration::ZERO,
        }))
    }
}

/// A plan of a text, after what every plan of a test has.
pub fn plan(text: &str) -> Plan {
    let (plan, _) = Plan::parse(&REGISTRY, text, std::path::Path::new("test.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    plan
}

/// Lines for players of these engines.
pub fn listed(engines: &[&str]) -> String {
    engines.iter().fold(String::new(), |text, engine| text + &format!("[[player]]\nengine = \"{engine}\"\n"))
}

/// All of a tournament that is the same each time it is played: its tables, and its
/// records without the times.
pub fn lasting(tournament: &Tournament<'_>) -> String {
    let (plan, table) = (tournament.plan(), Table::of(tournament));
    let mut text = words::standings(plan, &table, false, Lang::En);
    text += &words::crosstable(plan, &table, Lang::En);
    text += &words::head_to_head(plan, &table, Lang::En);
    for game in tournament.games() {
        text.extend(["pair ", &game.pair.to_string(), " game ", &game.game.to_string(), "\n"]);
        let lines = game.record.lines().filter(|line| !line.starts_with("# times:"));
        text.extend(lines.flat_map(|line| [line, "\n"]));
    }
    text
}
