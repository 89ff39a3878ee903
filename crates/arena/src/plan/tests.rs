//! Valid and invalid tournament files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plateau_core::Lang;
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
        ("\"deep\"", "\"de\\u202eep\"", "a name must not be empty or contain control characters"),
        ("pairs = 2", "pairs = 0", "pairs and rounds must be between 1 and 1,000,000"),
        ("\"swiss\"", "\"gauntlet\"\nrounds = 2", "rounds applies to Swiss tournaments only"),
        ("seed = 7", "depth = 3", "use only one of tc, time, depth and nodes"),
        ("\"deep\"", "\"bot\"", "two players are called 'bot': rename one of them"),
        ("pairs", "pars", "line 4: there is no setting 'pars'; did you mean pairs?"),
        ("\"swiss\"", "\"cup\"", "line 3: 'cup' is not possible here; possible values: round-robin, "),
        ("protocol = \"ugi\"", "", "the player 'bot' needs either engine = \"level:3\" or protocol"),
        ("\"ugi\"", "\"uci\"", "there is no protocol 'uci'; did you mean ugi?"),
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

/// A change to the file, and the reason of the parser's error. The parser itself writes these
/// reasons in English only, in a form that a new version of it may change.
const PARSER_ERRORS: &[(&str, &str, &str, &str)] = &[
    (
        "pairs = 2",
        "pars = 2",
        "line 4: there is no setting 'pars'; did you mean pairs?",
        "ligne 4 : le réglage « pars » n'existe pas ; vouliez-vous dire pairs ?",
    ),
    (
        "name = \"bot\"",
        "strength = 3",
        "line 13: there is no setting 'strength'; available: name, engine, protocol, command",
        "ligne 13 : le réglage « strength » n'existe pas ; réglages disponibles : name, engine, protocol, command",
    ),
    (
        "\"swiss\"",
        "\"cup\"",
        "line 3: 'cup' is not possible here; possible values: round-robin, gauntlet, swiss, knock-out",
        "ligne 3 : « cup » n'est pas possible ici ; valeurs possibles : round-robin, gauntlet, swiss, knock-out",
    ),
    (
        "game = \"connect-four\"",
        "",
        "line 1: the setting game is missing",
        "ligne 1 : le réglage game manque",
    ),
    (
        "pairs = 2",
        "pairs = \"two\"",
        "line 4: found \"two\", expected a whole number",
        "ligne 4 : trouvé : \"two\" ; attendu : un nombre entier",
    ),
    (
        "pairs = 2",
        "pairs = 2.5",
        "line 4: found 2.5, expected a whole number",
        "ligne 4 : trouvé : 2.5 ; attendu : un nombre entier",
    ),
    (
        "pairs = 2",
        "concurrency = -1",
        "line 4: found -1, expected a whole number",
        "ligne 4 : trouvé : -1 ; attendu : un nombre entier",
    ),
    (
        "keep-running = true",
        "keep-running = {}",
        "line 9: found a table, expected true or false",
        "ligne 9 : trouvé : une table ; attendu : true ou false",
    ),
    (
        "\"15m+30s\"",
        "[1]",
        "line 5: found a list, expected a text in quotes",
        "ligne 5 : trouvé : une liste ; attendu : un texte entre guillemets",
    ),
    (
        "[\"./bot\", \"--fast\"]",
        "true",
        "line 15: found true, expected a list",
        "ligne 15 : trouvé : true ; attendu : une liste",
    ),
    ("seed = 7", "seed = ", "line 6: this is not valid TOML (", "ligne 6 : ce n'est pas du TOML valide ("),
];

#[test]
fn errors_of_the_parser_are_in_our_words() {
    for (change, by, english, french) in PARSER_ERRORS {
        assert!(FILE.contains(change), "{change}");
        let text = FILE.replace(change, by);
        let error = Plan::parse(&REGISTRY, &text, Path::new("cups/file.toml")).unwrap_err();
        let found = [Lang::En, Lang::Fr].map(|lang| error.render(lang));
        if english.ends_with('(') {
            // The rest are the words of the parser.
            assert!(found[0].starts_with(english) && found[1].starts_with(french), "{found:?}");
        } else {
            assert_eq!(found, [*english, *french], "{by}");
        }
    }
}
