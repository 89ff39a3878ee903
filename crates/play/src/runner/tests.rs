use plateau_games::EngineSpec;
use plateau_games::REGISTRY;
use plateau_search::{Settings, StopReason};

use super::*;

const LONG: Duration = Duration::from_secs(30);

fn record(game: &str) -> Box<dyn AnyRecord> {
    REGISTRY.variant(game).unwrap().start()
}

fn engine(game: &str, spec: &str) -> Box<dyn AnyEngine> {
    let settings = Settings { hash_mb: 1, ..Settings::default() };
    REGISTRY.variant(game).unwrap().engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap()
}

/// An engine that panics at once.
struct PanickingEngine;

impl AnyEngine for PanickingEngine {
    fn analyse(
        &mut self,
        _record: &dyn AnyRecord,
        _limits: &Limits,
        _progress: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message> {
        panic!("out of ideas")
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        true
    }
}

/// Collects the events of a search until it has finished.
fn events(thread: &mut EngineThread, game: &str, limits: Limits) -> Vec<SearchEvent> {
    let (sender, events) = mpsc::channel();
    thread.start(record(game), limits, move |event| drop(sender.send(event)));
    events.into_iter().collect()
}

#[test]
fn run_search_reports_progress_then_the_result() {
    let mut engine = engine("tictactoe", "alphabeta");
    let mut depths = Vec::new();
    let report =
        run_search(engine.as_mut(), record("tictactoe").as_ref(), &Limits::depth(4), &mut |report| {
            depths.push(report.analysis.depth);
        });
    let report = report.unwrap();
    assert!(depths.is_sorted() && !depths.is_empty(), "{depths:?}");
    assert!(report.has_evaluation && report.elapsed >= report.analysis.time);
    assert!(!report.analysis.moves.is_empty());
}

#[test]
fn run_search_turns_errors_and_panics_into_search_errors() {
    let mut engine = engine("tictactoe", "first");
    let wrong = run_search(engine.as_mut(), record("achi").as_ref(), &Limits::default(), &mut |_| {});
    assert!(matches!(wrong, Err(SearchError::Engine(_))), "{wrong:?}");
    let panicked = run_search(&mut PanickingEngine, record("achi").as_ref(), &Limits::default(), &mut |_| {});
    let error = panicked.unwrap_err();
    assert_eq!(error.to_string(), "internal error: out of ideas");
    assert_eq!(error.message().to_string(), error.to_string());
}

#[test]
fn engine_thread_ends_every_search_with_a_finished_event() {
    let mut thread = EngineThread::new(engine("tictactoe", "alphabeta"));
    for depth in 1..4 {
        let events = events(&mut thread, "tictactoe", Limits::depth(depth));
        let (last, progress) = events.split_last().unwrap();
        assert!(progress.iter().all(|event| matches!(event, SearchEvent::Progress(_))), "{progress:?}");
        assert!(matches!(last, SearchEvent::Finished(Ok(report)) if report.analysis.depth <= depth));
    }
    thread.wait();
    assert!(!thread.is_searching());
    let wrong = events(&mut thread, "achi", Limits::default());
    assert!(matches!(wrong[..], [SearchEvent::Finished(Err(SearchError::Engine(_)))]), "{wrong:?}");
    let again = events(&mut thread, "tictactoe", Limits::depth(1));
    assert!(matches!(again.last(), Some(SearchEvent::Finished(Ok(_)))), "an error is not the end");
}

#[test]
fn starting_a_search_stops_the_previous_one() {
    let mut thread = EngineThread::new(engine("othello", "alphabeta"));
    let first = thread.start_polled(record("othello"), Limits::time(LONG));
    let second = thread.start_polled(record("othello"), Limits::depth(2));
    thread.wait();
    let Some(SearchEvent::Finished(Ok(report))) = first.poll() else { panic!("it has finished") };
    assert_eq!(report.analysis.stop, StopReason::Stopped);
    assert!(first.poll().is_none() && first.elapsed() < LONG);
    let Some(SearchEvent::Finished(Ok(report))) = second.poll() else { panic!("it has finished") };
    assert_eq!(report.analysis.stop, StopReason::Depth);
}

#[test]
fn engine_thread_fails_every_search_after_a_panic() {
    let mut thread = EngineThread::new(Box::new(PanickingEngine));
    for _ in 0..2 {
        let events = events(&mut thread, "achi", Limits::default());
        let [SearchEvent::Finished(Err(SearchError::Panicked(Panicked(reason))))] = &events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(reason, "out of ideas");
    }
}

#[test]
fn spawn_task_reports_results_and_panics() {
    let (sender, results) = mpsc::channel();
    let other = sender.clone();
    spawn_task(|| 7, move |result| drop(sender.send(result))).unwrap();
    assert_eq!(results.recv().unwrap(), Ok(7));
    spawn_task(|| panic!("number {}", 8), move |result| drop(other.send(result))).unwrap();
    assert_eq!(results.recv().unwrap(), Err(Panicked("number 8".to_owned())));
}

#[test]
fn deadline_guard_stops_late_and_canceled_searches() {
    let mut guard = DeadlineGuard::default();
    let (mut engine, record) = (engine("othello", "alphabeta"), record("othello"));
    let canceled = Stop::new();
    canceled.raise();
    for (deadline, cancel) in [(Some(Instant::now()), Stop::new()), (None, canceled)] {
        let limits = Limits { stop: guard.watch(deadline, &cancel), ..Limits::time(LONG) };
        let report = run_search(engine.as_mut(), record.as_ref(), &limits, &mut |_| {}).unwrap();
        assert_eq!(guard.release(), Duration::ZERO);
        assert_eq!(report.analysis.stop, StopReason::Stopped);
        assert!(report.elapsed < LONG);
    }
    let stop = guard.watch(Some(Instant::now() + LONG), &Stop::new());
    thread::sleep(TICK * 3);
    assert!(!stop.is_raised());
    assert_eq!(guard.release(), Duration::ZERO);
}
