//! The players of a match or a tournament, shared by any number of concurrent games.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use plateau_core::Message;
use plateau_games::Registry;
use plateau_search::Stop;

use crate::game::{GameResult, Task};
use crate::game_runner::GameRunner;
use crate::plan::{Entrant, Plan};
use crate::player::{Player, PromptFactory};
use crate::player_spec::{PlayerKind, PlayerSpec};
use crate::referee::{GameError, Referee, Settings};

/// A pool of players. A player of the pool that is busy in another game is duplicated.
pub struct PlayerPool {
    registry: Registry,
    specs: Vec<PlayerSpec>,
    settings: Settings,
    prompts: Option<PromptFactory>,
    referee: Referee,
    /// Idle players of each spec.
    idle: Vec<Mutex<Vec<Player>>>,
    created: AtomicUsize,
}

impl PlayerPool {
    /// Creates a pool of engines and programs for one variant. Fails if a player does not
    /// support the variant, or not with openings.
    pub fn new(
        registry: Registry,
        variant: &str,
        specs: Vec<PlayerSpec>,
        settings: Settings,
        openings: bool,
    ) -> Result<Self, Message> {
        Self::unchecked(registry, specs, settings).checked(variant, openings)
    }

    /// Creates the players of a tournament with its settings. Human players need `prompts`.
    pub fn for_plan(
        registry: Registry,
        plan: &Plan,
        settings: Settings,
        prompts: Option<PromptFactory>,
    ) -> Result<Self, Message> {
        let specs = plan.players.iter().map(Entrant::spec).collect::<Result<Vec<_>, _>>()?;
        let openings = plan.openings(&*registry.variant(&plan.game)?)?;
        specs.iter().try_for_each(|spec| spec.check_control(plan.control))?;
        // Commands are relative to the directory of the tournament file, as openings are.
        let directory = Some(plan.directory.clone()).filter(|directory| directory != Path::new(""));
        let settings = Settings { directory, ..plan.settings.apply_to(settings) };
        let pool = Self::unchecked(registry, specs, settings);
        Self { prompts, ..pool }.checked(&plan.game, !openings.is_empty())
    }

    fn unchecked(registry: Registry, specs: Vec<PlayerSpec>, settings: Settings) -> Self {
        let idle = specs.iter().map(|_| Mutex::default()).collect();
        let referee = Referee::new(registry, settings.clone());
        Self { registry, specs, settings, prompts: None, referee, idle, created: AtomicUsize::new(0) }
    }

    /// Creates one player of each spec, so that errors are reported before the first game.
    fn checked(self, variant: &str, openings: bool) -> Result<Self, Message> {
        let variant = self.registry.variant(variant)?;
        for (index, spec) in self.specs.iter().enumerate() {
            spec.check_variant(variant.as_ref(), openings)?;
            spec.check_program(self.settings.directory.as_deref())?;
            self.release(index, self.create(index)?);
        }
        Ok(self)
    }

    fn create(&self, index: usize) -> Result<Player, Message> {
        let spec = &self.specs[index];
        match (&spec.kind, &self.prompts) {
            (PlayerKind::Human, Some(prompts)) => Ok(Player::human(spec.name.as_str(), prompts())),
            _ => Player::new(spec, &self.settings, self.created.fetch_add(1, Ordering::Relaxed)),
        }
    }

    fn acquire(&self, index: usize) -> Result<Player, Message> {
        let idle = self.idle[index].lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.create(index), Ok)
    }

    fn release(&self, index: usize, player: Player) {
        self.idle[index].lock().unwrap_or_else(PoisonError::into_inner).push(player);
    }
}

impl GameRunner for PlayerPool {
    fn play(
        &self,
        task: &Task,
        stop: &Stop,
        on_move: &dyn Fn(&str),
    ) -> Result<Option<GameResult>, Message> {
        let [first, second] = task.players;
        let (mut a, mut b) = (self.acquire(first)?, self.acquire(second)?);
        let result = self.referee.play(task, [&mut a, &mut b], stop, on_move);
        self.release(first, a);
        self.release(second, b);
        match result {
            Ok(result) => Ok(Some(result)),
            Err(GameError::Stopped) => Ok(None),
            Err(GameError::Unplayable(message)) => Err(message),
        }
    }
}
