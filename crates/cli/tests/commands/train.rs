//! `plateau train` as a process: files, determinism, interruptions, and errors.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const SMALL: [&str; 9] =
    ["train", "tictactoe", "--generations", "2", "--games", "120", "--nodes", "20", "--size=16"];

fn plateau(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(args).current_dir(directory).env("LC_ALL", "C");
    command
}

fn run(directory: &Path, args: &[&str]) -> Output {
    plateau(directory, args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn train(directory: &Path, more: &[&str]) -> Output {
    run(directory, &[&SMALL[..], more].concat())
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_engines_play_with_the_file() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let made = train(path, &["-o", "a.net", "--threads", "1", "--report", "curve.html"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let said = text(&made.stdout);
    assert!(said.starts_with("a.net: 2 generations, ") && said.contains("eval=a.net"), "{said}");
    assert!(!path.join("a.net.partial").exists(), "a finished training leaves nothing behind");
    let page = fs::read_to_string(path.join("curve.html")).unwrap();
    assert!(page.contains("level:3") && page.contains("<svg") && page.ends_with("</html>\n"));
    assert!(!page.contains("http://") || page.matches("http").count() == page.matches("www.w3.org").count());

    let again = train(path, &["-o", "b.net", "--threads", "2"]);
    assert!(again.status.success());
    assert_eq!(fs::read(path.join("a.net")).unwrap(), fs::read(path.join("b.net")).unwrap());
    let other = train(path, &["-o", "c.net", "--seed", "2"]);
    assert!(other.status.success());
    assert_ne!(fs::read(path.join("a.net")).unwrap(), fs::read(path.join("c.net")).unwrap());

    let best = run(path, &["best", "tictactoe", "--engine", "alphabeta:depth=1,eval=a.net"]);
    assert!(best.status.success(), "{}", text(&best.stderr));
    let eval = run(path, &["eval", "tictactoe", "--eval", "./a.net"]);
    assert!(eval.status.success(), "{}", text(&eval.stderr));
    let other_game = run(path, &["best", "connect4", "--engine", "alphabeta:eval=a.net"]);
    assert_eq!(other_game.status.code(), Some(2));
    assert!(
        text(&other_game.stderr).contains("cannot use a.net: it was trained for tictactoe, not for connect4"),
        "{}",
        text(&other_game.stderr)
    );
    let missing = run(path, &["best", "tictactoe", "--engine", "alphabeta:eval=none.net", "--lang", "fr"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("impossible de lire none.net"), "{}", text(&missing.stderr));
}

#[test]
fn a_killed_training_continues_to_the_same_bytes() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let more = ["--games", "600", "--threads", "1"];
    let args = |name: &'static str, last: &[&'static str]| -> Vec<&'static str> {
        let own = ["train", "tictactoe", "--generations", "2", "--nodes", "20", "-o", name];
        [&own[..], &more[..], last].concat()
    };
    assert!(run(path, &args("whole.net", &[])).status.success());
    let partial = path.join("killed.net.partial");
    let mut kills = 0;
    while kills < 100 {
        let last: &[&str] = if kills == 0 { &[] } else { &["--resume"] };
        let mut command = plateau(path, &args("killed.net", last));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The first run is killed as soon as it has begun to write, so that a fast machine is
        // interrupted; the others run longer each time, so that a slow one gets to the end.
        let deadline = Instant::now() + Duration::from_millis(20 * kills);
        let mut ended = None;
        while ended.is_none() && (!partial.exists() || Instant::now() < deadline) {
            std::thread::sleep(Duration::from_millis(1));
            ended = child.try_wait().unwrap();
        }
        if ended.is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0, "it was interrupted");
    assert_eq!(fs::read(path.join("whole.net")).unwrap(), fs::read(path.join("killed.net")).unwrap());
}

#[test]
fn mistakes_are_explained() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let refused = |args: &[&str], what: &str| {
        let output = run(path, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(what), "{args:?}: {}", text(&output.stderr));
    };
    refused(&["train", "tictactoe", "-o", "a.net", "--size", "7"], "'7' is not a size: use 1, 16, 32 or 64");
    refused(&["train", "nogame", "-o", "a.net"], "nogame");
    refused(&["train", "tictactoe", "-o", "a.net", "--report", "curve.png"], "curve.png");
    fs::create_dir(path.join("a.net.partial")).unwrap();
    fs::write(path.join("a.net.partial/settings"), "othello --seed 1").unwrap();
    refused(&[&SMALL[..], &["-o", "a.net"]].concat(), "a.net.partial holds a training in progress");
    refused(&[&SMALL[..], &["-o", "a.net", "--resume"]].concat(), "other settings (othello --seed 1)");
    fs::write(path.join("empty.sqlite"), "").unwrap();
    let from = |name| ["train", "tictactoe", "-o", "b.net", "--from", name];
    refused(&from("empty.sqlite"), "empty.sqlite has no game of tictactoe");
    refused(&from("."), "cannot read .: it is a directory");
    let unwritable = run(path, &["train", "tictactoe", "-o", "no/such/a.net"]);
    assert_eq!(unwritable.status.code(), Some(1));
}

/// Returns the value of a position of tic-tac-toe, in hundredths of a piece.
fn value(directory: &Path, net: &str, moves: &str) -> i64 {
    let output = run(directory, &["eval", "tictactoe", "--moves", moves, "--eval", net, "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    json["value"].as_i64().unwrap_or_else(|| panic!("{json}"))
}

#[test]
fn stored_games_are_learned_from() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let games = [
        "match",
        "random:seed=1",
        "random:seed=2",
        "--game",
        "tictactoe",
        "--games",
        "300",
        "--db",
        "games.sqlite",
    ];
    let played = run(path, &games);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let from = ["train", "tictactoe", "--generations", "1", "--size=1", "--from", "games.sqlite"];
    let learned = run(path, &[&from[..], &["-o", "a.net"]].concat());
    assert!(learned.status.success(), "{}", text(&learned.stderr));
    assert!(
        text(&learned.stderr).contains(
            "300 games to begin with; not used: 0 unfinished, 0 not ended by the rules, 0 from another position"
        ),
        "{}",
        text(&learned.stderr)
    );
    // The first player wins most random games.
    assert!(value(path, "./a.net", "") > 20, "{}", value(path, "./a.net", ""));
    assert!(value(path, "./a.net", "a1") < -20, "{}", value(path, "./a.net", "a1"));
    let header = fs::read(path.join("a.net")).unwrap();
    assert!(String::from_utf8_lossy(&header).contains("\ngames: 2000\nfrom: "));

    let other = run(path, &["train", "achi", "-o", "c.net", "--from", "games.sqlite"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("games.sqlite has no game of achi"), "{}", text(&other.stderr));
    let taught = run(path, &[&from[..], &["-o", "c.net", "--teacher", "baseline"]].concat());
    assert_eq!(taught.status.code(), Some(2));
    let said = text(&taught.stderr);
    assert!(said.contains("--teacher") && said.contains("--from"), "{said}");
}

#[test]
fn games_of_a_server_are_learned_from() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    for version in ["version1.sqlite", "version2.sqlite"] {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/server").join(version);
        fs::copy(&fixture, path.join("games.sqlite")).unwrap();
        let train = |game: &str| {
            let more = ["--generations", "1", "--games", "10", "--nodes", "10", "--size", "1"];
            run(path, &[&["train", game, "-o", "a.net", "--from", "games.sqlite"], &more[..]].concat())
        };
        let learned = train("tictactoe");
        assert!(learned.status.success(), "{}", text(&learned.stderr));
        let said = text(&learned.stderr);
        assert!(said.contains("1 games to begin with; not used: 1 unfinished, 0 not ended"), "{said}");
        assert_eq!(fs::read(&fixture).unwrap(), fs::read(path.join("games.sqlite")).unwrap());
        let unfinished = train("othello:6");
        assert_eq!(unfinished.status.code(), Some(2));
        let said = text(&unfinished.stderr);
        assert!(said.contains("none of the games can be learned from: 1 unfinished"), "{said}");
        let absent = train("achi");
        assert!(
            text(&absent.stderr).contains("games.sqlite has no game of achi"),
            "{}",
            text(&absent.stderr)
        );
    }
}

/// Returns a WTHOR file with copies of the shortest game of Othello.
fn wthor_file(games: u8) -> Vec<u8> {
    const MOVES: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];
    let mut bytes = vec![20, 1, 1, 1, games, 0, 0, 0, 0, 0, 0xe8, 7, 8, 0, 24, 0];
    for _ in 0..games {
        let mut game = [0; 68];
        game[8..17].copy_from_slice(&MOVES);
        bytes.extend(game);
    }
    bytes
}

#[test]
fn collections_in_a_format_of_the_game_are_learned_from() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let bytes = wthor_file(100);
    fs::write(path.join("games.wtb"), &bytes).unwrap();
    fs::write(path.join("cut.wtb"), &bytes[..bytes.len() - 5]).unwrap();
    let train = |game: &str, file: &str| {
        let more = ["--generations", "1", "--games", "10", "--nodes", "10", "--size", "1"];
        run(path, &[&["train", game, "-o", "a.net", "--from", file], &more[..]].concat())
    };
    let learned = train("othello", "games.wtb");
    assert!(learned.status.success(), "{}", text(&learned.stderr));
    assert!(text(&learned.stderr).contains("100 games to begin with"), "{}", text(&learned.stderr));
    let refused = |game: &str, file: &str, why: &str| {
        let output = train(game, file);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    };
    refused(
        "othello",
        "cut.wtb",
        "cannot read cut.wtb: it is damaged or incomplete: its header says 100 games",
    );
    refused("othello", "missing.wtb", "cannot read missing.wtb: ");
    refused("achi", "games.wtb", "cannot read the games in games.wtb: ");
}

/// A program's own option `--eval=FILE` is none of ours.
#[test]
fn only_engine_specs_and_eval_name_nets() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let guest = ["match", "ugi!./other --eval=/x.net", "first", "--game", "tictactoe", "--games", "2"];
    let said = text(&run(path, &guest).stderr);
    assert!(!said.contains("cannot read /x.net") && said.contains("./other"), "{said}");
    let cup = "game = \"tictactoe\"\n[[player]]\nengine = \"first\"\n[[player]]\nname = \"eval=./y.net\"\n\
               engine = \"alphabeta:depth=1,eval=sub/x.net\"\n";
    fs::write(path.join("cup.toml"), cup).unwrap();
    let said = text(&run(path, &["tournament", "cup.toml"]).stderr);
    assert!(said.contains("cannot read sub/x.net"), "{said}");
    for option in [&["--eval=./x.net"][..], &["--eval", "./x.net"]] {
        let said = text(&run(path, &[&["eval", "tictactoe"], option].concat()).stderr);
        assert!(said.contains("cannot read ./x.net"), "{said}");
    }
}

#[test]
fn names_of_nets_can_be_typed_as_they_are_printed() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    for name in ["-", "a,b.net", "nets/"] {
        let refused = train(path, &["-o", name]);
        assert_eq!(refused.status.code(), Some(2), "{name}");
        assert!(text(&refused.stderr).contains("use a name such as mine.net"), "{}", text(&refused.stderr));
    }
    let made = text(&train(path, &["-o", "plain"]).stdout);
    assert!(made.contains("play with --engine alphabeta:eval=./plain"), "{made}");
    assert!(run(path, &["best", "tictactoe", "--engine", "alphabeta:depth=1,eval=./plain"]).status.success());
    let tree = run(path, &["tree", "tictactoe", "--eval", "./plain", "--depth", "1"]);
    assert!(tree.status.success(), "{}", text(&tree.stderr));
    let spaced = text(&train(path, &["-o", "two words.net"]).stdout);
    assert!(spaced.contains("--engine 'alphabeta:eval=two words.net'"), "{spaced}");
}

#[test]
fn only_a_training_in_progress_is_in_the_way() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let misspelt = train(path, &["-o", "a.net", "--teacher", "basline"]);
    assert_eq!(misspelt.status.code(), Some(2));
    // What a user put into the directory stays.
    let partial = path.join("a.net.partial");
    fs::write(partial.join("own.txt"), "mine").unwrap();
    let lock = fs::File::create(partial.join("lock")).unwrap();
    lock.lock().unwrap();
    let second = train(path, &["-o", "a.net"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(text(&second.stderr).contains("another program is training a.net"), "{}", text(&second.stderr));
    drop(lock);
    assert!(train(path, &["-o", "a.net", "--teacher", "baseline"]).status.success());
    let left: Vec<_> = fs::read_dir(&partial).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["own.txt"]);
}

#[test]
fn fewer_generations_keep_the_later_ones() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let stored = |name: &str| path.join("a.net.partial").join(name).exists();
    let train = |generations: &str, more: &[&str]| {
        let settings = ["train", "tictactoe", "--games", "200", "--nodes", "20", "-o", "a.net"];
        run(path, &[&settings[..], &["--generations", generations], more].concat())
    };
    assert!(train("3", &[]).status.success());
    let expected = fs::read(path.join("a.net")).unwrap();
    assert!(!stored("generation-0001"), "finished");
    let mut long = plateau(path, &["train", "tictactoe", "--games", "200", "--nodes", "20", "-o", "a.net"]);
    let mut child = long.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !stored("generation-0004") {
        assert!(child.try_wait().unwrap().is_none(), "it trains for twenty minutes");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(train("3", &["--resume"]).status.success());
    assert_eq!(fs::read(path.join("a.net")).unwrap(), expected);
    assert!(stored("generation-0004"), "later generations stay");
}
