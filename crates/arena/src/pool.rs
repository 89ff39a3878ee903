//! The players of a match or a tournament: any of them, in any number of games at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use plateau_core::Message;
use plateau_games::Registry;
use plateau_search::Stop;

use crate::game::{Result as Outcome, Task};
use crate::host::Host;
use crate::plan::{Entrant, Plan};
use crate::player::Player;
use crate::referee::{Referee, Settings};
use crate::spec::PlayerSpec;

/// Players by their numbers.
pub struct Pool {
    specs: Vec<PlayerSpec>,
    settings: Settings,
    referee: Referee,
    /// Players that play no game now, for each spec.
    idle: Vec<Mutex<Vec<Player>>>,
    made: AtomicUsize,
}

impl Pool {
    /// Players by their names, for games of one variant; who can't play it, from
    /// openings if there are any, is told.
    pub fn new(
        registry: Registry,
        variant: &str,
        specs: Vec<PlayerSpec>,
        settings: Settings,
        openings: bool,
    ) -> Result<Self, Message> {
        let variant = registry.variant(variant)?;
        let mut idle = Vec::with_capacity(specs.len());
        for (slot, spec) in specs.iter().enumerate() {
            spec.fits(variant.as_ref(), openings)?;
            idle.push(Mutex::new(vec![Player::new(spec, &settings, slot)?]));
        }
        let referee = Referee::new(registry, settings.clone());
        Ok(Self { made: AtomicUsize::new(specs.len()), specs, settings, referee, idle })
    }

    /// The players of a tournament, under its terms.
    pub fn of(registry: Registry, plan: &Plan, settings: Settings) -> Result<Self, Message> {
        let specs = plan.players.iter().map(Entrant::spec).collect::<Result<_, _>>()?;
        let openings = plan.openings(&*registry.variant(&plan.game)?)?;
        Self::new(registry, &plan.game, specs, plan.terms.settings(settings), !openings.are_empty())
    }

    fn take(&self, number: usize) -> Option<Player> {
        let idle = self.idle.get(number)?.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.or_else(|| {
            let slot = self.made.fetch_add(1, Ordering::Relaxed);
            Player::new(&self.specs[number], &self.settings, slot).ok()
        })
    }

    fn give_back(&self, number: usize, player: Player) {
        self.idle[number].lock().unwrap_or_else(PoisonError::into_inner).push(player);
    }
}

impl Host for Pool {
    /// Nothing also when there is no such game.
    fn play(&self, task: &Task, stop: &Stop) -> Option<Outcome> {
        let [first, second] = task.players;
        let (mut a, mut b) = (self.take(first)?, self.take(second)?);
        let result = self.referee.play(task, [&mut a, &mut b], stop);
        self.give_back(first, a);
        self.give_back(second, b);
        result.ok()
    }
}
