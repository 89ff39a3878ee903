//! `plateau show`: a board and its legal moves, or a picture of it.

use std::path::PathBuf;

use clap::Args;
use plateau_console::game_args::GameArgs;
use plateau_console::names;
use plateau_console::output::{self, Output, WriteFn, board_style, two_columns, wrap_moves, wrap_words};
use plateau_console::phrases::{FIELD, IN_HAND, LAST_MOVE, TO_MOVE};
use plateau_console::picture::{self, Format};
use plateau_core::{Lang, Layout, Message};
use plateau_games::{AnyRecord, AnyVariant, Registry};

use crate::examples::ExampleGames;
use crate::phrases;

/// The picture formats of boards.
const FORMATS: [Format; 3] = [Format::Svg, Format::Png, Format::Dot];

/// The most lines of a list of moves that is shown unasked: a longer one would push the board
/// out of sight.
const MAX_MOVE_LINES: usize = 3;

/// Show a board with its legal moves
///
/// The last move is in brackets, and winning lines are in capitals; a grid that is won is one
/// large letter. Grids to play in, and those of a winning line, are framed with #.
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    game: GameArgs,
    /// List the legal moves however many there are
    #[arg(long)]
    list_moves: bool,
    /// Draw a picture in this format [default: that of the file name]
    #[arg(long, value_parser = picture::format_parser(&FORMATS))]
    format: Option<Format>,
    /// Write the picture to a file: board.svg, .png or .dot
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [picaria, supermorpion, connect4] = ["picaria", "supermorpion", "connect4"].map(|id| games.get(id));
    vec![
        format!("plateau show {}", games.id("othello")),
        format!("plateau show {} {}", picaria.game, picaria.position),
        format!("plateau show {} --moves \"{}\"", supermorpion.game, supermorpion.moves),
        format!("plateau show {} {} -o board.svg", connect4.game, connect4.position),
    ]
}

impl Show {
    /// Runs the command.
    pub fn run(self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let (variant, record) = self.game.open(registry)?;
        if self.format.is_some() || self.output.is_some() {
            return self.draw(variant.as_ref(), record.as_ref());
        }
        let board = output::board(variant.layout(), &record.view(), board_style(), lang);
        let title = names::game_title(registry, variant.as_ref(), lang);
        let fields = table(fields(variant.layout(), record.as_ref(), lang), self.list_moves, lang);
        Ok(Output::Text(format!("{title}\n\n{board}\n{fields}")))
    }

    /// Draws the board as a picture.
    fn draw(self, variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Result<Output, Message> {
        let format = picture::choose_format(self.format, self.output.as_deref(), &FORMATS)?;
        let title = format!("{} {}", variant.name(), record.position_text());
        let (layout, view) = (variant.layout(), record.view());
        let bytes = match format {
            Format::Dot => plateau_draw::dot::board(layout, &view, &title).into_bytes(),
            Format::Png => picture::render_png(&plateau_draw::svg::board(layout, &view, &title))?.bytes,
            Format::Svg | Format::Html => plateau_draw::svg::board(layout, &view, &title).into_bytes(),
        };
        let write: WriteFn = Box::new(move |out| out.write_all(&bytes));
        Ok(Output::Stream { notes: Vec::new(), file: self.output, write })
    }
}

/// The content of a field.
enum Content {
    /// A message, which is wrapped.
    Message(Message),
    /// Moves, in the form that `--moves` takes.
    Moves(Vec<String>),
    /// A text to copy, which is not wrapped.
    Text(String),
}

impl Content {
    /// Returns the lines of the field. A long list of moves is folded unless it was asked for.
    fn lines(self, list_moves: bool, lang: Lang, width: usize) -> Vec<String> {
        match self {
            Self::Message(message) => wrap_words(&message.render(lang), width),
            Self::Moves(moves) => match wrap_moves(&moves, width) {
                lines if list_moves || lines.len() <= MAX_MOVE_LINES => lines,
                _ => vec![phrases::MOVES_FOLDED.template(lang).to_owned()],
            },
            Self::Text(text) => vec![text],
        }
    }
}

/// Returns the fields below the board, with their names.
fn fields(layout: &Layout, record: &dyn AnyRecord, lang: Lang) -> Vec<(Message, Content)> {
    let (view, unicode) = (record.view(), board_style().unicode);
    let mut fields = Vec::new();
    let mut add = |name: Message, content: Content| fields.push((name, content));
    match view.finish {
        Some(finish) => add(phrases::RESULT.message(), Content::Message(finish.message(layout))),
        None => add(TO_MOVE.message(), Content::Text(names::legend(layout, view.turn, unicode, lang))),
    }
    if let Some(last) = view.last_text {
        add(LAST_MOVE.message(), Content::Text(last));
    }
    if let Some(tally) = view.tally {
        add(tally.what.message(), Content::Message(names::both_players(layout, tally.counts, unicode, lang)));
    }
    if let Some(in_hand) = view.in_hand {
        add(IN_HAND.message(), Content::Message(names::both_players(layout, in_hand, unicode, lang)));
    }
    for note in view.notes {
        add(phrases::NOTE.message(), Content::Message(note.text));
    }
    if !view.moves.is_empty() {
        let moves: Vec<String> = view.moves.into_iter().map(|mv| mv.text).collect();
        add(phrases::MOVES.message().with("count", moves.len()), Content::Moves(moves));
    }
    add(phrases::POSITION.message(), Content::Text(record.position_text()));
    fields
}

/// Formats fields in two columns.
fn table(fields: Vec<(Message, Content)>, list_moves: bool, lang: Lang) -> String {
    let named: Vec<(String, Content)> = fields
        .into_iter()
        .map(|(name, content)| (FIELD.message().with("name", name).render(lang), content))
        .collect();
    let widest = named.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let rows: Vec<_> = named
        .into_iter()
        .map(|(name, content)| {
            (name, content.lines(list_moves, lang, output::width().saturating_sub(widest + 2)))
        })
        .collect();
    two_columns(&rows, 0)
}
