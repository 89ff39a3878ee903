//! Who meets whom. A schedule is a function of the results so far: what comes next is
//! the same for the same results, so that a tournament can go on anywhere.

use std::collections::HashSet;

/// A way to pair players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// So many rounds in which those of equal score meet, and no two twice while that
    /// can be.
    Swiss {
        /// How many.
        rounds: usize,
    },
    /// Who loses is out.
    KnockOut,
}

/// A system and what it is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How players are paired.
    pub system: System,
    /// How many there are, the strongest first where that is known: Swiss and
    /// knock-out begin by this order.
    pub players: usize,
    /// Pairs of games that two players play when they meet.
    pub pairs: usize,
}

/// A pair of games that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// Who.
    pub players: [usize; 2],
    /// The half points of the first of them: 0 to 4.
    pub half_points: u8,
}

/// So many more pairs are played at most where a knock-out meeting is tied; then the
/// player listed first goes on.
const TIE_BREAKS: usize = 4;

/// Ways to pair a round that are looked at before two may meet again.
const LOOKED_AT: usize = 100_000;

impl Schedule {
    /// The pairs to play next, after all that were given before have been played;
    /// none when the tournament is over.
    pub fn next(&self, played: &[Met]) -> Vec<[usize; 2]> {
        match self.system {
            System::RoundRobin => self.fixed(played, &round_robin(self.players)),
            System::Gauntlet => {
                self.fixed(played, &(1..self.players).map(|other| [0, other]).collect::<Vec<_>>())
            }
            System::Swiss { rounds } => self.swiss(played, rounds),
            System::KnockOut => self.knock_out(played).next,
        }
    }

    /// For each player the rounds it came through, in a knock-out; elsewhere none did.
    pub fn rounds_won(&self, played: &[Met]) -> Vec<u32> {
        match self.system {
            System::KnockOut => self.knock_out(played).won,
            _ => vec![0; self.players],
        }
    }

    /// The meetings of a knock-out that were level to the end: who went on, being listed
    /// first, and who did not.
    pub fn level(&self, played: &[Met]) -> Vec<[usize; 2]> {
        match self.system {
            System::KnockOut => self.knock_out(played).level,
            _ => Vec::new(),
        }
    }

    /// How many pairs there will be at least, after these and others that are known to
    /// come.
    pub fn planned(&self, known: &[[usize; 2]]) -> usize {
        self.total().unwrap_or_else(|| {
            // Two meet once, and each meeting puts one out.
            let met: HashSet<[usize; 2]> = known.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            known.len() + self.pairs * self.players.saturating_sub(1 + met.len())
        })
    }

    /// The half points of each player for rounds without an opponent; only a Swiss
    /// tournament gives any.
    pub fn byes(&self, played: &[Met]) -> Vec<u32> {
        let mut byes = vec![0; self.players];
        if let System::Swiss { .. } = self.system {
            let per_round = self.players / 2 * self.pairs;
            for round in played.chunks_exact(per_round.max(1)) {
                for player in self.without_opponent(round) {
                    byes[player] += 4 * self.pairs as u32;
                }
            }
        }
        byes
    }

    /// Who plays nobody in a round.
    fn without_opponent(&self, round: &[Met]) -> Vec<usize> {
        (0..self.players).filter(|player| !round.iter().any(|met| met.players.contains(player))).collect()
    }

    /// How many pairs there will be, where that is known.
    pub fn total(&self) -> Option<usize> {
        let meetings = match self.system {
            System::RoundRobin => self.players * self.players.saturating_sub(1) / 2,
            System::Gauntlet => self.players.saturating_sub(1),
            System::Swiss { rounds } => rounds * (self.players / 2),
            System::KnockOut => return None,
        };
        Some(meetings * self.pairs)
    }

    /// All meetings once, then all once more: whenever it ends, all have played about
    /// as much. Who is named first changes each time.
    fn fixed(&self, played: &[Met], meetings: &[[usize; 2]]) -> Vec<[usize; 2]> {
        if !played.is_empty() {
            return Vec::new();
        }
        let turn = |time: usize, [a, b]: [usize; 2]| if time.is_multiple_of(2) { [a, b] } else { [b, a] };
        (0..self.pairs).flat_map(|time| meetings.iter().map(move |&meeting| turn(time, meeting))).collect()
    }

    /// Each meeting as often as players meet, one meeting after the other.
    fn repeated(&self, meetings: &[[usize; 2]]) -> Vec<[usize; 2]> {
        meetings.iter().flat_map(|&meeting| std::iter::repeat_n(meeting, self.pairs)).collect()
    }

    fn swiss(&self, played: &[Met], rounds: usize) -> Vec<[usize; 2]> {
        let per_round = self.players / 2 * self.pairs;
        if per_round == 0 || played.len() / per_round >= rounds {
            return Vec::new();
        }
        // Nobody to play against counts as a win.
        let byes = self.byes(played);
        let mut points = byes.clone();
        let mut met = vec![vec![0; self.players]; self.players];
        for &Met { players: [a, b], half_points } in played {
            points[a] += u32::from(half_points);
            points[b] += 4 - u32::from(half_points);
            met[a][b] += 1;
            met[b][a] += 1;
        }
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by_key(|&player| (std::cmp::Reverse(points[player]), player));
        if self.players % 2 == 1 {
            // The last of those who sat out least.
            let least = order.iter().map(|&player| byes[player]).min();
            let out = order.iter().rposition(|&player| Some(byes[player]) == least);
            order.remove(out.unwrap_or(0));
        }
        if played.is_empty() {
            // The upper half against the lower.
            let half = order.len() / 2;
            let first: Vec<_> = (0..half).map(|i| [order[i], order[i + half]]).collect();
            return self.repeated(&first);
        }
        let most = met.iter().flatten().max().copied().unwrap_or(0);
        // Who met, met in so many pairs each time.
        let paired = (0..=most).step_by(self.pairs.max(1)).find_map(|limit| {
            let mut looked_at = 0;
            neighbours(&order, &|a, b| met[a][b] <= limit, &mut looked_at)
        });
        self.repeated(&paired.unwrap_or_default())
    }

    fn knock_out(&self, played: &[Met]) -> KnockOut {
        let (mut won, mut level) = (vec![0; self.players], Vec::new());
        let mut alive = bracket(self.players);
        let mut rest = played;
        while alive.len() > 1 {
            let meetings: Vec<[usize; 2]> =
                alive.chunks(2).filter_map(|two| Some([two[0]?, *two.get(1)?.as_ref()?])).collect();
            let mut ahead = vec![0_i32; self.players];
            let mut open = self.repeated(&meetings);
            for tie_breaks in 0..=TIE_BREAKS {
                if open.is_empty() {
                    break;
                }
                if rest.len() < open.len() {
                    return KnockOut { next: open, won, level };
                }
                let (now, later) = rest.split_at(open.len());
                rest = later;
                for &Met { players: [a, b], half_points } in now {
                    ahead[a] += i32::from(half_points) - 2;
                    ahead[b] -= i32::from(half_points) - 2;
                }
                let tied = |&&[a, b]: &&[usize; 2]| tie_breaks < TIE_BREAKS && ahead[a] == ahead[b];
                open = meetings.iter().filter(tied).copied().collect();
            }
            let through = |two: &[Option<usize>]| match *two {
                [Some(a), Some(b)] if ahead[b] > ahead[a] => Some(b),
                [Some(a), Some(b)] if ahead[b] == ahead[a] => Some(a.min(b)),
                [Some(a), _] => Some(a),
                [_, b] => b,
                _ => None,
            };
            let tied = meetings.iter().filter(|[a, b]| ahead[*a] == ahead[*b]);
            level.extend(tied.map(|&[a, b]| [a.min(b), a.max(b)]));
            alive = alive.chunks(2).map(through).collect();
            for player in alive.iter().flatten() {
                won[*player] += 1;
            }
        }
        KnockOut { next: Vec::new(), won, level }
    }
}

/// How a knock-out stands.
struct KnockOut {
    /// The pairs that come next.
    next: Vec<[usize; 2]>,
    /// For each player the rounds it came through.
    won: Vec<u32>,
    /// Meetings that were level to the end, who went on first.
    level: Vec<[usize; 2]>,
}

/// Every pair of players once, in rounds in which each plays once: the circle method.
fn round_robin(players: usize) -> Vec<[usize; 2]> {
    let even = players.next_multiple_of(2);
    let mut meetings = Vec::new();
    for round in 0..even.saturating_sub(1) {
        // The last stays; the others go round.
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

/// Pairs the first with the nearest it may meet, so that the others can be paired too.
fn neighbours(
    order: &[usize],
    may: &dyn Fn(usize, usize) -> bool,
    looked_at: &mut usize,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, others)) = order.split_first() else { return Some(Vec::new()) };
    for (i, &other) in others.iter().enumerate().filter(|(_, other)| may(first, **other)) {
        *looked_at += 1;
        if *looked_at > LOOKED_AT {
            return None;
        }
        let rest: Vec<usize> = others[..i].iter().chain(&others[i + 1..]).copied().collect();
        if let Some(mut paired) = neighbours(&rest, may, looked_at) {
            paired.insert(0, [first, other]);
            return Some(paired);
        }
    }
    None
}

/// The seats of a knock-out: the first and the second can meet in the last round alone,
/// and the seats that are left free are opposite the first players.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut seats = vec![0];
    while seats.len() < players {
        let last = 2 * seats.len() - 1;
        seats = seats.iter().flat_map(|&seat| [seat, last - seat]).collect();
    }
    seats.into_iter().map(|seat| (seat < players).then_some(seat)).collect()
}

#[cfg(test)]
mod tests;
