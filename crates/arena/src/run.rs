//! A tournament as far as it was played: its pairs of games, and what they count. `play`
//! goes on with it, several games at once, each result kept before it counts.

mod gallery;
mod play;

use std::collections::HashMap;

use plateau_core::{Message, Player};
use plateau_games::AnyVariant;

use crate::kept::Kept;
use crate::openings::Openings;
use crate::plan::Plan;
use crate::schedule::Met;
use crate::stats::{Pairs, Verdict};
use crate::store::{Id, Paired, Store};

/// Why a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All was played.
    Finished,
    /// Its test was decided.
    Decided(Verdict),
    /// Somebody stopped it; it can go on.
    Stopped,
}

/// What is told while a tournament goes on.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// The game that was played.
    pub game: &'a Kept,
    /// Games that were played, those before a resumption included.
    pub played: usize,
    /// Games that will have been played, as far as that is known.
    pub planned: usize,
}

/// Two games with sides swapped, from the same opening.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What was to be played.
    pub paired: Paired,
    /// What was played of it.
    pub games: [Option<Kept>; 2],
}

impl Pair {
    /// The half points of the first player once both games are played: 0 to 4.
    pub fn half_points(&self) -> Option<u8> {
        let [Some(first), Some(second)] = &self.games else { return None };
        Some(first.half_points(Player::First) + second.half_points(Player::Second))
    }
}

/// A tournament that is played, or was.
#[derive(Debug)]
pub struct Tournament<'p> {
    plan: &'p Plan,
    variant: &'p dyn AnyVariant,
    id: Id,
    openings: Openings,
    pairs: Vec<Pair>,
    /// Games that a store held, and pairs, until their turn comes.
    stored: HashMap<(u64, u8), Kept>,
    stored_pairs: HashMap<u64, Paired>,
    /// How many games were played.
    played: usize,
    /// Pairs before this one are complete and counted.
    settled: usize,
    counts: Pairs,
    verdict: Option<Verdict>,
}

impl<'p> Tournament<'p> {
    /// A tournament, with what a store holds of it.
    pub fn open(
        plan: &'p Plan,
        variant: &'p dyn AnyVariant,
        store: &mut Store,
        resume: bool,
    ) -> Result<Self, Message> {
        let openings = plan.openings(variant)?;
        let id = store.begin(plan, openings.digest(), resume)?;
        let stored = store.games(id)?.into_iter().map(|game| ((game.pair, game.game), game)).collect();
        let stored_pairs = store.pairs(id)?.into_iter().map(|pair| (pair.number, pair)).collect();
        Ok(Self {
            plan,
            variant,
            id,
            openings,
            pairs: Vec::new(),
            stored,
            stored_pairs,
            played: 0,
            settled: 0,
            counts: Pairs::default(),
            verdict: None,
        })
    }

    /// A tournament as far as a store holds it, to look at.
    pub fn kept(plan: &'p Plan, variant: &'p dyn AnyVariant, store: &Store, id: Id) -> Result<Self, Message> {
        let mut games: HashMap<_, _> =
            store.games(id)?.into_iter().map(|game| ((game.pair, game.game), game)).collect();
        let pair = |paired: Paired| {
            let games = [0, 1].map(|game| games.remove(&(paired.number, game)));
            Pair { paired, games }
        };
        let pairs: Vec<Pair> = store.pairs(id)?.into_iter().map(pair).collect();
        let mut tournament = Self {
            plan,
            variant,
            id,
            openings: Openings::default(),
            played: pairs.iter().flat_map(|pair| pair.games.iter().flatten()).count(),
            pairs,
            stored: HashMap::new(),
            stored_pairs: HashMap::new(),
            settled: 0,
            counts: Pairs::default(),
            verdict: None,
        };
        tournament.settle();
        if tournament.verdict.is_some() {
            tournament.pairs.truncate(tournament.settled);
        }
        Ok(tournament)
    }

    /// Its plan.
    pub fn plan(&self) -> &'p Plan {
        self.plan
    }

    /// The rules played by.
    pub fn variant(&self) -> &'p dyn AnyVariant {
        self.variant
    }

    /// The pairs that were begun and count, in their order.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The results of complete pairs, in their order and without gaps, for the player of
    /// each pair that the plan lists first.
    pub fn counts(&self) -> &Pairs {
        &self.counts
    }

    /// What its test found.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The results of complete pairs.
    pub fn met(&self) -> Vec<Met> {
        let met = |pair: &Pair| Some(Met { players: pair.paired.players, half_points: pair.half_points()? });
        self.pairs.iter().filter_map(met).collect()
    }

    /// Whether there is nothing left to play.
    pub fn is_over(&self) -> bool {
        let all = || match self.plan.schedule.total() {
            Some(total) => self.settled == total,
            None => self.settled == self.pairs.len() && self.plan.schedule.next(&self.met()).is_empty(),
        };
        self.verdict.is_some() || all()
    }

    /// Games that will have been played, as far as that is known.
    pub fn planned(&self) -> usize {
        2 * self.plan.schedule.planned(&self.begun())
    }

    /// Who meets in the pairs that were begun.
    fn begun(&self) -> Vec<[usize; 2]> {
        self.pairs.iter().map(|pair| pair.paired.players).collect()
    }

    /// The games that were played.
    pub fn games(&self) -> impl Iterator<Item = &Kept> {
        self.pairs.iter().flat_map(|pair| pair.games.iter().flatten())
    }

    /// The games that a store held and that are not among the others yet.
    pub fn stored(&self) -> impl Iterator<Item = &Kept> {
        self.stored.values()
    }

    /// Counts the pairs that are complete, in their order, up to the one that decides
    /// the test.
    fn settle(&mut self) {
        while self.verdict.is_none()
            && let Some(half_points) = self.pairs.get(self.settled).and_then(Pair::half_points)
        {
            let [a, b] = self.pairs[self.settled].paired.players;
            self.counts.add(if a < b { half_points } else { 4 - half_points });
            self.settled += 1;
            self.verdict = self.plan.sprt.and_then(|sprt| sprt.verdict(&self.counts));
        }
    }
}
