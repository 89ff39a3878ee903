//! A game at the prompt, move after move.

use std::io::{self, BufRead, Write};

use plateau_console::input::read_line;
use plateau_console::live::Live;
use plateau_console::output::{self, Trouble};
use plateau_console::phrases::STOP_FINISHED;
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_play::{PlayerSpec, value_text};
use plateau_search::Limits;

use super::pictures::{PAGE, Pictures};
use super::{phrases, screen};

/// A game between a person and the computer.
pub struct Session<'v> {
    /// The rules.
    pub variant: &'v dyn AnyVariant,
    /// The game so far.
    pub record: Box<dyn AnyRecord>,
    /// The person's side.
    pub human: Player,
    /// The computer.
    pub engine: Box<dyn AnyEngine>,
    /// What the computer may use.
    pub limits: Limits,
    /// The files that show the game.
    pub pictures: Pictures,
    /// Those who watch it on the page, if there are any.
    pub live: Live,
    /// Who plays, as they are told.
    pub players: [PlayerSpec; 2],
    /// The language of the words.
    pub lang: Lang,
}

impl Session<'_> {
    /// Plays to the end of the game, or of the input.
    pub fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Trouble> {
        self.tell(&phrases::WELCOME.message().with("player", self.human.letter()), out)?;
        let mut announced = false;
        loop {
            let seen = self.pictures.show(self.variant, self.record.as_ref(), self.lang);
            if seen && !announced {
                announced = true;
                let page = self.pictures.path(PAGE).display().to_string();
                self.tell(&phrases::PAGE.message().with("page", page), out)?;
            }
            self.live.show(self.record.as_ref(), self.players.clone());
            while let Some(news) = self.live.news() {
                writeln!(out, "{}", self.words(&news))?;
            }
            if let Some(finish) = self.record.finish() {
                writeln!(out, "\n{}", screen::board(self.variant, self.record.as_ref(), self.lang))?;
                let over = phrases::OVER.message().with("result", finish.message(self.variant.layout()));
                writeln!(out, "{}", self.words(&over))?;
                return Ok(out.flush()?);
            }
            if self.record.turn() == self.human {
                if !self.ask(input, out)? {
                    // The prompt ends as a line, like any other.
                    writeln!(out)?;
                    return Ok(out.flush()?);
                }
            } else {
                self.answer(out)?;
            }
        }
    }

    /// Says something on lines that fit.
    fn tell(&self, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        output::wrapped(&self.words(message)).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn words(&self, message: &Message) -> String {
        message.render(self.lang)
    }

    /// Asks for a move until it is one; false when there is no more input.
    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<bool> {
        let record = self.record.as_ref();
        write!(out, "\n{}", screen::turn(self.variant, record, self.lang))?;
        let prompt = self.words(&phrases::ASK_MOVE.message().with("player", self.human.letter()));
        loop {
            write!(out, "{prompt}")?;
            out.flush()?;
            let Some(line) = read_line(input) else { return Ok(false) };
            match line.trim() {
                "quit" | "q" => return Ok(false),
                "help" | "aide" | "?" => self.tell(&phrases::HELP.message(), out)?,
                typed => match self.record.play(typed) {
                    Ok(_) => return Ok(true),
                    Err(error) => writeln!(out, "{}", self.words(&error.message()))?,
                },
            }
        }
    }

    /// The computer's move.
    fn answer(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let record = self.record.as_mut();
        let found = self.engine.analyse(record, &self.limits, &mut |_| {}).map_err(Trouble::Engine)?;
        // It finds a move while the game goes on.
        let best = found.moves.first().ok_or_else(|| Trouble::Engine(STOP_FINISHED.message()))?;
        let value = value_text::describe(record, &found.value, found.unit, self.lang);
        let plays = phrases::PLAYS
            .message()
            .with("player", record.turn().letter())
            .with("move", screen::algebraic(&best.mv))
            .with("value", value)
            .with("depth", found.depth)
            .with("nodes", plateau_draw::tree::nodes(found.nodes))
            .with("seconds", Argument::decimal(found.time.as_secs_f64(), 3));
        record.play(&best.mv).map_err(|error| Trouble::Engine(error.message()))?;
        self.tell(&plays, out)?;
        Ok(out.flush()?)
    }
}
