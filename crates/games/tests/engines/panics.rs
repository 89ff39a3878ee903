//! A search that panics ends with all of its threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::Duration;

use plateau_games::{EngineSpec, REGISTRY};
use plateau_search::{Limits, Settings};

/// The progress callback of a search without limits panics; the search must end.
fn assert_ends(game: &'static str, spec: &'static str) {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let variant = REGISTRY.variant(game).unwrap();
        let settings = Settings { hash_mb: 4, threads: 2, ..Settings::default() };
        let mut engine = variant.engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap();
        let search = AssertUnwindSafe(|| {
            engine.analyse(&*variant.start(), &Limits::default(), &mut |_| panic!("by the callback"))
        });
        sender.send(catch_unwind(search).is_err())
    });
    let has_panicked = receiver.recv_timeout(Duration::from_mins(1));
    assert_eq!(has_panicked, Ok(true), "{spec} must end by the panic");
}

#[test]
fn helper_threads_end_if_the_main_thread_panics() {
    assert_ends("othello", "alphabeta");
    assert_ends("othello", "mcts");
    // Their solvers have threads of their own.
    assert_ends("connect4:8x8", "best");
    assert_ends("othello:6", "best");
}
