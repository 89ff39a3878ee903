//! Programs that fail, played by a stand-in.

use std::sync::Arc;

use plateau_core::{Message, phrases};
use plateau_games::{AnyEngine, AnyRecord};
use plateau_search::{Analysis, Limits};
use ratatui::crossterm::event::KeyCode;

use super::{app, draw_screen, key, press, wait};
use crate::programs::Programs;

phrases! {
    /// Why it does not move.
    FAILED = "test.failed", "the bot exited (code 3)", "le bot s'est arrêté (code 3)";
}

/// A program that never moves.
struct Failing;

impl AnyEngine for Failing {
    fn analyse(
        &mut self,
        _: &dyn AnyRecord,
        _: &Limits,
        _: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message> {
        Err(FAILED.message())
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        false
    }
}

/// Runs every program as one that fails.
pub fn programs() -> Programs {
    Programs::new(Arc::new(|_, _, _| Ok(Box::new(Failing))), || ())
}

#[test]
fn a_program_that_fails_does_not_end_the_game() {
    let mut app = app("tictactoe", "", "oneshot!bot");
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.status.contains("(code 3)"));
    let shown = draw_screen(&mut app, 80, 24);
    assert!(app.status.contains("u undoes your move"), "{}", app.status);
    assert!(shown.contains("the bot exited (code 3)"), "{shown}");
    // Another key explains the same, and nothing is played.
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.status.starts_with("the bot exited (code 3)."), "{}", app.status);
    assert_eq!(app.session.record().ply(), 1);
    press(&mut app, &[key('u')]);
    assert_eq!((app.session.record().ply(), app.status.as_str()), (0, ""));
    // After the undo the human moves, and the program is asked again.
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.status.contains("(code 3)"));
    // Another opponent takes over.
    press(&mut app, &[key('o'), KeyCode::Left, KeyCode::Enter]);
    assert_eq!(app.session.players()[1].to_string(), "best");
    wait(&mut app, |app| app.session.record().ply() == 2);
}
