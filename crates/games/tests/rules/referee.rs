//! A second opinion on the rules: for each game a slow, plainly written
//! referee that shares no code with it agrees with it on thousands of random
//! games, and disagrees as soon as one of its rules is broken on purpose.

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

/// The seed of every variant's random games.
const SEED: u64 = 3;

/// Games played of a preset or a combination of options that a bench does not
/// list; fewer on large boards, whose referees are slow.
fn games_of_others(points: usize) -> usize {
    (600_000 / (points * points)).clamp(2, 200)
}

/// How a game is refereed.
struct Bench {
    /// Makes the referee from the options of a variant's name, with one of its
    /// rules broken if so wished.
    referee: fn(&[&str], bool) -> Box<dyn Referee>,
    /// Options, and the number of games to play with them: 2,000 or more in all.
    games: &'static [(&'static str, usize)],
    /// Whether a game can end in a draw.
    draws: bool,
}

/// The referee of every game. A new game adds its own here.
fn bench(id: &str) -> Bench {
    match id {
        "tictactoe" => Bench {
            referee: |options, broken| Box::new(TicTacToe::new(options, broken)),
            games: &[("", 5_000)],
            draws: true,
        },
        "supermorpion" => Bench {
            referee: |options, broken| Box::new(SuperMorpion::new(options, broken)),
            games: &[("", 1_000), ("most", 1_000)],
            draws: true,
        },
        "morpion4" => Bench {
            referee: |options, broken| Box::new(Mnk::new(options, broken)),
            games: &[
                ("", 120),
                ("3x3x3", 1_000),
                ("4x4x4", 500),
                ("3x4x6", 500),
                ("7x4x3", 500),
                ("5x6x4", 500),
                ("20x3x3", 100),
                ("3x20x3", 100),
                ("15x15x5", 12),
                ("19x11x5", 12),
                ("20x20x6", 2),
            ],
            draws: true,
        },
        "connect4" => Bench {
            referee: |options, broken| Box::new(Connect4::new(options, broken)),
            games: &[
                ("", 1_000),
                ("4x4", 1_000),
                ("6x7", 500),
                ("4x10", 200),
                ("10x4", 200),
                ("9x8", 200),
                ("10x10", 100),
            ],
            draws: true,
        },
        "othello" => Bench {
            referee: |options, broken| Box::new(Othello::new(options, broken)),
            games: &[("", 500), ("4", 1_000), ("6", 500), ("discs", 200), ("4,discs", 500), ("6,discs", 200)],
            draws: true,
        },
        "achi" => Bench {
            referee: |options, broken| Box::new(DropAndSlide::achi(options, broken)),
            games: &[("", 2_000), ("k3", 1_000), ("pass", 1_000), ("draw", 1_000), ("nocentre", 1_000)],
            draws: true,
        },
        "picaria" => Bench {
            referee: |options, broken| Box::new(DropAndSlide::picaria(options, broken)),
            games: &[("", 2_000), ("nocentre", 1_000), ("13", 1_000), ("13,nocentre", 1_000)],
            draws: true,
        },
        _ => panic!("the game {id} has no referee: write one in tests/referee and name it in `bench`"),
    }
}

impl Bench {
    /// The referee of the variant with this name.
    fn referee_of(&self, name: &str, broken: bool) -> Box<dyn Referee> {
        let (_, options) = name.split_once(':').unwrap_or((name, ""));
        let options: Vec<&str> = options.split(',').filter(|option| !option.is_empty()).collect();
        (self.referee)(&options, broken)
    }
}

/// The variants to play and how many games of each, by name.
fn trials(game: &Game, bench: &Bench) -> BTreeMap<String, (Box<dyn AnyVariant>, usize)> {
    let mut trials = BTreeMap::new();
    let mut add = |options: &str, games: Option<usize>| {
        let variant = game.with_options(options);
        let variant = variant.unwrap_or_else(|error| panic!("{}:{options}: {error:?}", game.id));
        let games = games.unwrap_or_else(|| games_of_others(variant.layout().points.len()));
        trials.entry(variant.name().to_owned()).or_insert((variant, games));
    };
    for &(options, games) in bench.games {
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
        let bench = bench(game.id);
        let mut ends = Vec::new();
        for (name, (variant, games)) in trials(game, &bench) {
            match compare(&*variant, &*bench.referee_of(&name, false), SEED, games) {
                Ok(found) => ends.extend(found),
                Err(difference) => differences.push(format!("{name}, {difference}")),
            }
        }
        // The games were many, and of every kind.
        if ends.len() < 2_000 {
            differences.push(format!("{}: only {} games agree", game.id, ends.len()));
        }
        for winner in [Some(Player::First), Some(Player::Second), None] {
            let expected = winner.is_some() || bench.draws;
            if expected != ends.iter().any(|end| end.outcome.winner() == winner) {
                let ended = if expected { "no game ended" } else { "a game ended" };
                differences.push(format!("{}: {ended} with the winner {winner:?}", game.id));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_broken_rule_is_caught_in_every_game() {
    for game in REGISTRY.games() {
        let variant = REGISTRY.variant(game.id).expect("a registered game has its standard variant");
        let referee = bench(game.id).referee_of(game.id, true);
        let found = compare(&*variant, &*referee, SEED, 500);
        assert!(found.is_err(), "{}: nobody noticed the broken rule", game.id);
    }
}

#[test]
#[should_panic(expected = "the game chess has no referee")]
fn a_game_without_referee_is_refused() {
    bench("chess");
}
