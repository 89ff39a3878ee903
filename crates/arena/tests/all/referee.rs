//! The referee: clocks, stopping, adjudication, repetition, concurrent games and logs.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{descendants_with, faulty_bot, play, player, settings, task};
use plateau_arena::game::{Control, Ending, Fault};
use plateau_arena::{GameError, GameRunner, PlayerPool, PlayerSpec, Referee, Settings};
use plateau_core::{Lang, Player};
use plateau_games::REGISTRY;
use plateau_search::Stop;
use plateau_search::time::TimeControl;

fn clock(text: &str) -> Control {
    Control::Clock(TimeControl::parse(text).unwrap())
}

#[test]
fn builtin_engines_play_every_game_reproducibly() {
    for game in REGISTRY.games() {
        let mut task = task(game.id);
        let again = play(&[&"level:1".into(), &"random".into()], &task, settings());
        let result = play(&[&"level:1".into(), &"random".into()], &task, settings());
        assert_eq!(result.ending, Ending::Rules, "{}", game.id);
        let moves = |result: &plateau_arena::game::GameResult| {
            result.moves.iter().map(|played| played.mv.clone()).collect::<Vec<_>>()
        };
        assert_eq!(moves(&result), moves(&again), "the same task yields the same game");
        task.seed += 1;
        task.control = clock("1s+1s");
        assert_eq!(play(&[&"random".into(), &"first".into()], &task, settings()).ending, Ending::Rules);
    }
}

#[test]
fn a_late_engine_is_stopped_and_loses_on_time() {
    let no_margin = Settings { margin: Duration::ZERO, ..settings() };
    let mut timed = task("supermorpion");
    timed.control = clock("0");
    let result = play(&[&"minimax:depth=30".into(), &"first".into()], &timed, no_margin);
    assert!(matches!(result.ending, Ending::Fault(Player::First, Fault::OutOfTime(_))), "{result:?}");
    assert_eq!((result.winner, result.moves.len()), (Some(Player::Second), 0));
}

#[test]
fn clocks_measure_from_the_request_to_the_answer() {
    let mut slow = task("tictactoe");
    slow.control = clock("1m");
    let result = play(&[&faulty_bot("ugi ugi-sleep"), &"first".into()], &slow, settings());
    assert_eq!(result.ending, Ending::Rules);
    let errors: Vec<Duration> = result
        .moves
        .iter()
        .enumerate()
        .step_by(2)
        .map(|(ply, played)| {
            let slept = Duration::from_millis(20) * (1 + ply as u32);
            played.time.checked_sub(slept).expect("at least the time it slept")
        })
        .collect();
    // The smallest error is the referee's own; larger ones come from a busy machine.
    assert!(errors.iter().min().unwrap() < &Duration::from_millis(25), "{errors:?}");
}

#[test]
fn proven_positions_are_adjudicated_on_request() {
    let adjudicated = Settings { adjudicate: true, ..settings() };
    let result = play(&[&"first".into(), &"first".into()], &task("achi"), adjudicated);
    assert_eq!((result.ending, result.winner), (Ending::Adjudicated, Some(Player::First)));
    assert!(result.moves.is_empty());
    let adjudicated = Settings { adjudicate: true, ..settings() };
    let result = play(&[&"first".into(), &"first".into()], &task("othello:4"), adjudicated);
    assert_eq!(
        (result.ending, result.winner, result.margin),
        (Ending::Adjudicated, Some(Player::Second), 10)
    );
}

#[test]
fn repetition_is_a_draw() {
    let result = play(&[&"best".into(), &"best".into()], &task("picaria"), settings());
    assert_eq!((result.ending, result.winner), (Ending::Rules, None));
}

#[test]
fn invalid_tasks_are_rejected() {
    let referee = Referee::new(REGISTRY, settings());
    let mut players = [player("first", &settings(), 0), player("first", &settings(), 1)];
    let [a, b] = &mut players;
    let mut invalid = task("tictactoe");
    invalid.opening = vec!["b2".into(), "b2".into()];
    let Err(GameError::Unplayable(message)) = referee.play(&invalid, [a, b], &Stop::new(), &|_| {}) else {
        panic!("the game was played")
    };
    assert_eq!(message.to_string(), "move: b2 is taken");
    // An engine that does not support the game.
    let mut unsupported = player("alphabeta:eval=queens", &settings(), 0);
    let Err(GameError::Unplayable(message)) =
        referee.play(&task("tictactoe"), [&mut unsupported, b], &Stop::new(), &|_| {})
    else {
        panic!("the game was played")
    };
    let error = "l'évaluateur « queens » n'existe pas ; évaluateurs disponibles : baseline, plateau";
    assert_eq!(message.render(Lang::Fr), error);
}

#[test]
fn stopping_a_game_kills_its_programs_at_once() {
    for (name, process) in [
        (faulty_bot("oneshot silent:referee"), Some("silent:referee")),
        ("minimax:depth=200".to_owned(), None),
        (faulty_bot("ugi ugi-hang-at-start:referee"), Some("hang-at-start:referee")),
    ] {
        let stop = Stop::new();
        let raised = stop.clone();
        let game = thread::spawn(move || {
            let mut long = task("supermorpion");
            long.control = clock("1h");
            let mut players = [player(&name, &settings(), 0), player("first", &settings(), 1)];
            let [a, b] = &mut players;
            Referee::new(REGISTRY, settings()).play(&long, [a, b], &raised, &|_| {})
        });
        while process.is_some_and(|process| descendants_with(process) == 0) {
            thread::sleep(Duration::from_millis(5));
        }
        let began = Instant::now();
        stop.raise();
        assert_eq!(game.join().unwrap(), Err(GameError::Stopped));
        assert!(began.elapsed() < Duration::from_secs(5), "the game did not stop at once");
    }
    assert_eq!(descendants_with("silent:referee") + descendants_with("hang-at-start:referee"), 0);
}

#[test]
fn faulty_programs_do_not_disturb_concurrent_games() {
    let names = [
        faulty_bot("oneshot good:referee"),
        faulty_bot("oneshot orphan:referee"),
        faulty_bot("oneshot flood:referee"),
        faulty_bot("ugi ugi-die:referee"),
        faulty_bot("ugi ugi-good:referee"),
    ];
    let specs = names.iter().map(|name| PlayerSpec::parse(name).unwrap()).collect();
    let pool = PlayerPool::new(REGISTRY, "tictactoe", specs, settings(), true).unwrap();
    let pairs = [[0, 1], [4, 2], [0, 3], [4, 0], [0, 4], [4, 1]];
    let endings: Vec<_> = thread::scope(|scope| {
        let games: Vec<_> = pairs
            .iter()
            .map(|&players| {
                let pool = &pool;
                scope.spawn(move || {
                    pool.play(
                        &plateau_arena::game::Task { players, ..task("tictactoe") },
                        &Stop::new(),
                        &|_| {},
                    )
                })
            })
            .collect();
        games.into_iter().map(|game| game.join().unwrap().unwrap().unwrap().ending).collect()
    });
    let lost = |fault| Ending::Fault(Player::Second, fault);
    let (orphan, flood) = (lost(Fault::LeftoverProcesses(1)), lost(Fault::TooMuchOutput));
    let died = lost(Fault::Exited("code 7".into()));
    assert_eq!(endings, [orphan.clone(), flood, died, Ending::Rules, Ending::Rules, orphan]);
    drop(pool);
    assert_eq!(
        descendants_with("flood:referee")
            + descendants_with("ugi-die:referee")
            + descendants_with("good:referee"),
        0
    );
}

#[test]
fn logs_contain_standard_error() {
    let directory = tempfile::tempdir().unwrap();
    let logs = directory.path().join("logs");
    let logged = Settings { log_directory: Some(logs.clone()), ..settings() };
    play(&[&faulty_bot("oneshot good"), &"first".into()], &task("tictactoe"), logged.clone());
    assert!(!logs.exists(), "no log without output");
    play(&[&faulty_bot("oneshot die"), &"first".into()], &task("tictactoe"), logged);
    let files: Vec<_> = fs::read_dir(&logs).unwrap().flatten().map(|entry| entry.path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(fs::read_to_string(&files[0]).unwrap(), "ValueError: no such move\n");
}
