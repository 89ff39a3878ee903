//! The game at the prompt.

use std::io::{self, BufRead, Write};

use plateau_console::input::read_line;
use plateau_console::live::LiveGame;
use plateau_console::output::{self, RunError};
use plateau_console::phrases::STOP_FINISHED;
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_play::runner::run_search;
use plateau_play::{PlayerSpec, value_text};
use plateau_search::Limits;

use super::pictures::{PAGE, Pictures};
use super::{phrases, screen};

/// A game between a human and an engine.
pub struct Game<'v> {
    /// The rules.
    pub variant: &'v dyn AnyVariant,
    /// The game so far.
    pub record: Box<dyn AnyRecord>,
    /// The side of the human.
    pub human: Player,
    /// The engine.
    pub engine: Box<dyn AnyEngine>,
    /// The limits of the engine.
    pub limits: Limits,
    /// The files that show the game.
    pub pictures: Pictures,
    /// Shows the game on a server.
    pub live: LiveGame,
    /// Both players.
    pub players: [PlayerSpec; 2],
    /// The language of the messages.
    pub lang: Lang,
}

impl Game<'_> {
    /// Plays to the end of the game or of the input.
    pub fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), RunError> {
        self.print(&phrases::WELCOME.message().with("player", self.human.letter()), out)?;
        let mut announced = false;
        loop {
            let page_written = self.pictures.write(self.variant, self.record.as_ref(), self.lang);
            if page_written && !announced {
                announced = true;
                let page = self.pictures.path(PAGE).display().to_string();
                self.print(&phrases::PAGE.message().with("page", page), out)?;
            }
            self.live.update(self.record.as_ref(), self.players.clone());
            while let Some(message) = self.live.next_message() {
                writeln!(out, "{}", self.text(&message))?;
            }
            if let Some(finish) = self.record.finish() {
                writeln!(out, "\n{}", screen::board(self.variant, self.record.as_ref(), self.lang))?;
                let over = phrases::OVER.message().with("result", finish.message(self.variant.layout()));
                writeln!(out, "{}", self.text(&over))?;
                return Ok(out.flush()?);
            }
            if self.record.turn() == self.human {
                if !self.human_turn(input, out)? {
                    // End the line of the prompt.
                    writeln!(out)?;
                    return Ok(out.flush()?);
                }
            } else {
                self.engine_turn(out)?;
            }
        }
    }

    /// Prints a message, wrapped to the terminal.
    fn print(&self, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        output::wrap_for_terminal(&self.text(message)).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn text(&self, message: &Message) -> String {
        message.render(self.lang)
    }

    /// Prompts until a move is legal. Returns false at the end of the input.
    fn human_turn(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<bool> {
        let record = self.record.as_ref();
        write!(out, "\n{}", screen::before_move(self.variant, record, self.lang))?;
        let prompt = self.text(&phrases::ASK_MOVE.message().with("player", self.human.letter()));
        loop {
            write!(out, "{prompt}")?;
            out.flush()?;
            let Some(line) = read_line(input) else { return Ok(false) };
            match line.trim() {
                "quit" | "q" => return Ok(false),
                "help" | "aide" | "?" => self.print(&phrases::HELP.message(), out)?,
                typed => match self.record.play(typed) {
                    Ok(_) => return Ok(true),
                    Err(error) => writeln!(out, "{}", self.text(&error.message()))?,
                },
            }
        }
    }

    fn engine_turn(&mut self, out: &mut dyn Write) -> Result<(), RunError> {
        let record = self.record.as_mut();
        let report = run_search(self.engine.as_mut(), record, &self.limits, &mut |_| {})
            .map_err(|error| RunError::Engine(error.message()))?;
        let analysis = report.analysis;
        // An unfinished game always has a move.
        let best = analysis.moves.first().ok_or_else(|| RunError::Engine(STOP_FINISHED.message()))?;
        let value = value_text::describe(record, &analysis.value, analysis.unit, self.lang);
        let plays = phrases::PLAYS
            .message()
            .with("player", record.turn().letter())
            .with("move", screen::algebraic(&best.mv))
            .with("value", value)
            .with("depth", analysis.depth)
            .with("nodes", plateau_draw::tree::node_count(analysis.nodes))
            .with("seconds", Argument::decimal(analysis.time.as_secs_f64(), 3));
        record.play(&best.mv).map_err(|error| RunError::Engine(error.message()))?;
        self.print(&plays, out)?;
        Ok(out.flush()?)
    }
}
