//! Each protocol and each example bot, by real processes: whole games to their end by
//! the rules.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::{play, python, settings, task};
use plateau_arena::Settings;
use plateau_arena::game::{Control, Ending, Fault, Result};
use plateau_core::Player;
use plateau_search::time::TimeControl;

#[track_caller]
fn ends_by_rules(first: &str, second: &str, game: &str, opening: &[&str]) -> Result {
    let mut task = task(game);
    task.opening = opening.iter().map(|&mv| mv.to_owned()).collect();
    let result = play(&[&first.into(), &second.into()], &task, settings());
    assert_eq!(result.ending, Ending::Rules, "{first} against {second}");
    result
}

fn speaker(protocol: &str) -> String {
    format!("{protocol}!{} tests/speak.py {protocol}", python())
}

#[test]
fn codingame_plays_super_morpion() {
    let bot = speaker("codingame");
    let moves = |result: Result| result.moves.into_iter().map(|played| played.mv).collect::<Vec<_>>();
    let played = moves(ends_by_rules(&bot, "random:seed=1", "supermorpion", &[]));
    assert_eq!(played[0], "1 1");
    ends_by_rules("random:seed=2", &bot, "supermorpion", &[]);
}

#[test]
fn gomocup_plays_five_in_a_row_on_any_board() {
    let bot = speaker("gomocup");
    // The first free cells make five in a row unless somebody is in the way.
    let result = ends_by_rules(&bot, "first", "morpion4:7x6x5", &[]);
    assert_eq!(result.moves[0].mv, "1,1");
    ends_by_rules("random:seed=1", &bot, "gomoku", &["8,8", "8,9", "9,8"]);
    ends_by_rules(&bot, "random:seed=2", "gomoku", &["8,8", "8,9"]);
    // What it refuses for good is told, once it has no time left.
    let hurried = Settings { silence: Duration::from_secs(3), ..settings() };
    let result = play(&[&format!("{bot} deaf"), &"first".into()], &task("gomoku"), hurried);
    let refused = Fault::Nonsense("ERROR what now?".into());
    assert_eq!(result.ending, Ending::Fault(Player::First, refused));
}

#[test]
fn gtp_and_nboard_play_othello_with_passes_and_openings() {
    for protocol in ["gtp", "nboard"] {
        let bot = speaker(protocol);
        ends_by_rules(&bot, "random:seed=1", "othello", &[]);
        let result = ends_by_rules("random:seed=2", &bot, "othello", &["f5", "d6", "c3"]);
        let played = &result.moves[0];
        match protocol {
            "nboard" => assert_eq!((played.nodes, played.value), (Some(64), Some(-250))),
            _ => assert_eq!(played.value, None),
        }
    }
    let mut clock = task("othello");
    clock.control = Control::Clock(TimeControl::parse("2s+1s").unwrap());
    let result = play(&[&speaker("gtp"), &"first".into()], &clock, settings());
    assert_eq!(result.ending, Ending::Rules, "no program takes an increment for a period");
    // The same moves, whoever is told of them: both play the first legal one.
    let moves = |protocol: &str| ends_by_rules(&speaker(protocol), "first", "othello", &[]).moves;
    let texts = |protocol: &str| moves(protocol).into_iter().map(|played| played.mv).collect::<Vec<_>>();
    assert_eq!(texts("gtp"), texts("nboard"));
}

#[test]
fn nobody_thinks_off_the_clock_or_is_waited_for_without_end() {
    let mut hurried = task("othello");
    hurried.control = Control::MoveTime(Duration::from_secs(1));
    for protocol in ["gtp", "nboard"] {
        let bot = format!("{} ponder", speaker(protocol));
        let result = play(&[&"first".into(), &bot], &hurried, settings());
        let late = matches!(result.ending, Ending::Fault(Player::Second, Fault::Silent(_)));
        assert!(late, "{protocol}: {result:?}");
    }
    let quick = Settings { start: Duration::from_millis(500), ..settings() };
    let result = play(&[&"first".into(), &format!("{} pongs", speaker("nboard"))], &task("othello"), quick);
    assert_eq!(result.ending, Ending::Fault(Player::Second, Fault::NotReady("pong".into())));
}

#[test]
fn example_bots_play_whole_games() {
    let compiled = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bot-{}", std::process::id()));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/c/bot.c");
    let made =
        Command::new("cc").args(["-Wall", "-Wextra", "-Werror", "-o"]).arg(&compiled).arg(source).status();
    assert!(made.unwrap().success());
    let python = &format!("oneshot!{} ../../bots/python/bot.py", python());
    let c = format!("oneshot!{}", compiled.display());
    let javascript = "oneshot!node ../../bots/javascript/bot.js";
    // From the middle of a game on: to start a process for each move takes its time.
    let mut game = plateau_games::REGISTRY.variant("supermorpion").unwrap().start();
    while game.ply() < 24 {
        let moves = game.legal_moves();
        game.play(&moves[game.ply() * 5 % moves.len()]).unwrap();
    }
    let opening = game.moves();
    let opening: Vec<&str> = opening.iter().map(String::as_str).collect();
    let moves = |result: Result| result.moves.into_iter().map(|played| played.mv).collect::<Vec<_>>();
    let super_morpion = |bot: &str| moves(ends_by_rules(bot, "random:seed=5", "supermorpion", &opening));
    // They think alike, in three languages.
    let played = super_morpion(python);
    assert_eq!(super_morpion(&c), played);
    assert_eq!(super_morpion(javascript), played);
    let as_first = |bot: &str| moves(ends_by_rules(bot, "random:seed=5", "tictactoe", &[]));
    let as_second = |bot: &str| moves(ends_by_rules("level:1", bot, "tictactoe", &["b2"]));
    assert_eq!(as_first(&c), as_first(python));
    assert_eq!(as_second(&c), as_second(python));
    std::fs::remove_file(compiled).unwrap();
}
