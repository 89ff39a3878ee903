//! Every fault of a program, with real processes: it loses for the right reason, and none of
//! its processes remain.

use std::thread;
use std::time::Duration;

use crate::common::{descendants_with, faulty_bot, play, settings, task};
use plateau_arena::Settings;
use plateau_arena::game::{Control, Ending, Fault};
use plateau_core::Player;
use plateau_search::time::TimeControl;

/// Returns a bot whose processes can be distinguished from those of other tests.
fn marked_bot(fault: &str) -> String {
    faulty_bot(&format!("{fault}:faults"))
}

/// Plays a faulty bot with the second side against `first`; returns the fault by which it
/// lost.
#[track_caller]
fn fault_of(bot: &str, settings: Settings) -> Fault {
    let result = play(&[&"first".into(), &marked_bot(bot)], &task("tictactoe"), settings);
    assert_eq!(result.winner, Some(Player::First), "{bot}: {result:?}");
    match result.ending {
        Ending::Fault(Player::Second, fault) => fault,
        other => panic!("{bot}: {other:?}"),
    }
}

#[test]
fn illegal_moves_and_other_text_lose() {
    assert_eq!(fault_of("oneshot illegal", settings()), Fault::IllegalMove("1".into()));
    assert_eq!(fault_of("oneshot nonsense", settings()), Fault::NotAMove("resistance".into()));
    assert_eq!(fault_of("oneshot talk", settings()), Fault::NotAMove("thinking about it\n2".into()));
    let Fault::NotAMove(text) = fault_of("oneshot long", settings()) else {
        panic!("the answer is not a move")
    };
    assert!(text.len() < 1_000, "{}", text.len());
    assert_eq!(
        descendants_with("illegal:faults")
            + descendants_with("nonsense:faults")
            + descendants_with("talk:faults"),
        0
    );
}

#[test]
fn too_much_output_loses() {
    assert_eq!(fault_of("oneshot flood", settings()), Fault::TooMuchOutput);
    assert_eq!(fault_of("oneshot long-line", settings()), Fault::TooMuchOutput);
}

#[test]
fn no_answer_loses_with_and_without_a_clock() {
    let clock = Control::Clock(TimeControl::parse("1s").unwrap());
    let mut timed = task("tictactoe");
    timed.control = clock;
    let result = play(&[&faulty_bot("oneshot silent"), &"first".into()], &timed, settings());
    assert!(matches!(result.ending, Ending::Fault(Player::First, Fault::NoAnswer(_))), "{result:?}");
    // The time of the missing move is recorded.
    assert!(result.unplayed >= Duration::from_millis(1_100), "{result:?}");
    let short = Settings { answer_timeout: Duration::from_millis(300), ..settings() };
    assert!(
        matches!(fault_of("oneshot silent", short), Fault::NoAnswer(time) if time >= Duration::from_millis(300))
    );
}

#[test]
fn output_that_is_not_an_answer_is_reported() {
    thread::scope(|scope| {
        for (bot, output) in [
            ("ugi ugi-plain", "b3\n"),
            ("ugi ugi-case", "BestMove b3\n"),
            ("ugi ugi-no-newline", "bestmove b3"),
        ] {
            let short = Settings { answer_timeout: Duration::from_secs(3), ..settings() };
            scope.spawn(move || assert_eq!(fault_of(bot, short), Fault::UnexpectedOutput(output.into())));
        }
    });
    assert_eq!(fault_of("ugi ugi-bare", settings()), Fault::NotAMove("bestmove".into()));
}

#[test]
fn an_answer_is_timed_by_its_last_line() {
    let mut timed = task("tictactoe");
    timed.control = Control::MoveTime(Duration::from_millis(500));
    let long_exit = Settings { exit_timeout: Duration::from_secs(30), ..settings() };
    let result = play(&[&faulty_bot("oneshot late-line"), &"first".into()], &timed, long_exit);
    assert!(matches!(result.ending, Ending::Fault(Player::First, Fault::NoAnswer(_))), "{result:?}");
}

/// Asserts that a bot plays a complete game against `first`.
#[track_caller]
fn plays_to_the_end(words: &str, settings: Settings) {
    let result = play(&[&faulty_bot(words), &"first".into()], &task("tictactoe"), settings);
    assert_eq!((&result.ending, result.moves.len()), (&Ending::Rules, 7), "{words}: {result:?}");
}

#[test]
fn output_before_a_request_is_not_an_answer() {
    plays_to_the_end("ugi ugi-twice", settings());
}

#[test]
fn a_program_may_exit_after_the_last_move() {
    plays_to_the_end("ugi ugi-leave", settings());
    plays_to_the_end("ugi ugi-leave", Settings { keep_running: true, ..settings() });
}

#[test]
fn a_program_that_closes_its_input_loses_in_time() {
    let quick = Settings { exit_timeout: Duration::from_millis(300), ..settings() };
    assert_eq!(fault_of("ugi ugi-deaf", quick), Fault::Exited("EPIPE".into()));
    assert_eq!(descendants_with("ugi-deaf:faults"), 0);
}

#[test]
fn an_exit_is_reported_with_its_code_or_signal() {
    assert_eq!(fault_of("oneshot die", settings()), Fault::Exited("code 3".into()));
    assert_eq!(fault_of("oneshot crash", settings()), Fault::Exited("signal 11".into()));
    assert_eq!(fault_of("oneshot mute", settings()), Fault::Exited("code 0".into()));
    assert_eq!(fault_of("ugi ugi-die", settings()), Fault::Exited("code 7".into()));
    let memory = Settings { memory_bytes: Some(600 << 20), ..settings() };
    assert_eq!(fault_of("oneshot memory", memory), Fault::Exited("code 1".into()));
}

#[test]
fn hanging_at_start_or_exit_loses() {
    let quick = Settings {
        start_timeout: Duration::from_millis(300),
        exit_timeout: Duration::from_millis(300),
        ..settings()
    };
    assert_eq!(fault_of("ugi ugi-hang-at-start", quick), Fault::NotReady("ugiok".into()));
    let quick = Settings { exit_timeout: Duration::from_millis(300), ..settings() };
    assert_eq!(fault_of("oneshot linger", quick.clone()), Fault::DidNotExit);
    assert_eq!(fault_of("ugi ugi-hang-at-stop", quick), Fault::DidNotExit);
    let missing = play(&[&"oneshot!/no/such/bot".into(), &"first".into()], &task("tictactoe"), settings());
    assert!(matches!(missing.ending, Ending::Fault(Player::First, Fault::StartFailed(_))), "{missing:?}");
}

#[test]
fn leftover_processes_lose_and_are_killed() {
    assert_eq!(fault_of("oneshot orphan", settings()), Fault::LeftoverProcesses(1));
    assert_eq!(fault_of("ugi ugi-orphan", settings()), Fault::LeftoverProcesses(1));
    assert_eq!(fault_of("oneshot intruder", settings()), Fault::LeftoverProcesses(1));
    assert_eq!(fault_of("ugi ugi-child", settings()), Fault::LeftoverProcesses(1));
    // An orphan that clears its environment is killed too, but belongs to no program.
    plays_to_the_end("oneshot clean-orphan:faults", settings());
    assert_eq!(
        descendants_with("sleep\x0060")
            + descendants_with("orphan:faults")
            + descendants_with("intruder:faults")
            + descendants_with("ugi-child:faults"),
        0
    );
}

#[test]
fn correct_programs_play_complete_games() {
    for good in ["oneshot good", "oneshot no-newline", "ugi ugi-good"] {
        let result = play(&[&faulty_bot(good), &"first".into()], &task("tictactoe"), settings());
        assert_eq!(result.ending, Ending::Rules, "{good}");
        assert_eq!(result.moves.len(), 7, "{good}: {result:?}");
    }
    let result = play(&[&faulty_bot("ugi ugi-good"), &"first".into()], &task("tictactoe"), settings());
    let played = &result.moves[0];
    assert_eq!((played.depth, played.nodes, played.value), (Some(1), Some(9), Some(12)));
    // Programs that are kept running are killed with their player.
    let keep_running = Settings { keep_running: true, ..settings() };
    let result =
        play(&[&faulty_bot("ugi ugi-good"), &faulty_bot("ugi ugi-good")], &task("tictactoe"), keep_running);
    assert_eq!((result.ending, result.winner), (Ending::Rules, Some(Player::First)));
}
