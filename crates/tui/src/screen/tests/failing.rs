//! Programs that fail or think for long, played by stand-ins.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plateau_core::{Lang, Message, phrases};
use plateau_games::{AnyEngine, AnyRecord};
use plateau_play::PlayerSpec;
use plateau_search::{Analysis, Limits, MoveValue, Score, StopReason, Unit, Value};
use ratatui::crossterm::event::KeyCode;

use super::{app, app_with, draw_screen, key, press, wait};
use crate::programs::Programs;
use crate::screen::app::{App, THINKING_DELAY};

phrases! {
    /// Why it does not move.
    FAILED = "test.failed", "the bot exited (code 3)", "le bot s'est arrêté (code 3)";
}

/// The slow program.
const SLOW: &str = "oneshot!slow";

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

/// Whether the slow program has thought enough.
static MAY_ANSWER: AtomicBool = AtomicBool::new(false);

/// A program that moves when it may, and fails if it is stopped before.
struct Slow;

impl AnyEngine for Slow {
    fn analyse(
        &mut self,
        _: &dyn AnyRecord,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message> {
        while !limits.stop.is_raised() {
            if MAY_ANSWER.load(Ordering::Relaxed) {
                let (mv, value) = ("b2".to_owned(), Value::unproven(Score::estimate(0)));
                return Ok(Analysis {
                    moves: vec![MoveValue { pv: vec![mv.clone()], mv, value }],
                    value,
                    depth: 0,
                    nodes: 0,
                    time: THINKING_DELAY,
                    stop: StopReason::Time,
                    unit: Unit::Pieces,
                });
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(FAILED.message())
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        false
    }
}

/// Runs [`SLOW`] as a program that thinks for long, and every other one as one that fails.
pub fn programs() -> Programs {
    let create = |player: &PlayerSpec| -> Box<dyn AnyEngine> {
        if player.to_string() == SLOW { Box::new(Slow) } else { Box::new(Failing) }
    };
    Programs::new(Arc::new(move |player, _| Ok(create(player))), || ())
}

#[test]
fn a_program_that_fails_does_not_end_the_game() {
    let mut app = app("tictactoe", "", "oneshot!bot");
    press(&mut app, &[KeyCode::Enter]);
    wait(&mut app, |app| app.status.contains("(code 3)"));
    let shown = draw_screen(&mut app, 80, 24);
    assert!(app.status.contains("Press u to undo your move"), "{}", app.status);
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

#[test]
fn a_program_decides_itself_when_to_move() {
    let mut app = app_with("tictactoe", "", [SLOW, "human"], None, None);
    let is_thinking = |app: &App| app.thinking_time().is_some_and(|time| time >= THINKING_DELAY);
    wait(&mut app, is_thinking);
    for (lang, sentence) in [
        (Lang::En, "a bot decides for itself when to move"),
        (Lang::Fr, "un bot décide lui-même quand jouer"),
    ] {
        app.lang = lang;
        let shown = draw_screen(&mut app, 80, 24);
        assert!(!shown.contains("[!"), "{shown}");
        press(&mut app, &[key('!')]);
        assert_eq!(app.status, sentence);
    }
    // The key has not stopped it.
    MAY_ANSWER.store(true, Ordering::Relaxed);
    wait(&mut app, |app| app.session.record().ply() == 1);
    press(&mut app, &[key('!')]);
    assert_eq!(app.status, "aucun moteur ne réfléchit");
}
