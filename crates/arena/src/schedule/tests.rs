use std::collections::{BTreeMap, HashSet};

use plateau_core::hash::mix_all;

use super::*;

/// Plays a tournament with results from a function; returns the results in order.
fn play(schedule: &Schedule, result: impl Fn(usize, [usize; 2]) -> u8) -> Vec<PairResult> {
    let mut played = Vec::new();
    for _ in 0..1_000 {
        let next = schedule.next_pairings(&played);
        if next.is_empty() {
            return played;
        }
        for players in next {
            assert!(players[0] != players[1] && players.iter().all(|&player| player < schedule.players));
            let half_points = result(played.len(), players);
            played.push(PairResult { players, half_points });
        }
    }
    panic!("the tournament does not end");
}

/// The player listed first always wins.
fn by_order(_: usize, [a, b]: [usize; 2]) -> u8 {
    if a < b { 4 } else { 0 }
}

fn random(pair: usize, [a, b]: [usize; 2]) -> u8 {
    (mix_all([pair as u64, a as u64, b as u64]) % 5) as u8
}

fn meetings(played: &[PairResult]) -> BTreeMap<[usize; 2], usize> {
    let mut count = BTreeMap::new();
    for met in played {
        let [a, b] = met.players;
        *count.entry([a.min(b), a.max(b)]).or_default() += 1;
    }
    count
}

#[test]
fn round_robin_pairs_everyone_equally_often() {
    for players in 0..10 {
        let schedule = Schedule { system: System::RoundRobin, players, pairs: 3 };
        let played = play(&schedule, random);
        let count = meetings(&played);
        assert_eq!(count.len(), players * players.saturating_sub(1) / 2);
        assert!(count.values().all(|&times| times == 3));
        assert_eq!(schedule.total_pairs(), Some(played.len()));
    }
    // Within a round each player plays once.
    let played = play(&Schedule { system: System::RoundRobin, players: 8, pairs: 1 }, random);
    for round in played.chunks(4) {
        assert_eq!(round.iter().flat_map(|met| met.players).collect::<HashSet<_>>().len(), 8);
    }
}

#[test]
fn gauntlet_pairs_the_first_player_with_the_others() {
    let schedule = Schedule { system: System::Gauntlet, players: 4, pairs: 2 };
    let pairs: Vec<_> = play(&schedule, random).iter().map(|met| met.players).collect();
    assert_eq!(pairs, [[0, 1], [0, 2], [0, 3], [1, 0], [2, 0], [3, 0]]);
}

#[test]
fn swiss_pairs_equal_scores_without_rematches() {
    for players in 2..=17 {
        let rounds = (players / 2).min(5);
        let schedule = Schedule { system: System::Swiss { rounds }, players, pairs: 2 };
        let played = play(&schedule, random);
        assert_eq!(played.len(), rounds * (players / 2) * 2, "{players}");
        let count = meetings(&played);
        assert!(count.values().all(|&times| times == 2), "{players}: {count:?}");
        let mut games = vec![0; players];
        for player in played.iter().flat_map(|met| met.players) {
            games[player] += 1;
        }
        let (least, most) = (games.iter().min().unwrap(), games.iter().max().unwrap());
        assert!(most - least <= 2, "byes are distributed evenly: {games:?}");
    }
    let schedule = Schedule { system: System::Swiss { rounds: 3 }, players: 8, pairs: 1 };
    let played = play(&schedule, by_order);
    assert_eq!(
        played[..4].iter().map(|met| met.players).collect::<Vec<_>>(),
        [[0, 4], [1, 5], [2, 6], [3, 7]]
    );
    assert_eq!(played[4].players, [0, 1], "the winners of the first round");
    assert_eq!(played[8].players, [0, 2]);
    // More rounds than opponents: some players meet again.
    let schedule = Schedule { system: System::Swiss { rounds: 6 }, players: 4, pairs: 1 };
    let count = meetings(&play(&schedule, random));
    assert!(count.values().all(|&times| times == 2), "{count:?}");
}

#[test]
fn knock_out_has_one_winner() {
    for players in 1..=17 {
        let schedule = Schedule { system: System::KnockOut, players, pairs: 1 };
        for results in [by_order, random] {
            let played = play(&schedule, results);
            let won = schedule.rounds_won(&played);
            let rounds = players.next_power_of_two().trailing_zeros();
            assert_eq!(won.iter().filter(|&&won| won == rounds).count(), 1, "{players}: {won:?}");
        }
        let won = schedule.rounds_won(&play(&schedule, by_order));
        assert!(won.is_sorted_by(|a, b| a >= b), "players listed earlier get further: {won:?}");
        assert_eq!(meetings(&play(&schedule, by_order)).len(), players - 1);
    }
    let next = Schedule { system: System::KnockOut, players: 6, pairs: 1 }.next_pairings(&[]);
    assert_eq!(next, [[3, 4], [2, 5]], "the first two have a bye");
}

#[test]
fn knock_out_ties_are_broken_by_extra_pairs_then_order() {
    let schedule = Schedule { system: System::KnockOut, players: 2, pairs: 2 };
    let played = play(&schedule, |_, _| 2);
    assert_eq!(played.len(), 2 + TIE_BREAKS);
    assert_eq!(schedule.rounds_won(&played), [1, 0]);
    let played = play(&schedule, |pair, _| if pair == 3 { 1 } else { 2 });
    assert_eq!((played.len(), schedule.rounds_won(&played)), (4, vec![0, 1]));
}

#[test]
fn knock_out_reports_meetings_decided_by_order() {
    let schedule = Schedule { system: System::KnockOut, players: 4, pairs: 2 };
    assert_eq!(schedule.min_pairs(&schedule.next_pairings(&[])), 6);
    let mut played = Vec::new();
    loop {
        let next = schedule.next_pairings(&played);
        if next.is_empty() {
            break;
        }
        played.extend(next.iter().map(|&players| PairResult { players, half_points: 2 }));
    }
    assert_eq!(schedule.decided_by_order(&played), [[0, 3], [1, 2], [0, 1]]);
    let known: Vec<_> = played.iter().map(|met| met.players).collect();
    assert_eq!(schedule.min_pairs(&known), played.len());
}
