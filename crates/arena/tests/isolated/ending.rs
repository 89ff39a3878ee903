//! The end of all programs of a game.

use std::thread;
use std::time::{Duration, Instant};

use plateau_arena::game::Control;
use plateau_arena::process::end_all;
use plateau_arena::{PlayerSpec, ProgramEngine};
use plateau_core::Message;
use plateau_games::{AnyEngine, REGISTRY};
use plateau_search::Limits;

use crate::common::descendants_with;

/// Creates the engine of a program.
fn engine(spec: &str) -> ProgramEngine {
    let variant = REGISTRY.variant("tictactoe").unwrap().into();
    let spec = PlayerSpec::parse(spec).unwrap();
    ProgramEngine::new(&spec, variant, Control::Depth(1), 1).unwrap()
}

/// Returns the first move of a program.
fn first_move(engine: &mut ProgramEngine) -> Result<String, Message> {
    let record = REGISTRY.variant("tictactoe").unwrap().start();
    let analysis = engine.analyse(record.as_ref(), &Limits::default(), &mut |_| {})?;
    Ok(analysis.moves[0].mv.clone())
}

pub fn programs_start_again_after_a_game() {
    let mut idle = engine("oneshot!sh -c 'echo a3'");
    assert_eq!(first_move(&mut idle).unwrap(), "a3");
    let mut silent = engine("oneshot!sh -c 'exec sleep 62'");
    let thinking = thread::spawn(move || first_move(&mut silent).is_err());
    let started = Instant::now();
    while descendants_with("sleep\u{0}62") == 0 {
        assert!(started.elapsed() < Duration::from_mins(1), "the program does not start");
    }
    end_all(Duration::ZERO);
    assert!(thinking.join().unwrap(), "its program was killed");
    assert_eq!(descendants_with("sleep\u{0}62"), 0);
    // What is left of the ended game starts nothing more.
    assert!(first_move(&mut idle).is_err());
    drop(idle);
    // The next game does, whether or not something was left to end.
    assert_eq!(first_move(&mut engine("oneshot!sh -c 'echo b2'")).unwrap(), "b2");
    end_all(Duration::ZERO);
    assert_eq!(first_move(&mut engine("oneshot!sh -c 'echo c1'")).unwrap(), "c1");
}
