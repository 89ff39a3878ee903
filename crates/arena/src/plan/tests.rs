//! Valid and invalid tournament files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plateau_games::REGISTRY;

use super::Plan;
use crate::control;
use crate::schedule::{Schedule, System};
use crate::tournament_settings::TournamentSettings;

const FILE: &str = r#"
    game = "connect-four"
    system = "swiss"
    pairs = 2
    tc = "15m+30s"
    seed = 7
    time-margin = "50ms"
    memory-limit = 512
    keep-running = true
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
fn a_valid_file_is_parsed() {
    let (plan, concurrency) = Plan::parse(&REGISTRY, FILE, Path::new("cups/file.toml")).unwrap();
    assert_eq!(
        (plan.name.as_str(), plan.game.as_str(), plan.seed, concurrency),
        ("file", "connect4", 7, None)
    );
    let names: Vec<_> = plan.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["level:3", "bot", "deep"]);
    assert_eq!(plan.schedule, Schedule { system: System::Swiss { rounds: 2 }, players: 3, pairs: 2 });
    assert_eq!(control::print(&plan.control), "tc=15m+30s");
    let margin = Duration::from_millis(50);
    let settings = TournamentSettings {
        margin,
        memory_mb: Some(512),
        keep_running: true,
        ..TournamentSettings::default()
    };
    assert_eq!(plan.settings, settings);
    // The keys of version 0.1.
    let old = FILE.replace("time-margin", "margin").replace("memory-limit", "memory");
    let old = old.replace("keep-running", "keep");
    assert_eq!(Plan::parse(&REGISTRY, &old, Path::new("cups/file.toml")).unwrap().0, plan);
    assert_eq!((plan.openings.as_str(), &*plan.directory), ("random:plies=4", Path::new("cups/")));
    assert!(plan.to_json(None).contains(r#""command":["./bot","--fast"]"#), "{}", plan.to_json(None));
    let (other, _) =
        Plan::parse(&REGISTRY, &FILE.replace("= 7", "= 8"), Path::new("cups/file.toml")).unwrap();
    assert_ne!(plan.to_json(None), other.to_json(None));
    let again = Plan::from_json("file".to_owned(), &plan.to_json(None)).unwrap();
    assert_eq!(again, Plan { directory: PathBuf::new(), ..plan });
    let error = Plan::from_json(String::new(), "{}").unwrap_err().to_string();
    assert!(error.starts_with("invalid tournament: missing field"), "{error}");
}

#[test]
fn invalid_files_are_rejected_with_one_sentence() {
    let error_after = |change: &str, by: &str| {
        assert!(FILE.contains(change));
        Plan::parse(&REGISTRY, &FILE.replace(change, by), Path::new("cups/file.toml"))
            .unwrap_err()
            .to_string()
    };
    for (change, by, message) in [
        (
            "memory-limit = 512",
            "memory-limit = 0",
            "the memory limit must be between 1 and 16,777,216 megabytes",
        ),
        ("pairs = 2", "concurrency = 0", "concurrency must be at least 1"),
        ("pairs = 2", "name = ''", "a name must not be empty or contain control characters"),
        ("\"deep\"", "\"de\\u001bep\"", "a name must not be empty or contain control characters"),
        ("pairs = 2", "pairs = 0", "pairs and rounds must be between 1 and 1,000,000"),
        ("\"swiss\"", "\"gauntlet\"\nrounds = 2", "rounds applies to Swiss tournaments only"),
        ("seed = 7", "depth = 3", "use only one of tc, time, depth and nodes"),
        ("\"deep\"", "\"bot\"", "two players are called 'bot': rename one of them"),
        ("pairs", "pars", "line 4: there is no setting 'pars'; did you mean pairs?"),
        ("\"swiss\"", "\"cup\"", "line 3: 'cup' is not possible here; possible values: round-robin, "),
        ("protocol = \"ugi\"", "", "the player 'bot' needs either engine = \"level:3\" or protocol"),
        ("\"ugi\"", "\"uci\"", "unknown protocol 'uci'; expected one of ugi, oneshot, "),
        ("\"./bot\", \"--fast\"", "\"\"", "ugi! needs the command of a program"),
        ("alphabeta:depth=6", "ugi!'./bot", "'ugi!'./bot' has an unclosed quote"),
        ("connect-four", "chess", "there is no game 'chess'; available: "),
    ] {
        let found = error_after(change, by);
        assert!(found.starts_with(message) && found.lines().count() == 1, "{found}");
    }
    let one = "game = \"achi\"\n[[player]]\nengine = \"first\"";
    let error = Plan::parse(&REGISTRY, one, Path::new("cups/file.toml")).unwrap_err().to_string();
    assert_eq!(error, "a tournament needs at least two players, this one has 1");
}
