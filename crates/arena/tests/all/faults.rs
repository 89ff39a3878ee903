//! Every crime a program can commit, by real processes: it loses with the right
//! reason, and nothing of it is left.

use std::time::Duration;

use crate::common::{bot, left_of, play, settings, task};
use plateau_arena::Settings;
use plateau_arena::game::{Control, Ending, Fault};
use plateau_core::Player;
use plateau_search::timing::TimeControl;

/// A bot whose processes are told from those of other tests.
fn marked(crime: &str) -> String {
    bot(&format!("{crime}:crimes"))
}

/// How a criminal's game ends against `first`, when it has the second side.
#[track_caller]
fn fault(crime: &str, settings: Settings) -> Fault {
    let result = play(&[&"first".into(), &marked(crime)], &task("tictactoe"), settings);
    assert_eq!(result.winner, Some(Player::First), "{crime}: {result:?}");
    match result.ending {
        Ending::Fault(Player::Second, fault) => fault,
        other => panic!("{crime}: {other:?}"),
    }
}

#[test]
fn wrong_answers_lose() {
    assert_eq!(fault("oneshot illegal", settings()), Fault::Illegal("1".into()));
    assert_eq!(fault("oneshot nonsense", settings()), Fault::Nonsense("resistance".into()));
    assert_eq!(fault("oneshot talk", settings()), Fault::Nonsense("thinking about it\n2".into()));
    let Fault::Nonsense(text) = fault("oneshot long", settings()) else { panic!("it is no move") };
    assert!(text.len() < 1_000, "{}", text.len());
    assert_eq!(left_of("illegal:crimes") + left_of("nonsense:crimes") + left_of("talk:crimes"), 0);
}

#[test]
fn floods_lose() {
    assert_eq!(fault("oneshot flood", settings()), Fault::Flood);
    assert_eq!(fault("oneshot long-line", settings()), Fault::Flood);
}

#[test]
fn silence_loses_by_the_clock_or_without_one() {
    let clock = Control::Clock(TimeControl::parse("1s").unwrap());
    let mut timed = task("tictactoe");
    timed.control = clock;
    let result = play(&[&bot("oneshot silent"), &"first".into()], &timed, settings());
    assert!(matches!(result.ending, Ending::Fault(Player::First, Fault::Silent(_))), "{result:?}");
    // What it took counts, though nothing was played.
    assert!(result.unplayed >= Duration::from_millis(1_100), "{result:?}");
    let patient = Settings { silence: Duration::from_millis(300), ..settings() };
    assert!(
        matches!(fault("oneshot silent", patient), Fault::Silent(time) if time >= Duration::from_millis(300))
    );
}

#[test]
fn what_is_no_answer_is_repeated() {
    let hurried = || Settings { silence: Duration::from_secs(3), ..settings() };
    assert_eq!(fault("ugi ugi-plain", hurried()), Fault::Unheard("b3\n".into()));
    assert_eq!(fault("ugi ugi-case", hurried()), Fault::Unheard("BestMove b3\n".into()));
    assert_eq!(fault("ugi ugi-no-newline", hurried()), Fault::Unheard("bestmove b3".into()));
    assert_eq!(fault("ugi ugi-bare", settings()), Fault::Nonsense("bestmove".into()));
}

#[test]
fn the_time_of_an_answer_is_that_of_its_last_line() {
    let mut hurried = task("tictactoe");
    hurried.control = Control::MoveTime(Duration::from_millis(500));
    let patient = Settings { stop: Duration::from_secs(30), ..settings() };
    let result = play(&[&bot("oneshot late-line"), &"first".into()], &hurried, patient);
    assert!(matches!(result.ending, Ending::Fault(Player::First, Fault::Silent(_))), "{result:?}");
}

/// The game by the rules that a bot of nothing but `first` moves plays against `first`.
#[track_caller]
fn plays_well(words: &str, settings: Settings) {
    let result = play(&[&bot(words), &"first".into()], &task("tictactoe"), settings);
    assert_eq!((&result.ending, result.moves.len()), (&Ending::Rules, 7), "{words}: {result:?}");
}

#[test]
fn what_was_said_before_a_question_is_no_answer_to_it() {
    plays_well("ugi ugi-twice", settings());
}

#[test]
fn a_winner_need_not_wait_to_be_told_to_end() {
    plays_well("ugi ugi-leave", settings());
    plays_well("ugi ugi-leave", Settings { keep: true, ..settings() });
}

#[test]
fn a_program_that_reads_no_more_is_not_heard_for_ever() {
    let quick = Settings { stop: Duration::from_millis(300), ..settings() };
    assert_eq!(fault("ugi ugi-deaf", quick), Fault::Died("EPIPE".into()));
    assert_eq!(left_of("ugi-deaf:crimes"), 0);
}

#[test]
fn death_is_told_by_its_code() {
    assert_eq!(fault("oneshot die", settings()), Fault::Died("code 3".into()));
    assert_eq!(fault("oneshot crash", settings()), Fault::Died("signal 11".into()));
    assert_eq!(fault("oneshot mute", settings()), Fault::Died("code 0".into()));
    assert_eq!(fault("ugi ugi-die", settings()), Fault::Died("code 7".into()));
    let memory = Settings { memory: Some(600 << 20), ..settings() };
    assert_eq!(fault("oneshot memory", memory), Fault::Died("code 1".into()));
}

#[test]
fn hanging_loses_at_start_and_at_stop() {
    let quick =
        Settings { start: Duration::from_millis(300), stop: Duration::from_millis(300), ..settings() };
    assert_eq!(fault("ugi ugi-hang-at-start", quick), Fault::NotReady("ugiok".into()));
    let quick = Settings { stop: Duration::from_millis(300), ..settings() };
    assert_eq!(fault("oneshot linger", quick.clone()), Fault::Stop);
    assert_eq!(fault("ugi ugi-hang-at-stop", quick), Fault::Stop);
    let missing = play(&[&"oneshot!/no/such/bot".into(), &"first".into()], &task("tictactoe"), settings());
    assert!(matches!(missing.ending, Ending::Fault(Player::First, Fault::Start(_))), "{missing:?}");
}

#[test]
fn children_left_behind_lose_and_are_ended() {
    assert_eq!(fault("oneshot orphan", settings()), Fault::Children(1));
    assert_eq!(fault("ugi ugi-orphan", settings()), Fault::Children(1));
    assert_eq!(fault("oneshot intruder", settings()), Fault::Children(1));
    assert_eq!(fault("ugi ugi-child", settings()), Fault::Children(1));
    // One that wipes its marks is ended all the same; whose it was can't be told.
    plays_well("oneshot clean-orphan:crimes", settings());
    assert_eq!(
        left_of("sleep\x0060")
            + left_of("orphan:crimes")
            + left_of("intruder:crimes")
            + left_of("ugi-child:crimes"),
        0
    );
}

#[test]
fn good_programs_play_whole_games_beside_them() {
    for good in ["oneshot good", "oneshot no-newline", "ugi ugi-good"] {
        let result = play(&[&bot(good), &"first".into()], &task("tictactoe"), settings());
        assert_eq!(result.ending, Ending::Rules, "{good}");
        assert_eq!(result.moves.len(), 7, "{good}: {result:?}");
    }
    let result = play(&[&bot("ugi ugi-good"), &"first".into()], &task("tictactoe"), settings());
    let said = &result.moves[0];
    assert_eq!((said.depth, said.nodes, said.value), (Some(1), Some(9), Some(12)));
    // Kept programs play game after game, and are ended with their player.
    let kept = Settings { keep: true, ..settings() };
    let result = play(&[&bot("ugi ugi-good"), &bot("ugi ugi-good")], &task("tictactoe"), kept);
    assert_eq!((result.ending, result.winner), (Ending::Rules, Some(Player::First)));
}
