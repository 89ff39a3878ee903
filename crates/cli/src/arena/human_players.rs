//! Humans at the terminal as players of a match.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plateau_arena::Prompt;
use plateau_arena::plan::Plan;
use plateau_arena::player::{HumanMoveRequest, Reply};
use plateau_arena::stored_game::StoredGame;
use plateau_console::input::read_line;
use plateau_console::names;
use plateau_console::output::{self, wrap};
use plateau_console::prompt_commands::{self, PromptCommand};
use plateau_core::{Lang, Message};
use plateau_draw::text::Style;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_search::Stop;
use plateau_tui::phrases::RESULT;
use plateau_tui::prompt::clock_text;

use super::phrases;

/// How often a prompt checks its deadline and the stop flag.
const TICK: Duration = Duration::from_millis(50);

/// How long the first prompt of a game waits for the result of the game before.
const RESULT_TIMEOUT: Duration = Duration::from_secs(2);

/// The games at the terminal.
#[derive(Default)]
struct Games {
    /// The number of games that a human was asked to move in.
    started: usize,
    /// The number of games whose result was shown.
    shown: usize,
    /// The ply of the last prompt, if that game continues.
    last_ply: Option<usize>,
}

/// The terminal of the human players. Boards go to standard error, moves come from standard
/// input.
#[derive(Clone)]
pub struct HumanPlayers {
    registry: Registry,
    variant: Arc<dyn AnyVariant>,
    /// Stops the match.
    stop: Stop,
    /// Set when a human quits.
    has_quit: Stop,
    /// The typed lines. Reading starts with the first prompt.
    lines: Arc<Mutex<Option<Receiver<String>>>>,
    /// A game is played and its result shown by different threads.
    games: Arc<(Mutex<Games>, Condvar)>,
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
        let (lines, games, style) = (Arc::default(), Arc::default(), output::board_style());
        let (stop, has_quit) = (stop.clone(), Stop::new());
        Ok(Some(Self { registry: *registry, variant, stop, has_quit, lines, games, lang, style }))
    }

    /// Shows how a game ended.
    pub fn show_result(&self, game: &StoredGame) {
        if let Ok(record) = self.registry.record(&game.record) {
            self.print_board(record.as_ref());
            if let Some(finish) = record.finish() {
                self.print(&RESULT.message().with("result", finish.message(self.variant.layout())));
            }
        }
        let (games, changed) = &*self.games;
        games.lock().unwrap_or_else(PoisonError::into_inner).shown += 1;
        changed.notify_all();
    }

    /// Waits, at the first prompt of a game, until the result of the game before is shown.
    fn wait_for_last_result(&self, ply: usize) {
        let (games, changed) = &*self.games;
        let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
        if games.last_ply.replace(ply).is_some_and(|last| ply > last) {
            return;
        }
        let is_missing = |games: &mut Games| games.shown < games.started;
        let waited = changed.wait_timeout_while(games, RESULT_TIMEOUT, is_missing);
        let (mut games, _) = waited.unwrap_or_else(PoisonError::into_inner);
        games.started += 1;
    }

    /// Records that the game ends here, by resignation or on time: the next prompt belongs to
    /// another game.
    fn end_game(&self) {
        self.games.0.lock().unwrap_or_else(PoisonError::into_inner).last_ply = None;
    }

    fn print(&self, message: &Message) {
        write(&format!("{}\n", message.render(self.lang)));
    }

    fn print_board(&self, record: &dyn AnyRecord) {
        let view = record.view();
        write(&format!("\n{}\n", output::board(self.variant.layout(), &view, self.style, self.lang)));
        for note in &view.notes {
            self.print(note.to_mover());
        }
    }

    fn print_prompt(&self, request: &HumanMoveRequest<'_>) {
        let (layout, turn) = (self.variant.layout(), request.record.turn());
        let player = names::player_and_piece(layout, turn, self.style.unicode, self.lang);
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

    /// Returns whether a human ended the match, by `quit` or the end of the input.
    pub fn has_quit(&self) -> bool {
        self.has_quit.is_raised()
    }

    fn quit(&self) -> Reply {
        self.has_quit.raise();
        self.stop.raise();
        Reply::Quit
    }
}

impl Prompt for HumanPlayers {
    fn request_move(&mut self, request: &HumanMoveRequest<'_>) -> Option<Reply> {
        if let Some(wrong) = request.error {
            self.print(wrong);
        } else {
            self.wait_for_last_result(request.record.ply());
            self.print_board(request.record);
        }
        loop {
            self.print_prompt(request);
            let Ok(line) = self.next_line(request) else {
                // The prompt has its own line.
                write("\n");
                return Some(self.quit());
            };
            let Some(line) = line else {
                self.end_game();
                return None;
            };
            match prompt_commands::parse(&line) {
                None => return Some(Reply::Move(line)),
                Some((PromptCommand::Quit, _)) => return Some(self.quit()),
                Some((PromptCommand::Resign, _)) => {
                    self.end_game();
                    return Some(Reply::Resign);
                }
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
