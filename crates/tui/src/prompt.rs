//! A game line by line: the board, then a prompt for a move. For scripts, pipes and simple
//! terminals.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use plateau_console::input::read_line;
use plateau_console::live::LiveGame;
use plateau_console::names;
use plateau_console::output::{self, RunError, wrap_moves};
use plateau_console::phrases::{FIELD, IN_HAND};
use plateau_console::prompt_commands::{self, PromptCommand, is_yes};
use plateau_core::{Lang, Message, Player};
use plateau_draw::text::Style;
use plateau_games::EngineSpec;
use plateau_games::{AnyEngine, Registry};
use plateau_play::runner::run_search;
use plateau_play::{PlayerSpec, Session, value_text};
use plateau_search::Settings;

use crate::autosave::Autosave;
use crate::engine_limits::EngineLimits;
use crate::move_message::move_message;
use crate::programs::Programs;
use crate::{phrases, saved_games};

/// A game at the prompt.
pub struct PromptGame {
    /// The game.
    pub session: Session,
    /// The engines of the players that are engines.
    pub engines: [Option<Box<dyn AnyEngine>>; 2],
    /// Runs the players that are programs.
    pub programs: Programs,
    /// The limits of the engines.
    pub limits: EngineLimits,
    /// Saves the game after each move.
    pub autosave: Autosave,
    /// Shows the game on a server.
    pub live: LiveGame,
    /// A message to print before the first move.
    pub notice: Option<Message>,
    /// All games, to load saved ones.
    pub registry: Registry,
    /// The title of the game.
    pub title: String,
    /// The language of the messages.
    pub lang: Lang,
    /// The style of the board.
    pub style: Style,
    /// Whether to print the input, which no terminal does.
    pub echo: bool,
}

/// What to do after a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

impl PromptGame {
    /// Plays to the end of the game or of the input.
    pub fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), RunError> {
        for line in output::wrap_for_terminal(&self.introduction().render(self.lang)) {
            writeln!(out, "{line}")?;
        }
        if let Some(notice) = self.notice.take() {
            self.print(out, &notice)?;
        }
        if let Some(error) = self.autosave.error() {
            self.print(out, error)?;
        }
        loop {
            while let Some(message) = self.live.next_message() {
                self.print(out, &message)?;
            }
            self.print_board(Duration::ZERO, out)?;
            if let Some(finish) = self.session.finish() {
                let result = finish.message(self.session.variant().layout());
                self.print(out, &phrases::RESULT.message().with("result", result))?;
                break;
            }
            let next = match self.session.player_to_move().clone() {
                PlayerSpec::Human => self.human_turn(input, out)?,
                player => self.engine_turn(&player, input, out)?,
            };
            if next == Next::Quit {
                break;
            }
            self.live.update(self.session.record(), self.session.players().clone());
            self.autosave.save(self.session.record());
            if let Some(error) = self.autosave.error() {
                self.print(out, error)?;
            }
        }
        out.flush()?;
        self.autosave.finish().map_err(RunError::Unsaved)
    }

    fn introduction(&self) -> Message {
        let layout = self.session.variant().layout();
        let name = |player| names::legend(layout, player, self.style.unicode, self.lang);
        let label = |player| self.session.player(player).label();
        phrases::INTRODUCTION
            .message()
            .with("title", self.title.as_str())
            .with("first", name(Player::First))
            .with("a", label(Player::First))
            .with("second", name(Player::Second))
            .with("b", label(Player::Second))
    }

    fn print(&self, out: &mut dyn Write, message: &Message) -> io::Result<()> {
        writeln!(out, "{}", message.render(self.lang))
    }

    /// Prints the board, the counts, the clocks and notes on the position. `elapsed` is the
    /// time that the side to move has used for this move.
    fn print_board(&self, elapsed: Duration, out: &mut dyn Write) -> io::Result<()> {
        let (layout, unicode) = (self.session.variant().layout(), self.style.unicode);
        let view = self.session.record().view();
        write!(out, "\n{}\n", output::board(layout, &view, self.style, self.lang))?;
        let mut field = |name: Message, content: Message| {
            let name = FIELD.message().with("name", name).render(self.lang);
            writeln!(out, "{name} {}", content.render(self.lang))
        };
        if let Some(tally) = view.tally {
            field(tally.what.message(), names::both_players(layout, tally.counts, unicode, self.lang))?;
        }
        if let Some(in_hand) = view.in_hand {
            field(IN_HAND.message(), names::both_players(layout, in_hand, unicode, self.lang))?;
        }
        let left = |player| {
            let running = if player == view.turn { elapsed } else { Duration::ZERO };
            self.session.time_left(player).map(|left| left.saturating_sub(running))
        };
        if let [Some(first), Some(second)] = Player::BOTH.map(left) {
            let clocks = [first, second].map(clock_text);
            field(phrases::CLOCKS.message(), names::both_players(layout, clocks, unicode, self.lang))?;
        }
        let is_addressed = self.session.is_single_human(view.turn);
        let notes = view.notes.iter();
        let mut notes = notes.map(|note| if is_addressed { note.to_mover() } else { &note.text });
        notes.try_for_each(|note| self.print(out, note))
    }

    fn engine_turn(
        &mut self,
        player: &PlayerSpec,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Next, RunError> {
        out.flush()?;
        let turn = self.session.record().turn();
        let Some(engine) = &mut self.engines[turn.index()] else { return Ok(Next::Quit) };
        let limits = self.limits.for_move(player, &self.session);
        let started = Instant::now();
        let report = match run_search(engine.as_mut(), self.session.record(), &limits, &mut |_| {}) {
            Ok(report) => report,
            Err(error) if player.engine_spec().is_some() => return Err(RunError::Engine(error.message())),
            Err(_) if self.session.flag_if_late(started.elapsed()) => return Ok(Next::Continue),
            Err(error) => return self.program_failed(player, error.message(), input, out),
        };
        if self.session.flag_if_late(report.elapsed) {
            return Ok(Next::Continue);
        }
        let best = report.analysis.moves.first().map_or("", |best| &best.mv);
        let played =
            self.session.play(best, report.elapsed).map_err(|error| RunError::Engine(error.into()))?;
        let player = self.session.variant().layout().player(turn);
        let message = move_message(player, &played, &report.analysis, report.elapsed);
        writeln!(out, "{}", names::sentence(&message, self.lang))?;
        Ok(Next::Continue)
    }

    /// Says why a program has not moved, and prompts until it should try again or the game
    /// has changed. Typed moves are refused: a script must not move for the program. Without
    /// a human, or at the end of the input, the failure ends the program; the game is saved
    /// up to here.
    fn program_failed(
        &mut self,
        player: &PlayerSpec,
        reason: Message,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Next, RunError> {
        let turn = self.session.record().turn();
        if !self.session.has_human() {
            return Err(RunError::Program(reason));
        }
        self.print(out, &reason)?;
        loop {
            write!(out, "{}", phrases::PROGRAM_FAILED.template(self.lang))?;
            let Some(line) = self.read_line(input, out)? else {
                out.flush()?;
                return Err(RunError::Program(reason));
            };
            let has_changed = match prompt_commands::parse(&line) {
                Some((PromptCommand::Resign, _)) => self.session.resign_side(turn.other()),
                Some((PromptCommand::Quit, _)) => return Ok(Next::Quit),
                Some((command, argument)) => self.execute(command, argument, Duration::ZERO, input, out)?,
                None if line.is_empty() => true,
                None => {
                    self.print(out, &phrases::PROGRAMS_TURN.message().with("player", player.to_string()))?;
                    false
                }
            };
            if has_changed {
                return Ok(Next::Continue);
            }
        }
    }

    /// Prompts until the game has changed or the input ends.
    fn human_turn(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Next> {
        let started = Instant::now();
        loop {
            write!(out, "{}", self.prompt().render(self.lang))?;
            let Some(line) = self.read_line(input, out)? else { return Ok(Next::Quit) };
            let elapsed = started.elapsed();
            if self.session.flag_if_late(elapsed) {
                return Ok(Next::Continue);
            }
            match prompt_commands::parse(&line) {
                Some((PromptCommand::Quit, _)) => return Ok(Next::Quit),
                Some((command, argument)) => {
                    if self.execute(command, argument, elapsed, input, out)? {
                        return Ok(Next::Continue);
                    }
                }
                None if line.is_empty() => self.print(out, &self.what_to_type())?,
                None => match self.session.play(&line, elapsed) {
                    Ok(_) => return Ok(Next::Continue),
                    Err(error) => self.print(out, &error.message_to_mover())?,
                },
            }
        }
    }

    /// Returns the prompt. A single human is addressed directly.
    fn prompt(&self) -> Message {
        let turn = self.session.record().turn();
        let (layout, unicode) = (self.session.variant().layout(), self.style.unicode);
        if self.session.is_single_human(turn) {
            let player = names::player_and_piece(layout, turn, unicode, self.lang);
            phrases::YOUR_TURN.message().with("player", player)
        } else {
            let player = names::player(layout, turn, unicode, self.lang);
            phrases::PROMPT.message().with("player", player)
        }
    }

    fn read_line(&self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Option<String>> {
        out.flush()?;
        let line = read_line(input).map(|line| line.trim().to_owned());
        match &line {
            Some(line) if self.echo => writeln!(out, "{line}")?,
            Some(_) => {}
            None => writeln!(out)?,
        }
        Ok(line)
    }

    /// Executes a command other than `quit`. Returns whether the game has changed.
    fn execute(
        &mut self,
        command: PromptCommand,
        argument: &str,
        elapsed: Duration,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        match command {
            PromptCommand::Undo if self.session.undo() => return Ok(true),
            PromptCommand::Redo if self.session.redo() => return Ok(true),
            PromptCommand::Resign => return Ok(self.session.resign(elapsed)),
            PromptCommand::Undo => self.print(out, &phrases::NOTHING_TO_UNDO.message())?,
            PromptCommand::Redo => self.print(out, &phrases::NOTHING_TO_REDO.message())?,
            PromptCommand::Hint => self.print_hint(out)?,
            PromptCommand::Moves => self.print_moves(out)?,
            PromptCommand::Board => self.print_board(elapsed, out)?,
            PromptCommand::Save => self.save_as(argument, input, out)?,
            PromptCommand::Help | PromptCommand::Quit => self.print_help(out)?,
        }
        Ok(false)
    }

    fn print_hint(&self, out: &mut dyn Write) -> io::Result<()> {
        let record = self.session.record();
        let best = EngineSpec::parse("best")
            .and_then(|best| self.session.variant().engine(&best, Settings::default()))
            .and_then(|mut engine| {
                let limits = self.limits.for_hint();
                run_search(engine.as_mut(), record, &limits, &mut |_| {}).map_err(|error| error.message())
            })
            .map(|report| report.analysis);
        match best.as_ref().map(|analysis| (analysis.moves.first(), analysis.unit)) {
            Ok((Some(best), unit)) => {
                let value = value_text::describe(record, &best.value, unit, self.lang);
                let hint = phrases::HINT.message().with("move", best.mv.as_str()).with("value", value);
                self.print(out, &hint)
            }
            Ok((None, _)) => Ok(()),
            Err(reason) => self.print(out, reason),
        }
    }

    fn print_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        let moves = self.session.record().legal_moves();
        wrap_moves(&moves, output::width()).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn save_as(&mut self, file: &str, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        if file.is_empty() {
            return self.print(out, &phrases::SAVE_NEEDS_NAME.message());
        }
        let (path, record) = (Path::new(file), self.session.record());
        if saved_games::would_overwrite(&self.registry, self.session.variant().as_ref(), path, record) {
            write!(out, "{}", phrases::CONFIRM_OVERWRITE.message().with("file", file).render(self.lang))?;
            if !self.read_line(input, out)?.is_some_and(|answer| is_yes(&answer)) {
                return self.print(out, &phrases::NOT_SAVED.message());
            }
        }
        let message = match saved_games::save(path, record) {
            Ok(()) => phrases::SAVED.message().with("file", file),
            Err(error) => error.into(),
        };
        self.print(out, &message)
    }

    /// Returns what an empty line is answered with.
    fn what_to_type(&self) -> Message {
        phrases::TYPE_A_MOVE.message().with("move", self.example_move())
    }

    fn example_move(&self) -> String {
        self.session.record().legal_moves().into_iter().next().unwrap_or_default()
    }

    fn print_help(&self, out: &mut dyn Write) -> io::Result<()> {
        self.print(out, &phrases::HELP_MOVE.message().with("move", self.example_move()))?;
        write!(out, "{}", prompt_commands::help(|_| true, self.lang))
    }
}

/// Formats a clock in minutes and seconds.
pub fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
