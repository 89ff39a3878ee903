//! Files that are read and files that are refused.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plateau_games::REGISTRY;

use super::Plan;
use crate::control;
use crate::schedule::{Schedule, System};
use crate::terms::Terms;

const FILE: &str = r#"
    game = "connect-four"
    system = "swiss"
    pairs = 2
    tc = "15m+30s"
    seed = 7
    margin = "50ms"
    memory = 512
    [[player]]
    engine = "level:3"
    [[player]]
    name = "bot"
    protocol = "ugi"
    command = ["./bot", "--fast"]
    [[player]]
    name = "deep"
    engine = "alphabeta:depth=6"
"#;

#[test]
fn a_file_is_read() {
    let (plan, concurrency) = Plan::parse(&REGISTRY, FILE, Path::new("cups/file.toml")).unwrap();
    assert_eq!(
        (plan.name.as_str(), plan.game.as_str(), plan.seed, concurrency),
        ("file", "connect4", 7, None)
    );
    let names: Vec<_> = plan.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["level:3", "bot", "deep"]);
    assert_eq!(plan.schedule, Schedule { system: System::Swiss { rounds: 2 }, players: 3, pairs: 2 });
    assert_eq!(control::print(&plan.control), "tc=15m+30s");
    let terms = Terms { margin: Duration::from_millis(50), memory: Some(512), ..Terms::default() };
    assert_eq!(plan.terms, terms);
    assert_eq!((plan.openings.as_str(), &*plan.directory), ("random:plies=4", Path::new("cups/")));
    assert!(plan.text(None).contains(r#""command":["./bot","--fast"]"#), "{}", plan.text(None));
    let (other, _) =
        Plan::parse(&REGISTRY, &FILE.replace("= 7", "= 8"), Path::new("cups/file.toml")).unwrap();
    assert_ne!(plan.text(None), other.text(None));
    let again = Plan::read("file".to_owned(), &plan.text(None)).unwrap();
    assert_eq!(again, Plan { directory: PathBuf::new(), ..plan });
    let broken = Plan::read(String::new(), "{}").unwrap_err().to_string();
    assert!(broken.starts_with("this is no tournament: missing field"), "{broken}");
}

#[test]
fn a_bad_file_is_refused_in_a_sentence() {
    let refused = |change: &str, by: &str| {
        assert!(FILE.contains(change));
        Plan::parse(&REGISTRY, &FILE.replace(change, by), Path::new("cups/file.toml"))
            .unwrap_err()
            .to_string()
    };
    for (change, by, sentence) in [
        ("memory = 512", "memory = 0", "memory is a whole number of megabytes from 1 to 16777216"),
        ("pairs = 2", "concurrency = 0", "concurrency is a whole number of games at once, from 1 on"),
        ("pairs = 2", "name = ''", "a name is a line of one letter at least, without control characters"),
        ("\"deep\"", "\"de\\u001bep\"", "a name is a line of one letter at least, without control"),
        ("pairs = 2", "pairs = 0", "pairs and rounds are whole numbers from 1 to 1000000"),
        ("\"swiss\"", "\"gauntlet\"\nrounds = 2", "only a Swiss tournament has rounds"),
        ("seed = 7", "depth = 3", "moves are limited by one of tc, time, depth and nodes, not by several"),
        ("\"deep\"", "\"bot\"", "two players are called 'bot': give one of them another name"),
        ("pairs", "pears", "line 4: this is no tournament: unknown field `pears`, expected one of"),
        ("\"swiss\"", "\"cup\"", "line 3: this is no tournament: unknown variant `cup`, expected one of"),
        ("protocol = \"ugi\"", "", "the player 'bot' needs either engine = \"level:3\" or protocol"),
        ("\"ugi\"", "\"uci\"", "the protocol 'uci' is not known; there are ugi, oneshot, "),
        ("\"./bot\", \"--fast\"", "\"\"", "after ugi! comes the command of a program"),
        ("alphabeta:depth=6", "ugi!'./bot", "in 'ugi!'./bot', a quote does not end"),
        ("connect-four", "chess", "game, character 1: found 'chess', expected one of"),
    ] {
        let found = refused(change, by);
        assert!(found.starts_with(sentence) && found.lines().count() == 1, "{found}");
    }
    let one = "game = \"achi\"\n[[player]]\nengine = \"first\"";
    let sentence = Plan::parse(&REGISTRY, one, Path::new("cups/file.toml")).unwrap_err().to_string();
    assert_eq!(sentence, "a tournament has two players at least, and this one has 1");
}
