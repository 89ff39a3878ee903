//! `plateau show`: a board and its legal moves, or a picture of it.

use std::path::PathBuf;

use clap::Args;
use plateau_console::game_args::GameArgs;
use plateau_console::names;
use plateau_console::output::{self, Output, WriteFn, board_style, width, wrap};
use plateau_console::phrases::{IN_HAND, LAST_MOVE, TO_MOVE};
use plateau_console::picture::{self, Format};
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::{Lang, Layout, Message};
use plateau_draw::look::{BoardTheme, Scheme};
use plateau_games::{AnyRecord, AnyVariant, Registry};

use crate::examples::ExampleGames;
use crate::phrases;

/// The picture formats of boards.
const FORMATS: [Format; 3] = [Format::Svg, Format::Png, Format::Dot];

/// The most lines of a list of moves that is shown unasked: a longer one would push the board
/// out of sight.
const MAX_MOVE_LINES: usize = 3;

/// The lines of a usual terminal.
const MAX_LINES: usize = 24;

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
    /// Draw the picture for a dark page
    #[arg(long)]
    dark: bool,
    /// Draw the picture in flat blue and vermilion
    #[arg(long)]
    high_contrast: bool,
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
        let fields = fields(variant.layout(), record.as_ref(), self.list_moves, lang);
        let text = format!("{title}\n\n{board}\n{}", table(&fields, lang));
        // The board of a large game must stay in sight.
        let is_tall = text.lines().count() > MAX_LINES && !self.list_moves;
        Ok(Output::Text(if is_tall { format!("{title}\n{board}{}", run_in(&fields, lang)) } else { text }))
    }

    /// Draws the board as a picture.
    fn draw(self, variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Result<Output, Message> {
        let format = picture::choose_format(self.format, self.output.as_deref(), &FORMATS)?;
        let title = format!("{} {}", variant.name(), record.position_text());
        let (layout, view) = (variant.layout(), record.view());
        let theme = if self.high_contrast { BoardTheme::HighContrast } else { BoardTheme::Natural };
        let scheme = if self.dark { Scheme::Dark } else { Scheme::Light };
        let svg = || plateau_draw::svg::board_in(layout, &view, &title, (theme, scheme));
        let bytes = match format {
            Format::Dot => plateau_draw::dot::board(layout, &view, &title).into_bytes(),
            Format::Png => picture::render_png(&svg())?.bytes,
            Format::Svg | Format::Html => svg().into_bytes(),
        };
        let write: WriteFn = Box::new(move |out| out.write_all(&bytes));
        Ok(Output::Stream { notes: Vec::new(), file: self.output, write })
    }
}

/// A field below the board: its name and its content.
type Field = (Message, Content);

/// Returns the fields below the board. A long list of moves is folded unless it was asked for.
fn fields(layout: &Layout, record: &dyn AnyRecord, list_moves: bool, lang: Lang) -> Vec<Field> {
    let (view, unicode) = (record.view(), board_style().unicode);
    let words = |message: Message| Content::Words(message.render(lang));
    let mut fields = Vec::new();
    let mut add = |name: Message, content: Content| fields.push((name, content));
    match view.finish {
        Some(finish) => add(phrases::RESULT.message(), words(finish.message(layout))),
        None => add(TO_MOVE.message(), Content::Verbatim(names::legend(layout, view.turn, unicode, lang))),
    }
    if let Some(last) = view.last_text {
        add(LAST_MOVE.message(), Content::Verbatim(last));
    }
    if let Some(tally) = view.tally {
        add(tally.what.message(), words(names::both_players(layout, tally.counts, unicode, lang)));
    }
    if let Some(in_hand) = view.in_hand {
        add(IN_HAND.message(), words(names::both_players(layout, in_hand, unicode, lang)));
    }
    for note in view.notes {
        add(phrases::NOTE.message(), words(note.text));
    }
    if !view.moves.is_empty() {
        let moves: Vec<String> = view.moves.into_iter().map(|mv| mv.text).collect();
        let note = phrases::MOVES_FOLDED.template(lang).to_owned();
        let max_lines = if list_moves { usize::MAX } else { MAX_MOVE_LINES };
        let name = phrases::MOVES.message().with("count", moves.len());
        add(name, Content::FoldedMoves { moves, max_lines, note });
    }
    add(phrases::POSITION.message(), Content::Verbatim(record.position_text()));
    fields
}

/// Formats fields in two columns.
fn table(fields: &[Field], lang: Lang) -> String {
    let mut table = TwoColumns::default();
    for (name, content) in fields {
        table.field(name.clone(), content.clone(), lang);
    }
    table.format(0, width())
}

/// Formats fields one after the other, in as few lines as possible. The last, the position, has
/// a line of its own, to be copied.
fn run_in(fields: &[Field], lang: Lang) -> String {
    let Some((last, others)) = fields.split_last() else { return String::new() };
    let single = |field: &Field| table(std::slice::from_ref(field), lang).trim_end().to_owned();
    let others: Vec<String> = others.iter().map(single).collect();
    let lines = wrap(&others, "  ", width()).into_iter().chain([single(last)]);
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}
