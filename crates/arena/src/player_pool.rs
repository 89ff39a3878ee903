//! The players of a match or a tournament, shared by any number of concurrent games.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use plateau_core::Message;
use plateau_games::Registry;
use plateau_play::{PlayerSpec, io_error};
use plateau_search::Stop;

use crate::game::{GameResult, Task};
use crate::game_runner::GameRunner;
use crate::phrases;
use crate::plan::{Entrant, Plan};
use crate::player::{Player, PromptFactory};
use crate::process::find_program;
use crate::protocol::check_control;
use crate::referee::{GameError, Referee};
use crate::settings::Settings;

/// A pool of players. A player of the pool that is busy in another game is duplicated.
pub struct PlayerPool {
    registry: Registry,
    players: Vec<(String, PlayerSpec)>,
    settings: Settings,
    prompts: Option<PromptFactory>,
    referee: Referee,
    /// Idle instances of each player.
    idle: Vec<Mutex<Vec<Player>>>,
    created: AtomicUsize,
}

impl PlayerPool {
    /// Creates a pool of engines and programs, named by their specs, for one variant. Fails if
    /// a player does not support the variant, or cannot start from openings when `openings` is set.
    pub fn new(
        registry: Registry,
        variant: &str,
        specs: Vec<PlayerSpec>,
        settings: Settings,
        openings: bool,
    ) -> Result<Self, Message> {
        let players = specs.into_iter().map(|spec| (spec.to_string(), spec)).collect();
        Self::unchecked(registry, players, settings).checked(variant, openings)
    }

    /// Creates the players of a tournament with its settings. Human players need `prompts`.
    pub fn for_plan(
        registry: Registry,
        plan: &Plan,
        settings: Settings,
        prompts: Option<PromptFactory>,
    ) -> Result<Self, Message> {
        let player = |entrant: &Entrant| Ok((entrant.name.clone(), entrant.spec()?));
        let players = plan.players.iter().map(player).collect::<Result<Vec<_>, Message>>()?;
        let openings = plan.openings(&*registry.variant(&plan.game)?)?;
        players.iter().try_for_each(|(_, spec)| check_control(spec, plan.control))?;
        // Commands are relative to the directory of the tournament file, as openings are.
        let directory = Some(plan.directory.clone()).filter(|directory| directory != Path::new(""));
        let settings = Settings { directory, ..plan.settings.apply_to(settings) };
        let pool = Self::unchecked(registry, players, settings);
        Self { prompts, ..pool }.checked(&plan.game, !openings.is_empty())
    }

    fn unchecked(registry: Registry, players: Vec<(String, PlayerSpec)>, settings: Settings) -> Self {
        let idle = players.iter().map(|_| Mutex::default()).collect();
        let referee = Referee::new(registry, settings.clone());
        Self { registry, players, settings, prompts: None, referee, idle, created: AtomicUsize::new(0) }
    }

    /// Creates one instance of each player, so that errors are reported before the first game.
    fn checked(self, variant: &str, openings: bool) -> Result<Self, Message> {
        let variant = self.registry.variant(variant)?;
        for (index, (name, spec)) in self.players.iter().enumerate() {
            spec.check_variant(variant.as_ref(), openings)?;
            check_program(name, spec, self.settings.directory.as_deref())?;
            self.release(index, self.create(index)?);
        }
        Ok(self)
    }

    fn create(&self, index: usize) -> Result<Player, Message> {
        let (name, spec) = &self.players[index];
        match (spec, &self.prompts) {
            (PlayerSpec::Human, Some(prompts)) => Ok(Player::human(name, prompts())),
            _ => Player::new(name, spec, &self.settings, self.created.fetch_add(1, Ordering::Relaxed)),
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
    fn play(&self, task: &Task, stop: &Stop, on_move: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
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

/// Returns an error if the program of a player does not exist, relative to a directory.
pub(crate) fn check_program(name: &str, spec: &PlayerSpec, directory: Option<&Path>) -> Result<(), Message> {
    let PlayerSpec::Program { command, .. } = spec else { return Ok(()) };
    let program = command.first().map(String::as_str).unwrap_or_default();
    find_program(program, directory).map_err(|error| {
        let current = || std::env::current_dir().unwrap_or_default();
        let directory = directory.map_or_else(current, Path::to_owned).display().to_string();
        let message = phrases::PROGRAM_NOT_FOUND.message().with("name", name).with("program", program);
        message.with("directory", directory).with("reason", io_error::reason(&error))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_programs_are_reported() {
        let check = |text: &str| check_program(text, &PlayerSpec::parse(text).unwrap(), Some(Path::new("/")));
        assert_eq!(
            check("ugi!./no-such-bot").unwrap_err().to_string(),
            "cannot start the program of 'ugi!./no-such-bot': ./no-such-bot in /: no such file or directory"
        );
        assert_eq!(check("ugi!bin/sh"), Ok(()));
        assert_eq!(check("level:3"), Ok(()));
    }
}
