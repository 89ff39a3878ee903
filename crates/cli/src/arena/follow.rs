//! How far a match or a tournament is: a bar on a terminal, lines elsewhere, both on
//! standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use plateau_console::output;

/// How often the bar is drawn: no faster than it can be read.
const PERIOD: Duration = Duration::from_millis(100);

/// Lines that are written at most where there is no bar.
const LINES: usize = 20;

/// Letters of the bar.
const WIDTH: usize = 20;

/// The beginning of the line, and nothing on it.
const ERASE: &str = "\r\x1b[K";

/// Shows how far it is.
pub struct Follow<W: Write> {
    out: W,
    bar: bool,
    drawn: Option<Instant>,
    lines: usize,
    told: usize,
}

impl Follow<io::Stderr> {
    /// On standard error.
    pub fn new() -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        Self { out: io::stderr(), bar: io::stderr().is_terminal() && !dumb, drawn: None, lines: 0, told: 0 }
    }
}

impl<W: Write> Follow<W> {
    /// So many of so many are played; the words tell the rest.
    pub fn show(&mut self, played: usize, planned: usize, words: impl FnOnce() -> String) {
        // A terminal that is gone is no reason to end the tournament.
        if self.bar {
            if self.drawn.is_some_and(|drawn| drawn.elapsed() < PERIOD) {
                return;
            }
            self.drawn = Some(Instant::now());
            let full = (WIDTH * played / planned.max(1)).min(WIDTH);
            let line = format!("[{}{}] {}", "#".repeat(full), "-".repeat(WIDTH - full), words());
            let line: String = line.chars().take(output::WIDTH - 1).collect();
            let _ = write!(self.out, "{ERASE}{line}").and_then(|()| self.out.flush());
        } else if LINES * played / planned.max(1) > self.lines {
            self.lines = LINES * played / planned.max(1);
            let _ = writeln!(self.out, "{}", words());
        }
    }

    /// Tells what went wrong, as often as anybody would read it.
    pub fn warn(&mut self, words: impl FnOnce() -> String) {
        self.told += 1;
        if self.told <= LINES {
            self.tell(&words());
        }
    }

    /// A line of its own.
    fn tell(&mut self, line: &str) {
        // The bar is drawn again below it.
        let erase = if self.drawn.take().is_some() { ERASE } else { "" };
        let _ = writeln!(self.out, "{erase}{line}");
    }

    /// Takes the bar away; the last words follow.
    pub fn end(&mut self, last: Option<String>) {
        if let Some(last) = last {
            self.tell(&last);
        } else if self.drawn.is_some() {
            let _ = write!(self.out, "{ERASE}").and_then(|()| self.out.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed(bar: bool, games: usize) -> String {
        let mut follow = Follow { out: Vec::new(), bar, drawn: None, lines: 0, told: 0 };
        for played in 1..=games {
            follow.show(played, games, || format!("{played}/{games}"));
        }
        follow.end(None);
        String::from_utf8(follow.out).unwrap()
    }

    #[test]
    fn lines_are_few_and_the_last_is_there() {
        assert_eq!(followed(false, 3), "1/3\n2/3\n3/3\n");
        let many = followed(false, 1_000);
        assert_eq!((many.lines().count(), many.lines().last()), (20, Some("1000/1000")));
    }

    #[test]
    fn a_bar_is_taken_away() {
        let shown = followed(true, 1);
        assert_eq!(shown, format!("{ERASE}[{}] 1/1{ERASE}", "#".repeat(WIDTH)));
    }

    #[test]
    fn what_is_told_stands_above_the_bar_and_is_not_told_for_ever() {
        let mut follow = Follow { out: Vec::new(), bar: true, drawn: None, lines: 0, told: 0 };
        follow.show(1, 2, || "1/2".to_owned());
        for number in 1..=1_000 {
            follow.warn(|| format!("fault {number}"));
        }
        follow.end(Some("logs".to_owned()));
        let shown = String::from_utf8(follow.out).unwrap();
        assert!(shown.contains(&format!(" 1/2{ERASE}fault 1\nfault 2\n")), "{shown}");
        assert!(shown.ends_with("fault 20\nlogs\n"), "{shown}");
    }
}
