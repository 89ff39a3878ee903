//! A tournament in progress: its game pairs and their results. `play` continues it.

mod live_boards;
mod play;

use std::collections::HashMap;

use plateau_core::{Message, Player};
use plateau_games::AnyVariant;
use plateau_play::ReportedError;

use crate::openings::Openings;
use crate::plan::Plan;
use crate::schedule::PairResult;
use crate::stats::{Pentanomial, Verdict};
use crate::store::{Pairing, Store, TournamentId};
use crate::stored_game::StoredGame;

/// Why [`Tournament::play`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentEnd {
    /// All games were played.
    Finished,
    /// The SPRT was decided.
    Decided(Verdict),
    /// The stop flag was set; the tournament can be resumed.
    Stopped,
}

/// The progress after a game.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game that just ended.
    pub game: &'a StoredGame,
    /// The number of games played, including those before a resumption.
    pub played: usize,
    /// The number of games of the tournament, as far as it is known.
    pub planned: usize,
}

/// Two games from the same opening with sides swapped.
#[derive(Clone, Debug)]
pub struct GamePair {
    /// The players and the opening.
    pub pairing: Pairing,
    /// The games played so far.
    pub games: [Option<StoredGame>; 2],
}

impl GamePair {
    /// Returns the half points of the first player, 0 to 4, once both games are played.
    pub fn half_points(&self) -> Option<u8> {
        let [Some(first), Some(second)] = &self.games else { return None };
        Some(first.half_points(Player::First) + second.half_points(Player::Second))
    }
}

/// A tournament in progress or finished.
#[derive(Debug)]
pub struct Tournament<'p> {
    plan: &'p Plan,
    variant: &'p dyn AnyVariant,
    id: TournamentId,
    openings: Openings,
    pairs: Vec<GamePair>,
    /// Games and pairings loaded from the store that are not part of `pairs` yet.
    stored_games: HashMap<(u64, u8), StoredGame>,
    stored_pairings: HashMap<u64, Pairing>,
    /// The number of games played.
    played: usize,
    /// The number of leading pairs that are complete and counted.
    counted: usize,
    pentanomial: Pentanomial,
    verdict: Option<Verdict>,
}

impl<'p> Tournament<'p> {
    /// Creates a tournament in a store, or resumes the one that the store holds.
    pub fn open(
        plan: &'p Plan,
        variant: &'p dyn AnyVariant,
        store: &mut Store,
        resume: bool,
    ) -> Result<Self, ReportedError> {
        let openings = plan.openings(variant)?;
        let id = store.create_or_resume(plan, openings.digest(), resume)?;
        let stored_games = store.games(id)?.into_iter().map(|game| ((game.pair, game.game), game)).collect();
        let stored_pairings =
            store.pairings(id)?.into_iter().map(|pairing| (pairing.number, pairing)).collect();
        Ok(Self {
            plan,
            variant,
            id,
            openings,
            pairs: Vec::new(),
            stored_games,
            stored_pairings,
            played: 0,
            counted: 0,
            pentanomial: Pentanomial::default(),
            verdict: None,
        })
    }

    /// Loads the games of a tournament from a store, for display only.
    pub fn load(
        plan: &'p Plan,
        variant: &'p dyn AnyVariant,
        store: &Store,
        id: TournamentId,
    ) -> Result<Self, Message> {
        let mut games: HashMap<_, _> =
            store.games(id)?.into_iter().map(|game| ((game.pair, game.game), game)).collect();
        let pair = |pairing: Pairing| {
            let games = [0, 1].map(|game| games.remove(&(pairing.number, game)));
            GamePair { pairing, games }
        };
        let pairs: Vec<GamePair> = store.pairings(id)?.into_iter().map(pair).collect();
        let mut tournament = Self {
            plan,
            variant,
            id,
            openings: Openings::default(),
            played: pairs.iter().flat_map(|pair| pair.games.iter().flatten()).count(),
            pairs,
            stored_games: HashMap::new(),
            stored_pairings: HashMap::new(),
            counted: 0,
            pentanomial: Pentanomial::default(),
            verdict: None,
        };
        tournament.count_complete_pairs();
        if tournament.verdict.is_some() {
            tournament.pairs.truncate(tournament.counted);
        }
        Ok(tournament)
    }

    /// Returns the plan.
    pub fn plan(&self) -> &'p Plan {
        self.plan
    }

    /// Returns the variant.
    pub fn variant(&self) -> &'p dyn AnyVariant {
        self.variant
    }

    /// Returns the started pairs that count, in order.
    pub fn pairs(&self) -> &[GamePair] {
        &self.pairs
    }

    /// Returns the pentanomial counts of the leading complete pairs, for the player of each
    /// pair that the plan lists first.
    pub fn pentanomial(&self) -> &Pentanomial {
        &self.pentanomial
    }

    /// Returns the verdict of the SPRT.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Returns the results of the complete pairs.
    pub fn pair_results(&self) -> Vec<PairResult> {
        let result = |pair: &GamePair| {
            Some(PairResult { players: pair.pairing.players, half_points: pair.half_points()? })
        };
        self.pairs.iter().filter_map(result).collect()
    }

    /// Returns whether no games are left to play.
    pub fn is_over(&self) -> bool {
        let all_played = || match self.plan.schedule.total_pairs() {
            Some(total) => self.counted == total,
            None => {
                self.counted == self.pairs.len()
                    && self.plan.schedule.next_pairings(&self.pair_results()).is_empty()
            }
        };
        self.verdict.is_some() || all_played()
    }

    /// Returns the number of games of the tournament, as far as it is known.
    pub fn planned_games(&self) -> usize {
        2 * self.plan.schedule.min_pairs(&self.started_pairings())
    }

    /// Returns the players of the started pairs.
    fn started_pairings(&self) -> Vec<[usize; 2]> {
        self.pairs.iter().map(|pair| pair.pairing.players).collect()
    }

    /// Returns the finished games.
    pub fn games(&self) -> impl Iterator<Item = &StoredGame> {
        self.pairs.iter().flat_map(|pair| pair.games.iter().flatten())
    }

    /// Returns the games loaded from the store that are not part of [`Tournament::games`]
    /// yet.
    pub fn stored_games(&self) -> impl Iterator<Item = &StoredGame> {
        self.stored_games.values()
    }

    /// Counts the leading complete pairs, up to the one that decides the SPRT.
    fn count_complete_pairs(&mut self) {
        while self.verdict.is_none()
            && let Some(half_points) = self.pairs.get(self.counted).and_then(GamePair::half_points)
        {
            let [a, b] = self.pairs[self.counted].pairing.players;
            self.pentanomial.add(if a < b { half_points } else { 4 - half_points });
            self.counted += 1;
            self.verdict = self.plan.sprt.and_then(|sprt| sprt.verdict(&self.pentanomial));
        }
    }
}
