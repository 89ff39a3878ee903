//! A game on the full screen. [`app`] is its state, `controls` handles keys and clicks,
//! `draw` draws, and this module drives the terminal.

use std::io;
use std::panic;
use std::time::Duration;

use plateau_console::output::RunError;
use plateau_draw::text::Style;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::layout::Position;

pub mod app;
mod background_engine;
mod board;
mod controls;
mod dialogs;
mod draw;
mod game_menu;
mod move_input;
mod panel;
mod phrases;
mod selection;
mod signals;
#[cfg(test)]
mod tests;
mod text_field;

use app::{App, ExitRequest};
use signals::ScreenLock;

/// The time between frames when there is no input.
const FRAME: Duration = Duration::from_millis(50);

/// Plays a game on the full screen and restores the terminal.
pub fn run(app: App, style: Style) -> Result<(), RunError> {
    // ratatui's panic hook restores the rest of the terminal before it calls this one.
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        default_hook(info);
    }));
    let lock = ScreenLock::default();
    let mut terminal = ratatui::try_init().map_err(RunError::Terminal)?;
    let played = signals::restore_on_signal(&lock, app.services.programs.clone())
        .and_then(|()| execute!(io::stdout(), EnableMouseCapture, Hide))
        .map_err(RunError::Terminal)
        .and_then(|()| play(&mut terminal, app, style, &lock));
    let _guard = lock.lock();
    restore_terminal();
    played
}

/// Restores the terminal. Errors are ignored: the terminal may be gone.
fn restore_terminal() {
    let _ = execute!(io::stdout(), DisableMouseCapture, Show);
    let _ = ratatui::try_restore();
}

fn play(
    terminal: &mut DefaultTerminal,
    mut app: App,
    style: Style,
    lock: &ScreenLock,
) -> Result<(), RunError> {
    loop {
        app.tick().map_err(|error| RunError::Engine(error.message()))?;
        let guard = lock.lock();
        terminal.draw(|frame| draw::draw(frame, &mut app, style)).map_err(RunError::Terminal)?;
        drop(guard);
        let mut timeout = FRAME;
        while event::poll(timeout).map_err(RunError::Terminal)? {
            handle_event(&mut app, &event::read().map_err(RunError::Terminal)?);
            timeout = Duration::ZERO;
        }
        match app.exit_request.take() {
            None => {}
            Some(ExitRequest::Quit) => return app.services.autosave.finish().map_err(RunError::Unsaved),
            Some(ExitRequest::Interrupt) => return Err(RunError::Interrupted),
            Some(ExitRequest::Suspend) => suspend(terminal, lock).map_err(RunError::Terminal)?,
        }
    }
}

/// Restores the terminal and stops the program until it is continued.
fn suspend(terminal: &mut DefaultTerminal, lock: &ScreenLock) -> io::Result<()> {
    let _guard = lock.lock();
    restore_terminal();
    signals::stop_process()?;
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
    terminal.clear()
}

fn handle_event(app: &mut App, event: &Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => app.key(*key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            app.click(Position::new(mouse.column, mouse.row));
        }
        _ => {}
    }
}
