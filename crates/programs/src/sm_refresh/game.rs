//! The game at the prompt.

use std::io::{self, BufRead, Write};
use std::path;
use std::time::Duration;

use plateau_console::input::read_line;
use plateau_console::live::LiveGame;
use plateau_console::output::{self, RunError, print_error};
use plateau_console::phrases::STOP_FINISHED;
use plateau_console::prompt_commands::phrases::{HINT, NOTHING_TO_REDO, NOTHING_TO_UNDO};
use plateau_console::prompt_commands::{self, COMMANDS, PromptCommand};
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player, View};
use plateau_games::{AnyEngine, AnyVariant, EngineSpec};
use plateau_play::runner::run_search;
use plateau_play::{Session, value_text};
use plateau_search::{Limits, Settings};

use super::display::Display;
use super::pictures::{PAGE, Pictures};
use super::{NAME, phrases, screen};

/// The engine of hints.
const HINT_ENGINE: &str = "best";

/// Returns whether the game has a command.
pub fn is_supported(command: PromptCommand) -> bool {
    use PromptCommand::{Board, Help, Hint, Moves, Quit, Redo, Resign, Save, Undo};
    match command {
        Undo | Redo | Hint | Board | Help | Quit => true,
        // The legal moves are always listed.
        Moves | Save | Resign => false,
    }
}

/// A game between a human and an engine.
pub struct Game {
    /// The game so far.
    pub session: Session,
    /// The side of the human.
    pub human: Player,
    /// The engine.
    pub engine: Box<dyn AnyEngine>,
    /// The limits of the engine and of hints.
    pub limits: Limits,
    /// The files that show the game.
    pub pictures: Pictures,
    /// Shows the game on a server.
    pub live: LiveGame,
    /// The terminal.
    pub display: Display,
    /// The engine's last move and its search, if it moved last.
    pub engine_move: Option<String>,
    /// The language of the messages.
    pub lang: Lang,
}

/// What to do after a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

impl Game {
    /// Plays to the end of the game or of the input.
    pub fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), RunError> {
        self.notice(&phrases::WELCOME.message().with("player", self.human.letter()), out)?;
        let mut announced = false;
        loop {
            let page_written = self.write_pictures(out)?;
            if page_written && !announced {
                announced = true;
                let page = self.pictures.path(PAGE);
                let page = path::absolute(&page).unwrap_or(page).display().to_string();
                self.notice(&phrases::PAGE.message().with("page", page), out)?;
            }
            self.live.update(self.session.record(), self.session.players().clone());
            while let Some(message) = self.live.next_message() {
                self.notice(&message, out)?;
            }
            if let Some(finish) = self.session.finish() {
                let over = finish.message(self.variant().layout());
                let over = self.text(&phrases::OVER.message().with("result", over));
                return Ok(self.show_board(&over, out)?);
            }
            if self.session.record().turn() != self.human {
                self.engine_turn(out)?;
            } else if self.human_turn(input, out)? == Next::Quit {
                // End the line of the prompt.
                writeln!(out)?;
                return Ok(out.flush()?);
            }
        }
    }

    fn variant(&self) -> &dyn AnyVariant {
        self.session.variant().as_ref()
    }

    fn view(&self) -> View {
        self.session.record().view()
    }

    fn text(&self, message: &Message) -> String {
        message.render(self.lang)
    }

    fn notice(&mut self, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        let text = self.text(message);
        self.display.notice(&text, out)
    }

    /// Writes the files, reports an error, and returns whether the page was written.
    fn write_pictures(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let variant = self.session.variant().as_ref();
        let (page_written, error) = self.pictures.write(variant, self.session.record(), self.lang);
        match error.map(|error| self.text(&error)) {
            Some(error) if self.display.is_screen() => self.display.notice(&error, out)?,
            Some(error) => print_error(NAME, &error),
            None => {}
        }
        Ok(page_written)
    }

    /// Shows the board and a last line.
    fn show_board(&mut self, last_line: &str, out: &mut dyn Write) -> io::Result<()> {
        let view = self.view();
        let board = screen::board(self.variant(), &view, self.last_move(&view), self.lang);
        self.display.show(&board, last_line, out)
    }

    /// Returns the last move. A screen also shows the search of the engine; a stream has
    /// printed it.
    fn last_move(&self, view: &View) -> Option<String> {
        let searched = self.engine_move.clone().filter(|_| self.display.is_screen());
        searched.or_else(|| screen::last_move(view, self.lang))
    }

    /// Shows the board, what to play, and what can be typed.
    fn show_turn(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let view = self.view();
        let board = screen::before_move(self.variant(), &view, self.last_move(&view), self.lang);
        self.display.show(&board, &self.prompt_hint(&view), out)
    }

    fn prompt_hint(&self, view: &View) -> String {
        let names = COMMANDS.iter().filter(|(command, ..)| is_supported(*command));
        let names: Vec<&str> = names.map(|(_, name, _)| name.template(self.lang)).collect();
        let hint = phrases::PROMPT_HINT.message().with("move", screen::example(view));
        self.text(&hint.with("commands", names.join(", ")))
    }

    /// Prompts until the game changes or the input ends.
    fn human_turn(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Next> {
        self.show_turn(out)?;
        let prompt = self.text(&phrases::ASK_MOVE.message().with("player", self.human.letter()));
        loop {
            write!(out, "{prompt}")?;
            out.flush()?;
            let Some(line) = read_line(input) else { return Ok(Next::Quit) };
            self.display.clear_notices();
            let line = line.trim();
            let reply = match prompt_commands::parse(line).map(|(command, _)| command) {
                Some(PromptCommand::Quit) => return Ok(Next::Quit),
                Some(PromptCommand::Undo) if self.session.undo() => {
                    self.engine_move = None;
                    return Ok(Next::Continue);
                }
                Some(PromptCommand::Redo) if self.session.redo() => {
                    self.engine_move = None;
                    return Ok(Next::Continue);
                }
                Some(PromptCommand::Help) => {
                    self.show_help(out)?;
                    continue;
                }
                Some(PromptCommand::Board) => {
                    self.show_turn(out)?;
                    continue;
                }
                Some(PromptCommand::Undo) => self.text(&NOTHING_TO_UNDO.message()),
                Some(PromptCommand::Redo) => self.text(&NOTHING_TO_REDO.message()),
                Some(PromptCommand::Hint) => self.hint(),
                // The screen has the hint of the prompt already.
                None if line.is_empty() && self.display.is_screen() => String::new(),
                None if line.is_empty() => self.prompt_hint(&self.view()),
                _ => match self.session.play(line, Duration::ZERO) {
                    Ok(_) => return Ok(Next::Continue),
                    Err(error) => self.text(&error.message_to_mover()),
                },
            };
            self.display.notice(&reply, out)?;
            if self.display.is_screen() {
                self.show_turn(out)?;
            }
        }
    }

    /// Shows what can be typed: beside the board, or as lines of a stream.
    fn show_help(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.display.is_screen() {
            return write!(out, "{}", screen::help(self.lang, output::width()));
        }
        let view = self.view();
        let board = screen::board_with_help(self.variant(), &view, self.lang);
        self.display.show(&board, &self.prompt_hint(&view), out)
    }

    /// Searches the best move of the human.
    fn hint(&self) -> String {
        let record = self.session.record();
        let analysis = EngineSpec::parse(HINT_ENGINE)
            .and_then(|best| self.variant().engine(&best, Settings::default()))
            .and_then(|mut engine| {
                run_search(engine.as_mut(), record, &self.limits, &mut |_| {})
                    .map_err(|error| error.message())
            })
            .map(|report| report.analysis);
        let hint = analysis.and_then(|analysis| {
            let best = analysis.moves.first().ok_or_else(|| STOP_FINISHED.message())?;
            let value = value_text::describe(record, &best.value, analysis.unit, self.lang);
            Ok(HINT.message().with("move", screen::algebraic(&best.mv)).with("value", value))
        });
        self.text(&hint.unwrap_or_else(|reason| reason))
    }

    fn engine_turn(&mut self, out: &mut dyn Write) -> Result<(), RunError> {
        let turn = self.session.record().turn().letter();
        self.engine_move = None;
        if self.display.is_screen() {
            self.show_board(&self.text(&phrases::THINKING.message().with("player", turn)), out)?;
        }
        let record = self.session.record();
        let report = run_search(self.engine.as_mut(), record, &self.limits, &mut |_| {})
            .map_err(|error| RunError::Engine(error.message()))?;
        let analysis = report.analysis;
        // An unfinished game always has a move.
        let best = analysis.moves.first().ok_or_else(|| RunError::Engine(STOP_FINISHED.message()))?;
        let value = value_text::describe(record, &analysis.value, analysis.unit, self.lang);
        let plays = phrases::PLAYS
            .message()
            .with("player", turn)
            .with("move", screen::algebraic(&best.mv))
            .with("value", value)
            .with("depth", analysis.depth)
            .with("nodes", plateau_draw::tree::node_count(analysis.nodes))
            .with("seconds", Argument::decimal(analysis.time.as_secs_f64(), 3));
        let plays = self.text(&plays);
        self.session.play(&best.mv, report.elapsed).map_err(|error| RunError::Engine(error.message()))?;
        if !self.display.is_screen() {
            self.display.notice(&plays, out)?;
        }
        self.engine_move = Some(plays);
        Ok(out.flush()?)
    }
}
