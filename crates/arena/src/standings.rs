//! Standings of a tournament: places, points, ratings and the crosstable.

use std::cmp::{Ordering, Reverse};
use std::time::Duration;

use plateau_core::Player;

use crate::game::Fault;
use crate::plan::Plan;
use crate::schedule::System;
use crate::stats::{HeadToHead, Pentanomial, Rating, ratings};
use crate::tournament::Tournament;

/// Numbers of games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the half points: two for a win, one for a draw.
    pub fn half_points(&self) -> u32 {
        2 * self.wins + self.draws
    }

    /// Adds a game, by the half points it gave.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// Counts of the games that a player lost through faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Illegal moves and answers that are not moves.
    pub illegal: u32,
    /// Losses on time.
    pub time: u32,
    /// Exits before the answer.
    pub died: u32,
    /// Output limits exceeded.
    pub flood: u32,
    /// Processes left running.
    pub children: u32,
    /// Other faults, without resignations.
    pub other: u32,
}

/// The results of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The index of the player in the plan.
    pub player: usize,
    /// All games of the player.
    pub tally: Tally,
    /// Half points from byes.
    pub byes: u32,
    /// The Elo rating.
    pub rating: Rating,
    /// The faults.
    pub faults: Faults,
    /// The total time of its moves.
    pub time: Duration,
    /// The number of rounds won in a knock-out.
    pub rounds_won: u32,
}

impl Standing {
    /// Returns the half points, including byes.
    pub fn half_points(&self) -> u32 {
        self.tally.half_points() + self.byes
    }

    /// Returns the score from 0 to 1, without byes; -1 without games, to rank last.
    fn score(&self) -> f64 {
        let games = self.tally.games();
        if games == 0 { -1.0 } else { f64::from(self.tally.half_points()) / f64::from(2 * games) }
    }
}

/// The standings of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// One row per player, best first.
    pub rows: Vec<Standing>,
    /// The games of each player against each other player, by player index.
    pub crosstable: Vec<Vec<Tally>>,
    /// The complete pairs of each player against each other player, by player index.
    pub pentanomials: Vec<Vec<Pentanomial>>,
}

impl Standings {
    /// Computes the standings from all games played so far.
    pub fn of(tournament: &Tournament<'_>) -> Self {
        let plan = tournament.plan();
        let count = plan.players.len();
        let mut crosstable = vec![vec![Tally::default(); count]; count];
        let (mut faults, mut times) = (vec![Faults::default(); count], vec![Duration::ZERO; count]);
        for game in tournament.games() {
            for side in Player::BOTH {
                let [me, other] = [side, side.other()].map(|side| game.players[side.index()]);
                crosstable[me][other].add(game.half_points(side));
                times[me] += game.times[side.index()];
            }
            if let Some((side, fault)) = game.fault() {
                let faults = &mut faults[game.players[side.index()]];
                match fault {
                    Fault::IllegalMove(_) | Fault::NotAMove(_) => faults.illegal += 1,
                    Fault::OutOfTime(_) | Fault::NoAnswer(_) | Fault::UnexpectedOutput(_) => faults.time += 1,
                    Fault::Exited(_) => faults.died += 1,
                    Fault::TooMuchOutput => faults.flood += 1,
                    Fault::LeftoverProcesses(_) => faults.children += 1,
                    Fault::Resigned => {}
                    _ => faults.other += 1,
                }
            }
        }
        let results = tournament.pair_results();
        let mut pentanomials = vec![vec![Pentanomial::default(); count]; count];
        for result in &results {
            let [a, b] = result.players;
            pentanomials[a][b].add(result.half_points);
            pentanomials[b][a].add(4 - result.half_points);
        }
        let ratings = ratings(count, &head_to_heads(&crosstable));
        let byes = plan.schedule.bye_half_points(&results);
        let rounds_won = plan.schedule.rounds_won(&results);
        let mut rows: Vec<Standing> = (0..count)
            .map(|player| Standing {
                player,
                tally: total(&crosstable[player]),
                byes: byes[player],
                rating: ratings[player],
                faults: faults[player],
                time: times[player],
                rounds_won: rounds_won[player],
            })
            .collect();
        let sonneborn: Vec<u32> = (0..count).map(|player| sonneborn_berger(&crosstable, player)).collect();
        rows.sort_by(|a, b| {
            let rank = |of: &Standing| (Reverse(of.half_points()), Reverse(sonneborn[of.player]));
            // Players may have different numbers of games, so the score counts, not the points.
            let scores = match plan.schedule.system {
                System::RoundRobin | System::Gauntlet => b.score().total_cmp(&a.score()),
                System::Swiss { .. } | System::KnockOut => Ordering::Equal,
            };
            let rounds = b.rounds_won.cmp(&a.rounds_won);
            rounds
                .then(scores)
                .then(rank(a).cmp(&rank(b)))
                .then(b.rating.elo.total_cmp(&a.rating.elo))
                .then(a.player.cmp(&b.player))
        });
        Self { rows, crosstable, pentanomials }
    }

    /// Returns the name of the player at a place, counted from 0.
    pub fn name<'p>(&self, plan: &'p Plan, place: usize) -> &'p str {
        &plan.players[self.rows[place].player].name
    }
}

fn total(row: &[Tally]) -> Tally {
    row.iter().fold(Tally::default(), |sum, tally| Tally {
        wins: sum.wins + tally.wins,
        draws: sum.draws + tally.draws,
        losses: sum.losses + tally.losses,
    })
}

/// Returns the Sonneborn–Berger score, which breaks ties: the points of the opponents that
/// the player beat, plus half the points of those it drew with.
fn sonneborn_berger(crosstable: &[Vec<Tally>], player: usize) -> u32 {
    let opponents = crosstable[player].iter().enumerate();
    opponents.map(|(other, tally)| tally.half_points() * total(&crosstable[other]).half_points()).sum()
}

fn head_to_heads(crosstable: &[Vec<Tally>]) -> Vec<HeadToHead> {
    let mut results = Vec::new();
    for (a, row) in crosstable.iter().enumerate() {
        for (b, tally) in row.iter().enumerate().skip(a + 1).filter(|(_, tally)| tally.games() > 0) {
            let points = f64::from(tally.half_points()) / 2.0;
            results.push(HeadToHead { players: [a, b], games: f64::from(tally.games()), points });
        }
    }
    results
}
