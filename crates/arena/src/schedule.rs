//! Pairs the players of a tournament. A schedule is a pure function of the results so far,
//! so that a tournament can be resumed at any point.

use std::collections::HashSet;

/// A tournament system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Every player meets every other player.
    RoundRobin,
    /// The first player meets every other player.
    Gauntlet,
    /// A fixed number of rounds. Players with similar scores meet, and no two players meet
    /// twice if that can be avoided.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The loser of a meeting is eliminated.
    KnockOut,
}

/// A tournament system with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The system.
    pub system: System,
    /// The number of players. Swiss and knock-out start from their order, strongest first.
    pub players: usize,
    /// The number of game pairs per meeting.
    pub pairs: usize,
}

/// The result of a game pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The players.
    pub players: [usize; 2],
    /// The half points of the first player, 0 to 4.
    pub half_points: u8,
}

/// The maximum number of extra pairs after a tied knock-out meeting. If it is still tied,
/// the player listed first advances.
const TIE_BREAKS: usize = 4;

/// The number of pairings tried before players may meet again.
const MAX_TRIED: usize = 100_000;

impl Schedule {
    /// Returns the pairings to play after all previous ones have been played; empty when
    /// the tournament is over.
    pub fn next_pairings(&self, played: &[PairResult]) -> Vec<[usize; 2]> {
        match self.system {
            System::RoundRobin => self.all_meetings(played, &round_robin(self.players)),
            System::Gauntlet => {
                self.all_meetings(played, &(1..self.players).map(|other| [0, other]).collect::<Vec<_>>())
            }
            System::Swiss { rounds } => self.swiss(played, rounds),
            System::KnockOut => self.knock_out(played).next,
        }
    }

    /// Returns the number of rounds each player won in a knock-out; 0 in other systems.
    pub fn rounds_won(&self, played: &[PairResult]) -> Vec<u32> {
        match self.system {
            System::KnockOut => self.knock_out(played).won,
            _ => vec![0; self.players],
        }
    }

    /// Returns the knock-out meetings that were decided by the order of the players because
    /// all tie-breaks were tied: the player who advanced and the one who did not.
    pub fn decided_by_order(&self, played: &[PairResult]) -> Vec<[usize; 2]> {
        match self.system {
            System::KnockOut => self.knock_out(played).decided_by_order,
            _ => Vec::new(),
        }
    }

    /// Returns the minimum number of pairs of the whole tournament, given the pairings
    /// known so far.
    pub fn min_pairs(&self, known: &[[usize; 2]]) -> usize {
        self.total_pairs().unwrap_or_else(|| {
            // Each remaining meeting eliminates one player.
            let met: HashSet<[usize; 2]> = known.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            known.len() + self.pairs * self.players.saturating_sub(1 + met.len())
        })
    }

    /// Returns the half points of each player for byes; only a Swiss tournament has any.
    pub fn bye_half_points(&self, played: &[PairResult]) -> Vec<u32> {
        let mut byes = vec![0; self.players];
        if let System::Swiss { .. } = self.system {
            let per_round = self.players / 2 * self.pairs;
            for round in played.chunks_exact(per_round.max(1)) {
                for player in self.players_with_bye(round) {
                    byes[player] += 4 * self.pairs as u32;
                }
            }
        }
        byes
    }

    /// Returns the players that have a bye in a round.
    fn players_with_bye(&self, round: &[PairResult]) -> Vec<usize> {
        (0..self.players).filter(|player| !round.iter().any(|met| met.players.contains(player))).collect()
    }

    /// Returns the total number of pairs, if it is known in advance.
    pub fn total_pairs(&self) -> Option<usize> {
        let meetings = match self.system {
            System::RoundRobin => self.players * self.players.saturating_sub(1) / 2,
            System::Gauntlet => self.players.saturating_sub(1),
            System::Swiss { rounds } => rounds * (self.players / 2),
            System::KnockOut => return None,
        };
        Some(meetings * self.pairs)
    }

    /// Repeats the list of meetings once per pair, so that all players have played about
    /// the same number of games at any time. The order of the two players alternates.
    fn all_meetings(&self, played: &[PairResult], meetings: &[[usize; 2]]) -> Vec<[usize; 2]> {
        if !played.is_empty() {
            return Vec::new();
        }
        let order = |repetition: usize, [a, b]: [usize; 2]| {
            if repetition.is_multiple_of(2) { [a, b] } else { [b, a] }
        };
        (0..self.pairs)
            .flat_map(|repetition| meetings.iter().map(move |&meeting| order(repetition, meeting)))
            .collect()
    }

    /// Repeats each meeting for its pairs, one meeting after the other.
    fn repeat_each(&self, meetings: &[[usize; 2]]) -> Vec<[usize; 2]> {
        meetings.iter().flat_map(|&meeting| std::iter::repeat_n(meeting, self.pairs)).collect()
    }

    fn swiss(&self, played: &[PairResult], rounds: usize) -> Vec<[usize; 2]> {
        let per_round = self.players / 2 * self.pairs;
        if per_round == 0 || played.len() / per_round >= rounds {
            return Vec::new();
        }
        // A bye counts as a win.
        let byes = self.bye_half_points(played);
        let mut points = byes.clone();
        let mut met = vec![vec![0; self.players]; self.players];
        for &PairResult { players: [a, b], half_points } in played {
            points[a] += u32::from(half_points);
            points[b] += 4 - u32::from(half_points);
            met[a][b] += 1;
            met[b][a] += 1;
        }
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by_key(|&player| (std::cmp::Reverse(points[player]), player));
        if self.players % 2 == 1 {
            // The bye goes to the lowest-ranked player among those with the fewest byes.
            let least = order.iter().map(|&player| byes[player]).min();
            let out = order.iter().rposition(|&player| Some(byes[player]) == least);
            order.remove(out.unwrap_or(0));
        }
        if played.is_empty() {
            // First round: the upper half plays the lower half.
            let half = order.len() / 2;
            let first: Vec<_> = (0..half).map(|i| [order[i], order[i + half]]).collect();
            return self.repeat_each(&first);
        }
        let most = met.iter().flatten().max().copied().unwrap_or(0);
        // Counted in pairs, so each meeting counts `self.pairs` times.
        let paired = (0..=most).step_by(self.pairs.max(1)).find_map(|limit| {
            let mut tried = 0;
            pair_neighbours(&order, &|a, b| met[a][b] <= limit, &mut tried)
        });
        self.repeat_each(&paired.unwrap_or_default())
    }

    fn knock_out(&self, played: &[PairResult]) -> KnockOut {
        let (mut won, mut decided_by_order) = (vec![0; self.players], Vec::new());
        let mut alive = bracket(self.players);
        let mut rest = played;
        while alive.len() > 1 {
            let meetings: Vec<[usize; 2]> =
                alive.chunks(2).filter_map(|two| Some([two[0]?, *two.get(1)?.as_ref()?])).collect();
            let mut lead = vec![0_i32; self.players];
            let mut undecided = self.repeat_each(&meetings);
            for tie_breaks in 0..=TIE_BREAKS {
                if undecided.is_empty() {
                    break;
                }
                if rest.len() < undecided.len() {
                    return KnockOut { next: undecided, won, decided_by_order };
                }
                let (now, later) = rest.split_at(undecided.len());
                rest = later;
                for &PairResult { players: [a, b], half_points } in now {
                    lead[a] += i32::from(half_points) - 2;
                    lead[b] -= i32::from(half_points) - 2;
                }
                let tied = |&&[a, b]: &&[usize; 2]| tie_breaks < TIE_BREAKS && lead[a] == lead[b];
                undecided = meetings.iter().filter(tied).copied().collect();
            }
            let winner = |two: &[Option<usize>]| match *two {
                [Some(a), Some(b)] if lead[b] > lead[a] => Some(b),
                [Some(a), Some(b)] if lead[b] == lead[a] => Some(a.min(b)),
                [Some(a), _] => Some(a),
                [_, b] => b,
                _ => None,
            };
            let tied = meetings.iter().filter(|[a, b]| lead[*a] == lead[*b]);
            decided_by_order.extend(tied.map(|&[a, b]| [a.min(b), a.max(b)]));
            alive = alive.chunks(2).map(winner).collect();
            for player in alive.iter().flatten() {
                won[*player] += 1;
            }
        }
        KnockOut { next: Vec::new(), won, decided_by_order }
    }
}

/// The state of a knock-out.
struct KnockOut {
    /// The next pairings.
    next: Vec<[usize; 2]>,
    /// The rounds won by each player.
    won: Vec<u32>,
    /// Meetings decided by the order of the players, with the player who advanced first.
    decided_by_order: Vec<[usize; 2]>,
}

/// Returns every pair of players once, in rounds in which each player plays at most once,
/// by the circle method.
fn round_robin(players: usize) -> Vec<[usize; 2]> {
    let even = players.next_multiple_of(2);
    let mut meetings = Vec::new();
    for round in 0..even.saturating_sub(1) {
        // The last player is fixed; the others rotate.
        let at = |seat: usize| if seat == 0 { even - 1 } else { (round + seat - 1) % (even - 1) };
        for seat in 0..even / 2 {
            let (a, b) = (at(seat), at(even - 1 - seat));
            if a.max(b) < players {
                meetings.push([a.min(b), a.max(b)]);
            }
        }
    }
    meetings
}

/// Pairs the first player with the nearest allowed opponent for which the remaining players
/// can be paired too, by backtracking.
fn pair_neighbours(
    order: &[usize],
    allowed: &dyn Fn(usize, usize) -> bool,
    tried: &mut usize,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, others)) = order.split_first() else { return Some(Vec::new()) };
    for (i, &other) in others.iter().enumerate().filter(|(_, other)| allowed(first, **other)) {
        *tried += 1;
        if *tried > MAX_TRIED {
            return None;
        }
        let rest: Vec<usize> = others[..i].iter().chain(&others[i + 1..]).copied().collect();
        if let Some(mut paired) = pair_neighbours(&rest, allowed, tried) {
            paired.insert(0, [first, other]);
            return Some(paired);
        }
    }
    None
}

/// Returns the knock-out bracket: the first two players can meet only in the final, and
/// the first players get the byes.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < players {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&player| [player, last - player]).collect();
    }
    places.into_iter().map(|player| (player < players).then_some(player)).collect()
}

#[cfg(test)]
mod tests;
