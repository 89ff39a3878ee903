//! `plateau match` and `plateau tournament`.

use std::path::Path;

use crate::support::program::{PLATEAU, parsed, plateau, refuses};
use crate::support::{Directory, sleeping, unique_seconds};

/// Runs `plateau`, which must succeed, and returns its standard output. Progress goes to
/// standard error.
#[track_caller]
fn prints(args: &[&str]) -> String {
    let done = plateau(args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

const SHORT: [&str; 8] = ["match", "level:2", "random", "--game", "tictactoe", "--games", "20", "--depth"];

#[test]
fn a_match_reports_score_elo_times_and_faults() {
    let text = prints(&[&SHORT[..], &["3"]].concat());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "tictactoe, depth=3, openings random:plies=4, seed 1");
    assert!(lines[1].starts_with("level:2 – random: +") && lines[1].contains(" of 20 games, "), "{text}");
    assert!(lines[2].starts_with("Elo +") && lines[2].contains("likelihood of superiority"), "{text}");
    assert!(lines[3].starts_with("pairs of 0, ½, 1, 1½, 2 points: "), "{text}");
    assert!(lines[4].starts_with("level:2: ") && lines[4].ends_with("faults: 0"), "{text}");
    let again = prints(&[&SHORT[..], &["3", "--concurrency", "3"]].concat());
    assert_eq!(again.lines().take(4).collect::<Vec<_>>(), lines[..4], "equal seeds must give equal games");
    let french = prints(&[&SHORT[..], &["3", "--lang", "fr"]].concat());
    assert!(french.contains("ouvertures random:plies=4") && french.contains("sur 20 parties"), "{french}");
    let result = plateau(&[&SHORT[..], &["3"]].concat()).assert().success();
    let result = String::from_utf8(result.get_output().stderr.clone()).unwrap();
    assert!(
        result.lines().count() == 20
            && result.lines().last().is_some_and(|line| line.starts_with("20 of 20: +")),
        "{result}"
    );
}

#[test]
fn an_sprt_ends_the_match_early() {
    let line = ["match", "level:4", "first", "--game", "connect4:5x4", "--games", "2000", "--json"];
    let done = plateau(&[&line[..], &["--sprt", "elo0=0,elo1=200"]].concat()).assert().success();
    let result: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!((&result["schema"], &result["sprt"]["verdict"]), (&"plateau-match/1".into(), &"elo1".into()));
    let games = result["games"].as_u64().unwrap();
    let pairs: u64 = result["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert!(games < 400 && games == 2 * pairs, "{result}");
    assert!(result["players"][0]["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn bad_match_options_are_explained() {
    let base = ["match", "level:1", "random", "--game", "tictactoe"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    refuses(
        &with(&["--games", "3"]),
        "--games: 3 is odd, but games are played in pairs: choose an even number",
    );
    refuses(
        &with(&["--openings", "random:plies=9"]),
        "every game of tictactoe is decided after 9 random plies: use fewer plies",
    );
    refuses(
        &with(&["-o", "games.pgn"]),
        "the file name 'games.pgn' has no known extension; use one of html, json, txt",
    );
    refuses(
        &["match", "level:9", "first", "--game", "achi"],
        "in 'level:9', level is 9, but must be a whole number from 1 to 8",
    );
    let codingame = ["match", "codingame!./bot", "first", "--game", "supermorpion"];
    refuses(&codingame, "the protocol codingame always starts from the empty board; play without openings");
    refuses(&with(&["--memory", "0"]), "--memory-limit: '0' is not a whole number from 1 to 16,777,216");
    plateau(&with(&["--margin", "soon"])).assert().code(2);
    plateau(&with(&["--sprt", "elo0=1"])).assert().code(2);
    plateau(&with(&["--tc", "1m", "--depth", "1"])).assert().code(2);
}

#[test]
fn impossible_numbers_of_games_are_explained() {
    let base = ["match", "level:1", "random", "--game", "tictactoe", "--games"];
    for games in ["abc", "0", "2000002", "4000000000000", "99999999999999999999999"] {
        let line = [&base[..], &[games]].concat();
        refuses(&line, &format!("--games: '{games}' is not a whole number from 2 to 2,000,000"));
    }
    let base = ["match", "level:1", "random", "--game", "tictactoe"];
    refuses(
        &[&base[..], &["--concurrency", "0"]].concat(),
        "--concurrency: '0' is not a whole number from 1 to 256",
    );
    refuses(&[&base[..], &["--resume"]].concat(), "--resume needs the database of the match: add --db FILE");
    let here = std::env::current_dir().unwrap();
    refuses(
        &["match", "oneshot!./no-such-bot", "random", "--game", "tictactoe"],
        &format!(
            "cannot start the program of 'oneshot!./no-such-bot': ./no-such-bot in {}: no such file or directory",
            here.display()
        ),
    );
}

#[test]
fn the_result_is_printed_even_if_a_file_cannot_be_written() {
    let directory = Directory::new();
    let missing = directory.file("none/games.txt");
    let base = ["match", "first", "random", "--game", "tictactoe", "--games", "2", "-o"];
    plateau(&[&base[..], &[missing.as_str()]].concat())
        .assert()
        .code(1)
        .stdout("")
        .stderr(format!("plateau: cannot write {missing}: no such file or directory\n"));
    let file = cup(&directory, 1);
    plateau(&["tournament", &file, "-o", &missing]).assert().code(1).stdout("");
    let db = directory.file("none/cup.sqlite");
    plateau(&["tournament", &file, "--db", &db]).assert().code(1).stdout("");
    assert!(!Path::new(&file).with_extension("sqlite").exists(), "no game may be played");
    // The directory disappears during the match.
    let going = directory.file("going");
    std::fs::create_dir(&going).unwrap();
    let player = format!("oneshot!sh -c 'rm -rf {going}; echo none'");
    let output = format!("{going}/games.txt");
    let line = ["match", &player, "first", "--game", "tictactoe", "--games", "2", "-o", &output];
    let done = plateau(&line).assert().code(1);
    let output = done.get_output();
    assert!(String::from_utf8_lossy(&output.stdout).contains(" of 2 games, "), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("/games.txt: "), "{output:?}");
}

/// Commands run in the directory of the tournament file, where its openings are, too.
#[test]
fn programs_run_in_the_directory_of_the_tournament_file() {
    let directory = Directory::new();
    std::fs::write(directory.file("bot.sh"), "echo none").unwrap();
    let file = directory.file("cup.toml");
    let text = "game = \"tictactoe\"\ndepth = 1\n[[player]]\nname = \"beside\"\nprotocol = \"oneshot\"\n\
                command = [\"sh\", \"bot.sh\"]\n[[player]]\nengine = \"first\"\n";
    std::fs::write(&file, text).unwrap();
    let done = plateau(&["tournament", &file]).assert().success();
    let stderr = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert_eq!(stderr.matches("beside: answered 'none', which is not a move").count(), 2, "{stderr}");
    std::fs::write(&file, text.replace("\"sh\"", "\"./sh\"")).unwrap();
    let done = plateau(&["tournament", &file, "--db", &directory.file("other.sqlite")]).assert().code(2);
    let stderr = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(stderr.starts_with("plateau: cannot start the program of 'beside': ./sh in "), "{stderr}");
}

#[test]
fn knock_out_names_the_winner_and_gauntlet_ranks_by_share() {
    let directory = Directory::new();
    let play = |system: &str, players: &[&str]| {
        let listed = players
            .iter()
            .map(|name| format!("[[player]]\nengine = \"{name}\"\n"))
            .collect::<Vec<_>>()
            .concat();
        let file = directory.file(&format!("{system}.toml"));
        std::fs::write(&file, format!("game = \"tictactoe\"\nsystem = \"{system}\"\ndepth = 9\n{listed}"))
            .unwrap();
        prints(&["tournament", &file])
    };
    let text = play("knock-out", &["level:8", "alphabeta"]);
    let last = "level:8 and alphabeta were tied after all tie-breaks: level:8 advances because it is listed first\nlevel:8 wins\n";
    assert!(text.ends_with(last), "{text}");
    let text = play("gauntlet", &["random", "alphabeta", "level:8", "rules"]);
    assert!(!text.contains("\n1  random"), "{text}");
    let text = play("swiss", &["first", "random", "rules"]);
    assert!(text.lines().next().is_some_and(|line| line.contains("byes")), "{text}");
}

#[test]
fn serve_refuses_files_that_hold_no_tournament() {
    let directory = Directory::new();
    let (data, missing, other) =
        (directory.file("data"), directory.file("none.sqlite"), directory.file("x.sqlite"));
    let served = |db: &str| ["serve", "--port", "0", "--data", &data, "--tournament", db].map(str::to_owned);
    let refused = |db: &str| {
        let line = served(db);
        let done = plateau(&line.each_ref().map(String::as_str)).assert().code(2).stdout("");
        String::from_utf8_lossy(&done.get_output().stderr).into_owned()
    };
    assert_eq!(refused(&missing), format!("plateau: cannot read {missing}: no such file or directory\n"));
    std::fs::write(&other, "this is no database, and never was one").unwrap();
    assert!(refused(&other).starts_with(&format!("plateau: cannot read tournaments from {other}: ")));
}

#[test]
fn a_human_can_play_a_match_at_the_prompt() {
    let line =
        ["match", "human", "first", "--game", "tictactoe", "--games", "2", "--openings", "random:plies=0"];
    let typed = |moves: &str, code: i32| {
        let done = plateau(&line).write_stdin(moves).assert().code(code);
        let output = done.get_output();
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    };
    let [result, stderr] = typed("a1\nb1\nmoves\nc1\nb2\nz9\nb1\n", 0);
    assert!(result.contains("human – first: +1 =0 -1 of 2 games, 50.0 %"), "{result}");
    assert!(stderr.starts_with("\n3  . . .\n2  . . .\n1  . . .\n   a b c\n\nyour move (x), "), "{stderr}");
    assert!(stderr.contains("c3; a2; b2; c2; c1\n"), "{stderr}");
    assert!(stderr.contains("left: 'z9' is not a cell, a1 to c3"), "{stderr}");
    assert_eq!(stderr.matches("\nGame over: x wins").count(), 2, "{stderr}");
    // The end of the input leaves the match as `quit` does: nobody interrupted it.
    let [result, stderr] = typed("undo\nresign\n", 0);
    let (first, second) = stderr.split_once("your move (o), ").expect("a prompt of the second game");
    assert!(first.contains("Game over: o wins"), "the result comes before the next prompt: {stderr}");
    let (_, rest) = second.split_once("left: ").unwrap();
    assert!(rest.starts_with('\n'), "the last prompt must have its own line: {stderr}");
    assert!(result.contains("+0 =0 -1 of 1 game, ") && result.ends_with("\nstopped\n"), "{result}");
    assert!(result.contains("\ngames of unfinished pairs, not counted in the Elo: 1\n"), "{result}");
    assert!(!result.contains("\nElo "), "{result}");
    let [none, _] = typed("quit\n", 0);
    assert_eq!(none.lines().skip(1).collect::<Vec<_>>(), ["no game was played", "stopped"], "{none}");
    assert!(stderr.contains("type a move, or: moves, board, resign, quit\n"), "{stderr}");
    assert!(stderr.contains("Game over: o wins") && stderr.contains("human: resigned"), "{stderr}");
}

/// Plays the match of docs/matches.md with fewer games.
#[test]
fn a_bot_can_play_an_engine() {
    let line = "plateau match 'oneshot!python3 bots/python/bot.py' level:1 --game supermorpion --games 10";
    assert!(include_str!("../../../../docs/matches.md").lines().any(|shown| shown == line));
    let line = [
        "match",
        "oneshot!python3 bots/python/bot.py",
        "level:1",
        "--game",
        "supermorpion",
        "--games",
        "2",
        "--json",
    ];
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let done = plateau(&line).current_dir(root).assert().success();
    let output = done.get_output();
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&result["games"], &result["players"][0]["name"]), (&2.into(), &line[1].into()));
    for player in [0, 1] {
        let found = &result["players"][player]["faults"];
        assert_eq!(found, &faults(0, 0, 0), "{result}");
    }
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 2, "{output:?}");
}

/// A bot that fails loses its games while the others play on; its error output is logged.
#[test]
fn faults_of_bots_are_counted_reported_and_logged() {
    let directory = Directory::new();
    let file = directory.file("cup.toml");
    let text = r#"
        game = "tictactoe"
        depth = 2
        [[player]]
        name = "broken"
        protocol = "oneshot"
        command = ["sh", "-c", "echo 'no idea' >&2; exit 3"]
        [[player]]
        engine = "oneshot!echo z9"
        [[player]]
        engine = "rules"
    "#;
    std::fs::write(&file, text).unwrap();
    let done = plateau(&["tournament", &file, "--json", "--concurrency", "2"]).assert().success();
    let output = done.get_output();
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["table"][0]["name"], "rules", "{result}");
    assert_eq!(result["table"][0]["points"], 4.0, "{result}");
    let standing = |name: &str| {
        let table = result["table"].as_array().unwrap();
        table.iter().find(|standing| standing["name"] == name).unwrap()["faults"].clone()
    };
    // Of the two broken bots, the one to move first loses.
    assert_eq!(standing("broken"), faults(0, 0, 3));
    assert_eq!(standing("oneshot!echo z9"), faults(3, 0, 0));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("broken: exited (code 3)\n"), "{stderr}");
    assert!(stderr.contains("oneshot!echo z9: answered 'z9 "), "{stderr}");
    let logs = Path::new(&file).with_extension("logs");
    let last = format!("error output of the programs: {}", logs.display());
    assert_eq!(stderr.lines().last(), Some(last.as_str()));
    for log in std::fs::read_dir(&logs).unwrap().flatten() {
        assert!(log.file_name().to_string_lossy().starts_with("broken-"));
        assert!(std::fs::read_to_string(log.path()).unwrap().starts_with("no idea\n"));
    }
}

/// The JSON of games lost by illegal moves, on time, and by an exit of the program.
fn faults(illegal: u32, time: u32, died: u32) -> serde_json::Value {
    serde_json::json!({
        "illegal": illegal, "time": time, "died": died, "flood": 0, "children": 0, "other": 0,
    })
}

/// A signal stops the programs of the players before the match.
#[test]
fn signals_leave_no_orphans() {
    for signal in ["-INT", "-TERM"] {
        let seconds = unique_seconds();
        let player = format!("ugi!sleep {seconds}");
        let mut referee = std::process::Command::new(PLATEAU)
            .args(["match", &player, "first", "--game", "tictactoe", "--games", "2"])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while sleeping(&seconds) == 0 {
            assert!(referee.try_wait().unwrap().is_none(), "the match ended early");
        }
        let sent = std::process::Command::new("kill").args([signal, &referee.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(referee.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(sleeping(&seconds), 0, "{signal}");
    }
}

/// Plays a match and returns the faults of the first player and its log.
#[track_caller]
fn faults_and_log(directory: &Directory, player: &str, more: &[&str]) -> (serde_json::Value, String) {
    let db = directory.file(&format!("{}.sqlite", more.concat()));
    let line =
        ["match", player, "first", "--game", "tictactoe", "--games", "2", "--openings", "random:plies=0"];
    let result = plateau(&[&line[..], &["--json", "--db", &db], more].concat()).assert().success();
    let result: serde_json::Value = serde_json::from_slice(&result.get_output().stdout).unwrap();
    let logs = std::fs::read_dir(Path::new(&db).with_extension("logs"));
    let stderr = logs.into_iter().flatten().flatten().map(|log| std::fs::read_to_string(log.path()).unwrap());
    (result["players"][0]["faults"].clone(), stderr.collect())
}

/// A move that never comes counts in the time used.
#[test]
fn unanswered_moves_count_in_the_time() {
    let line = [
        "match",
        "oneshot!sh -c 'sleep 60'",
        "first",
        "--game",
        "tictactoe",
        "--games",
        "2",
        "--time",
        "300ms",
    ];
    let done = plateau(&[&line[..], &["--json", "--openings", "random:plies=0"]].concat()).assert().success();
    let output = done.get_output();
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(result["players"][0]["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.8), "{result}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let (_, waited) = stderr.split_once("game 1, oneshot!sh -c 'sleep 60': gave no answer within ").unwrap();
    let waited = waited.split_once(" s\n").unwrap().0.parse::<f64>().unwrap();
    assert!(waited >= 0.4, "{stderr}");
}

#[test]
fn margin_memory_keep_and_adjudicate_take_effect() {
    let directory = Directory::new();
    let slow = "oneshot!sh -c 'sleep 0.2; echo a3'";
    assert_eq!(faults_and_log(&directory, slow, &["--time=50ms", "--time-margin=0"]).0, faults(0, 2, 0));
    assert_eq!(faults_and_log(&directory, slow, &["--time=50ms", "--margin=20s"]).0, faults(2, 0, 0));
    let small = "oneshot!sh -c 'ulimit -v >&2; exit 1'";
    assert_eq!(
        faults_and_log(&directory, small, &["--memory-limit=64"]),
        (faults(0, 0, 2), "65536\n65536\n".to_owned())
    );
    let engine = format!("ugi!sh -c 'echo started >&2; exec {PLATEAU} engine'");
    assert_eq!(
        faults_and_log(&directory, &engine, &["--depth=1"]),
        (faults(0, 0, 0), "started\nstarted\n".to_owned())
    );
    assert_eq!(
        faults_and_log(&directory, &engine, &["--depth=1", "--keep-running"]),
        (faults(0, 0, 0), "started\n".to_owned())
    );
    let records = directory.file("proven.txt");
    let proven =
        ["match", "first", "random", "--game", "achi", "--games", "2", "--adjudicate", "-o", &records];
    plateau(&proven).assert().success();
    assert_eq!(std::fs::read_to_string(&records).unwrap().matches(" adjudication\n").count(), 2);
}

fn cup(directory: &Directory, pairs: u32) -> String {
    let text = format!(
        "game = \"achi\"\npairs = {pairs}\ndepth = 3\n[[player]]\nengine = \"level:1\"\n[[player]]\nengine = \"random\"\n\
         [[player]]\nname = \"three\"\nengine = \"alphabeta\"\n"
    );
    let file = directory.file("cup.toml");
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_tournament_is_stored_exported_and_resumed() {
    let directory = Directory::new();
    let file = cup(&directory, 2);
    let (report, games, records) =
        (directory.file("r.html"), directory.file("g.json"), directory.file("g.txt"));
    let text = prints(&["tournament", &file, "-o", &report, "-o", &games, "-o", &records]);
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts.len(), 3, "{text}");
    assert!(parts[0].starts_with("#  player") && parts[0].contains("\n1  three "), "{text}");
    assert!(parts[1].contains("×") && parts[2].contains("three – "), "{text}");
    assert!(std::fs::read_to_string(&report).unwrap().contains("<svg"));
    let result: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&games).unwrap()).unwrap();
    assert_eq!(result["games"].as_array().map(Vec::len), Some(12));
    assert_eq!(std::fs::read_to_string(&records).unwrap().matches("game: achi").count(), 12);
    let database = Path::new(&file).with_extension("sqlite");
    let database = database.display();
    refuses(
        &["tournament", &file],
        &format!(
            "{database} already contains the tournament 'cup': use --resume to continue it, or another --db to start over"
        ),
    );
    assert_eq!(
        parsed(&["tournament", &file, "--resume", "--json"])["games"],
        result["games"],
        "no game may be played again"
    );
    cup(&directory, 3);
    let done = plateau(&["tournament", &file, "--resume"]).assert().code(2);
    let stderr = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(stderr.contains("with other players, pairs, limits, openings or seed"), "{stderr}");
    refuses(&["tournament"], "give a tournament file; --example prints one to start from");
    let missing = directory.file("none.toml");
    plateau(&["tournament", &missing]).assert().code(2);
}

/// All tournaments in `examples/` are valid, and the quick one can be played.
#[test]
fn example_tournaments_are_valid() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(&examples).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let plan = plateau_arena::plan::Plan::parse(&plateau_games::REGISTRY, &text, &path);
            let (plan, _) = plan.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(plan.players.len() > 2);
            count += 1;
        }
    }
    assert!(count >= 6, "{count}");
    let directory = Directory::new();
    let file = examples.join("supermorpion-quick.toml");
    let db = directory.file("quick.sqlite");
    let text = prints(&["tournament", file.to_str().unwrap(), "--db", &db]);
    assert!(text.contains("Plateau"), "{text}");
}
