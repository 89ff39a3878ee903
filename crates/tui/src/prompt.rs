//! A game line by line: the board, whose turn it is, a prompt; for scripts, for
//! pipes, and for terminals that can do no more.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player};
use plateau_draw::text::Style;
use plateau_games::EngineSpec;
use plateau_games::{AnyEngine, Registry};
use plateau_play::{PlayerSpec, Session, value_text};
use plateau_search::Settings;

use plateau_console::input::read_line;
use plateau_console::live::Live;
use plateau_console::output::{self, Trouble, two_columns, wrap};
use plateau_console::phrases::{FIELD, IN_HAND};
use plateau_console::sides;

use crate::autosave::Keeper;
use crate::engine_limits::Thinking;
use crate::prompt_commands::{self as words, WORDS, Word, is_yes};
use crate::{phrases, saved_games as files};

/// A game and what is needed to play it line by line.
pub struct Lines {
    /// The game.
    pub session: Session,
    /// The engines of the seats that have one.
    pub engines: [Option<Box<dyn AnyEngine>>; 2],
    /// What engines may use.
    pub thinking: Thinking,
    /// The file that holds the game, if there is one.
    pub keeper: Keeper,
    /// Those who watch it, if there are any.
    pub live: Live,
    /// What there is to say before the first move.
    pub news: Option<Message>,
    /// The games there are.
    pub registry: Registry,
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
    /// Plays to the end of the game or of the input.
    pub fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Trouble> {
        let [first, second] =
            Player::BOTH.map(|player| sides::player(self.session.variant().layout(), player, self.lang));
        let [a, b] = Player::BOTH.map(|player| self.session.player(player).label());
        let opening = phrases::OPENING.message().with("title", self.title.as_str());
        let opening = opening.with("first", first).with("a", a).with("second", second).with("b", b);
        for line in output::wrapped(&opening.render(self.lang)) {
            writeln!(out, "{line}")?;
        }
        if let Some(news) = self.news.take() {
            self.say(out, &news)?;
        }
        if let Some(trouble) = self.keeper.trouble() {
            self.say(out, trouble)?;
        }
        loop {
            while let Some(news) = self.live.news() {
                self.say(out, &news)?;
            }
            self.board(Duration::ZERO, out)?;
            if let Some(finish) = self.session.finish() {
                let result = finish.message(self.session.variant().layout());
                return Ok(self.say(out, &phrases::RESULT.message().with("result", result))?);
            }
            let next = match self.session.player_to_move().clone() {
                PlayerSpec::Human => self.ask(input, out)?,
                PlayerSpec::Engine(spec) => self.engine_moves(&spec, out)?,
                // Only the arena runs programs.
                PlayerSpec::Program { .. } => Next::Leave,
            };
            if next == Next::Leave {
                return Ok(());
            }
            self.live.show(self.session.record(), self.session.players().clone());
            self.keeper.keep(self.session.record());
            if let Some(trouble) = self.keeper.trouble() {
                self.say(out, trouble)?;
            }
        }
    }

    fn say(&self, out: &mut dyn Write, message: &Message) -> io::Result<()> {
        writeln!(out, "{}", message.render(self.lang))
    }

    /// The board and what it does not show; the side to move has thought so long.
    fn board(&self, spent: Duration, out: &mut dyn Write) -> io::Result<()> {
        let layout = self.session.variant().layout();
        let view = self.session.record().view();
        write!(out, "\n{}\n", output::board(layout, &view, self.style, self.lang))?;
        let mut field = |name: Message, content: Message| {
            let name = FIELD.message().with("name", name).render(self.lang);
            writeln!(out, "{name} {}", content.render(self.lang))
        };
        if let Some(tally) = view.tally {
            field(tally.what.message(), sides::both(layout, tally.counts, self.lang))?;
        }
        if let Some(in_hand) = view.in_hand {
            field(IN_HAND.message(), sides::both(layout, in_hand, self.lang))?;
        }
        let left = |player| {
            let running = if player == view.turn { spent } else { Duration::ZERO };
            self.session.time_left(player).map(|left| left.saturating_sub(running))
        };
        if let [Some(a), Some(b)] = Player::BOTH.map(left) {
            field(phrases::CLOCKS.message(), sides::both(layout, [a, b].map(clock_text), self.lang))?;
        }
        view.notes.iter().try_for_each(|note| self.say(out, note))
    }

    fn engine_moves(&mut self, spec: &EngineSpec, out: &mut dyn Write) -> Result<Next, Trouble> {
        out.flush()?;
        let turn = self.session.record().turn();
        let Some(engine) = &mut self.engines[turn.index()] else { return Ok(Next::Leave) };
        let limits = self.thinking.limits(spec, self.session.clock());
        let begin = Instant::now();
        let analysis =
            engine.analyse(self.session.record(), &limits, &mut |_| {}).map_err(Trouble::Engine)?;
        let spent = begin.elapsed();
        if self.session.flag_if_late(spent) {
            return Ok(Next::On);
        }
        let best = analysis.moves.first().map_or("", |best| &best.mv);
        let played = self.session.play(best, spent).map_err(|error| Trouble::Engine(error.into()))?;
        let player = sides::player(self.session.variant().layout(), turn, self.lang);
        let message = phrases::ENGINE_PLAYS.message().with("player", player).with("move", played);
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
            write!(out, "{}", phrases::PROMPT.message().with("player", player).render(self.lang))?;
            let Some(line) = self.hear(input, out)? else { return Ok(Next::Leave) };
            let spent = begin.elapsed();
            if self.session.flag_if_late(spent) {
                return Ok(Next::On);
            }
            match words::read(&line) {
                Some((Word::Quit, _)) => return Ok(Next::Leave),
                Some((Word::Board, _)) => self.board(spent, out)?,
                Some((Word::Save, file)) => self.save_as(file, input, out)?,
                Some((word, _)) => {
                    if self.obey(word, spent, out)? {
                        return Ok(Next::On);
                    }
                }
                None => match self.session.play(&line, spent) {
                    Ok(_) => return Ok(Next::On),
                    Err(error) => self.say(out, &error.into())?,
                },
            }
        }
    }

    /// A line that was typed; none when there is nobody to type.
    fn hear(&self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Option<String>> {
        out.flush()?;
        let line = read_line(input).map(|line| line.trim().to_owned());
        match &line {
            Some(line) if self.echo => writeln!(out, "{line}")?,
            Some(_) => {}
            None => writeln!(out)?,
        }
        Ok(line)
    }

    /// Does what a word alone says. Returns whether the game has changed.
    fn obey(&mut self, word: Word, spent: Duration, out: &mut dyn Write) -> io::Result<bool> {
        match word {
            Word::Undo if self.session.undo() => return Ok(true),
            Word::Redo if self.session.redo() => return Ok(true),
            Word::Resign => return Ok(self.session.resign(spent)),
            Word::Undo => self.say(out, &phrases::NOTHING_TO_UNDO.message())?,
            Word::Redo => self.say(out, &phrases::NOTHING_TO_REDO.message())?,
            Word::Hint => self.hint(out)?,
            Word::Moves => self.moves(out)?,
            Word::Help | Word::Board | Word::Save | Word::Quit => self.help(out)?,
        }
        Ok(false)
    }

    fn hint(&self, out: &mut dyn Write) -> io::Result<()> {
        let record = self.session.record();
        let found = EngineSpec::parse("best")
            .and_then(|best| self.session.variant().engine(&best, Settings::default()))
            .and_then(|mut judge| judge.analyse(record, &self.thinking.hint(), &mut |_| {}));
        match found.as_ref().map(|analysis| (analysis.moves.first(), analysis.unit)) {
            Ok((Some(best), unit)) => {
                let value = value_text::describe(record, &best.value, unit, self.lang);
                self.say(out, &phrases::HINT.message().with("move", best.mv.as_str()).with("value", value))
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

    fn save_as(&mut self, file: &str, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        if file.is_empty() {
            return self.say(out, &phrases::SAVE_WHERE.message());
        }
        let (path, record) = (Path::new(file), self.session.record());
        if files::would_lose(&self.registry, self.session.variant().as_ref(), path, record) {
            write!(out, "{}", phrases::WRITE_OVER.message().with("file", file).render(self.lang))?;
            if !self.hear(input, out)?.is_some_and(|answer| is_yes(&answer)) {
                return self.say(out, &phrases::NOT_SAVED.message());
            }
        }
        let told = match files::save(path, record) {
            Ok(()) => phrases::SAVED.message().with("file", file),
            Err(reason) => reason,
        };
        self.say(out, &told)
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        let example = self.session.record().legal_moves().into_iter().next().unwrap_or_default();
        self.say(out, &phrases::HELP_MOVE.message().with("move", example))?;
        let rows: Vec<_> = WORDS
            .iter()
            .map(|(_, word, help)| {
                (word.template(self.lang).to_owned(), vec![help.template(self.lang).to_owned()])
            })
            .collect();
        write!(out, "{}", two_columns(&rows, 0))
    }
}

/// What is left on a clock: minutes and seconds.
pub fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
