//! Humans at the terminal as players of a match.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plateau_arena::Prompt;
use plateau_arena::plan::Plan;
use plateau_arena::player::{HumanMoveRequest, Reply};
use plateau_arena::stored_game::StoredGame;
use plateau_console::input::read_line;
use plateau_console::names;
use plateau_console::output::{self, wrap};
use plateau_core::{Lang, Message};
use plateau_draw::text::Style;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_search::Stop;
use plateau_tui::phrases::RESULT;
use plateau_tui::prompt::clock_text;
use plateau_tui::prompt_commands::{self, PromptCommand};

use super::phrases;

/// How often a prompt checks its deadline and the stop flag.
const TICK: Duration = Duration::from_millis(50);

/// The terminal of the human players. Boards go to standard error, moves come from standard
/// input.
#[derive(Clone)]
pub struct HumanPlayers {
    registry: Registry,
    variant: Arc<dyn AnyVariant>,
    /// Set when a human quits.
    stop: Stop,
    /// The typed lines. Reading starts with the first prompt.
    lines: Arc<Mutex<Option<Receiver<String>>>>,
    lang: Lang,
    style: Style,
}

impl HumanPlayers {
    /// Returns the human players of a plan, if there are any.
    pub fn new(registry: &Registry, plan: &Plan, stop: &Stop, lang: Lang) -> Result<Option<Self>, Message> {
        if !plan.players.iter().any(|player| player.spec().is_ok_and(|spec| spec.is_human())) {
            return Ok(None);
        }
        let variant = Arc::from(registry.variant(&plan.game)?);
        let (lines, style) = (Arc::default(), output::board_style());
        Ok(Some(Self { registry: *registry, variant, stop: stop.clone(), lines, lang, style }))
    }

    /// Shows how a game ended.
    pub fn show_result(&self, game: &StoredGame) {
        let Ok(record) = self.registry.record(&game.record) else { return };
        self.print_board(record.as_ref());
        if let Some(finish) = record.finish() {
            self.print(&RESULT.message().with("result", finish.message(self.variant.layout())));
        }
    }

    fn print(&self, message: &Message) {
        write(&format!("{}\n", message.render(self.lang)));
    }

    fn print_board(&self, record: &dyn AnyRecord) {
        let view = record.view();
        write(&format!("\n{}\n", output::board(self.variant.layout(), &view, self.style, self.lang)));
        for note in &view.notes {
            self.print(note);
        }
    }

    fn print_prompt(&self, request: &HumanMoveRequest<'_>) {
        let player = names::player(self.variant.layout(), request.record.turn(), self.lang);
        let left = request
            .deadline
            .zip(request.time_left)
            .map(|(deadline, left)| clock_text(left.min(deadline.saturating_duration_since(Instant::now()))));
        let message = match left {
            Some(left) => phrases::YOUR_MOVE_TIMED.message().with("left", left),
            None => phrases::YOUR_MOVE.message(),
        };
        write(&message.with("player", player).render(self.lang));
    }

    /// Returns the next typed line, `None` when the move is late or cancelled, and an error at
    /// the end of the input.
    fn next_line(&self, request: &HumanMoveRequest<'_>) -> Result<Option<String>, RecvTimeoutError> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = lines.get_or_insert_with(read_lines);
        loop {
            let is_late = request.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || request.stop.is_raised() {
                write("\n");
                return Ok(None);
            }
            match lines.recv_timeout(TICK) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(end) => return Err(end),
            }
        }
    }

    fn quit(&self) -> Reply {
        self.stop.raise();
        Reply::Quit
    }
}

impl Prompt for HumanPlayers {
    fn request_move(&mut self, request: &HumanMoveRequest<'_>) -> Option<Reply> {
        match request.error {
            Some(wrong) => self.print(wrong),
            None => self.print_board(request.record),
        }
        loop {
            self.print_prompt(request);
            let Ok(line) = self.next_line(request) else { return Some(self.quit()) };
            let line = line?;
            match prompt_commands::parse(&line) {
                None => return Some(Reply::Move(line)),
                Some((PromptCommand::Quit, _)) => return Some(self.quit()),
                Some((PromptCommand::Resign, _)) => return Some(Reply::Resign),
                Some((PromptCommand::Board, _)) => self.print_board(request.record),
                Some((PromptCommand::Moves, _)) => {
                    let moves = request.record.legal_moves();
                    for line in wrap(&moves, ";", output::width()) {
                        write(&format!("{line}\n"));
                    }
                }
                Some(_) => self.print(&phrases::PROMPT_HELP.message()),
            }
        }
    }
}

/// Writes to standard error. A terminal that is gone does not end the match.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Reads lines on a thread of its own, because a blocked read cannot be cancelled.
fn read_lines() -> Receiver<String> {
    let (send, lines) = mpsc::channel();
    thread::spawn(move || {
        while let Some(line) = read_line(&mut io::stdin().lock()) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
