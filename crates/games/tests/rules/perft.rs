//! Perft and position counts against data files. Counts above a limit are checked only by
//! `./test deep`.

use std::collections::BTreeMap;

use plateau_core::perft::perft;
use plateau_core::{Outcome, Player, Position, Variant};
use plateau_games::othello::Othello;
use plateau_games::{AnyRecord, REGISTRY};

/// Returns the largest count to check; `PLATEAU_DEEP` removes the limit.
fn max_count() -> u64 {
    if std::env::var_os("PLATEAU_DEEP").is_some() { u64::MAX } else { 30_000_000 }
}

/// Returns the lines of a data file, split into trimmed columns.
fn lines(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let rows = file.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| line.split(';').map(str::trim).collect())
}

fn numbers(column: &str) -> Vec<u64> {
    column.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn perft_counts_match_the_table() {
    for line in lines(include_str!("../data/perft.txt")) {
        let [variant, position, counts] = line[..] else { panic!("{line:?}") };
        let game = REGISTRY.variant(variant).unwrap().open(position).unwrap();
        for (depth, expected) in (1..).zip(numbers(counts)).filter(|(_, expected)| *expected <= max_count()) {
            assert_eq!(game.perft(depth), expected, "{variant}, ply {depth}");
        }
        let divided: u64 = game.divide(3).iter().map(|(_, count)| count).sum();
        assert_eq!(divided, game.perft(3), "{variant}: divide must add up to perft");
    }
}

#[test]
fn position_counts_match_the_table() {
    for line in lines(include_str!("../data/positions.txt")) {
        let [variant, what, counts] = line[..] else { panic!("{line:?}") };
        let game = REGISTRY.variant(variant).unwrap().start();
        let expected = numbers(counts);
        if expected.iter().any(|&count| count > max_count()) {
            continue;
        }
        let found = match what {
            "by-ply" => game.positions_by_ply(expected.len() - 1),
            "by-ply-sum" => vec![game.positions_by_ply(game.view().pieces.len()).iter().sum()],
            "reachable" | "folded" => {
                let reach = game.reachable(what == "folded");
                [reach.positions, reach.terminal][..expected.len()].to_vec()
            }
            _ => panic!("{what}"),
        };
        assert_eq!(found, expected, "{variant}, {what}");
    }
}

#[derive(Default)]
struct Tree {
    nodes: u64,
    first: u64,
    second: u64,
    draws: u64,
    by_length: BTreeMap<usize, u64>,
}

fn walk(game: &mut dyn AnyRecord, tree: &mut Tree) {
    tree.nodes += 1;
    if let Some(finish) = game.finish() {
        match finish.outcome.winner() {
            Some(Player::First) => tree.first += 1,
            Some(Player::Second) => tree.second += 1,
            None => tree.draws += 1,
        }
        *tree.by_length.entry(game.ply()).or_default() += 1;
    }
    for mv in game.legal_moves() {
        game.play(&mv).unwrap();
        walk(game, tree);
        game.undo();
    }
}

#[test]
fn full_trees_match_the_table() {
    for line in lines(include_str!("../data/trees.txt")) {
        let [variant, nodes, results, lengths] = line[..] else { panic!("{line:?}") };
        let mut tree = Tree::default();
        walk(&mut *REGISTRY.variant(variant).unwrap().start(), &mut tree);
        assert_eq!(vec![tree.nodes], numbers(nodes), "{variant}");
        assert_eq!(vec![tree.first, tree.second, tree.draws], numbers(results), "{variant}");
        for entry in lengths.split_whitespace() {
            let (length, games) = entry.split_once(':').expect("length:games");
            assert_eq!(
                tree.by_length[&length.parse().unwrap()],
                games.parse::<u64>().unwrap(),
                "{variant} {entry}"
            );
        }
    }
}

/// Perft that counts a finished game as one leaf at every deeper ply.
fn perft_with_finished_games<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.outcome().is_some() => 1,
        _ => position.legal_moves().map(|mv| perft_with_finished_games(&position.after(mv), depth - 1)).sum(),
    }
}

#[test]
fn othello_matches_published_perft_tables() {
    fn check<const N: usize>(variant: &str, from: u32, counts: &[u64]) {
        let start = Othello::<N> { discs_only: false }.start();
        for (depth, &expected) in (from..).zip(counts).filter(|(_, expected)| **expected <= max_count()) {
            assert_eq!(perft_with_finished_games(&start, depth), expected, "{variant}, ply {depth}");
            assert!(perft(&start, depth) < expected, "{variant}: some games must end before ply {depth}");
        }
    }
    for line in lines(include_str!("../data/othello_public_perft.txt")) {
        let [variant, from, counts] = line[..] else { panic!("{line:?}") };
        let (from, counts) = (from.parse().unwrap(), numbers(counts));
        match variant {
            "othello" => check::<8>(variant, from, &counts),
            "othello:4" => check::<4>(variant, from, &counts),
            _ => panic!("{variant}"),
        }
    }
}

#[test]
fn perft_of_a_finished_game_is_zero() {
    let mut game = REGISTRY.variant("tictactoe").unwrap().start();
    game.play_all("a1 a2 b1 b2 c1").unwrap();
    assert_eq!(game.finish().map(|finish| finish.outcome), Some(Outcome::win(Player::First)));
    assert_eq!([0, 1, 2].map(|depth| game.perft(depth)), [1, 0, 0]);
}
