//! `games`, `show` and `perft`, languages, and errors of the command line itself.

use plateau_games::{AnyVariant, REGISTRY};

use crate::support::Directory;
use crate::support::program::{PLATEAU, answer, plateau, refuses};

/// All games with all their presets.
fn variants() -> Vec<Box<dyn AnyVariant>> {
    let of_game = |game: &&plateau_games::Game| {
        [""].iter().chain(game.presets).map(|options| game.with_options(options).unwrap()).collect::<Vec<_>>()
    };
    REGISTRY.games().iter().flat_map(of_game).collect()
}

#[test]
fn games_lists_names_and_options() {
    let text = answer(&["games"]);
    for game in REGISTRY.games() {
        assert!(text.contains(game.id) && text.contains(game.name.en), "{text}");
        for word in game.choices.iter().flat_map(|choice| choice.options) {
            assert!(text.contains(&format!(" {} ", word.name)), "{text}");
        }
        for alias in game.aliases {
            assert!(text.contains(alias.name), "{text}");
        }
    }
    assert!(answer(&["games", "--lang=fr"]).contains("morpion — trois alignés sur 3×3"));
}

#[test]
fn show_prints_a_position_that_it_can_read() {
    for variant in variants() {
        let position = variant.start().position_text();
        let text = answer(&["show", variant.name()]);
        assert!(text.ends_with(&format!(" {position}\n")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80 || line.contains(&position)), "{text}");
        assert_eq!(answer(&["show", variant.name(), "start"]), text);
        assert_eq!(answer(&["show", variant.name(), &position]), text);
        let mut words = vec!["show", variant.name()];
        words.extend(position.split(' '));
        assert_eq!(answer(&words), text);
        let first = variant.start().legal_moves().remove(0);
        words.extend(["--moves", &first, "--lang", "fr"]);
        assert!(answer(&words).contains("\nposition : "));
    }
}

#[test]
fn show_prints_board_turn_moves_and_result() {
    assert_eq!(
        answer(&["show", "tictactoe", "1o11o1oxx", "x", "--moves", "a3"]),
        "\
tic-tac-toe (tictactoe)

3 (x)o .
2  . o .
1  o x x
   a b c

to move:    o
last move:  a3
moves (3):  c3 a2 c2
position:   xo2o1oxx o
"
    );
    assert_eq!(
        answer(&["show", "morpion", "--moves", "5 1 7 2 3", "--lang", "fr"]),
        "\
morpion (tictactoe)

3  o o(X)
2  . X .
1  X . .
   a b c

résultat :      x gagne
dernier coup :  c3
position :      oox1x1x2 o
"
    );
}

#[test]
fn perft_prints_counts_and_speed() {
    let text = answer(&["perft", "connect4", "9"]);
    let (seconds, speed) = text
        .strip_prefix("depth 9: 39,394,572 nodes in ")
        .and_then(|rest| rest.strip_suffix(" nodes/s\n")?.split_once(" s, "))
        .unwrap_or_else(|| panic!("{text}"));
    assert_eq!(seconds.split_once('.').map(|(_, decimals)| decimals.len()), Some(3), "{text}");
    let digits = speed.replace(',', "");
    assert_eq!(digits.trim_end_matches('0').len().max(3), 3, "three digits are enough: {text}");
    assert!(answer(&["perft", "tictactoe", "1", "--lang", "fr"]).starts_with("profondeur 1 : 9 nœuds en "));
    assert!(answer(&["perft", "tictactoe", "0", "--divide"]).starts_with("depth 0: 1 node in "));
    assert!(answer(&["perft", "tictactoe", "99"]).starts_with("depth 99: 0 nodes in "));
    let text = answer(&["perft", "tictactoe", "2", "1o11o1oxx", "x", "--moves", "a3", "--divide"]);
    assert!(text.starts_with("c3: 0\na2: 2\nc2: 2\ndepth 2: 4 nodes in "), "{text}");
    let text = answer(&["perft", "tictactoe", "1", "--lang", "fr", "--divide", "xoxoxoox1 x"]);
    assert!(text.starts_with("c1 : 1\nprofondeur 1 : 1 nœud en "), "{text}");
}

#[test]
fn a_mistyped_option_is_no_file_name() {
    let directory = Directory::new();
    for option in ["--save", "--load"] {
        let mut command = plateau(&["play", "connect4", option, "-plain"]);
        let done = command.current_dir(directory.path()).write_stdin("1\n").assert().code(2).stdout("");
        done.stderr("plateau: there is no option -plain; did you mean --plain?\n");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn bad_games_positions_and_moves_are_explained() {
    let ids: Vec<&str> = REGISTRY.games().iter().map(|game| game.id).collect();
    let known = ids.join(", ");
    refuses(&["show", "chess"], &format!("there is no game 'chess'; available: {known}"));
    refuses(&["perft", "chess", "3"], &format!("there is no game 'chess'; available: {known}"));
    refuses(
        &["show", "tictactoe:4x4"],
        "game options, character 11: found '4x4', expected no options: this game has none",
    );
    refuses(
        &["show", "connect4:3x3"],
        "game options, character 10: 4 in a row does not fit on 3×3: choose 3 at most, as in connect4:3x3x3",
    );
    refuses(
        &["solve", "connect4:5x5x6", "--lang", "fr"],
        "options du jeu, caractère 10 : un alignement de 6 ne tient pas sur 5×5 : choisissez 5 au plus, comme dans connect4:5x5x5",
    );
    let side = "side to move, character 3: found 'y', expected the side to move, x or o";
    refuses(&["show", "tictactoe", "9 y"], side);
    refuses(&["show", "tictactoe", "9", "y"], side);
    refuses(&["perft", "tictactoe", "3", "9", "y"], side);
    refuses(&["show", "tictactoe", "--moves", "b2 b2"], "move, character 4: b2 is taken");
    refuses(
        &["show", "tictactoe", "--moves", "1 4 2 5 3 6"],
        "move, character 11: the game is over, there is no move to play",
    );
    refuses(&["show", "tictactoe", "--moves", "b2 b2", "--lang", "fr"], "coup, caractère 4 : b2 est occupé");
}

#[test]
fn boards_may_start_with_hyphens_but_unknown_options_are_refused() {
    let found =
        "board, character 1: found '-', expected x, o, or a digit from 1 to 9 for that many empty cells";
    refuses(&["show", "tictactoe", "-OO---XX-", "x"], found);
    refuses(&["show", "tictactoe", "---------", "x", "--moves", "b2"], found);
    refuses(&["perft", "tictactoe", "3", "--x--o---", "x", "--divide"], found);
    let unknown = "there is no option --move; did you mean --moves?";
    refuses(&["show", "tictactoe", "--move", "b2"], unknown);
    refuses(&["show", "tictactoe", "9 x", "--move", "b2"], unknown);
}

#[test]
fn lang_option_overrides_the_environment() {
    let french = "trait :      x\n";
    let in_french = |args: &[&str]| {
        let done = plateau(args).env("LANG", "fr_FR.UTF-8").assert().success();
        String::from_utf8_lossy(&done.get_output().stdout).contains(french)
    };
    assert!(in_french(&["show", "tictactoe"]));
    assert!(!in_french(&["show", "tictactoe", "--lang", "en"]));
    let done = plateau(&["show", "chess"]).env("LC_ALL", "fr").assert().code(2);
    assert!(String::from_utf8_lossy(&done.get_output().stderr).starts_with("plateau: le jeu « chess » "));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for args in [&["games"][..], &["show", "tictactoe"], &["perft", "tictactoe", "3"], &["--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut program = std::process::Command::new(PLATEAU);
        let done = program.args(args).stdout(writer).stderr(std::process::Stdio::piped()).output().unwrap();
        assert!(done.status.success() && done.stderr.is_empty(), "{args:?}: {done:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for (args, sentence) in [
        (&["games"][..], "plateau: cannot write the output: "),
        (&["games", "--lang", "fr"], "plateau: impossible d'écrire la sortie : "),
        (&["play", "tictactoe", "--lang", "fr"], "plateau: impossible d'écrire la sortie : "),
        (&["play", "morpion4", "--ask"], "plateau: cannot write the output: "),
        (&["play", "morpion4", "--ask", "--lang", "fr"], "plateau: impossible d'écrire la sortie : "),
        (
            &["show", "achi", "-o", "/dev/full/board.svg", "--lang", "fr"],
            "plateau: impossible d'écrire /dev/full/board.svg : ",
        ),
    ] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut program = std::process::Command::new(PLATEAU);
        let done = program
            .args(args)
            .env("LC_ALL", "C")
            .stdin(std::process::Stdio::null())
            .stdout(full)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with(sentence), "{errors}");
    }
}

/// Names of options that were renamed still work, so that scripts do.
#[test]
fn old_option_names_are_accepted() {
    for args in [
        &["best", "tictactoe", "--depth", "2", "--table", "1"][..],
        &["best", "connect4", "--engine", "alphabeta:depth=2,eval=seed"],
        &[
            "match",
            "first",
            "random",
            "--game",
            "tictactoe",
            "--games",
            "2",
            "--margin",
            "1s",
            "--memory",
            "900",
            "--keep",
        ],
    ] {
        plateau(args).assert().success();
    }
    // A bot that ends without an answer is found at once: not a usage error, which is code 2.
    plateau(&["check-bot", "--game", "tictactoe", "--start", "20s", "oneshot!false"]).assert().code(1);
}
