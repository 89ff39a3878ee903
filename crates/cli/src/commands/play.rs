//! `plateau play`: a game between humans and engines at the terminal.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use plateau_console::args::seed;
use plateau_console::live::LiveOption;
use plateau_console::names;
use plateau_console::output::{Output, board_style, has_full_screen, with_stdout};
use plateau_console::position_args::PositionArgs;
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyVariant, Registry};
use plateau_play::{PlayerSpec, Session};
use plateau_search::Settings;
use plateau_tui::autosave::Autosave;
use plateau_tui::engine_limits::EngineLimits;
use plateau_tui::prompt::PromptGame;
use plateau_tui::screen;
use plateau_tui::screen::app::App;
use plateau_tui::{phrases, saved_games};

use crate::examples::ExampleGames;

/// Play a game at the terminal
///
/// Uses the full screen, with mouse and keys, or a prompt where input or output is not a
/// terminal. At the prompt, type moves, or `help` for the other commands.
#[derive(Debug, Args)]
pub struct Play {
    /// Game, with options after a colon; `plateau games` lists them [default: a menu, on a terminal]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Player of x, or black: human, or an engine such as best or level:3
    #[arg(long, value_name = "SPEC", default_value = "human")]
    first: String,
    /// Player of o, or white
    #[arg(long, value_name = "SPEC", default_value = "level:3")]
    second: String,
    #[command(flatten)]
    limits: EngineLimits,
    /// Seed of randomised engines; equal seeds give equal games [default: random]
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
    /// Use the prompt on a terminal, too
    #[arg(long)]
    plain: bool,
    /// Save the game to this file after each move, and resume it if it exists
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue the game in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    live: LiveOption,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let tictactoe = games.get("tictactoe");
    vec![
        format!("plateau play {}", games.id("connect4")),
        format!("plateau play {} --first level:5 --second human --save game.txt", games.id("othello")),
        format!("plateau play {} --live", games.id("supermorpion")),
        format!("plateau play {} --moves \"{}\" --first best --second best", tictactoe.game, tictactoe.moves),
    ]
}

impl Play {
    /// Returns the variant to play. On a terminal, a menu asks for the game, and the first one
    /// is behind it.
    fn variant(&self, registry: &Registry) -> Result<Box<dyn AnyVariant>, Message> {
        let can_ask = self.position.is_default() && self.load.is_none() && self.save.is_none();
        match (&self.game, registry.games().first()) {
            (Some(game), _) => Ok(registry.variant(game)?),
            (None, Some(first)) if can_ask && !self.plain && has_full_screen() => {
                Ok(registry.variant(first.id)?)
            }
            (None, first) => {
                Err(phrases::NO_GAME.message().with("example", first.map_or("GAME", |game| game.id)))
            }
        }
    }

    /// Sets up the game, which starts when the output runs.
    pub fn run(self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let variant: Arc<dyn AnyVariant> = self.variant(registry)?.into();
        let record = match &self.load {
            Some(path) => saved_games::load(registry, variant.as_ref(), path)?,
            None => self.position.record(variant.as_ref())?,
        };
        let (record, notice) = match &self.save {
            None => (record, None),
            Some(path) => {
                let requested = self.load.is_some() || !self.position.is_default();
                let (record, resumed) =
                    saved_games::resume(registry, variant.as_ref(), path, record, requested)?;
                let notice = || phrases::RESUMED.message().with("file", path.display().to_string());
                (record, resumed.then(notice))
            }
        };
        let autosave = Autosave::new(self.save, record.as_ref());
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let players =
            [PlayerSpec::parse_builtin(&self.first, seed)?, PlayerSpec::parse_builtin(&self.second, seed)?];
        let style = board_style();
        let live = self.live.start(record.as_ref(), players.clone(), lang);
        let session = Session::new(variant.clone(), record, players, self.limits.tc);
        if !self.plain && has_full_screen() {
            let mut app = App::new(session, *registry, self.limits, seed, (autosave, live), lang)?;
            if self.game.is_none() {
                app.open_game_menu();
            }
            if let Some(notice) = &notice {
                app.show_status(notice);
            }
            return Ok(Output::Run(Box::new(move || screen::run(app, style))));
        }
        let engine = |player| session.player(player).create_engine(variant.as_ref(), Settings::default());
        let mut game = PromptGame {
            engines: [engine(Player::First)?, engine(Player::Second)?],
            session,
            limits: self.limits,
            autosave,
            live,
            notice,
            registry: *registry,
            title: names::game_title(registry, variant.as_ref(), lang),
            lang,
            style,
            echo: !io::stdin().is_terminal(),
        };
        Ok(Output::Run(Box::new(move || with_stdout(|out| game.run(&mut io::stdin().lock(), out)))))
    }
}
