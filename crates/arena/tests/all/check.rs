//! What the author of a bot is told: one whole sentence for each crime, in both
//! languages.

use std::time::Duration;

use crate::common::{bot, python};

use plateau_arena::check::{NoReport, check};
use plateau_arena::{PlayerSpec, Settings};
use plateau_core::Lang;
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// What a program is told, in both languages; its command is `BOT`.
fn told_with(name: &str, game: &str, settings: &Settings, time: u64) -> [String; 2] {
    let variant = REGISTRY.variant(game).unwrap();
    let spec = PlayerSpec::parse(name).unwrap();
    let report = check(&spec, variant.as_ref(), settings, Duration::from_millis(time), &Stop::new()).unwrap();
    let said = |lang| report.sentences.iter().map(|said| said.render(lang)).collect::<Vec<_>>().join("; ");
    let prefix = if report.well { "well: " } else { "" };
    let command = name.split_once('!').unwrap().1;
    [Lang::En, Lang::Fr].map(|lang| format!("{prefix}{}", said(lang)).replace(command, "BOT"))
}

fn told(crime: &str, game: &str) -> [String; 2] {
    let protocol = if crime.starts_with("ugi") { "ugi" } else { "oneshot" };
    let quick =
        Settings { start: Duration::from_secs(3), stop: Duration::from_secs(3), ..Settings::default() };
    let mute =
        ["silent", "linger-open", "ugi-plain", "ugi-case", "ugi-no-newline", "ugi-echo"].contains(&crime);
    let time = if mute { 3_000 } else { 20_000 };
    told_with(&bot(&format!("{protocol} {crime}")), game, &quick, time)
}

#[test]
fn good_bots_are_praised() {
    let python = python();
    let oneshot = format!("oneshot!{python} ../../bots/python/bot.py");
    for name in [oneshot, format!("codingame!{python} tests/speak.py codingame")] {
        let [english, french] = told_with(&name, "supermorpion", &Settings::default(), 20_000);
        assert!(
            english.starts_with("well: all is well: ") && english.contains(" legal answers, the slowest"),
            "{english}"
        );
        assert!(french.starts_with("well: tout va bien : "), "{french}");
    }
    for (protocol, game) in [("gomocup", "morpion4:7x7x5"), ("gtp", "othello"), ("nboard", "othello")] {
        let name = format!("{protocol}!{python} tests/speak.py {protocol}");
        let [english, _] = told_with(&name, game, &Settings::default(), 20_000);
        assert!(english.starts_with("well: "), "{english}");
    }
}

#[test]
fn what_is_no_program_is_refused() {
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let refused = |name: &str| {
        let spec = PlayerSpec::parse(name).unwrap();
        match check(&spec, variant.as_ref(), &Settings::default(), Duration::ZERO, &Stop::new()) {
            Err(NoReport::Unfit(message)) => message.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        refused("level:3"),
        "'level:3' is no program: write PROTOCOL!COMMAND, such as 'oneshot!python3 bot.py'"
    );
    assert_eq!(refused("gtp!./bot"), "gtp is spoken for othello, not for tictactoe");
}

/// A crime, the game, and the sentences.
const CRIMES: &[(&str, &str, &str, &str)] = &[
    (
        "illegal",
        "tictactoe",
        "sent: BOT '1x7 o' 20.000 — answered: '2' — move: b3 is taken — expected: a3; c3; a2 … (8 in all) — likely cause: it reads the position wrong, or forgets a rule",
        "envoyé : BOT '1x7 o' 20.000 — répondu : « 2 » — coup : b3 est occupé — attendu : a3; c3; a2 … (8 en tout) — cause probable : il lit mal la position, ou oublie une règle",
    ),
    (
        "nonsense",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — answered: 'resistance' — move, character 1: found 'resistance', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in all) — likely cause: it writes moves in another notation than the game's",
        "envoyé : BOT '9 x' 20.000 — répondu : « resistance » — coup, caractère 1 : trouvé : « resistance » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 en tout) — cause probable : il écrit les coups dans une autre notation que celle du jeu",
    ),
    (
        "talk",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — answered: 'thinking about it\\n1' — move, character 1: found 'thinking about it\\n1', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in all) — likely cause: it prints more than its move: words for yourself belong on standard error",
        "envoyé : BOT '9 x' 20.000 — répondu : « thinking about it\\n1 » — coup, caractère 1 : trouvé : « thinking about it\\n1 » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 en tout) — cause probable : il imprime plus que son coup : vos propres messages vont sur la sortie d'erreur",
    ),
    (
        "zero",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — answered: '0' — move, character 1: found '0', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in all) — likely cause: it counts from 0, where this notation counts from 1",
        "envoyé : BOT '9 x' 20.000 — répondu : « 0 » — coup, caractère 1 : trouvé : « 0 » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 en tout) — cause probable : il compte à partir de 0, alors que cette notation compte à partir de 1",
    ),
    (
        "sm-zero",
        "supermorpion",
        "sent: BOT '999999999 00 x' 20.000 — answered: '0 4' — move, character 1: found '0', expected a grid from 1 to 9 — expected: 1 1; 1 2; 1 3 … (81 in all) — likely cause: it counts from 0, where this notation counts from 1",
        "envoyé : BOT '999999999 00 x' 20.000 — répondu : « 0 4 » — coup, caractère 1 : trouvé : « 0 » ; attendu : une grille de 1 à 9 — attendu : 1 1; 1 2; 1 3 … (81 en tout) — cause probable : il compte à partir de 0, alors que cette notation compte à partir de 1",
    ),
    (
        "sm-swapped",
        "supermorpion",
        "sent: BOT '1x799999999 12 o' 20.000 — answered: '5 2' — move: you were sent to grid 2 and must play there — expected: 2 1; 2 2; 2 3 … (9 in all) — likely cause: grid and cell are swapped: the grid comes first, then the cell",
        "envoyé : BOT '1x799999999 12 o' 20.000 — répondu : « 5 2 » — coup : vous êtes envoyé dans la grille 2 et devez y jouer — attendu : 2 1; 2 2; 2 3 … (9 en tout) — cause probable : grille et case sont inversées : d'abord la grille, puis la case",
    ),
    (
        "flood",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — it wrote more and more — expected: one line with a move — likely cause: a loop that prints never ends",
        "envoyé : BOT '9 x' 20.000 — il n'a cessé d'écrire — attendu : une ligne avec un coup — cause probable : une boucle qui imprime ne se termine jamais",
    ),
    (
        "die",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — it ended (code 3) without an answer — expected: a move — likely cause: its standard error ends with 'ValueError: no such move'",
        "envoyé : BOT '9 x' 20.000 — il s'est terminé (code 3) sans réponse — attendu : un coup — cause probable : sa sortie d'erreur se termine par « ValueError: no such move »",
    ),
    (
        "crash",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — it ended (signal 11) without an answer — expected: a move — likely cause: it crashed, and said nothing on standard error",
        "envoyé : BOT '9 x' 20.000 — il s'est terminé (signal 11) sans réponse — attendu : un coup — cause probable : il a planté, sans rien dire sur la sortie d'erreur",
    ),
    (
        "mute",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — it ended (code 0) without an answer — expected: a move — likely cause: it ends without printing, or prints to standard error",
        "envoyé : BOT '9 x' 20.000 — il s'est terminé (code 0) sans réponse — attendu : un coup — cause probable : il se termine sans imprimer, ou imprime sur la sortie d'erreur",
    ),
    (
        "silent",
        "tictactoe",
        "sent: BOT '9 x' 3.000 — no answer when the time was up, nor 0.1 s later — expected: a move — likely cause: it waits for standard input, or does not look at the clock: the position and the seconds left are its arguments",
        "envoyé : BOT '9 x' 3.000 — pas de réponse à la fin du temps, ni 0,1 s après — attendu : un coup — cause probable : il attend l'entrée standard, ou ne regarde pas l'heure : la position et les secondes restantes sont ses arguments",
    ),
    (
        "linger",
        "tictactoe",
        "sent: BOT '9 x' 20.000 — it answered, but still ran 3.0 s later — expected: its end — likely cause: it waits for more: a one-shot program ends after its move",
        "envoyé : BOT '9 x' 20.000 — il a répondu, mais tournait encore 3,0 s après — attendu : sa fin — cause probable : il attend la suite : un programme « oneshot » se termine après son coup",
    ),
    (
        "linger-open",
        "tictactoe",
        "sent: BOT '9 x' 3.000 — it said '1' and nothing else until its time was up — expected: a line such as 'a3' — likely cause: it waits for more: a one-shot program ends after its move",
        "envoyé : BOT '9 x' 3.000 — il a dit « 1 » et rien d'autre jusqu'à la fin de son temps — attendu : une ligne comme « a3 » — cause probable : il attend la suite : un programme « oneshot » se termine après son coup",
    ),
    (
        "orphan",
        "tictactoe",
        "it ended and left 1 of its processes behind — expected: none — likely cause: it starts processes and does not wait for them",
        "il s'est terminé en laissant 1 de ses processus — attendu : aucun — cause probable : il lance des processus sans les attendre",
    ),
    (
        "ugi-no-flush",
        "tictactoe",
        "sent: ugi — no answer in 3.0 s — expected: 'ugiok' — likely cause: its output is not flushed: print(…, flush=True) in Python, fflush(stdout) in C",
        "envoyé : ugi — pas de réponse en 3,0 s — attendu : « ugiok » — cause probable : sa sortie n'est pas vidée : print(…, flush=True) en Python, fflush(stdout) en C",
    ),
    (
        "ugi-plain",
        "tictactoe",
        "sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — it said 'a3' and nothing else until its time was up — expected: a line such as 'bestmove a3' — likely cause: the line of an answer must begin with bestmove, in small letters",
        "envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — il a dit « a3 » et rien d'autre jusqu'à la fin de son temps — attendu : une ligne comme « bestmove a3 » — cause probable : la ligne d'une réponse doit commencer par bestmove, en minuscules",
    ),
    (
        "ugi-case",
        "tictactoe",
        "sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — it said 'BestMove a3' and nothing else until its time was up — expected: a line such as 'bestmove a3' — likely cause: the line of an answer must begin with bestmove, in small letters",
        "envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — il a dit « BestMove a3 » et rien d'autre jusqu'à la fin de son temps — attendu : une ligne comme « bestmove a3 » — cause probable : la ligne d'une réponse doit commencer par bestmove, en minuscules",
    ),
    (
        "ugi-no-newline",
        "tictactoe",
        "sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — it said 'bestmove a3' and nothing else until its time was up — expected: a line such as 'bestmove a3' — likely cause: there is no newline at the end of the line",
        "envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — il a dit « bestmove a3 » et rien d'autre jusqu'à la fin de son temps — attendu : une ligne comme « bestmove a3 » — cause probable : il manque la fin de ligne",
    ),
    (
        "ugi-echo",
        "tictactoe",
        "sent: position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — it said 'go p1time 3000 p2time 3000 p1inc 0 p2inc 0' and nothing else until its time was up — expected: a line such as 'bestmove a3' — likely cause: the line of an answer must begin with bestmove, in small letters",
        "envoyé : position startpos | go p1time 3000 p2time 3000 p1inc 0 p2inc 0 — il a dit « go p1time 3000 p2time 3000 p1inc 0 p2inc 0 » et rien d'autre jusqu'à la fin de son temps — attendu : une ligne comme « bestmove a3 » — cause probable : la ligne d'une réponse doit commencer par bestmove, en minuscules",
    ),
    (
        "ugi-bare",
        "tictactoe",
        "sent: position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — answered: 'bestmove' — move, character 1: found 'bestmove', expected a cell, a1 to c3, or 1 to 9 from the top left — expected: a3; b3; c3 … (9 in all) — likely cause: no move follows: it found none, or printed an empty one",
        "envoyé : position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — répondu : « bestmove » — coup, caractère 1 : trouvé : « bestmove » ; attendu : une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche — attendu : a3; b3; c3 … (9 en tout) — cause probable : aucun coup ne suit : il n'en a pas trouvé, ou en a imprimé un vide",
    ),
    (
        "ugi-ok-no-newline",
        "tictactoe",
        "sent: ugi — no answer in 3.0 s — expected: 'ugiok' — likely cause: there is no newline at the end of the line",
        "envoyé : ugi — pas de réponse en 3,0 s — attendu : « ugiok » — cause probable : il manque la fin de ligne",
    ),
    (
        "ugi-die",
        "tictactoe",
        "sent: position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — it ended (code 7) without an answer — expected: a move — likely cause: it crashed, and said nothing on standard error",
        "envoyé : position startpos | go p1time 20000 p2time 20000 p1inc 0 p2inc 0 — il s'est terminé (code 7) sans réponse — attendu : un coup — cause probable : il a planté, sans rien dire sur la sortie d'erreur",
    ),
    (
        "ugi-hang-at-stop",
        "tictactoe",
        "sent: quit — it answered, but still ran 3.0 s later — expected: its end — likely cause: it does not end when it is told to, nor when its input ends",
        "envoyé : quit — il a répondu, mais tournait encore 3,0 s après — attendu : sa fin — cause probable : il ne se termine ni quand on le lui dit, ni à la fin de son entrée",
    ),
];

#[test]
fn each_crime_has_its_sentence() {
    for (crime, game, english, french) in CRIMES {
        assert_eq!(told(crime, game), [*english, *french], "{crime}");
    }
    let [english, french] = told_with("oneshot!./no-such-bot", "tictactoe", &Settings::default(), 1_000);
    assert_eq!(
        english,
        "'oneshot!BOT' can't be started: No such file or directory (os error 2) — expected: a program that can be run here — likely cause: its path is wrong, or it may not be executed (chmod +x)"
    );
    assert!(french.starts_with("« oneshot!BOT » ne peut être lancé : "), "{french}");
}
