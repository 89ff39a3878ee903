//! A game on a full screen: [`app`] is what happens, [`input`] what a person
//! does, [`draw`] what is seen, and here is the terminal.

use std::io;
use std::panic;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::layout::Position;

pub mod app;
mod draw;
mod input;
mod phrases;
mod selection;
mod signals;
#[cfg(test)]
mod tests;
mod text_field;
mod worker;

use plateau_console::output::Trouble;

use app::{App, Wish};
use signals::Screen;

/// How often the screen is looked at when nothing happens on it.
const PAUSE: Duration = Duration::from_millis(50);

/// Plays a game on the whole terminal, which is given back as it was.
pub fn run(app: App, style: plateau_draw::text::Style) -> Result<(), Trouble> {
    // A panic must not leave the mouse captured; ratatui gives back the rest
    // before it hands on to this.
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |reason| {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        told(reason);
    }));
    let screen = Screen::default();
    let mut terminal = ratatui::try_init().map_err(Trouble::Terminal)?;
    let played = signals::listen(&screen)
        .and_then(|()| execute!(io::stdout(), EnableMouseCapture))
        .map_err(Trouble::Terminal)
        .and_then(|()| play(&mut terminal, app, style, &screen));
    let _held = screen.hold();
    give_back();
    played
}

/// Gives the terminal back as it was. One that is gone needs nothing.
fn give_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture, Show);
    let _ = ratatui::try_restore();
}

fn play(
    terminal: &mut DefaultTerminal,
    mut app: App,
    style: plateau_draw::text::Style,
    screen: &Screen,
) -> Result<(), Trouble> {
    loop {
        app.tick().map_err(|error| Trouble::Engine(error.message()))?;
        let held = screen.hold();
        terminal.draw(|frame| draw::draw(frame, &mut app, style)).map_err(Trouble::Terminal)?;
        drop(held);
        let mut wait = PAUSE;
        while event::poll(wait).map_err(Trouble::Terminal)? {
            handle(&mut app, &event::read().map_err(Trouble::Terminal)?);
            wait = Duration::ZERO;
        }
        match std::mem::replace(&mut app.wish, Wish::Stay) {
            Wish::Stay => {}
            Wish::Quit => return Ok(()),
            Wish::Interrupt => return Err(Trouble::Interrupted),
            Wish::Suspend => suspend(terminal, screen).map_err(Trouble::Terminal)?,
        }
    }
}

/// Gives the terminal back until the program is told to go on.
fn suspend(terminal: &mut DefaultTerminal, screen: &Screen) -> io::Result<()> {
    let _held = screen.hold();
    give_back();
    signals::stop()?;
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    terminal.clear()
}

fn handle(app: &mut App, event: &Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => app.key(*key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            app.click(Position::new(mouse.column, mouse.row));
        }
        _ => {}
    }
}
