//! Text about the position.

use plateau_console::output::{self, board_style};
use plateau_console::prompt_commands;
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::{Lang, View};
use plateau_draw::text::Style;
use plateau_games::AnyVariant;
use plateau_games::square3::{cell_name, parse_cell};

use super::game::is_supported;
use super::{grids, phrases};

/// Formats a move as players type it: `5 b3` for `5 2`.
pub fn algebraic(mv: &str) -> String {
    let named =
        mv.split_once(' ').and_then(|(grid, cell)| Some(format!("{grid} {}", cell_name(parse_cell(cell)?))));
    named.unwrap_or_else(|| mv.to_owned())
}

/// Returns the last move.
pub fn last_move(view: &View, lang: Lang) -> Option<String> {
    let last = view.last_text.as_ref()?;
    let played = phrases::PLAYED.message().with("player", view.turn.other().letter());
    Some(played.with("move", algebraic(last)).render(lang))
}

/// Returns where the engine has to play, or what decided the game.
pub fn notes(view: &View, lang: Lang) -> impl Iterator<Item = String> {
    view.notes.iter().map(move |note| note.text.render(lang))
}

/// Tells the human where to play.
pub fn your_turn(view: &View, lang: Lang) -> String {
    let turn = match view.playable[..] {
        [grid] => phrases::YOUR_GRID.message().with("grid", grid + 1),
        _ => phrases::YOUR_CHOICE.message(),
    };
    turn.with("player", view.turn.letter()).render(lang)
}

/// Returns what is shown while no move is asked for: the nine grids with the large board
/// beside them, the last move, and where to play.
pub fn board(variant: &dyn AnyVariant, view: &View, last: Option<String>, lang: Lang) -> String {
    let mut lines = side_by_side(&boards(variant, view, lang), output::width());
    lines.push(String::new());
    lines.extend(last.into_iter().chain(notes(view, lang)).flat_map(|text| output::wrap_for_terminal(&text)));
    lines.join("\n") + "\n"
}

/// Returns what the human sees before a move: the nine grids and the large board; beside
/// them the grid to play in, enlarged, or the legal moves; then the last move and where to
/// play.
pub fn before_move(variant: &dyn AnyVariant, view: &View, last: Option<String>, lang: Lang) -> String {
    let mut blocks = boards(variant, view, lang);
    let mut legal = legal_moves(view, lang);
    if let [grid] = view.playable[..] {
        let unicode = board_style().unicode;
        blocks.push(Block::plain(&grids::enlarged_grid(variant.layout(), view, grid, unicode, lang)));
    } else {
        blocks.push(Block::plain(&std::mem::take(&mut legal).join("\n")));
    }
    let mut lines = side_by_side(&blocks, output::width());
    lines.push(String::new());
    let below = last.into_iter().chain([your_turn(view, lang)]).chain(legal);
    lines.extend(below.flat_map(|text| output::wrap_for_terminal(&text)));
    lines.join("\n") + "\n"
}

/// Returns what can be typed.
pub fn help(lang: Lang, width: usize) -> String {
    let mut lines = output::wrap_words(&phrases::HELP.message().render(lang), width);
    lines.push(String::new());
    lines.join("\n") + "\n" + &prompt_commands::help(is_supported, lang)
}

/// Returns the board with what can be typed beside it.
pub fn board_with_help(variant: &dyn AnyVariant, view: &View, lang: Lang) -> String {
    let board = nine_grids(variant, view, lang);
    let room = output::width().saturating_sub(board.width() + GAP).max(MIN_HELP_WIDTH);
    let help = Block::plain(&help(lang, room));
    side_by_side(&[board, help], output::width()).join("\n") + "\n\n"
}

/// Lists the legal moves: the cells of a forced grid, or all grids.
pub fn legal_moves(view: &View, lang: Lang) -> Vec<String> {
    let mut grids: Vec<(String, Vec<String>)> = Vec::new();
    for mv in &view.moves {
        let name = algebraic(&mv.text);
        let (grid, cell) = name.split_once(' ').unwrap_or(("", &name));
        match grids.last_mut() {
            Some((last, cells)) if last == grid => cells.push(cell.to_owned()),
            _ => grids.push((grid.to_owned(), vec![cell.to_owned()])),
        }
    }
    if let [(_, cells)] = &grids[..] {
        return vec![phrases::LEGAL.message().with("moves", cells.join(" ")).render(lang)];
    }
    let title = phrases::LEGAL_ANYWHERE.message().render(lang);
    let mut table = TwoColumns::default();
    for (grid, cells) in grids {
        table.row(grid, Content::Verbatim(cells.join(" ")));
    }
    std::iter::once(title).chain(table.format(2, output::width()).lines().map(str::to_owned)).collect()
}

/// Returns a legal move as the human can type it.
pub fn example(view: &View) -> String {
    let name = view.moves.first().map(|mv| algebraic(&mv.text)).unwrap_or_default();
    match (&view.playable[..], name.split_once(' ')) {
        ([_], Some((_, cell))) => cell.to_owned(),
        _ => name,
    }
}

/// The nine grids and the large board.
fn boards(variant: &dyn AnyVariant, view: &View, lang: Lang) -> Vec<Block> {
    let large = Block::plain(&grids::large_board(view, board_style().unicode, lang));
    vec![nine_grids(variant, view, lang), large]
}

fn nine_grids(variant: &dyn AnyVariant, view: &View, lang: Lang) -> Block {
    let style = board_style();
    let shown = output::board(variant.layout(), view, style, lang);
    // Without colour codes, to measure the width.
    let plain = output::board(variant.layout(), view, Style { colour: false, ..style }, lang);
    Block::new(&shown, &plain)
}

/// Columns between texts side by side.
const GAP: usize = 4;

/// The narrowest column of help, in characters.
const MIN_HELP_WIDTH: usize = 30;

/// A text that others can be set beside: its lines and their widths.
struct Block(Vec<(String, usize)>);

impl Block {
    fn plain(text: &str) -> Self {
        Self::new(text, text)
    }

    /// Creates a block from a text and the same text without colour codes.
    fn new(text: &str, plain: &str) -> Self {
        let widths = plain.lines().map(|line| line.chars().count());
        Self(text.lines().map(str::to_owned).zip(widths).collect())
    }

    fn width(&self) -> usize {
        self.0.iter().map(|(_, width)| *width).max().unwrap_or(0)
    }
}

/// Sets texts side by side, and below each other where the width is used up.
fn side_by_side(blocks: &[Block], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let mut used = rest[0].width();
        let more = rest[1..].iter().take_while(|block| {
            used += GAP + block.width();
            used <= width
        });
        let (row, after) = rest.split_at(1 + more.count());
        let height = row.iter().map(|block| block.0.len()).max().unwrap_or(0);
        for i in 0..height {
            let mut line = String::new();
            for block in row {
                let (text, width) = block.0.get(i).map_or(("", 0), |(text, width)| (text, *width));
                line.push_str(text);
                line.push_str(&" ".repeat(block.width() - width + GAP));
            }
            lines.push(line.trim_end().to_owned());
        }
        rest = after;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_by_side_ignores_colour_codes_and_wraps() {
        let coloured = || Block::new("\x1b[1mab\x1b[0m\nc\n", "ab\nc\n");
        let numbers = || Block::plain("1\n2\n3\n");
        let rows = side_by_side(&[coloured(), numbers()], 80);
        assert_eq!(rows, ["\x1b[1mab\x1b[0m    1", "c     2", "      3"]);
        let rows = side_by_side(&[coloured(), numbers(), Block::plain("wide")], 10);
        assert_eq!(rows, ["\x1b[1mab\x1b[0m    1", "c     2", "      3", "wide"]);
    }

    #[test]
    fn a_turn_fits_in_80_columns_and_24_rows() {
        let variant = crate::SUPERMORPION.variant("supermorpion").unwrap();
        for position in ["start", "4x499999999 15 o", "4x499999999 00 o"] {
            let view = variant.open(position).unwrap().view();
            for lang in [Lang::En, Lang::Fr] {
                for text in [
                    before_move(variant.as_ref(), &view, last_move(&view, lang), lang),
                    board_with_help(variant.as_ref(), &view, lang),
                ] {
                    // Room for five lines of messages and the prompt.
                    assert!(text.lines().count() <= 18, "{text}");
                    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
                    assert!(text.lines().next().unwrap().chars().count() > 27, "beside the board: {text}");
                }
            }
        }
    }
}
