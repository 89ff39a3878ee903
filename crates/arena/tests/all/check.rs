//! The messages of `check` for each fault, in English and French.

use std::thread;
use std::time::Duration;

use crate::common::{faulty_bot, python, settings};

use plateau_arena::check::{CheckError, check};
use plateau_arena::{PlayerSpec, Settings};
use plateau_core::{Lang, Phrase};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// Checks a bot; returns the report in both languages, its parts joined by dashes, with the
/// command replaced by `BOT`.
fn messages_of(bot: &str, game: &str, settings: &Settings, time: u64) -> [String; 2] {
    let variant = REGISTRY.variant(game).unwrap();
    let spec = PlayerSpec::parse(bot).unwrap();
    let report = check(&spec, variant.as_ref(), settings, Duration::from_millis(time), &Stop::new()).unwrap();
    let text = |lang| {
        let name = |phrase: &Phrase| match lang {
            Lang::En => format!("{}: ", phrase.en),
            Lang::Fr => format!("{} : ", phrase.fr),
        };
        let facts = report.facts.iter().map(|fact| name(fact.name) + &fact.content.render(lang));
        [report.verdict.render(lang)].into_iter().chain(facts).collect::<Vec<_>>().join(" — ")
    };
    let prefix = if report.passed { "passed: " } else { "" };
    let command = bot.split_once('!').unwrap().1;
    [Lang::En, Lang::Fr].map(|lang| format!("{prefix}{}", text(lang)).replace(command, "BOT"))
}

fn messages_of_fault(fault: &str, game: &str) -> [String; 2] {
    let protocol = if fault.starts_with("ugi") { "ugi" } else { "oneshot" };
    let timeout = Duration::from_secs(3);
    let quick = Settings { start_timeout: timeout, exit_timeout: timeout, ..settings() };
    let no_answer =
        ["silent", "linger-open", "ugi-plain", "ugi-case", "ugi-no-newline", "ugi-echo"].contains(&fault);
    let time = if no_answer { 3_000 } else { 20_000 };
    messages_of(&faulty_bot(&format!("{protocol} {fault}")), game, &quick, time)
}

#[test]
fn correct_bots_pass() {
    let python = python();
    let oneshot = format!("oneshot!{python} ../../bots/python/bot.py");
    for bot in [oneshot, format!("codingame!{python} tests/protocol_bot.py codingame")] {
        let [english, french] = messages_of(&bot, "supermorpion", &Settings::default(), 20_000);
        assert!(
            english.starts_with("passed: all tests passed — legal moves: ")
                && english.contains(" — slowest answer: "),
            "{english}"
        );
        assert!(french.starts_with("passed: tous les tests sont réussis — coups légaux : "), "{french}");
    }
    for (protocol, game) in [("gomocup", "morpion4:7x7x5"), ("gtp", "othello"), ("nboard", "othello")] {
        let bot = format!("{protocol}!{python} tests/protocol_bot.py {protocol}");
        let [english, _] = messages_of(&bot, game, &Settings::default(), 20_000);
        assert!(english.starts_with("passed: "), "{english}");
    }
}

#[test]
fn players_that_cannot_be_checked_are_rejected() {
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let error = |text: &str| {
        let spec = PlayerSpec::parse(text).unwrap();
        match check(&spec, variant.as_ref(), &Settings::default(), Duration::ZERO, &Stop::new()) {
            Err(CheckError::Unsupported(message)) => message.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        error("level:3"),
        "'level:3' is not a program: use PROTOCOL!COMMAND, such as 'oneshot!python3 bot.py'"
    );
    assert_eq!(error("gtp!./bot"), "the protocol gtp only plays othello, not tictactoe");
}

/// The fault of a bot, the game, and the messages.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    (
        "illegal",
        "tictactoe",
        "failed: the answer is not a legal move — sent: BOT '1x7 o' 20.000 — received: '2' — problem: move: b3 is taken — expected: a3; c3; a2 … (8 in total) — likely cause: the bot misreads the position or misses a rule",
        "échec : la réponse n'est pas un coup légal — envoyé : BOT '1x7 o' 20.000 — reçu : « 2 » — problème : coup : b3 est occupé — attendu : a3; c3; a2 … (8 au total) — cause probable : le bot lit mal la position ou oublie une règle",
    ),
    (
        "nonsense",
        "tictactoe",
        "failed: the answer is not a legal move — sent: BOT '9 x' 20.000 — received: 'resistance' — problem: move, character 1: found 'resistance', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in total) — likely cause: the bot writes moves in a different notation",
        "échec : la réponse n'est pas un coup légal — envoyé : BOT '9 x' 20.000 — reçu : « resistance » — problème : coup, caractère 1 : trouvé : « resistance » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 au total) — cause probable : le bot écrit les coups dans une autre notation",
    ),
    (
        "talk",
        "tictactoe",
        "failed: the answer is not a legal move — sent: BOT '9 x' 20.000 — received: 'thinking about it\\n1' — problem: move, character 1: found 'thinking about it\\n1', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in total) — likely cause: the bot prints more than its move: print debug messages to standard error",
        "échec : la réponse n'est pas un coup légal — envoyé : BOT '9 x' 20.000 — reçu : « thinking about it\\n1 » — problème : coup, caractère 1 : trouvé : « thinking about it\\n1 » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 au total) — cause probable : le bot affiche plus que son coup : écrivez vos messages de débogage sur la sortie d'erreur",
    ),
    (
        "zero",
        "tictactoe",
        "failed: the answer is not a legal move — sent: BOT '9 x' 20.000 — received: '0' — problem: move, character 1: found '0', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in total) — likely cause: the bot counts from 0, but this notation counts from 1",
        "échec : la réponse n'est pas un coup légal — envoyé : BOT '9 x' 20.000 — reçu : « 0 » — problème : coup, caractère 1 : trouvé : « 0 » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 au total) — cause probable : le bot compte à partir de 0, mais cette notation compte à partir de 1",
    ),
    (
        "sm-zero",
        "supermorpion",
        "failed: the answer is not a legal move — sent: BOT '999999999 00 x' 20.000 — received: '0 4' — problem: move, character 1: found '0', expected a grid from 1 to 9 — expected: 1 1; 1 2; 1 3 … (81 in total) — likely cause: the bot counts from 0, but this notation counts from 1",
        "échec : la réponse n'est pas un coup légal — envoyé : BOT '999999999 00 x' 20.000 — reçu : « 0 4 » — problème : coup, caractère 1 : trouvé : « 0 » ; attendu : une grille de 1 à 9 — attendu : 1 1; 1 2; 1 3 … (81 au total) — cause probable : le bot compte à partir de 0, mais cette notation compte à partir de 1",
    ),
    (
        "sm-swapped",
        "supermorpion",
        "failed: the answer is not a legal move — sent: BOT '1x799999999 12 o' 20.000 — received: '5 2' — problem: move: o must play in grid 2 — expected: 2 1; 2 2; 2 3 … (9 in total) — likely cause: grid and cell are swapped: the grid comes first",
        "échec : la réponse n'est pas un coup légal — envoyé : BOT '1x799999999 12 o' 20.000 — reçu : « 5 2 » — problème : coup : o doit jouer dans la grille 2 — attendu : 2 1; 2 2; 2 3 … (9 au total) — cause probable : la grille et la case sont inversées : la grille vient en premier",
    ),
    (
        "flood",
        "tictactoe",
        "failed: the bot printed too much output — sent: BOT '9 x' 20.000 — expected: one line with a move — likely cause: an endless loop that prints",
        "échec : le bot a affiché beaucoup trop de texte — envoyé : BOT '9 x' 20.000 — attendu : une seule ligne avec un coup — cause probable : une boucle infinie qui affiche du texte",
    ),
    (
        "die",
        "tictactoe",
        "failed: the bot exited (code 3) without an answer — sent: BOT '9 x' 20.000 — expected: a move — likely cause: its standard error ends with 'ValueError: no such move'",
        "échec : le bot s'est arrêté (code 3) sans répondre — envoyé : BOT '9 x' 20.000 — attendu : un coup — cause probable : sa sortie d'erreur se termine par « ValueError: no such move »",
    ),
    (
        "crash",
        "tictactoe",
        "failed: the bot exited (signal 11) without an answer — sent: BOT '9 x' 20.000 — expected: a move — likely cause: the bot crashed without a message on standard error",
        "échec : le bot s'est arrêté (signal 11) sans répondre — envoyé : BOT '9 x' 20.000 — attendu : un coup — cause probable : le bot a planté sans message sur la sortie d'erreur",
    ),
    (
        "mute",
        "tictactoe",
        "failed: the bot exited (code 0) without an answer — sent: BOT '9 x' 20.000 — expected: a move — likely cause: the bot exits without printing, or prints to standard error",
        "échec : le bot s'est arrêté (code 0) sans répondre — envoyé : BOT '9 x' 20.000 — attendu : un coup — cause probable : le bot s'arrête sans rien afficher, ou affiche sur la sortie d'erreur",
    ),
    (
        "silent",
        "tictactoe",
        "failed: no answer in time, even with a margin of 0.1 s — sent: BOT '9 x' 3.000 — expected: a move — likely cause: the bot waits for standard input or ignores the clock: the position and the seconds left are its arguments",
        "échec : aucune réponse dans les temps, même avec une marge de 0,1 s — envoyé : BOT '9 x' 3.000 — attendu : un coup — cause probable : le bot attend l'entrée standard ou ignore la pendule : la position et les secondes restantes sont ses arguments",
    ),
    (
        "linger",
        "tictactoe",
        "failed: the bot answered but was still running 3.0 s later — sent: BOT '9 x' 20.000 — expected: it exits — likely cause: the bot waits for more input: a one-shot program exits after its move",
        "échec : le bot a répondu mais tournait encore 3,0 s plus tard — envoyé : BOT '9 x' 20.000 — attendu : il s'arrête — cause probable : le bot attend d'autres entrées : un programme « oneshot » s'arrête après son coup",
    ),
    (
        "linger-open",
        "tictactoe",
        "failed: the bot printed something, but no answer before its time ran out — sent: BOT '9 x' 3.000 — received: '1' — expected: a line such as 'a3' — likely cause: the bot waits for more input: a one-shot program exits after its move",
        "échec : le bot a affiché quelque chose, mais aucune réponse avant la fin de son temps — envoyé : BOT '9 x' 3.000 — reçu : « 1 » — attendu : une ligne comme « a3 » — cause probable : le bot attend d'autres entrées : un programme « oneshot » s'arrête après son coup",
    ),
    (
        "orphan",
        "tictactoe",
        "failed: the bot exited and left 1 of its processes running — expected: none — likely cause: the bot starts processes and does not wait for them",
        "échec : le bot s'est arrêté en laissant 1 de ses processus actifs — attendu : aucun — cause probable : le bot lance des processus sans attendre leur fin",
    ),
    (
        "ugi-no-flush",
        "tictactoe",
        "failed: no answer within 3.0 s — sent: ugi — expected: 'ugiok' — likely cause: its output is not flushed: use print(…, flush=True) in Python, fflush(stdout) in C",
        "échec : aucune réponse en 3,0 s — envoyé : ugi — attendu : « ugiok » — cause probable : sa sortie n'est pas vidée : utilisez print(…, flush=True) en Python, fflush(stdout) en C",
    ),
    (
        "ugi-plain",
        "tictactoe",
        "failed: the bot printed something, but no answer before its time ran out — sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — received: 'a3' — expected: a line such as 'bestmove a3' — likely cause: an answer must begin with bestmove, in lower case",
        "échec : le bot a affiché quelque chose, mais aucune réponse avant la fin de son temps — envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — reçu : « a3 » — attendu : une ligne comme « bestmove a3 » — cause probable : une réponse doit commencer par bestmove, en minuscules",
    ),
    (
        "ugi-case",
        "tictactoe",
        "failed: the bot printed something, but no answer before its time ran out — sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — received: 'BestMove a3' — expected: a line such as 'bestmove a3' — likely cause: an answer must begin with bestmove, in lower case",
        "échec : le bot a affiché quelque chose, mais aucune réponse avant la fin de son temps — envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — reçu : « BestMove a3 » — attendu : une ligne comme « bestmove a3 » — cause probable : une réponse doit commencer par bestmove, en minuscules",
    ),
    (
        "ugi-no-newline",
        "tictactoe",
        "failed: the bot printed something, but no answer before its time ran out — sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — received: 'bestmove a3' — expected: a line such as 'bestmove a3' — likely cause: the newline at the end of the line is missing",
        "échec : le bot a affiché quelque chose, mais aucune réponse avant la fin de son temps — envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — reçu : « bestmove a3 » — attendu : une ligne comme « bestmove a3 » — cause probable : il manque le saut de ligne à la fin de la ligne",
    ),
    (
        "ugi-echo",
        "tictactoe",
        "failed: the bot printed something, but no answer before its time ran out — sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — received: 'go p1time 3000 p2time 3000 p1inc 0 p2inc 0' — expected: a line such as 'bestmove a3' — likely cause: an answer must begin with bestmove, in lower case",
        "échec : le bot a affiché quelque chose, mais aucune réponse avant la fin de son temps — envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — reçu : « go p1time 3000 p2time 3000 p1inc 0 p2inc 0 » — attendu : une ligne comme « bestmove a3 » — cause probable : une réponse doit commencer par bestmove, en minuscules",
    ),
    (
        "ugi-bare",
        "tictactoe",
        "failed: the answer is not a legal move — sent: position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — received: 'bestmove' — problem: move, character 1: found 'bestmove', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in total) — likely cause: the move is missing: the bot found none or printed an empty one",
        "échec : la réponse n'est pas un coup légal — envoyé : position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — reçu : « bestmove » — problème : coup, caractère 1 : trouvé : « bestmove » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 au total) — cause probable : le coup manque : le bot n'en a pas trouvé ou en a affiché un vide",
    ),
    (
        "ugi-ok-no-newline",
        "tictactoe",
        "failed: no answer within 3.0 s — sent: ugi — expected: 'ugiok' — likely cause: the newline at the end of the line is missing",
        "échec : aucune réponse en 3,0 s — envoyé : ugi — attendu : « ugiok » — cause probable : il manque le saut de ligne à la fin de la ligne",
    ),
    (
        "ugi-die",
        "tictactoe",
        "failed: the bot exited (code 7) without an answer — sent: position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — expected: a move — likely cause: the bot crashed without a message on standard error",
        "échec : le bot s'est arrêté (code 7) sans répondre — envoyé : position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — attendu : un coup — cause probable : le bot a planté sans message sur la sortie d'erreur",
    ),
    (
        "ugi-hang-at-stop",
        "tictactoe",
        "failed: the bot answered but was still running 3.0 s later — sent: quit — expected: it exits — likely cause: the bot ignores the quit command and the end of its input",
        "échec : le bot a répondu mais tournait encore 3,0 s plus tard — envoyé : quit — attendu : il s'arrête — cause probable : le bot ignore la commande de fin et la fin de son entrée",
    ),
];

#[test]
fn each_fault_has_its_message() {
    // Most faults are found when a time limit expires, so they can wait side by side.
    thread::scope(|scope| {
        for faults in FAULTS.chunks(4) {
            scope.spawn(move || {
                for (fault, game, english, french) in faults {
                    assert_eq!(messages_of_fault(fault, game), [*english, *french], "{fault}");
                }
            });
        }
    });
    let [english, french] = messages_of("oneshot!./no-such-bot", "tictactoe", &Settings::default(), 1_000);
    assert_eq!(
        english,
        "failed: the bot cannot be started — command: oneshot!BOT — problem: no such file or directory — expected: an executable program — likely cause: wrong path, or missing execute permission (chmod +x)"
    );
    assert_eq!(
        french,
        "échec : impossible de lancer le bot — commande : oneshot!BOT — problème : fichier ou dossier introuvable — attendu : un programme exécutable — cause probable : chemin erroné, ou droit d'exécution manquant (chmod +x)"
    );
}
