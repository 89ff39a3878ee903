//! The players of a match or a tournament: any of them, in any number of games at once.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use plateau_core::Message;
use plateau_games::Registry;
use plateau_search::Stop;

use crate::game::{Result as Outcome, Task};
use crate::host::Host;
use crate::plan::{Entrant, Plan};
use crate::player::{People, Player};
use crate::referee::{Halt, Referee, Settings};
use crate::spec::{PlayerKind, PlayerSpec};

/// Players by their numbers.
pub struct Pool {
    registry: Registry,
    specs: Vec<PlayerSpec>,
    settings: Settings,
    people: Option<People>,
    referee: Referee,
    /// Players that play no game now, for each spec.
    idle: Vec<Mutex<Vec<Player>>>,
    made: AtomicUsize,
}

impl Pool {
    /// Engines and programs by their names, for games of one variant; who can't play it,
    /// from openings if there are any, is told.
    pub fn new(
        registry: Registry,
        variant: &str,
        specs: Vec<PlayerSpec>,
        settings: Settings,
        openings: bool,
    ) -> Result<Self, Message> {
        Self::unchecked(registry, specs, settings).checked(variant, openings)
    }

    /// The players of a tournament, under its terms; people too, if there are any.
    pub fn of(
        registry: Registry,
        plan: &Plan,
        settings: Settings,
        people: Option<People>,
    ) -> Result<Self, Message> {
        let specs = plan.players.iter().map(Entrant::spec).collect::<Result<Vec<_>, _>>()?;
        let openings = plan.openings(&*registry.variant(&plan.game)?)?;
        let hears = |spec: &PlayerSpec| spec.hears(plan.control);
        specs.iter().try_for_each(hears)?;
        // Programs run where openings are read: beside the file.
        let directory = Some(plan.directory.clone()).filter(|directory| directory != Path::new(""));
        let settings = Settings { directory, ..plan.terms.settings(settings) };
        let pool = Self::unchecked(registry, specs, settings);
        Self { people, ..pool }.checked(&plan.game, !openings.are_empty())
    }

    fn unchecked(registry: Registry, specs: Vec<PlayerSpec>, settings: Settings) -> Self {
        let idle = specs.iter().map(|_| Mutex::default()).collect();
        let referee = Referee::new(registry, settings.clone());
        Self { registry, specs, settings, people: None, referee, idle, made: AtomicUsize::new(0) }
    }

    /// Makes one of each, so that who can't play is told before any game.
    fn checked(self, variant: &str, openings: bool) -> Result<Self, Message> {
        let variant = self.registry.variant(variant)?;
        for (number, spec) in self.specs.iter().enumerate() {
            spec.fits(variant.as_ref(), openings)?;
            spec.is_there(self.settings.directory.as_deref())?;
            self.give_back(number, self.make(number)?);
        }
        Ok(self)
    }

    fn make(&self, number: usize) -> Result<Player, Message> {
        let spec = &self.specs[number];
        match (&spec.kind, &self.people) {
            (PlayerKind::Human, Some(people)) => Ok(Player::human(spec.name.as_str(), people())),
            _ => Player::new(spec, &self.settings, self.made.fetch_add(1, Ordering::Relaxed)),
        }
    }

    fn take(&self, number: usize) -> Result<Player, Message> {
        let idle = self.idle[number].lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.make(number), Ok)
    }

    fn give_back(&self, number: usize, player: Player) {
        self.idle[number].lock().unwrap_or_else(PoisonError::into_inner).push(player);
    }
}

impl Host for Pool {
    fn play(&self, task: &Task, stop: &Stop, moved: &dyn Fn(&str)) -> Result<Option<Outcome>, Message> {
        let [first, second] = task.players;
        let (mut a, mut b) = (self.take(first)?, self.take(second)?);
        let result = self.referee.play(task, [&mut a, &mut b], stop, moved);
        self.give_back(first, a);
        self.give_back(second, b);
        match result {
            Ok(result) => Ok(Some(result)),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Wrong(message)) => Err(message),
        }
    }
}
