//! Compares every game with an independent referee: a slow, simple implementation of the
//! rules that shares no code with the game. They must agree on thousands of random games,
//! and must disagree when one rule of the referee is broken on purpose.

use std::collections::BTreeMap;

use plateau_core::Player;
use plateau_games::{AnyVariant, Game, REGISTRY};

mod achi;
mod compare;
mod connect4;
mod count;
mod graphs;
mod mnk;
mod othello;
mod plain;
mod rows;
mod supermorpion;
mod tictactoe;

use achi::DropAndSlide;
use compare::compare;
use connect4::Connect4;
use mnk::Mnk;
use othello::Othello;
use plain::Referee;
use supermorpion::SuperMorpion;
use tictactoe::TicTacToe;

/// The seed of the random games of every variant.
const SEED: u64 = 3;

/// Returns the number of games for a variant that its `Comparison` does not list. Large
/// boards play fewer games, because their referees are slow.
fn default_games(points: usize) -> usize {
    (600_000 / (points * points)).clamp(2, 200)
}

/// How a game is compared with its referee.
struct Comparison {
    /// Creates the referee from the options in a variant's name. If the flag is set, one
    /// of its rules is broken.
    referee: fn(&[&str], bool) -> Box<dyn Referee>,
    /// Options and the number of games to play with them, 2,000 or more in total.
    games: &'static [(&'static str, usize)],
    /// Whether the game can end in a draw.
    draws: bool,
}

/// Returns the comparison of a game. A new game is added here.
fn comparison(id: &str) -> Comparison {
    match id {
        "tictactoe" => Comparison {
            referee: |options, broken| Box::new(TicTacToe::new(options, broken)),
            games: &[("", 5_000)],
            draws: true,
        },
        "supermorpion" => Comparison {
            referee: |options, broken| Box::new(SuperMorpion::new(options, broken)),
            games: &[("", 1_000), ("most", 1_000)],
            draws: true,
        },
        "morpion4" => Comparison {
            referee: |options, broken| Box::new(Mnk::new(options, broken)),
            games: &[
                ("", 40),
                ("3x3x3", 1_000),
                ("4x4x4", 500),
                ("3x6x6", 500),
                ("7x4x3", 500),
                ("5x6x4", 500),
                ("20x3x3", 50),
                ("3x20x3", 50),
                ("15x15x5", 4),
                ("19x11x5", 4),
                ("20x20x6", 2),
            ],
            draws: true,
        },
        "connect4" => Comparison {
            referee: |options, broken| Box::new(Connect4::new(options, broken)),
            games: &[
                ("", 1_000),
                ("4x4", 1_000),
                ("6x7", 500),
                ("4x10", 200),
                ("10x4", 200),
                ("9x8", 100),
                ("10x10", 50),
                ("4x3", 500),
                ("3x4", 200),
                ("3x3x3", 500),
                ("3x10x3", 200),
                ("10x3x6", 200),
                ("5x5x5", 300),
                ("7x6x5", 200),
                ("7x7x6", 100),
                ("8x8x5", 100),
                ("10x10x6", 20),
                ("10x9x3", 100),
            ],
            draws: true,
        },
        "othello" => Comparison {
            referee: |options, broken| Box::new(Othello::new(options, broken)),
            games: &[("", 500), ("4", 1_000), ("6", 500), ("discs", 200), ("4,discs", 500), ("6,discs", 200)],
            draws: true,
        },
        "achi" => Comparison {
            referee: |options, broken| Box::new(DropAndSlide::achi(options, broken)),
            games: &[("", 2_000), ("k3", 1_000), ("pass", 1_000), ("draw", 1_000), ("nocentre", 1_000)],
            draws: true,
        },
        "picaria" => Comparison {
            referee: |options, broken| Box::new(DropAndSlide::picaria(options, broken)),
            games: &[("", 2_000), ("nocentre", 1_000), ("13", 1_000), ("13,nocentre", 1_000)],
            draws: true,
        },
        _ => panic!(
            "the game {id} has no referee: write one in tests/rules/referee and add it to `comparison`"
        ),
    }
}

impl Comparison {
    /// Creates the referee of the variant with this name.
    fn referee_of(&self, name: &str, broken: bool) -> Box<dyn Referee> {
        let (_, options) = name.split_once(':').unwrap_or((name, ""));
        let options: Vec<&str> = options.split(',').filter(|option| !option.is_empty()).collect();
        (self.referee)(&options, broken)
    }
}

/// Returns the variants to play and the number of games of each, by name.
fn trials(game: &Game, comparison: &Comparison) -> BTreeMap<String, (Box<dyn AnyVariant>, usize)> {
    let mut trials = BTreeMap::new();
    let mut add = |options: &str, games: Option<usize>| {
        let variant = game.with_options(options);
        let variant = variant.unwrap_or_else(|error| panic!("{}:{options}: {error:?}", game.id));
        let games = games.unwrap_or_else(|| default_games(variant.layout().points.len()));
        trials.entry(variant.name().to_owned()).or_insert((variant, games));
    };
    for &(options, games) in comparison.games {
        add(options, Some(games));
    }
    for options in game.option_lists() {
        add(&options, None);
    }
    trials
}

#[test]
fn every_game_agrees_with_its_referee() {
    let mut differences = Vec::new();
    for game in REGISTRY.games() {
        let comparison = comparison(game.id);
        let mut finishes = Vec::new();
        for (name, (variant, games)) in trials(game, &comparison) {
            match compare(&*variant, &*comparison.referee_of(&name, false), SEED, games) {
                Ok(found) => finishes.extend(found),
                Err(difference) => differences.push(format!("{name}, {difference}")),
            }
        }
        // Enough games were played, with every possible result.
        if finishes.len() < 2_000 {
            differences.push(format!("{}: only {} games were played", game.id, finishes.len()));
        }
        for winner in [Some(Player::First), Some(Player::Second), None] {
            let expected = winner.is_some() || comparison.draws;
            if expected != finishes.iter().any(|end| end.outcome.winner() == winner) {
                let ended = if expected { "no game ended" } else { "a game ended" };
                differences.push(format!("{}: {ended} with the winner {winner:?}", game.id));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_broken_rule_is_detected_in_every_game() {
    for game in REGISTRY.games() {
        let variant = REGISTRY.variant(game.id).expect("a registered game has its standard variant");
        let referee = comparison(game.id).referee_of(game.id, true);
        let found = compare(&*variant, &*referee, SEED, 500);
        assert!(found.is_err(), "{}: the broken rule was not detected", game.id);
    }
}

#[test]
#[should_panic(expected = "the game chess has no referee")]
fn a_game_without_a_referee_panics() {
    comparison("chess");
}
