//! Matches and tournaments at the command line.

mod common;
#[path = "common/program.rs"]
mod program;

use std::path::Path;

use common::Directory;
use program::{parsed, plateau, refuses};

/// What it prints, whatever it tells meanwhile.
#[track_caller]
fn prints(args: &[&str]) -> String {
    let done = plateau(args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

const SHORT: [&str; 8] = ["match", "level:2", "random", "--game", "tictactoe", "--games", "20", "--depth"];

#[test]
fn a_match_tells_score_elo_times_and_faults() {
    let text = prints(&[&SHORT[..], &["3"]].concat());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "tictactoe, depth=3, openings random:plies=4, seed 1");
    assert!(lines[1].starts_with("level:2 – random: +") && lines[1].contains(" of 20 games, "), "{text}");
    assert!(lines[2].starts_with("Elo +") && lines[2].contains("likelihood of superiority"), "{text}");
    assert!(lines[3].starts_with("pairs of 0, ½, 1, 1½, 2 points: "), "{text}");
    assert!(lines[4].starts_with("level:2: ") && lines[4].ends_with("faults: 0"), "{text}");
    let again = prints(&[&SHORT[..], &["3", "--concurrency", "3"]].concat());
    assert_eq!(again.lines().take(4).collect::<Vec<_>>(), lines[..4], "the same seed, the same games");
    let french = prints(&[&SHORT[..], &["3", "--lang", "fr"]].concat());
    assert!(french.contains("ouvertures random:plies=4") && french.contains("sur 20 parties"), "{french}");
    let told = plateau(&[&SHORT[..], &["3"]].concat()).assert().success();
    let told = String::from_utf8(told.get_output().stderr.clone()).unwrap();
    assert!(
        told.lines().count() == 20 && told.lines().last().is_some_and(|line| line.starts_with("20/20  +")),
        "{told}"
    );
}

#[test]
fn a_match_is_json_and_ends_when_its_test_is_decided() {
    let line = ["match", "level:4", "first", "--game", "connect4:5x4", "--games", "2000", "--json"];
    let done = plateau(&[&line[..], &["--sprt", "elo0=0,elo1=200"]].concat()).assert().success();
    let told: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!((&told["schema"], &told["sprt"]["verdict"]), (&"plateau-match/1".into(), &"elo1".into()));
    let games = told["games"].as_u64().unwrap();
    let pairs: u64 = told["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert!(games < 400 && games == 2 * pairs, "{told}");
    assert!(told["players"][0]["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn bad_matches_are_refused_in_a_sentence() {
    let base = ["match", "level:1", "random", "--game", "tictactoe"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    refuses(
        &with(&["--games", "3"]),
        "invalid value '3' for '--games <N>': 3 is not an even number of games: they are played in pairs; try --help",
    );
    refuses(
        &with(&["--openings", "random:plies=9"]),
        "every game of tictactoe is decided after 9 random plies; take fewer",
    );
    refuses(&with(&["-o", "games.pgn"]), "the name 'games.pgn' tells no format; there are html, json, txt");
    refuses(
        &["match", "level:9", "first", "--game", "achi"],
        "in 'level:9', level is 9, but must be a whole number from 1 to 8",
    );
    plateau(&with(&["--sprt", "elo0=1"])).assert().code(2);
    plateau(&with(&["--tc", "1m", "--depth", "1"])).assert().code(2);
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
fn a_tournament_is_kept_and_written_and_goes_on() {
    let directory = Directory::new("arena-cup");
    let file = cup(&directory, 2);
    let (report, games, records) =
        (directory.file("r.html"), directory.file("g.json"), directory.file("g.txt"));
    let text = prints(&["tournament", &file, "-o", &report, "-o", &games, "-o", &records]);
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts.len(), 3, "{text}");
    assert!(parts[0].starts_with("#  player") && parts[0].contains("\n1  three "), "{text}");
    assert!(parts[1].contains("×") && parts[2].contains("three – "), "{text}");
    assert!(std::fs::read_to_string(&report).unwrap().contains("<svg"));
    let told: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&games).unwrap()).unwrap();
    assert_eq!(told["games"].as_array().map(Vec::len), Some(12));
    assert_eq!(std::fs::read_to_string(&records).unwrap().matches("game: achi").count(), 12);
    let kept = Path::new(&file).with_extension("sqlite");
    let shown = kept.display();
    refuses(
        &["tournament", &file],
        &format!(
            "{shown} already holds the tournament 'cup': --resume goes on with it, and another --db begins anew"
        ),
    );
    assert_eq!(
        parsed(&["tournament", &file, "--resume", "--json"])["games"],
        told["games"],
        "nothing is played again"
    );
    cup(&directory, 3);
    plateau(&["tournament", &file, "--resume"]).assert().code(2);
    refuses(&["tournament"], "give the file of a tournament; --example prints one to begin with");
    let missing = directory.file("none.toml");
    plateau(&["tournament", &missing]).assert().code(2);
}

/// The tournaments in `examples/`, by the names and the games they say; the quick one is
/// played.
#[test]
fn the_examples_are_tournaments() {
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
    let directory = Directory::new("arena-examples");
    let file = examples.join("supermorpion-quick.toml");
    let db = directory.file("quick.sqlite");
    let text = prints(&["tournament", file.to_str().unwrap(), "--db", &db]);
    assert!(text.contains("Plateau") && !text.contains("on time"), "{text}");
}
