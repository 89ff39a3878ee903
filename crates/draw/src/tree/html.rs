//! One page to explore trees: it asks for nothing and works from a file.

use std::io::{self, Write};

use plateau_core::{Lang, Player};

use super::{Sketch, json};
use crate::svg::pen::written;
use crate::theme;

const FRAME: &str = include_str!("page/frame.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order they are read in.
const PARTS: [&str; 5] = [
    include_str!("page/model.js"),
    include_str!("page/board.js"),
    include_str!("page/panel.js"),
    include_str!("page/words.js"),
    include_str!("page/detail.js"),
];
/// The page around them.
const MAIN: &str = include_str!("page/main.js");
/// What another page needs of them.
const EXPORTS: &str = "export { Model, PANEL, Panel, pause, readColours, say, showDetail, tellOf };\n";

/// Writes the page of one tree, or of two side by side.
pub fn write(sketches: &[Sketch<'_>], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = sketches.first() else { return Ok(()) };
    let lang = match first.lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    };
    let frame =
        FRAME.replace("{lang}", lang).replace("{title}", &written(first.title).replace('{', "&#123;"));
    for piece in frame.split_inclusive('}') {
        // Each place is at the end of a piece.
        match piece.rsplit_once('{') {
            Some((before, "style}")) => {
                out.write_all(before.as_bytes())?;
                write!(out, ":root{{{}}}\n{STYLE}", colours())?;
            }
            Some((before, "script}")) => {
                out.write_all(before.as_bytes())?;
                PARTS.iter().chain([&MAIN]).try_for_each(|script| out.write_all(script.as_bytes()))?;
            }
            Some((before, "data}")) => {
                out.write_all(before.as_bytes())?;
                json::write(sketches, &mut Inert(out))?;
            }
            _ => out.write_all(piece.as_bytes())?,
        }
    }
    Ok(())
}

/// The parts that draw trees as one module, for a page with a frame of its own
/// to import.
pub fn module() -> String {
    PARTS.concat() + EXPORTS
}

/// The theme as variables of the style sheet.
fn colours() -> String {
    let [first, second] = Player::BOTH;
    let pairs = [
        ("paper", theme::PAPER),
        ("ink", theme::INK),
        ("quiet", theme::QUIET),
        ("line", theme::LINE),
        ("cell", theme::CELL),
        ("dim", theme::DIM),
        ("accent", theme::ACCENT),
        ("accent-tint", theme::ACCENT_TINT),
        ("grey", theme::GREY),
        ("rack", theme::RACK),
        ("first", theme::side(first)),
        ("second", theme::side(second)),
        ("first-tint", theme::tint(first)),
        ("second-tint", theme::tint(second)),
    ];
    let variables = pairs.map(|(name, colour)| format!("--{name}:{colour};"));
    variables.concat()
}

/// Keeps data from ending the script that holds it: `<` is written otherwise,
/// which JSON allows within texts, where alone it stands.
struct Inert<'o>(&'o mut dyn Write);

impl Write for Inert<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (i, part) in bytes.split(|&byte| byte == b'<').enumerate() {
            if i > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
