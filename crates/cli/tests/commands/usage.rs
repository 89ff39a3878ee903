//! Errors of the command line itself: one sentence in each language, and exit code 2.

use crate::support::program::{plateau, refuses};

/// Runs `plateau` in English and in French; both must refuse the arguments.
#[track_caller]
fn refuses_in_both(line: &str, english: &str, french: &str) {
    let args: Vec<&str> = line.split_whitespace().collect();
    refuses(&args, english);
    let done = plateau(&args).env("LANG", "fr_FR.UTF-8").assert().code(2).stdout("");
    assert_eq!(String::from_utf8_lossy(&done.get_output().stderr), format!("plateau: {french}\n"), "{line}");
}

#[test]
fn unknown_names_suggest_the_nearest_one() {
    refuses_in_both(
        "plya connect4",
        "there is no command 'plya'; did you mean play?",
        "la commande « plya » n'existe pas ; vouliez-vous dire play ?",
    );
    refuses_in_both(
        "chess",
        "there is no command 'chess'; plateau --help lists the commands",
        "la commande « chess » n'existe pas ; plateau --help donne la liste des commandes",
    );
    refuses_in_both(
        "othello",
        "'othello' is a game, not a command: use plateau play othello, or plateau --help for the other commands",
        "« othello » est un jeu, pas une commande : utilisez plateau play othello, ou plateau --help pour les autres commandes",
    );
    refuses_in_both(
        "help plya",
        "there is no command 'plya'; did you mean play?",
        "la commande « plya » n'existe pas ; vouliez-vous dire play ?",
    );
    refuses_in_both(
        "show otelo",
        "there is no game 'otelo'; did you mean othello?",
        "le jeu « otelo » n'existe pas ; vouliez-vous dire othello ?",
    );
    refuses_in_both(
        "play connect4 --second oneshto!./bot",
        "there is no protocol 'oneshto'; did you mean oneshot?",
        "le protocole « oneshto » n'existe pas ; vouliez-vous dire oneshot ?",
    );
    refuses_in_both(
        "show tictacto",
        "there is no game 'tictacto'; did you mean tictactoe?",
        "le jeu « tictacto » n'existe pas ; vouliez-vous dire tictactoe ?",
    );
    refuses_in_both(
        "best connect4 --engine alphbeta:depth=3",
        "there is no engine 'alphbeta'; did you mean alphabeta?",
        "le moteur « alphbeta » n'existe pas ; vouliez-vous dire alphabeta ?",
    );
    refuses_in_both(
        "tree tictactoe --eval basline",
        "there is no evaluator 'basline'; did you mean baseline?",
        "l'évaluateur « basline » n'existe pas ; vouliez-vous dire baseline ?",
    );
    refuses_in_both(
        "best connect4 --engine alphabeta:eval=platau",
        "there is no evaluator 'platau'; did you mean plateau?",
        "l'évaluateur « platau » n'existe pas ; vouliez-vous dire plateau ?",
    );
}

#[test]
fn a_program_without_its_protocol_is_recognised() {
    for args in [
        &["play", "connect4", "--second", "python3 bot.py"][..],
        &["match", "first", "python3 bot.py", "--game", "connect4"],
        &["check-bot", "--game", "connect4", "python3 bot.py"],
    ] {
        let protocols = "ugi, oneshot, codingame, gomocup, gtp, nboard";
        refuses(
            args,
            &format!(
                "'python3 bot.py' looks like a program: write its protocol first, as in 'oneshot!python3 bot.py'; protocols: {protocols}"
            ),
        );
        refuses(
            &[args, &["--lang", "fr"]].concat(),
            &format!(
                "« python3 bot.py » ressemble à un programme : écrivez d'abord son protocole, comme dans « oneshot!python3 bot.py » ; protocoles : {protocols}"
            ),
        );
    }
}

#[test]
fn unknown_options_suggest_where_to_find_them() {
    refuses_in_both(
        "best connect4 --bogus",
        "there is no option --bogus; plateau best --help lists the options",
        "l'option --bogus n'existe pas ; plateau best --help donne la liste des options",
    );
    refuses_in_both(
        "best connect4 --dpeth 3",
        "there is no option --dpeth; did you mean --depth?",
        "l'option --dpeth n'existe pas ; vouliez-vous dire --depth ?",
    );
    refuses_in_both(
        "analyse connect4 start --seed 3",
        "--seed is not an option of analyse, but a setting of the engines level, mcts and random, as in --engine level:seed=1",
        "la commande analyse n'a pas d'option --seed ; c'est un réglage des moteurs level, mcts et random, comme dans --engine level:seed=1",
    );
    refuses_in_both(
        "show connect4 --seed 3",
        "--seed is not an option of show, but of play, match and train",
        "la commande show n'a pas d'option --seed ; elle existe dans play, match et train",
    );
    refuses_in_both(
        "--prot 80",
        "there is no option --prot; did you mean --port?",
        "l'option --prot n'existe pas ; vouliez-vous dire --port ?",
    );
    refuses_in_both(
        "games all",
        "'all' is one argument too many; plateau games --help explains the arguments",
        "« all » est un argument de trop ; plateau games --help explique les arguments",
    );
    refuses_in_both(
        "perft tictactoe -1",
        "'-1' is one argument too many; plateau perft --help explains the arguments",
        "« -1 » est un argument de trop ; plateau perft --help explique les arguments",
    );
}

#[test]
fn bad_values_are_explained_without_words_of_the_parser() {
    for (line, english, french) in [
        (
            "--port abc",
            "--port: 'abc' is not a port: use a number from 0 to 65535",
            "--port : « abc » n'est pas un port : utilisez un nombre de 0 à 65535",
        ),
        (
            "serve --port 99999",
            "--port: '99999' is not a port: use a number from 0 to 65535",
            "--port : « 99999 » n'est pas un port : utilisez un nombre de 0 à 65535",
        ),
        (
            "--port -1",
            "--port: '-1' is not a port: use a number from 0 to 65535",
            "--port : « -1 » n'est pas un port : utilisez un nombre de 0 à 65535",
        ),
        (
            "best connect4 --time -5s",
            "--time: '-5s' is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year",
            "--time : « -5s » n'est pas une durée : écrivez 1s, 0.5s, 500ms, 15m ou 1h, un an au plus",
        ),
        (
            "match first random --game achi --time -inf",
            "--time: '-inf' is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year",
            "--time : « -inf » n'est pas une durée : écrivez 1s, 0.5s, 500ms, 15m ou 1h, un an au plus",
        ),
        (
            "match first random --game achi --time-margin nan",
            "--time-margin: 'nan' is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year",
            "--time-margin : « nan » n'est pas une durée : écrivez 1s, 0.5s, 500ms, 15m ou 1h, un an au plus",
        ),
        (
            "match first random --game achi --games -2",
            "--games: '-2' is not a whole number from 2 to 2,000,000",
            "--games : « -2 » n'est pas un nombre entier de 2 à 2\u{202f}000\u{202f}000",
        ),
        ("games --lang=", "--lang needs a value: --lang en|fr", "--lang demande une valeur : --lang en|fr"),
        (
            "games --lang frr",
            "--lang cannot be 'frr'; did you mean fr?",
            "--lang ne peut pas être « frr » ; vouliez-vous dire fr ?",
        ),
        (
            "serve --bind here",
            "--bind: 'here' is not an address: use localhost, or an IP address such as 127.0.0.1 or 0.0.0.0",
            "--bind : « here » n'est pas une adresse : utilisez localhost, ou une adresse IP comme 127.0.0.1 ou 0.0.0.0",
        ),
        (
            "tree tictactoe --breadth 0",
            "--breadth: '0' is not a whole number from 1 to 65,535",
            "--breadth : « 0 » n'est pas un nombre entier de 1 à 65\u{202f}535",
        ),
        (
            "match first random --game achi --memory abc",
            "--memory-limit: 'abc' is not a whole number from 1 to 16,777,216",
            "--memory-limit : « abc » n'est pas un nombre entier de 1 à 16\u{202f}777\u{202f}216",
        ),
        (
            "match first random --game achi --tc soon",
            "--tc: 'soon' is not a time control: write 15m or 15m+30s",
            "--tc : « soon » n'est pas une cadence : écrivez 15m ou 15m+30s",
        ),
        (
            "match first random --game achi --games 3",
            "--games: 3 is odd, but games are played in pairs: choose an even number",
            "--games : 3 est impair, mais les parties se jouent par paires : choisissez un nombre pair",
        ),
        (
            "perft tictactoe 100",
            "DEPTH: '100' is not a whole number from 0 to 99",
            "PROFONDEUR : « 100 » n'est pas un nombre entier de 0 à 99",
        ),
        (
            "show connect4 --format html",
            "--format cannot be 'html'; possible values: svg, png, dot",
            "--format ne peut pas être « html » ; valeurs possibles : svg, png, dot",
        ),
        (
            "completions bahs",
            "SHELL cannot be 'bahs'; did you mean bash?",
            "SHELL ne peut pas être « bahs » ; vouliez-vous dire bash ?",
        ),
        (
            "--lang de",
            "--lang cannot be 'de'; possible values: en, fr",
            "--lang ne peut pas être « de » ; valeurs possibles : en, fr",
        ),
        (
            "best connect4 --depth",
            "--depth needs a value: --depth DEPTH",
            "--depth demande une valeur : --depth PROFONDEUR",
        ),
        ("best connect4 --json=yes", "--json takes no value", "--json ne prend pas de valeur"),
    ] {
        refuses_in_both(line, english, french);
    }
}

#[test]
fn missing_and_contradicting_arguments_are_named() {
    refuses_in_both(
        "show",
        "name a game ('plateau games' lists them) or a file with --load FILE",
        "indiquez un jeu (« plateau games » les liste) ou un fichier avec --load FICHIER",
    );
    refuses_in_both(
        "match level:1",
        "missing: --game GAME and B; for example: plateau match level:2 level:1 --game connect4 --games 10",
        "il manque --game JEU et B ; par exemple : plateau match level:2 level:1 --game connect4 --games 10",
    );
    refuses_in_both(
        "best connect4 --time 1s --tc 1m",
        "--time and --tc cannot be combined",
        "--time et --tc ne peuvent pas être combinées",
    );
    refuses_in_both(
        "best connect4 --depth 1 --depth 2",
        "--depth is given twice",
        "--depth figure deux fois",
    );
}

/// A word from a script or a file name may contain anything; the error is still one line.
#[test]
fn quoted_words_are_short_and_harmless() {
    let long = "x".repeat(10_000);
    for word in ["\u{1b}[2J", "two\nlines", long.as_str()] {
        for args in [&[word][..], &["show", word], &["best", "achi", "--engine", word], &["--port", word]] {
            let done = plateau(args).assert().code(2);
            let text = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
            assert_eq!(text.lines().count(), 1, "{text}");
            assert!(!text.contains('\u{1b}') && text.len() < 500, "{text}");
        }
    }
}
