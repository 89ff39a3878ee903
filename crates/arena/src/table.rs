//! How a tournament stands: places, points, ratings, and who did how well against whom.

use std::cmp::{Ordering, Reverse};
use std::time::Duration;

use plateau_core::Player;

use crate::game::Fault;
use crate::plan::Plan;
use crate::run::Tournament;
use crate::schedule::System;
use crate::stats::{Duel, Pairs, Rating, ratings};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Tally {
    /// All of them.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Two for a win, one for a draw.
    pub fn half_points(&self) -> u32 {
        2 * self.wins + self.draws
    }

    fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// What a player lost games by, beside playing worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Moves that were illegal, or none at all.
    pub illegal: u32,
    /// Times that ran out.
    pub time: u32,
    /// Times that it ended before its answer.
    pub died: u32,
    /// Times that it wrote far too much.
    pub flood: u32,
    /// Times that it left processes behind.
    pub children: u32,
    /// Anything else, resignations left out.
    pub other: u32,
}

/// How a player did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Who, by the index in the plan.
    pub player: usize,
    /// All games.
    pub tally: Tally,
    /// Half points for rounds without an opponent.
    pub byes: u32,
    /// The rating, and its error.
    pub rating: Rating,
    /// What it did wrong.
    pub faults: Faults,
    /// The time of all its moves.
    pub time: Duration,
    /// Rounds it came through, in a knock-out.
    pub rounds_won: u32,
}

impl Standing {
    /// All its half points.
    pub fn half_points(&self) -> u32 {
        self.tally.half_points() + self.byes
    }

    /// Its share of the points of its games; less than any for who played none.
    fn share(&self) -> f64 {
        let games = self.tally.games();
        if games == 0 { -1.0 } else { f64::from(self.tally.half_points()) / f64::from(2 * games) }
    }
}

/// How a tournament stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The players, the best first.
    pub standings: Vec<Standing>,
    /// What each player did against each other, by their indices.
    pub against: Vec<Vec<Tally>>,
    /// The same by pairs, for complete ones.
    pub pairs: Vec<Vec<Pairs>>,
}

impl Table {
    /// The table of all games that were played.
    pub fn of(tournament: &Tournament<'_>) -> Self {
        let plan = tournament.plan();
        let count = plan.players.len();
        let mut against = vec![vec![Tally::default(); count]; count];
        let (mut faults, mut times) = (vec![Faults::default(); count], vec![Duration::ZERO; count]);
        for game in tournament.games() {
            for side in Player::BOTH {
                let [me, other] = [side, side.other()].map(|side| game.players[side.index()]);
                against[me][other].add(game.half_points(side));
                times[me] += game.times[side.index()];
            }
            if let Some((side, fault)) = game.fault() {
                let faults = &mut faults[game.players[side.index()]];
                match fault {
                    Fault::Illegal(_) | Fault::Nonsense(_) => faults.illegal += 1,
                    Fault::Time(_) | Fault::Silent(_) | Fault::Unheard(_) => faults.time += 1,
                    Fault::Died(_) => faults.died += 1,
                    Fault::Flood => faults.flood += 1,
                    Fault::Children(_) => faults.children += 1,
                    Fault::Resigned => {}
                    _ => faults.other += 1,
                }
            }
        }
        let met = tournament.met();
        let mut pairs = vec![vec![Pairs::default(); count]; count];
        for met in &met {
            let [a, b] = met.players;
            pairs[a][b].add(met.half_points);
            pairs[b][a].add(4 - met.half_points);
        }
        let ratings = ratings(count, &duels(&against));
        let byes = plan.schedule.byes(&met);
        let rounds_won = plan.schedule.rounds_won(&met);
        let mut standings: Vec<Standing> = (0..count)
            .map(|player| Standing {
                player,
                tally: total(&against[player]),
                byes: byes[player],
                rating: ratings[player],
                faults: faults[player],
                time: times[player],
                rounds_won: rounds_won[player],
            })
            .collect();
        let sonneborn: Vec<u32> = (0..count).map(|player| sonneborn_berger(&against, player)).collect();
        standings.sort_by(|a, b| {
            let rank = |of: &Standing| (Reverse(of.half_points()), Reverse(sonneborn[of.player]));
            // Where some play more games than others, what counts is their share of points.
            let shares = match plan.schedule.system {
                System::RoundRobin | System::Gauntlet => b.share().total_cmp(&a.share()),
                System::Swiss { .. } | System::KnockOut => Ordering::Equal,
            };
            let rounds = b.rounds_won.cmp(&a.rounds_won);
            rounds
                .then(shares)
                .then(rank(a).cmp(&rank(b)))
                .then(b.rating.elo.total_cmp(&a.rating.elo))
                .then(a.player.cmp(&b.player))
        });
        Self { standings, against, pairs }
    }

    /// The name of a standing's player.
    pub fn name<'p>(&self, plan: &'p Plan, place: usize) -> &'p str {
        &plan.players[self.standings[place].player].name
    }
}

fn total(row: &[Tally]) -> Tally {
    row.iter().fold(Tally::default(), |sum, tally| Tally {
        wins: sum.wins + tally.wins,
        draws: sum.draws + tally.draws,
        losses: sum.losses + tally.losses,
    })
}

/// The points of those a player beat, and half of those it drew with: what breaks ties.
fn sonneborn_berger(against: &[Vec<Tally>], player: usize) -> u32 {
    let met = against[player].iter().enumerate();
    met.map(|(other, tally)| tally.half_points() * total(&against[other]).half_points()).sum()
}

fn duels(against: &[Vec<Tally>]) -> Vec<Duel> {
    let mut duels = Vec::new();
    for (a, row) in against.iter().enumerate() {
        for (b, tally) in row.iter().enumerate().skip(a + 1).filter(|(_, tally)| tally.games() > 0) {
            let points = f64::from(tally.half_points()) / 2.0;
            duels.push(Duel { players: [a, b], games: f64::from(tally.games()), points });
        }
    }
    duels
}
