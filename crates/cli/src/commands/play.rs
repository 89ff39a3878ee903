//! `plateau play`: a game between humans and engines at the terminal.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use plateau_console::args::seed;
use plateau_console::game_args::GameArgs;
use plateau_console::live::LiveOption;
use plateau_console::names;
use plateau_console::output::{Output, board_style, has_full_screen, with_stdout};
use plateau_console::position_args::file_name;
use plateau_core::{Lang, Message, Player};
use plateau_games::Registry;
use plateau_play::{PlayerSpec, ReportedError, Session};
use plateau_tui::autosave::Autosave;
use plateau_tui::engine_limits::EngineLimits;
use plateau_tui::programs::Programs;
use plateau_tui::prompt::PromptGame;
use plateau_tui::screen;
use plateau_tui::screen::app::{App, Services};
use plateau_tui::{phrases, saved_games};

use crate::ask::Questions;
use crate::examples::ExampleGames;
use crate::program_players::ProgramPlayers;

/// Play a game at the terminal
///
/// Uses the full screen, with mouse and keys, or a prompt where input or output is not a
/// terminal. At the prompt, type moves, or `help` for the other commands. On a terminal, a
/// menu offers the games if you name none.
#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    game: GameArgs,
    /// Ask for the size and the other options of the game
    #[arg(long, requires = "game", conflicts_with_all = ["load", "position"])]
    ask: bool,
    /// Player of x, or black: human, an engine such as best or level:3, or a program as PROTOCOL!COMMAND, quoted: 'oneshot!python3 bot.py'
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
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    save: Option<PathBuf>,
    #[command(flatten)]
    live: LiveOption,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let tictactoe = games.get("tictactoe");
    vec![
        format!("plateau play {}", games.id("connect4")),
        format!("plateau play {} --first level:5 --second human --save game.txt", games.id("othello")),
        format!("plateau play {} --ask", games.id("morpion4")),
        format!("plateau play {} --second 'ugi!plateau engine'", games.id("achi")),
        format!("plateau play {} --live", games.id("supermorpion")),
        format!("plateau play {} --moves \"{}\" --first best --second best", tictactoe.game, tictactoe.moves),
    ]
}

impl Play {
    /// Returns whether a menu asks for the game: on a terminal, if nothing names one. A game
    /// chosen there must not overwrite a file.
    fn opens_menu(&self) -> bool {
        let is_named = self.game.game.is_some() || self.game.has_position() || self.save.is_some();
        !is_named && !self.plain && has_full_screen()
    }

    /// Sets up the game, which starts when the output runs.
    pub fn run(mut self, registry: &Registry, lang: Lang) -> Result<Output, ReportedError> {
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let player = |spec: &str| Ok::<_, Message>(PlayerSpec::parse(spec)?.with_seed(seed));
        let players = [player(&self.first)?, player(&self.second)?];
        if let Some(path) = &self.save {
            saved_games::can_save(path)?;
        }
        let echo = !io::stdin().is_terminal();
        if let Some(name) = self.game.game.as_mut().filter(|_| self.ask) {
            let (mut input, mut out) = (io::stdin().lock(), io::stdout());
            let mut questions = Questions { input: &mut input, out: &mut out, echo, lang };
            *name = questions.ask_options(registry, name)?;
        }
        let opens_menu = self.opens_menu();
        if opens_menu {
            // The game behind the menu.
            self.game.game = registry.games().first().map(|game| game.id.to_owned());
        }
        let (variant, record) = self.game.open(registry)?;
        let (record, notice) = match &self.save {
            None => (record, None),
            Some(path) => {
                let requested = self.game.has_position();
                let (record, resumed) =
                    saved_games::resume(registry, variant.as_ref(), path, record, requested)?;
                let notice = || phrases::RESUMED.message().with("file", path.display().to_string());
                (record, resumed.then(notice))
            }
        };
        let autosave = Autosave::new(self.save, record.as_ref());
        let style = board_style();
        let running = ProgramPlayers::new(&players, &self.limits, seed)?;
        let programs = running.as_ref().map_or_else(Programs::default, |running| running.programs.clone());
        let live = self.live.start(record.as_ref(), players.clone(), lang);
        let session = Session::new(variant.clone(), record, players, self.limits.tc);
        if !self.plain && has_full_screen() {
            let services = Services { autosave, live, programs };
            let mut app = App::new(session, *registry, self.limits, seed, services, lang)?;
            if opens_menu {
                app.open_game_menu();
            }
            if let Some(notice) = &notice {
                app.show_status(notice);
            }
            return Ok(Output::Run(Box::new(move || {
                let _running = running;
                screen::run(app, style)
            })));
        }
        let engine = |player| programs.create_engine(session.player(player), &variant);
        let mut game = PromptGame {
            engines: [engine(Player::First)?, engine(Player::Second)?],
            programs,
            session,
            limits: self.limits,
            autosave,
            live,
            notice,
            registry: *registry,
            title: names::game_title(registry, variant.as_ref(), lang),
            lang,
            style,
            echo,
        };
        Ok(Output::Run(Box::new(move || {
            let running = running;
            running.iter().for_each(ProgramPlayers::end_on_signal);
            let played = with_stdout(|out| game.run(&mut io::stdin().lock(), out));
            // The engines end their programs before what is left is killed.
            drop(game);
            drop(running);
            played
        })))
    }
}
