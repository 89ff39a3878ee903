//! What `best` proves in super-morpion.

use plateau_core::Variant;
use plateau_games::supermorpion::{Board, SuperMorpion};
use plateau_search::{GamePosition, Limits, NoEvaluation, Score, Settings, Value};

use crate::common::{alpha_beta, engine, random_positions};

const BOTH_RULES: [SuperMorpion; 2] = [SuperMorpion { most: false }, SuperMorpion { most: true }];

/// Returns the letter of a proven result.
fn result(value: Value) -> &'static str {
    match value {
        value if value.lower.is_win() => "W",
        value if value.upper.is_loss() => "L",
        value if value == Value::exact(Score::DRAW) => "D",
        _ => "unknown",
    }
}

#[test]
fn solved_positions_have_their_known_values() {
    let lines = include_str!("../data/supermorpion_solved.txt").lines();
    let mut engines = BOTH_RULES.map(|variant| engine(&variant, "best", 16));
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (position, values) = line.split_at(line.len() - 4);
        for ((variant, engine), expected) in
            BOTH_RULES.iter().zip(&mut engines).zip(values.split_whitespace())
        {
            let position = variant.parse(position).unwrap();
            let analysis = engine.analyse(&GamePosition::new(position), &Limits::default(), &mut |_| {});
            assert_eq!(result(analysis.value), expected, "{line}, {}", variant.name());
        }
    }
}

#[test]
fn late_positions_have_the_values_of_a_plain_search() {
    for variant in BOTH_RULES {
        let mut best = engine(&variant, "best", 4);
        let mut plain = alpha_beta(&variant, NoEvaluation, Settings { hash_mb: 4, ..Settings::default() });
        let is_late = |board: &Board| board.empty().count_ones() <= 12;
        let positions = random_positions(&variant, 3, 9_000, 45..75);
        let late: Vec<_> = positions.into_iter().filter(is_late).take(1_000).collect();
        assert_eq!(late.len(), 1_000);
        for board in late {
            let [found, expected] = [&mut best, &mut plain].map(|engine| {
                let game = GamePosition::new(board);
                engine.analyse(&game, &Limits { multi_pv: true, ..Limits::default() }, &mut |_| {})
            });
            let text = format!("{} {}", variant.name(), variant.print(&board));
            assert!(found.value.is_exact(), "{text}: {:?}", found.value);
            assert_eq!(found.value, expected.value, "{text}");
            for each in &found.moves {
                let plain = expected.moves.iter().find(|other| other.mv == each.mv).unwrap();
                assert_eq!(each.value, plain.value, "{text}");
            }
        }
    }
}
