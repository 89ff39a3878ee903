//! `plateau play`: a game between people and engines.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyVariant, Registry};
use plateau_play::{PlayerSpec, Session};
use plateau_search::Settings;

use crate::examples::Sample;
use plateau_console::args::whole;
use plateau_console::live::Watched;
use plateau_console::output::{Answer, board_style, to_output};
use plateau_console::position_args::Place;
use plateau_console::sides;
use plateau_tui::autosave::Keeper;
use plateau_tui::engine_limits::Thinking;
use plateau_tui::prompt::Lines;
use plateau_tui::screen;
use plateau_tui::screen::app::App;
use plateau_tui::{phrases, saved_games as files};

/// Play a game at the terminal
///
/// On a full screen, by mouse and keys; line by line where input or output is no
/// terminal. There people type moves, and `help` tells what else can be typed.
#[derive(Debug, Args)]
pub struct Play {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    place: Place,
    /// Who plays x, or black: human, or an engine such as best or level:3
    #[arg(long, value_name = "SPEC", default_value = "human")]
    first: String,
    /// Who plays o, or white
    #[arg(long, value_name = "SPEC", default_value = "level:3")]
    second: String,
    #[command(flatten)]
    thinking: Thinking,
    /// Dice of the engines that roll some: the same number, the same moves
    #[arg(long, value_parser = |text: &str| whole(text, &(0..=u64::MAX)))]
    seed: Option<u64>,
    /// Play line by line on a terminal too
    #[arg(long)]
    plain: bool,
    /// File that holds the game, written anew after each move; one that is there goes on
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// File of a game to go on with
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    watched: Watched,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, moves, .. } = sample;
    vec![
        format!("plateau play {game}"),
        format!("plateau play {game} --first level:5 --second human --save game.txt"),
        format!("plateau play {game} --live"),
        format!("plateau play {game} --moves \"{moves}\" --first best --second best"),
    ]
}

impl Play {
    /// The game, which begins when it is written out.
    pub fn answer(self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant: Arc<dyn AnyVariant> = registry.variant(&self.game)?.into();
        let record = match &self.load {
            Some(path) => files::load(registry, variant.as_ref(), path)?,
            None => self.place.open(variant.as_ref())?,
        };
        let (record, news) = match &self.save {
            None => (record, None),
            Some(path) => {
                let asked = self.load.is_some() || !self.place.is_start();
                let (record, found) = files::resume(registry, variant.as_ref(), path, record, asked)?;
                let news = || phrases::GOES_ON.message().with("file", path.display().to_string());
                (record, found.then(news))
            }
        };
        let keeper = Keeper::new(self.save, record.as_ref());
        // Without a seed no two games are alike.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let seats =
            [PlayerSpec::parse_builtin(&self.first, seed)?, PlayerSpec::parse_builtin(&self.second, seed)?];
        let style = board_style();
        let live = self.watched.begin(record.as_ref(), seats.clone(), lang);
        let session = Session::new(variant.clone(), record, seats, self.thinking.tc);
        if !self.plain && is_terminal() {
            let mut app = App::new(session, *registry, self.thinking, seed, (keeper, live), lang)?;
            if let Some(news) = &news {
                app.say(news);
            }
            return Ok(Answer::Runs(Box::new(move || screen::run(app, style))));
        }
        let engine = |player| session.player(player).create_engine(variant.as_ref(), Settings::default());
        let mut lines = Lines {
            engines: [engine(Player::First)?, engine(Player::Second)?],
            session,
            thinking: self.thinking,
            keeper,
            live,
            news,
            registry: *registry,
            title: sides::title(registry, variant.as_ref(), lang),
            lang,
            style,
            echo: !io::stdin().is_terminal(),
        };
        Ok(Answer::Runs(Box::new(move || to_output(|out| lines.run(&mut io::stdin().lock(), out)))))
    }
}

/// Whether there is a terminal to fill, with keys to read.
fn is_terminal() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}
