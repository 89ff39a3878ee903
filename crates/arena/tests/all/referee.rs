//! The referee's own judgement: clocks, stopping, proven positions, repetition, games
//! side by side, and nothing that is left open.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{bot, left_of, play, player, settings, task};
use plateau_arena::game::{Control, Ending, Fault};
use plateau_arena::host::Host;
use plateau_arena::{Halt, PlayerSpec, Pool, Referee, Settings};
use plateau_core::{Lang, Player};
use plateau_games::REGISTRY;
use plateau_search::Stop;
use plateau_search::time::TimeControl;

fn clock(text: &str) -> Control {
    Control::Clock(TimeControl::parse(text).unwrap())
}

#[test]
fn engines_play_every_game_without_processes() {
    for game in REGISTRY.games() {
        let mut task = task(game.id);
        let again = play(&[&"level:1".into(), &"random".into()], &task, settings());
        let result = play(&[&"level:1".into(), &"random".into()], &task, settings());
        assert_eq!(result.ending, Ending::Rules, "{}", game.id);
        let moves = |result: &plateau_arena::game::Result| {
            result.moves.iter().map(|played| played.mv.clone()).collect::<Vec<_>>()
        };
        assert_eq!(moves(&result), moves(&again), "the same task is the same game");
        task.seed += 1;
        task.control = clock("1s+1s");
        assert_eq!(play(&[&"random".into(), &"first".into()], &task, settings()).ending, Ending::Rules);
    }
}

#[test]
fn a_side_that_is_late_loses_and_an_engine_is_cut_short() {
    let none = Settings { margin: Duration::ZERO, ..settings() };
    let mut hurried = task("supermorpion");
    hurried.control = clock("0");
    let result = play(&[&"minimax:depth=30".into(), &"first".into()], &hurried, none);
    assert!(matches!(result.ending, Ending::Fault(Player::First, Fault::Time(_))), "{result:?}");
    assert_eq!((result.winner, result.moves.len()), (Some(Player::Second), 0));
}

#[test]
fn clocks_are_measured_from_the_question_to_the_answer() {
    let mut slow = task("tictactoe");
    slow.control = clock("1m");
    let result = play(&[&bot("ugi ugi-sleep"), &"first".into()], &slow, settings());
    assert_eq!(result.ending, Ending::Rules);
    let errors: Vec<Duration> = result
        .moves
        .iter()
        .enumerate()
        .step_by(2)
        .map(|(ply, played)| {
            let slept = Duration::from_millis(20) * (1 + ply as u32);
            played.time.checked_sub(slept).expect("it slept at least so long")
        })
        .collect();
    // Five milliseconds with a slack of five; the best of several is the referee's own,
    // the rest is the machine's.
    assert!(errors.iter().min().unwrap() < &Duration::from_millis(25), "{errors:?}");
}

#[test]
fn proven_positions_are_adjudicated_if_asked() {
    let judged = Settings { adjudicate: true, ..settings() };
    let result = play(&[&"first".into(), &"first".into()], &task("achi"), judged);
    assert_eq!((result.ending, result.winner), (Ending::Adjudicated, Some(Player::First)));
    assert!(result.moves.is_empty());
    let judged = Settings { adjudicate: true, ..settings() };
    let result = play(&[&"first".into(), &"first".into()], &task("othello:4"), judged);
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
fn a_wrong_task_is_told() {
    let referee = Referee::new(REGISTRY, settings());
    let mut players = [player("first", &settings(), 0), player("first", &settings(), 1)];
    let [a, b] = &mut players;
    let mut wrong = task("tictactoe");
    wrong.opening = vec!["b2".into(), "b2".into()];
    let Err(Halt::Wrong(message)) = referee.play(&wrong, [a, b], &Stop::new(), &|_| {}) else {
        panic!("it was played")
    };
    assert_eq!(message.to_string(), "move: b2 is taken");
    // An engine that can't play the game, where nobody looked before.
    let mut unfit = player("alphabeta:eval=queens", &settings(), 0);
    let Err(Halt::Wrong(message)) = referee.play(&task("tictactoe"), [&mut unfit, b], &Stop::new(), &|_| {})
    else {
        panic!("it was played")
    };
    let sentence = "dans « alphabeta:eval=queens », eval vaut queens, mais doit être l'une de seed, plateau";
    assert_eq!(message.render(Lang::Fr), sentence);
}

#[test]
fn a_game_is_stopped_at_once_with_all_its_programs() {
    for name in
        [bot("oneshot silent:referee"), "minimax:depth=200".to_owned(), bot("ugi ugi-hang-at-start:referee")]
    {
        let stop = Stop::new();
        let raised = stop.clone();
        let game = thread::spawn(move || {
            let mut patient = task("supermorpion");
            patient.control = clock("1h");
            let mut players = [player(&name, &settings(), 0), player("first", &settings(), 1)];
            let [a, b] = &mut players;
            Referee::new(REGISTRY, settings()).play(&patient, [a, b], &raised, &|_| {})
        });
        thread::sleep(Duration::from_millis(200));
        let began = Instant::now();
        stop.raise();
        assert_eq!(game.join().unwrap(), Err(Halt::Stopped));
        assert!(began.elapsed() < Duration::from_secs(5), "at once");
    }
    assert_eq!(left_of("silent:referee") + left_of("hang-at-start:referee"), 0);
}

#[test]
fn criminals_do_not_disturb_their_neighbours() {
    let names = [
        bot("oneshot good:referee"),
        bot("oneshot orphan:referee"),
        bot("oneshot flood:referee"),
        bot("ugi ugi-die:referee"),
        bot("ugi ugi-good:referee"),
    ];
    let specs = names.iter().map(|name| PlayerSpec::parse(name).unwrap()).collect();
    let pool = Pool::new(REGISTRY, "tictactoe", specs, settings(), true).unwrap();
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
    let (orphan, flood) = (lost(Fault::Children(1)), lost(Fault::Flood));
    let died = lost(Fault::Died("code 7".into()));
    assert_eq!(endings, [orphan.clone(), flood, died, Ending::Rules, Ending::Rules, orphan]);
    drop(pool);
    assert_eq!(left_of("flood:referee") + left_of("ugi-die:referee") + left_of("good:referee"), 0);
}

#[test]
fn logs_keep_what_programs_say_on_standard_error() {
    let logs = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("logs-{}", std::process::id()));
    let logged = Settings { logs: Some(logs.clone()), ..settings() };
    play(&[&bot("oneshot good"), &"first".into()], &task("tictactoe"), logged.clone());
    assert!(!logs.exists(), "nothing to log, no log");
    play(&[&bot("oneshot die"), &"first".into()], &task("tictactoe"), logged);
    let files: Vec<_> = fs::read_dir(&logs).unwrap().flatten().map(|entry| entry.path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(fs::read_to_string(&files[0]).unwrap(), "ValueError: no such move\n");
    fs::remove_dir_all(logs).unwrap();
}
