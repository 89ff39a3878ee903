//! A person at the terminal, among the players of a match.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plateau_arena::Prompt;
use plateau_arena::plan::Plan;
use plateau_arena::player::{Question, Reply};
use plateau_arena::stored_game::StoredGame;
use plateau_core::{Lang, Message};
use plateau_draw::text::Style;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_search::Stop;

use super::phrases;
use plateau_console::input::read_line;
use plateau_console::output::{self, wrap};
use plateau_console::sides;
use plateau_tui::phrases::RESULT;
use plateau_tui::prompt::clock_text;
use plateau_tui::prompt_commands::{self as words, Word};

/// How often it is looked whether an answer is still wanted.
const TICK: Duration = Duration::from_millis(50);

/// Where people play: boards are on standard error, and moves come from standard input.
#[derive(Clone)]
pub struct Desk {
    registry: Registry,
    variant: Arc<dyn AnyVariant>,
    /// Raised by who leaves.
    stop: Stop,
    /// The lines that are typed, once anybody asks for them.
    lines: Arc<Mutex<Option<Receiver<String>>>>,
    lang: Lang,
    style: Style,
}

impl Desk {
    /// Where the people of a plan play, if there are any.
    pub fn of(registry: &Registry, plan: &Plan, stop: &Stop, lang: Lang) -> Result<Option<Self>, Message> {
        if !plan.players.iter().any(|player| player.spec().is_ok_and(|spec| spec.is_human())) {
            return Ok(None);
        }
        let variant = Arc::from(registry.variant(&plan.game)?);
        let (lines, style) = (Arc::default(), output::board_style());
        Ok(Some(Self { registry: *registry, variant, stop: stop.clone(), lines, lang, style }))
    }

    /// Shows how a game ended.
    pub fn over(&self, game: &StoredGame) {
        let Ok(record) = self.registry.record(&game.record) else { return };
        self.board(record.as_ref());
        if let Some(finish) = record.finish() {
            self.say(&RESULT.message().with("result", finish.message(self.variant.layout())));
        }
    }

    fn say(&self, message: &Message) {
        write(&format!("{}\n", message.render(self.lang)));
    }

    fn board(&self, record: &dyn AnyRecord) {
        let view = record.view();
        write(&format!("\n{}\n", output::board(self.variant.layout(), &view, self.style, self.lang)));
        for note in &view.notes {
            self.say(note);
        }
    }

    fn prompt(&self, question: &Question<'_>) {
        let player = sides::player(self.variant.layout(), question.record.turn(), self.lang);
        let left = question
            .deadline
            .zip(question.time_left)
            .map(|(deadline, left)| clock_text(left.min(deadline.saturating_duration_since(Instant::now()))));
        let message = match left {
            Some(left) => phrases::YOUR_MOVE_IN.message().with("left", left),
            None => phrases::YOUR_MOVE.message(),
        };
        write(&message.with("player", player).render(self.lang));
    }

    /// The next line that is typed; `None` when it is not wanted any more, and an error
    /// when there are no more.
    fn hear(&self, question: &Question<'_>) -> Result<Option<String>, RecvTimeoutError> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = lines.get_or_insert_with(typed);
        loop {
            let late = question.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || question.stop.is_raised() {
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

    fn leave(&self) -> Reply {
        self.stop.raise();
        Reply::Leave
    }
}

impl Prompt for Desk {
    fn ask(&mut self, question: &Question<'_>) -> Option<Reply> {
        match question.error {
            Some(error) => self.say(error),
            None => self.board(question.record),
        }
        loop {
            self.prompt(question);
            let Ok(line) = self.hear(question) else { return Some(self.leave()) };
            let line = line?;
            match words::read(&line) {
                None => return Some(Reply::Move(line)),
                Some((Word::Quit, _)) => return Some(self.leave()),
                Some((Word::Resign, _)) => return Some(Reply::Resign),
                Some((Word::Board, _)) => self.board(question.record),
                Some((Word::Moves, _)) => {
                    let moves = question.record.legal_moves();
                    for line in wrap(&moves, ";", output::width()) {
                        write(&format!("{line}\n"));
                    }
                }
                Some(_) => self.say(&phrases::WHAT_TO_TYPE.message()),
            }
        }
    }
}

/// A terminal that is gone is no reason to end the match: what can't be written is not
/// there.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Reads lines on a thread of its own: nothing can end a read that waits.
fn typed() -> Receiver<String> {
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
