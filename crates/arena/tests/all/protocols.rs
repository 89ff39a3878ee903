//! Each protocol and each example bot plays complete games, with real processes.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::{play, python, settings, task};
use plateau_arena::Settings;
use plateau_arena::game::{Control, Ending, Fault, GameResult};
use plateau_core::Player;
use plateau_search::time::TimeControl;

#[track_caller]
fn play_to_the_end(first: &str, second: &str, game: &str, opening: &[&str]) -> GameResult {
    let mut task = task(game);
    task.opening = opening.iter().map(|&mv| mv.to_owned()).collect();
    let result = play(&[&first.into(), &second.into()], &task, settings());
    assert_eq!(result.ending, Ending::Rules, "{first} against {second}");
    result
}

fn protocol_bot(protocol: &str) -> String {
    format!("{protocol}!{} tests/protocol_bot.py {protocol}", python())
}

#[test]
fn codingame_plays_super_morpion() {
    let bot = protocol_bot("codingame");
    let moves = |result: GameResult| result.moves.into_iter().map(|played| played.mv).collect::<Vec<_>>();
    let played = moves(play_to_the_end(&bot, "random:seed=1", "supermorpion", &[]));
    assert_eq!(played[0], "1 1");
    play_to_the_end("random:seed=2", &bot, "supermorpion", &[]);
}

#[test]
fn gomocup_plays_five_in_a_row_on_any_board() {
    let bot = protocol_bot("gomocup");
    // It plays the first free cell.
    let result = play_to_the_end(&bot, "first", "morpion4:7x6x5", &[]);
    assert_eq!(result.moves[0].mv, "1,1");
    play_to_the_end("random:seed=1", &bot, "gomoku", &["8,8", "8,9", "9,8"]);
    play_to_the_end(&bot, "random:seed=2", "gomoku", &["8,8", "8,9"]);
    // A program that only answers ERROR loses by that answer once its time is up.
    let short = Settings { answer_timeout: Duration::from_secs(3), ..settings() };
    let result = play(&[&format!("{bot} deaf"), &"first".into()], &task("gomoku"), short);
    let error = Fault::NotAMove("ERROR what now?".into());
    assert_eq!(result.ending, Ending::Fault(Player::First, error));
}

#[test]
fn gtp_and_nboard_play_othello_with_passes_and_openings() {
    for protocol in ["gtp", "nboard"] {
        let bot = protocol_bot(protocol);
        play_to_the_end(&bot, "random:seed=1", "othello", &[]);
        let result = play_to_the_end("random:seed=2", &bot, "othello", &["f5", "d6", "c3"]);
        let played = &result.moves[0];
        match protocol {
            "nboard" => assert_eq!((played.nodes, played.value), (Some(64), Some(-250))),
            _ => assert_eq!(played.value, None),
        }
    }
    let mut clock = task("othello");
    clock.control = Control::Clock(TimeControl::parse("2s+1s").unwrap());
    let result = play(&[&protocol_bot("gtp"), &"first".into()], &clock, settings());
    assert_eq!(result.ending, Ending::Rules, "the increment is not sent as a byo-yomi period");
    // Both bots play the first legal move, so the games are the same.
    let moves = |protocol: &str| play_to_the_end(&protocol_bot(protocol), "first", "othello", &[]).moves;
    let texts = |protocol: &str| moves(protocol).into_iter().map(|played| played.mv).collect::<Vec<_>>();
    assert_eq!(texts("gtp"), texts("nboard"));
}

#[test]
fn thinking_before_the_request_counts_and_waits_are_limited() {
    let mut timed = task("othello");
    timed.control = Control::MoveTime(Duration::from_secs(1));
    for protocol in ["gtp", "nboard"] {
        let bot = format!("{} ponder", protocol_bot(protocol));
        let result = play(&[&"first".into(), &bot], &timed, settings());
        let no_answer = matches!(result.ending, Ending::Fault(Player::Second, Fault::NoAnswer(_)));
        assert!(no_answer, "{protocol}: {result:?}");
    }
    let quick = Settings { start_timeout: Duration::from_millis(500), ..settings() };
    let result =
        play(&[&"first".into(), &format!("{} pongs", protocol_bot("nboard"))], &task("othello"), quick);
    assert_eq!(result.ending, Ending::Fault(Player::Second, Fault::NotReady("pong".into())));
}

#[test]
fn example_bots_play_whole_games() {
    let directory = tempfile::tempdir().unwrap();
    let compiled = directory.path().join("bot");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/c/bot.c");
    let status =
        Command::new("cc").args(["-Wall", "-Wextra", "-Werror", "-o"]).arg(&compiled).arg(source).status();
    assert!(status.unwrap().success());
    let python = &format!("oneshot!{} ../../bots/python/bot.py", python());
    let c = format!("oneshot!{}", compiled.display());
    let javascript = "oneshot!node ../../bots/javascript/bot.js";
    // From the middle of a game, since starting a process for each move takes time.
    let mut game = plateau_games::REGISTRY.variant("supermorpion").unwrap().start();
    while game.ply() < 24 {
        let moves = game.legal_moves();
        game.play(&moves[game.ply() * 5 % moves.len()]).unwrap();
    }
    let opening = game.moves();
    let opening: Vec<&str> = opening.iter().map(String::as_str).collect();
    let moves = |result: GameResult| result.moves.into_iter().map(|played| played.mv).collect::<Vec<_>>();
    let super_morpion = |bot: &str| moves(play_to_the_end(bot, "random:seed=5", "supermorpion", &opening));
    // All three bots play the same moves.
    let played = super_morpion(python);
    assert_eq!(super_morpion(&c), played);
    assert_eq!(super_morpion(javascript), played);
    let as_first = |bot: &str| moves(play_to_the_end(bot, "random:seed=5", "tictactoe", &[]));
    let as_second = |bot: &str| moves(play_to_the_end("level:1", bot, "tictactoe", &["b2"]));
    assert_eq!(as_first(&c), as_first(python));
    assert_eq!(as_second(&c), as_second(python));
}
