//! A game at the prompt, move after move.

use std::io::{self, BufRead, Write};

use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_play::judgement;
use plateau_search::Limits;

use super::pictures::{PAGE, Pictures};
use super::{phrases, screen};
use crate::live::Live;
use crate::output::Trouble;
use crate::phrases::STOP_FINISHED;
use crate::reading::read_line;
use crate::{output, searched};

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
    /// The language of the words.
    pub lang: Lang,
}

impl Session<'_> {
    /// Plays to the end of the game, or of the input.
    pub fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Trouble> {
        let page = self.pictures.path(PAGE).display().to_string();
        let welcome = phrases::WELCOME.say().with("player", self.human.letter()).with("page", page);
        for line in output::wrap_words(&self.words(&welcome), output::width()) {
            writeln!(out, "{line}")?;
        }
        loop {
            self.pictures.show(self.variant, self.record.as_ref(), self.lang);
            self.live.show(self.record.as_ref());
            while let Some(news) = self.live.news() {
                writeln!(out, "{}", self.words(&news))?;
            }
            if let Some(finish) = self.record.finish() {
                writeln!(out, "\n{}", screen::board(self.variant, self.record.as_ref(), self.lang))?;
                let over = phrases::OVER.say().with("result", finish.message(self.variant.layout()));
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

    fn words(&self, message: &Message) -> String {
        message.render(self.lang)
    }

    /// Asks for a move until it is one; false when there is no more input.
    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<bool> {
        let record = self.record.as_ref();
        write!(out, "\n{}", screen::board(self.variant, record, self.lang))?;
        write!(out, "{}", screen::choice(self.variant, record, self.lang))?;
        let prompt = self.words(&phrases::ASK_MOVE.say().with("player", self.human.letter()));
        loop {
            write!(out, "{prompt}")?;
            out.flush()?;
            let Some(line) = read_line(input) else { return Ok(false) };
            if matches!(line.trim(), "quit" | "q") {
                return Ok(false);
            }
            match self.record.play(&line) {
                Ok(_) => return Ok(true),
                Err(error) => writeln!(out, "{}", self.words(&error.message()))?,
            }
        }
    }

    /// The computer's move.
    fn answer(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let record = self.record.as_mut();
        let found = self.engine.analyse(record, &self.limits, &mut |_| {}).map_err(Trouble::Engine)?;
        // It finds a move while the game goes on.
        let best = found.moves.first().ok_or_else(|| Trouble::Engine(STOP_FINISHED.say()))?;
        let value = judgement::value(record, &found.value, found.unit, self.lang);
        let plays = phrases::PLAYS
            .say()
            .with("player", record.turn().letter())
            .with("move", screen::algebraic(&best.mv))
            .with("value", value)
            .with("effort", searched::effort(&found));
        record.play(&best.mv).map_err(|error| Trouble::Engine(error.message()))?;
        for line in output::wrap_words(&plays.render(self.lang), output::width()) {
            writeln!(out, "{line}")?;
        }
        Ok(out.flush()?)
    }
}
