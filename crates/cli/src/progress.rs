//! What a search has found so far, on a terminal: one line of standard error
//! that is written anew, and gone when the answer comes.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::{Lang, Message};
use plateau_games::{AnyEngine, AnyRecord};
use plateau_play::value_text;
use plateau_search::{Analysis, Limits};

use plateau_console::output;

use crate::phrases;

/// How often the line is written: no faster than it can be read.
const PERIOD: Duration = Duration::from_millis(300);

/// The beginning of the line, and nothing on it.
const ERASE: &str = "\r\x1b[K";

/// Asks an engine, and shows on a terminal how far it is.
pub fn analyse(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    limits: &Limits,
    lang: Lang,
) -> Result<Analysis<String>, Message> {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    if !io::stderr().is_terminal() || dumb {
        return engine.analyse(record, limits, &mut |_| {});
    }
    let (tell, told) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || show(&mut io::stderr(), &told, PERIOD));
        // The thread ends when there is nobody left to tell it more.
        engine.analyse(record, limits, &mut move |analysis| {
            let _ = tell.send(so_far(record, analysis, lang));
        })
    })
}

/// What is known, short enough for a line.
fn so_far(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Lang) -> String {
    let value = value_text::describe(record, &analysis.value, analysis.unit, lang);
    let best = analysis.moves.first().map_or("", |best| &best.mv);
    let message = phrases::SO_FAR.message().with("depth", analysis.depth).with("nodes", analysis.nodes);
    message.with("best", best).with("value", value).render(lang)
}

/// Writes the last of what is told, once in a period, until nobody tells more.
fn show(out: &mut dyn Write, told: &mpsc::Receiver<String>, period: Duration) {
    let begin = Instant::now();
    let mut next = begin + period;
    let (mut last, mut shown) = (String::new(), false);
    loop {
        match told.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(words) => last = words,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let line: String = format!("{} s  {last}", begin.elapsed().as_secs())
                    .chars()
                    .take(output::WIDTH - 1)
                    .collect();
                // A terminal that is gone is no reason to end the search.
                let _ = write!(out, "{ERASE}{line}").and_then(|()| out.flush());
                shown = true;
                next = Instant::now() + period;
            }
        }
    }
    if shown {
        let _ = write!(out, "{ERASE}").and_then(|()| out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes what is written, and after three times has no more to tell.
    struct Paper {
        text: String,
        times: usize,
        tell: Option<mpsc::Sender<String>>,
    }

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.text.push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.times += 1;
            self.tell.take_if(|_| self.times >= 3);
            Ok(())
        }
    }

    #[test]
    fn the_line_is_written_anew_and_gone_in_the_end() {
        let (tell, told) = mpsc::channel();
        tell.send("depth 1".to_owned()).unwrap();
        tell.send("x".repeat(200)).unwrap();
        let mut paper = Paper { text: String::new(), times: 0, tell: Some(tell) };
        show(&mut paper, &told, Duration::ZERO);
        let lines: Vec<&str> = paper.text.split(ERASE).collect();
        assert_eq!(lines.len(), 5, "three lines: {lines:?}");
        assert!(lines[3].starts_with("0 s  xx"), "the last that was told: {lines:?}");
        assert!(lines.iter().all(|line| line.len() < output::WIDTH && !line.contains('\n')), "{lines:?}");
        assert_eq!(lines[4], "", "it is erased");
    }

    #[test]
    fn a_search_that_is_soon_over_shows_nothing() {
        let (tell, told) = mpsc::channel();
        tell.send("depth 1".to_owned()).unwrap();
        drop(tell);
        let mut out = Vec::new();
        show(&mut out, &told, Duration::from_mins(1));
        assert!(out.is_empty());
    }
}
