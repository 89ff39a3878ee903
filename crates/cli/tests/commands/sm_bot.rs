//! `sm-bot` as a referee runs it: real processes and real clocks.

use std::process::Output;
use std::time::{Duration, Instant};

use plateau_games::{AnyRecord, REGISTRY};

use crate::support::program::{SM_BOT, piped};

fn bot(args: &[&str]) -> Output {
    piped(SM_BOT, args).output().unwrap()
}

/// Runs it, which must succeed, and returns its standard output and standard error.
#[track_caller]
fn answer(args: &[&str]) -> (String, String) {
    let done = bot(args);
    let errors = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.success(), "{args:?}: {errors}");
    (String::from_utf8(done.stdout).unwrap(), errors)
}

#[track_caller]
fn refuses(args: &[&str], sentence: &str) {
    let done = bot(args);
    assert_eq!(done.status.code(), Some(2), "{args:?}");
    assert!(done.stdout.is_empty(), "{args:?}");
    assert_eq!(String::from_utf8_lossy(&done.stderr), format!("sm-bot: {sentence}\n"), "{args:?}");
}

/// x wins the game in grid 3, cell 3.
const WIN_IN_ONE: &str = "XXxx72o6o8o8999 43 x";

#[test]
fn it_prints_the_move_and_nothing_else() {
    let quiet = |args: &[&str]| {
        let (text, errors) = answer(args);
        assert_eq!(errors, "");
        text
    };
    assert_eq!(quiet(&[WIN_IN_ONE, "0"]), "3 3\n");
    assert_eq!(quiet(&[WIN_IN_ONE, "900"]), "3 3\n", "a win in one must be played at once");
    assert_eq!(quiet(&["--compact", WIN_IN_ONE, "-2.5"]), "33\n");
    let [board, last, side] = WIN_IN_ONE.split(' ').collect::<Vec<_>>()[..] else { panic!("three fields") };
    assert_eq!(quiet(&[board, last, side, "0.01", "--threads", "2"]), "3 3\n");
}

/// A single legal move is played without a search, however much time is left.
#[test]
fn a_forced_move_takes_no_time() {
    let (text, errors) = answer(&["xoxoxo1xo99999999 11 o", "900", "-v"]);
    assert_eq!(text, "1 7\n");
    assert!(errors.contains("only one legal move"), "{errors}");
}

#[test]
fn verbose_output_describes_the_search() {
    let (text, errors) = answer(&[WIN_IN_ONE, "1", "-v"]);
    assert_eq!(text, "3 3\n");
    for part in [
        "---5---",
        "last move:  4 3\n",
        "to move:    x\n",
        "depth ",
        " nodes, ",
        "win in 1",
        "line:       3 3\n",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    let (_, french) = answer(&[WIN_IN_ONE, "1", "-v", "--lang", "fr"]);
    assert!(french.contains("dernier coup :  4 3\n") && french.contains("gain en 1"), "{french}");
}

#[test]
fn bad_arguments_are_explained() {
    let example = "sm-bot '6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o' 900";
    refuses(&[], &format!("missing: POSITION and SECONDS_LEFT; for example: {example}"));
    refuses(&["start"], &format!("missing: SECONDS_LEFT; for example: {example}"));
    let french = format!("il manque SECONDS_LEFT ; par exemple : {example}");
    refuses(&["start", "--lang", "fr"], &french);
    refuses(&["start", "9", "--threads", "0"], "--threads: '0' is not a whole number from 1 to 256");
    for clock in ["soon", "inf", "infinity", "+inf", "nan", "NaN", "1e400"] {
        refuses(&["start", clock], &format!("'{clock}' is not a number of seconds, such as 900 or 0.5"));
        refuses(
            &["start", clock, "--lang", "fr"],
            &format!("« {clock} » n'est pas un nombre de secondes, comme 900 ou 0.5"),
        );
    }
    refuses(&["XXX999999 00 o", "9"], "the game is over, x wins; there is no move to find");
    refuses(
        &["999999999 55 o", "9"],
        "last move, character 11: grid 5, cell 5 is empty, so it cannot be the last move",
    );
    refuses(
        &["99999999 00 x", "9"],
        "board, character 9: found ' ', expected more cells: 81 in all, 72 so far",
    );
    assert!(answer(&["--help"]).0.contains("\nExamples:\n"));
    for args in [&["start", "9", "--threads", "0"][..], &["start", "9", "--fast"], &["start", "-inf"]] {
        let done = bot(args);
        assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0), "{args:?}");
        let errors = String::from_utf8(done.stderr).unwrap();
        assert!(errors.starts_with("sm-bot: ") && errors.lines().count() == 1, "{errors}");
    }
}

/// The time of such a search is tested by its budget, in the program itself.
#[test]
fn absurd_clocks_are_accepted() {
    for clock in ["99999999999", "1e300", "86400"] {
        assert_eq!(answer(&[WIN_IN_ONE, clock]).0, "3 3\n", "{clock}");
    }
    for clock in ["-1", "-1e300", "-99999999999"] {
        assert!(!answer(&["start", clock]).0.is_empty(), "{clock}");
    }
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }

    /// A random position of an unfinished game.
    fn position(&mut self) -> Box<dyn AnyRecord> {
        let variant = REGISTRY.variant("supermorpion").unwrap();
        loop {
            let mut record = variant.start();
            for _ in 0..self.below(60) {
                let moves = record.legal_moves();
                if !moves.is_empty() {
                    record.play(&moves[self.below(moves.len())]).unwrap();
                }
            }
            if record.finish().is_none() {
                return record;
            }
        }
    }
}

/// Runs it on random positions and returns how long each move took.
fn time_moves(count: usize, seed: u64, left: &str) -> Vec<Duration> {
    let mut random = Random(seed);
    let answers = (0..count).map(|_| {
        let record = random.position();
        let position = record.position_text();
        let started = Instant::now();
        let done = bot(&[&position, left]);
        let taken = started.elapsed();
        let text = String::from_utf8(done.stdout).unwrap();
        let is_legal = record.legal_moves().iter().any(|mv| format!("{mv}\n") == text);
        assert!(done.status.success() && is_legal, "{position}: {text}");
        taken
    });
    answers.collect()
}

/// What a process needs to start and exit on a busy machine.
const START_AND_EXIT: Duration = Duration::from_millis(200);

/// Two copies at once make no illegal move and never lose on time: a few positions with a
/// slack of five times, or a thousand without slack when `PLATEAU_DEEP` is set. Prints how
/// many moves took longer than the clock; with next to nothing left, that is the start of
/// the process.
#[test]
fn it_never_loses_on_time() {
    let deep = std::env::var_os("PLATEAU_DEEP").is_some();
    let (count, slack) = if deep { (500, 1) } else { (6, 5) };
    let mut late = Vec::new();
    for (left, seconds) in [("0", 0.0), ("0.05", 0.05), ("1", 1.0)] {
        let clock = Duration::from_secs_f64(seconds);
        let taken: Vec<Duration> = std::thread::scope(|scope| {
            let both = [1, 2].map(|seed| scope.spawn(move || time_moves(count, seed, left)));
            both.into_iter().flat_map(|one| one.join().unwrap()).collect()
        });
        let longest = taken.iter().copied().max().unwrap_or_default();
        let over = taken.iter().filter(|&&taken| taken > clock).count();
        println!("{} positions with {left} s left: {longest:?} at most, {over} over it", taken.len());
        if longest >= clock.max(START_AND_EXIT) * slack {
            late.push(left);
        }
    }
    assert!(late.is_empty(), "late with {late:?} s left");
}
