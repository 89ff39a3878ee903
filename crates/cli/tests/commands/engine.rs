//! `plateau engine`, driven by UGI, and `plateau check-bot`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use plateau_arena::game::{Control, Ending, Task};
use plateau_arena::{Player, PlayerSpec, Referee, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;
use plateau_search::time::TimeControl;

use crate::support::program::PLATEAU;

fn player(text: &str) -> Player {
    Player::new(text, &PlayerSpec::parse(text).unwrap(), &Settings::default(), 0).unwrap()
}

#[test]
fn two_engines_play_each_other_over_ugi() {
    let [mut first, mut second] =
        ["best", "level:2"].map(|spec| player(&format!("ugi!{PLATEAU} engine --engine {spec}")));
    let referee = Referee::new(REGISTRY, Settings { keep_running: true, ..Settings::default() });
    for (number, game) in REGISTRY.games().iter().enumerate() {
        let clock = TimeControl::parse("10s+1s").unwrap();
        let control = if number % 2 == 0 { Control::Depth(2) } else { Control::Clock(clock) };
        // Few nodes: its games are long.
        let control = if game.id == "supermorpion" { Control::Nodes(200) } else { control };
        let task =
            Task { variant: game.id.to_owned(), opening: Vec::new(), players: [0, 1], control, seed: 3 };
        let result = referee.play(&task, [&mut first, &mut second], &Stop::new(), &|_| {}).unwrap();
        assert_eq!(result.ending, Ending::Rules, "{}", game.id);
        assert!(
            result.moves.iter().any(|played| played.value.is_some() && played.nodes.is_some()),
            "{}",
            game.id
        );
    }
}

/// The words of the protocol stay English, so that any program can drive the engine.
#[test]
fn errors_of_a_session_follow_the_language() {
    let session = |lang: &str| {
        let line =
            format!("printf 'ugi\\nhop\\nposition fen x\\ngo depth 1\\n' | '{PLATEAU}' engine --lang {lang}");
        let done = Command::new("sh").args(["-c", &line]).output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    let (english, french) = (session("en"), session("fr"));
    assert!(english.contains("\ninfo string unknown command 'hop'\n"), "{english}");
    assert!(french.contains("\ninfo string commande inconnue « hop »\n"), "{french}");
    assert!(
        french.contains("\ninfo string la dernière position était invalide : envoyez-en d'abord une autre\nbestmove 0000\n"),
        "{french}"
    );
    for word in ["id name Plateau ", "option name Game type string default ", "ugiok"] {
        assert!(english.contains(word) && french.contains(word), "{french}");
    }
}

#[test]
fn stop_ends_a_running_search() {
    let mut engine = Command::new(PLATEAU)
        .args(["engine", "supermorpion"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines().map(Result::unwrap);
    writeln!(input, "isready\ngo").unwrap();
    assert_eq!(lines.next().unwrap(), "readyok");
    assert!(lines.next().unwrap().starts_with("info depth 1 "), "the search has started");
    writeln!(input, "isready").unwrap();
    assert!(lines.any(|line| line == "readyok"), "isready is answered during a search");
    writeln!(input, "stop\nquit").unwrap();
    assert!(lines.any(|line| line.starts_with("bestmove ")));
    assert!(engine.wait().unwrap().success());
}

fn plateau(args: &[&str]) -> Output {
    Command::new(PLATEAU).args(args).env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

#[test]
fn check_bot_accepts_a_good_bot_and_explains_a_bad_one() {
    let engine = format!("ugi!{PLATEAU} engine --engine level:1");
    let correct = plateau(&["check-bot", "--game", "connect4", &engine]);
    assert_eq!(correct.status.code(), Some(0), "{correct:?}");
    let stdout = String::from_utf8(correct.stdout).unwrap();
    assert!(stdout.starts_with("all tests passed\n  legal moves:     "), "{stdout}");
    assert_eq!(stdout.lines().count(), 3, "{stdout}");
    let broken = plateau(&["check-bot", "--game", "connect4", "oneshot!echo 9", "--lang", "fr"]);
    assert_eq!(broken.status.code(), Some(1), "{broken:?}");
    let stdout = String::from_utf8(broken.stdout).unwrap();
    // `echo` answers with its arguments.
    let expected = "\
échec : la réponse n'est pas un coup légal
  envoyé :          echo 9 '7/7/7/7/7/7 x' 10.000
  reçu :            « 9 7/7/7/7/7/7 x 10.000 »
  problème :        coup, caractère 1 : trouvé : « 9 7/7/7/7/7/7 x 10.000 » ; attendu : une colonne de 1 à 7
  attendu :         1; 2; 3 … (7 au total)
  cause probable :  le bot affiche plus que son coup : écrivez vos messages de débogage sur la sortie d'erreur
";
    assert_eq!(stdout, expected);
    let wrong = plateau(&["check-bot", "--game", "connect4", "level:3"]);
    assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0));
    let engine = plateau(&["engine", "chess"]);
    assert_eq!((engine.status.code(), engine.stdout.len()), (Some(2), 0), "{engine:?}");
}
