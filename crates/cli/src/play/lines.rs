//! A game line by line: the board, whose turn it is, a prompt; for scripts, for
//! pipes, and for terminals that can do no more.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player};
use plateau_draw::text::Style;
use plateau_games::AnyEngine;
use plateau_play::{Seat, Session, judgement};
use plateau_search::Settings;
use plateau_search::spec::Spec;

use super::thinking::Thinking;
use super::words::{self, WORDS, Word};
use super::{files, phrases};
use crate::output::{self, two_columns, wrap};
use crate::phrases::FIELD;
use crate::sides;

/// A game and what is needed to play it line by line.
pub struct Lines {
    /// The game.
    pub session: Session,
    /// The engines of the seats that have one.
    pub engines: [Option<Box<dyn AnyEngine>>; 2],
    /// What engines may use.
    pub thinking: Thinking,
    /// A file that holds the game as it is at every moment.
    pub save: Option<PathBuf>,
    /// What the game is called.
    pub title: String,
    /// The language spoken.
    pub lang: Lang,
    /// How boards are drawn.
    pub style: Style,
    /// Whether what is read is written too: where no terminal shows it.
    pub echo: bool,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    On,
    Leave,
}

impl Lines {
    /// Plays to the end of the game or of the input. What fails is the writing
    /// of `out` alone.
    pub fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        let [first, second] =
            Player::BOTH.map(|player| sides::player(self.session.variant().layout(), player, self.lang));
        let [a, b] = Player::BOTH.map(|player| self.session.seat(player).name());
        let opening = phrases::OPENING.say().with("title", self.title.as_str());
        let opening = opening.with("first", first).with("a", a).with("second", second).with("b", b);
        self.say(out, &opening)?;
        self.keep(out)?;
        loop {
            self.board(out)?;
            if let Some(finish) = self.session.finish() {
                let result = finish.message(self.session.variant().layout());
                return self.say(out, &phrases::RESULT.say().with("result", result));
            }
            let next = match self.session.mover().clone() {
                Seat::Human => self.ask(input, out)?,
                Seat::Engine(spec) => self.engine_moves(&spec, out)?,
            };
            if next == Next::Leave {
                return Ok(());
            }
            self.keep(out)?;
        }
    }

    fn say(&self, out: &mut dyn Write, message: &Message) -> io::Result<()> {
        writeln!(out, "{}", message.render(self.lang))
    }

    /// The board and what it does not show.
    fn board(&self, out: &mut dyn Write) -> io::Result<()> {
        let layout = self.session.variant().layout();
        let view = self.session.record().view();
        write!(out, "\n{}\n", output::board(layout, &view, self.style, self.lang))?;
        let mut field = |name: Message, content: Message| {
            let name = FIELD.say().with("name", name).render(self.lang);
            writeln!(out, "{name} {}", content.render(self.lang))
        };
        if let Some(tally) = view.tally {
            field(tally.what.say(), sides::both(layout, tally.counts, self.lang))?;
        }
        if let Some(in_hand) = view.in_hand {
            field(crate::phrases::IN_HAND.say(), sides::both(layout, in_hand, self.lang))?;
        }
        if let [Some(a), Some(b)] = Player::BOTH.map(|player| self.session.left(player)) {
            field(phrases::CLOCKS.say(), sides::both(layout, [a, b].map(clock_text), self.lang))?;
        }
        if view.finish.is_none() {
            for note in &view.notes {
                self.say(out, note)?;
            }
        }
        Ok(())
    }

    fn engine_moves(&mut self, spec: &Spec, out: &mut dyn Write) -> io::Result<Next> {
        out.flush()?;
        let turn = self.session.record().turn();
        let Some(engine) = &mut self.engines[turn.index()] else { return Ok(Next::Leave) };
        let limits = self.thinking.limits(spec, self.session.clock());
        let begin = Instant::now();
        let analysis =
            engine.analyse(self.session.record(), &limits, &mut |_| {}).map_err(|reason| failed(&reason))?;
        let spent = begin.elapsed();
        if self.session.overstepped(spent) {
            return Ok(Next::On);
        }
        let best = analysis.moves.first().map_or("", |best| &best.mv);
        let played = self.session.play(best, spent).map_err(|reason| failed(&reason))?;
        let player = sides::player(self.session.variant().layout(), turn, self.lang);
        let message = phrases::ENGINE_PLAYS.say().with("player", player).with("move", played);
        let message = message.with("nodes", plateau_draw::tree::nodes(analysis.nodes));
        self.say(out, &message.with("seconds", Argument::decimal(spent.as_secs_f64(), 3)))?;
        Ok(Next::On)
    }

    /// Asks a person until the game has changed, or there is nobody to ask.
    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Next> {
        let begin = Instant::now();
        loop {
            let turn = self.session.record().turn();
            let player = sides::player(self.session.variant().layout(), turn, self.lang);
            write!(out, "{}", phrases::PROMPT.say().with("player", player).render(self.lang))?;
            out.flush()?;
            let Some(line) = read_line(input) else {
                writeln!(out)?;
                return Ok(Next::Leave);
            };
            if self.echo {
                writeln!(out, "{line}")?;
            }
            let spent = begin.elapsed();
            if self.session.overstepped(spent) {
                return Ok(Next::On);
            }
            match words::read(&line) {
                Some((Word::Quit, _)) => return Ok(Next::Leave),
                Some((word, rest)) => {
                    if self.obey(word, rest, out)? {
                        return Ok(Next::On);
                    }
                }
                None => match self.session.play(&line, spent) {
                    Ok(_) => return Ok(Next::On),
                    Err(reason) => self.say(out, &reason)?,
                },
            }
        }
    }

    /// Does what a word says. Returns whether the board is to be shown again.
    fn obey(&mut self, word: Word, rest: &str, out: &mut dyn Write) -> io::Result<bool> {
        let mut done = true;
        match word {
            Word::Undo if self.session.undo() => {}
            Word::Redo if self.session.redo() => {}
            Word::Board | Word::Quit => {}
            Word::Resign => done = self.session.resign(),
            Word::Undo | Word::Redo => {
                let reason =
                    if word == Word::Undo { &phrases::NOTHING_TO_UNDO } else { &phrases::NOTHING_TO_REDO };
                self.say(out, &reason.say())?;
                done = false;
            }
            Word::Hint | Word::Moves | Word::Save | Word::Help => {
                match word {
                    Word::Hint => self.hint(out)?,
                    Word::Moves => self.moves(out)?,
                    Word::Save => self.save_as(rest, out)?,
                    _ => self.help(out)?,
                }
                done = false;
            }
        }
        Ok(done)
    }

    fn hint(&self, out: &mut dyn Write) -> io::Result<()> {
        let record = self.session.record();
        let found = Spec::parse("best")
            .and_then(|best| self.session.variant().engine(&best, Settings::default()))
            .and_then(|mut judge| judge.analyse(record, &self.thinking.hint(), &mut |_| {}));
        match found.as_ref().map(|analysis| (analysis.moves.first(), analysis.unit)) {
            Ok((Some(best), unit)) => {
                let value = judgement::value(record, &best.value, unit, self.lang);
                self.say(out, &phrases::HINT.say().with("move", best.mv.as_str()).with("value", value))
            }
            Ok((None, _)) => Ok(()),
            Err(reason) => self.say(out, reason),
        }
    }

    fn moves(&self, out: &mut dyn Write) -> io::Result<()> {
        let moves = self.session.record().legal_moves();
        let separator = if moves.iter().any(|mv| mv.contains(' ')) { ";" } else { "" };
        wrap(&moves, separator, output::width()).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn save_as(&self, file: &str, out: &mut dyn Write) -> io::Result<()> {
        let told = if file.is_empty() {
            phrases::SAVE_WHERE.say()
        } else {
            match files::save(Path::new(file), self.session.record()) {
                Ok(()) => phrases::SAVED.say().with("file", file),
                Err(reason) => reason,
            }
        };
        self.say(out, &told)
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        let example = self.session.record().legal_moves().into_iter().next().unwrap_or_default();
        self.say(out, &phrases::HELP_MOVE.say().with("move", example))?;
        let rows: Vec<_> = WORDS
            .iter()
            .map(|(_, word, help)| {
                (word.template(self.lang).to_owned(), vec![help.template(self.lang).to_owned()])
            })
            .collect();
        write!(out, "{}", two_columns(&rows, 0))
    }

    /// Keeps the game in its file; a file that can't be written ends no game.
    fn keep(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.save.as_ref().map(|path| files::save(path, self.session.record())) {
            Some(Err(reason)) => self.say(out, &reason),
            _ => Ok(()),
        }
    }
}

/// A line without its end; none when the input is over.
fn read_line(input: &mut dyn BufRead) -> Option<String> {
    let mut line = Vec::new();
    match input.read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&line).trim().to_owned()),
    }
}

/// What is left on a clock: minutes and seconds.
pub fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn failed(reason: &Message) -> io::Error {
    io::Error::other(reason.to_string())
}
