//! `plateau show`: a board with all there is to say about it.

use std::path::PathBuf;

use clap::Args;
use plateau_core::{Lang, Layout, Message};
use plateau_games::{AnyRecord, AnyVariant, Registry};

use crate::examples::Sample;
use crate::phrases;
use plateau_console::output::{self, Answer, Writer, board_style, two_columns, wrap, wrap_words};
use plateau_console::phrases::{FIELD, IN_HAND, LAST, TO_MOVE};
use plateau_console::picture::{self, Format};
use plateau_console::position_args::Place;
use plateau_console::sides;

/// The formats of boards.
const FORMATS: [Format; 3] = [Format::Svg, Format::Png, Format::Dot];

/// Show a board with its legal moves
///
/// On the board the last move stands in brackets, and what has been won is in
/// capitals: a winning line, or a whole part of the board as one large letter.
/// Parts of the board a player is sent to, or that won the game, are framed by #.
#[derive(Debug, Args)]
pub struct Show {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    place: Place,
    /// Format of a picture instead of words; without it that of the file's name
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File for the picture instead of standard output: board.svg, .png or .dot
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, moves, position } = sample;
    vec![
        format!("plateau show {game}"),
        format!("plateau show {game} {position}"),
        format!("plateau show {game} --moves \"{moves}\""),
        format!("plateau show {game} {position} -o board.svg"),
    ]
}

impl Show {
    /// The answer.
    pub fn answer(self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        if self.format.is_some() || self.output.is_some() {
            return self.drawn(variant.as_ref(), record.as_ref());
        }
        let board = output::board(variant.layout(), &record.view(), board_style(), lang);
        let title = sides::title(registry, variant.as_ref(), lang);
        let fields = table(fields(variant.layout(), record.as_ref(), lang), lang);
        Ok(Answer::Text(format!("{title}\n\n{board}\n{fields}")))
    }

    /// The board as a picture.
    fn drawn(self, variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Result<Answer, Message> {
        let format = picture::format(self.format, self.output.as_deref(), &FORMATS)?;
        let title = format!("{} {}", variant.name(), record.position_text());
        let (layout, view) = (variant.layout(), record.view());
        let bytes = match format {
            Format::Dot => plateau_draw::dot::board(layout, &view, &title).into_bytes(),
            Format::Png => picture::png(&plateau_draw::svg::board(layout, &view, &title))?.bytes,
            Format::Svg | Format::Html => plateau_draw::svg::board(layout, &view, &title).into_bytes(),
        };
        let write: Writer = Box::new(move |out| out.write_all(&bytes));
        Ok(Answer::Made { notes: Vec::new(), to: self.output, write })
    }
}

/// What a field says.
enum Content {
    /// Words, wrapped where they are long.
    Words(Message),
    /// Moves, as a list that --moves reads.
    Moves(Vec<String>),
    /// A text to copy, never wrapped.
    Text(String),
}

impl Content {
    fn lines(self, lang: Lang, width: usize) -> Vec<String> {
        match self {
            Self::Words(message) => wrap_words(&message.render(lang), width),
            Self::Moves(moves) => {
                let separator = if moves.iter().any(|mv| mv.contains(' ')) { ";" } else { "" };
                wrap(&moves, separator, width)
            }
            Self::Text(text) => vec![text],
        }
    }
}

/// What the board alone does not tell, each field with its name.
fn fields(layout: &Layout, record: &dyn AnyRecord, lang: Lang) -> Vec<(Message, Content)> {
    let view = record.view();
    let mut fields = Vec::new();
    let mut say = |name: Message, content: Content| fields.push((name, content));
    match view.finish {
        Some(finish) => say(phrases::RESULT.message(), Content::Words(finish.message(layout))),
        None => say(TO_MOVE.message(), Content::Words(sides::player(layout, view.turn, lang))),
    }
    if let Some(last) = view.last_text {
        say(LAST.message(), Content::Text(last));
    }
    if let Some(tally) = view.tally {
        say(tally.what.message(), Content::Words(sides::both(layout, tally.counts, lang)));
    }
    if let Some(in_hand) = view.in_hand {
        say(IN_HAND.message(), Content::Words(sides::both(layout, in_hand, lang)));
    }
    for note in view.notes {
        say(phrases::NOTE.message(), Content::Words(note));
    }
    if !view.moves.is_empty() {
        let moves: Vec<String> = view.moves.into_iter().map(|mv| mv.text).collect();
        say(phrases::MOVES.message().with("count", moves.len()), Content::Moves(moves));
    }
    say(phrases::POSITION.message(), Content::Text(record.position_text()));
    fields
}

/// Fields in two columns.
fn table(fields: Vec<(Message, Content)>, lang: Lang) -> String {
    let named: Vec<(String, Content)> = fields
        .into_iter()
        .map(|(name, content)| (FIELD.message().with("name", name).render(lang), content))
        .collect();
    let widest = named.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let rows: Vec<_> = named
        .into_iter()
        .map(|(name, content)| (name, content.lines(lang, output::width().saturating_sub(widest + 2))))
        .collect();
    two_columns(&rows, 0)
}
