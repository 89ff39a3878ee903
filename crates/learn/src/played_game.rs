//! A game of self-play, in a compact form: moves as their number among the legal ones, with
//! the values that the search found.

use plateau_core::record::Reason;
use plateau_core::{Objective, Outcome, Player, Position, Record, Variant};
use plateau_search::{Score, Value};

use crate::math::sigmoid;

/// What the target of a position is computed from, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyTarget {
    /// Nothing: a random opening move, not a sample.
    Skipped,
    /// Only the result of the game.
    Result,
    /// The value of a search, in hundredths of a piece.
    Searched(i32),
    /// The same, but then a random move was played, so the result of the game says nothing
    /// about this position and those before it: this value takes its place.
    /// A solved position in a game of people counts like this too.
    Explored(i32),
    /// A proven value: the sign of the result, or its margin in points.
    Proven(i32),
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The number of the move among the legal ones.
    pub choice: u16,
    /// The target of the position before the move.
    pub target: PlyTarget,
}

/// A finished game from the start of its variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves.
    pub plies: Vec<Ply>,
    /// The result for the first player: the sign, or the margin in points.
    pub result: i32,
}

/// Why a record is not learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotUsed {
    /// It has no result.
    Unfinished,
    /// It ended by resignation, time, a forfeit or adjudication.
    NotByRules,
    /// It began at another position than the start of its variant.
    OtherStart,
}

/// The games that a training begins with, and how many records were not used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InitialGames {
    /// The games.
    pub games: Vec<PlayedGame>,
    /// Records without a result.
    pub unfinished: usize,
    /// Records that did not end by the rules.
    pub not_by_rules: usize,
    /// Records from another start.
    pub other_start: usize,
}

impl InitialGames {
    /// Adds a record, or counts why it is not used.
    pub fn add<V: Variant>(&mut self, record: &Record<V>) {
        match PlayedGame::from_record(record) {
            Ok(game) => self.games.push(game),
            Err(NotUsed::Unfinished) => self.unfinished += 1,
            Err(NotUsed::NotByRules) => self.not_by_rules += 1,
            Err(NotUsed::OtherStart) => self.other_start += 1,
        }
    }

    /// Adds the games and the counts of others.
    pub fn append(&mut self, mut others: Self) {
        self.games.append(&mut others.games);
        self.unfinished += others.unfinished;
        self.not_by_rules += others.not_by_rules;
        self.other_start += others.other_start;
    }
}

/// How results and values become targets.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// What decides between two wins.
    pub objective: Objective,
    /// Hundredths of a piece per 1.0 of the output.
    pub unit: i32,
    /// The share of the game's result in the target; the rest is the value of the search.
    pub result_share: f32,
}

impl Targets {
    /// Returns the number to fit: a win probability or an output. `outcome` is the
    /// target of the rest of the game.
    fn of(&self, target: PlyTarget, outcome: f32) -> Option<f32> {
        match target {
            PlyTarget::Skipped => None,
            PlyTarget::Result => Some(outcome),
            PlyTarget::Proven(value) => Some(self.certain(value)),
            PlyTarget::Searched(value) | PlyTarget::Explored(value) => {
                Some(self.result_share * outcome + (1.0 - self.result_share) * self.searched(value))
            }
        }
    }

    /// Returns the target of a value that a search found.
    fn searched(&self, value: i32) -> f32 {
        let output = value as f32 / self.unit as f32;
        match self.objective {
            Objective::Distance => sigmoid(output),
            Objective::Margin => output,
        }
    }

    /// Returns a target as the other side sees it.
    fn other_side(&self, target: f32) -> f32 {
        match self.objective {
            Objective::Distance => 1.0 - target,
            Objective::Margin => -target,
        }
    }

    /// Returns the target of a certain result.
    fn certain(&self, result: i32) -> f32 {
        match self.objective {
            Objective::Distance => 0.5 + 0.5 * result.signum() as f32,
            Objective::Margin => (result * Score::UNIT) as f32 / self.unit as f32,
        }
    }
}

/// Returns a result for a side: the sign, or the margin in points.
pub fn result_for(outcome: Outcome, player: Player, objective: Objective) -> i32 {
    let size = if objective == Objective::Margin { i32::from(outcome.margin()) } else { 1 };
    outcome.winner().map_or(0, |winner| if winner == player { size } else { -size })
}

/// Returns the proven result of a value, if it is decided.
pub fn proven_result(value: &Value, objective: Objective) -> Option<i32> {
    match objective {
        Objective::Margin => value.is_exact().then(|| value.lower.number() / Score::UNIT),
        Objective::Distance if value.lower.is_win() => Some(1),
        Objective::Distance if value.upper.is_loss() => Some(-1),
        Objective::Distance => value.is_exact().then_some(0),
    }
}

impl PlayedGame {
    /// Returns the number of samples of the game.
    pub fn sample_count(&self) -> usize {
        self.plies.iter().filter(|ply| ply.target != PlyTarget::Skipped).count()
    }

    /// Returns the positions of the game before each of its moves.
    pub fn positions<V: Variant>(&self, variant: &V) -> Vec<V::Position> {
        let mut positions = Vec::with_capacity(self.plies.len());
        let mut position = variant.start();
        for ply in &self.plies {
            positions.push(position);
            let Some(mv) = position.legal_moves().nth(usize::from(ply.choice)) else { break };
            position.play_unchecked(mv);
        }
        positions
    }

    /// Returns the target of each of the first `count` positions, or `None` where it is not a
    /// sample or not wanted. `last_turn` is the side to move in the last of them.
    pub fn targets(
        &self,
        count: usize,
        last_turn: Option<Player>,
        targets: &Targets,
        is_wanted: &dyn Fn(usize) -> bool,
    ) -> Vec<Option<f32>> {
        // Backwards, from the result; from the exact result where it is known, and from the value of the
        // search where a random move followed, since what comes after it says nothing about the position.
        let mut outcome = self.result_target(targets, last_turn);
        let mut found = vec![None; count];
        for (number, (found, ply)) in found.iter_mut().zip(&self.plies).enumerate().rev() {
            match ply.target {
                PlyTarget::Explored(value) => outcome = targets.searched(value),
                PlyTarget::Proven(value) => outcome = targets.certain(value),
                _ => {}
            }
            *found = targets.of(ply.target, outcome).filter(|_| is_wanted(number));
            outcome = targets.other_side(outcome);
        }
        found
    }

    /// Returns the target of the result for the side to move in the last position.
    fn result_target(&self, targets: &Targets, last_turn: Option<Player>) -> f32 {
        let target = targets.certain(self.result);
        match last_turn {
            Some(Player::Second) => targets.other_side(target),
            _ => target,
        }
    }

    /// Creates a game from a record, with its result as the target of every move. A result that
    /// does not follow from the board, such as a resignation, says too little about positions and
    /// has no margin, so only games that ended by the rules or by repetition are used.
    pub fn from_record<V: Variant>(record: &Record<V>) -> Result<Self, NotUsed> {
        let finish = record.finish().ok_or(NotUsed::Unfinished)?;
        if !matches!(finish.reason, Reason::Rules | Reason::Repetition) {
            return Err(NotUsed::NotByRules);
        }
        if *record.start() != record.variant().start() {
            return Err(NotUsed::OtherStart);
        }
        let plies = record.moves().iter().zip(record.positions()).map(|(&mv, position)| {
            let choice = position.legal_moves().position(|other| other == mv)?;
            Some(Ply { choice: choice as u16, target: PlyTarget::Result })
        });
        let result = result_for(finish.outcome, Player::First, V::Position::OBJECTIVE);
        // The moves of a record are legal.
        let plies = plies.collect::<Option<_>>().ok_or(NotUsed::NotByRules)?;
        Ok(Self { plies, result })
    }

    /// Appends the game to a file of games.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.plies.len() as u16).to_le_bytes());
        out.extend(self.result.to_le_bytes());
        for ply in &self.plies {
            let (kind, value) = match ply.target {
                PlyTarget::Skipped => (0, 0),
                PlyTarget::Result => (1, 0),
                PlyTarget::Searched(value) => (2, value),
                PlyTarget::Proven(value) => (3, value),
                PlyTarget::Explored(value) => (4, value),
            };
            out.extend(ply.choice.to_le_bytes());
            out.push(kind);
            out.extend(value.to_le_bytes());
        }
    }

    /// Reads a game that [`write`](Self::write) wrote, and removes it from the bytes.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let plies = u16::from_le_bytes(take(bytes)?);
        let result = i32::from_le_bytes(take(bytes)?);
        let mut read_ply = || {
            let choice = u16::from_le_bytes(take(bytes)?);
            let [kind] = take(bytes)?;
            let value = i32::from_le_bytes(take(bytes)?);
            let target = match kind {
                0 => PlyTarget::Skipped,
                1 => PlyTarget::Result,
                2 => PlyTarget::Searched(value),
                3 => PlyTarget::Proven(value),
                4 => PlyTarget::Explored(value),
                _ => return None,
            };
            Some(Ply { choice, target })
        };
        let plies = (0..plies).map(|_| read_ply()).collect::<Option<_>>()?;
        Some(Self { plies, result })
    }
}

/// Removes the first bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_they_were_written() {
        let targets = [
            PlyTarget::Skipped,
            PlyTarget::Result,
            PlyTarget::Searched(-250),
            PlyTarget::Explored(70),
            PlyTarget::Proven(-1),
        ];
        let plies: Vec<Ply> = (0..).zip(targets).map(|(choice, target)| Ply { choice, target }).collect();
        let games = [PlayedGame { plies, result: -1 }, PlayedGame { plies: Vec::new(), result: 12 }];
        let mut bytes = Vec::new();
        for game in &games {
            game.write(&mut bytes);
        }
        let mut rest = bytes.as_slice();
        assert_eq!([PlayedGame::read(&mut rest), PlayedGame::read(&mut rest)], games.map(Some));
        assert!(rest.is_empty());
        for length in 0..bytes.len() - 1 {
            let mut cut = &bytes[..length];
            let read = [PlayedGame::read(&mut cut), PlayedGame::read(&mut cut)];
            assert!(read.contains(&None), "{length}");
        }
    }

    #[test]
    fn targets_mix_the_result_and_the_value() {
        let targets = Targets { objective: Objective::Distance, unit: 200, result_share: 0.25 };
        let of = |target, result| targets.of(target, targets.certain(result));
        assert_eq!(of(PlyTarget::Skipped, 1), None);
        assert_eq!(of(PlyTarget::Result, 1), Some(1.0));
        assert_eq!(of(PlyTarget::Proven(0), -1), Some(0.5));
        assert_eq!(of(PlyTarget::Searched(0), 1), Some(0.625));
        let targets = Targets { objective: Objective::Margin, unit: 1_000, ..targets };
        assert_eq!(
            targets.of(PlyTarget::Searched(2_000), targets.certain(-20)),
            Some(0.25 * -2.0 + 0.75 * 2.0)
        );
        assert_eq!(targets.of(PlyTarget::Proven(64), 0.0), Some(6.4));
    }

    #[test]
    fn the_result_counts_back_to_the_last_random_move() {
        let targets = Targets { objective: Objective::Distance, unit: 200, result_share: 0.5 };
        let ply = |target| Ply { choice: 0, target };
        let plies = [
            ply(PlyTarget::Searched(0)),
            ply(PlyTarget::Explored(10_000)),
            ply(PlyTarget::Searched(0)),
            ply(PlyTarget::Searched(0)),
        ];
        let game = PlayedGame { plies: plies.to_vec(), result: -1 };
        // The second player had won before its random move, and won in the end all the same.
        let found = game.targets(4, Some(Player::Second), &targets, &|_| true);
        assert_eq!(found, [0.25, 1.0, 0.25, 0.75].map(Some));
        let found = game.targets(4, Some(Player::Second), &targets, &|ply| ply != 2);
        assert_eq!(found, [Some(0.25), Some(1.0), None, Some(0.75)]);
        // An exact result counts instead of what the moves after it led to.
        let plies = [ply(PlyTarget::Searched(0)), ply(PlyTarget::Proven(1)), ply(PlyTarget::Searched(0))];
        let game = PlayedGame { plies: plies.to_vec(), result: -1 };
        let found = game.targets(3, Some(Player::First), &targets, &|_| true);
        assert_eq!(found, [0.25, 1.0, 0.25].map(Some));
    }
}
