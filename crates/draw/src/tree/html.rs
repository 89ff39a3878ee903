//! One page to explore trees: it asks for nothing and works from a file.

use std::io::{self, Write};

use plateau_core::Lang;

use super::{Sketch, json};
use crate::page::{self, ScriptEscaper, colours};
use crate::svg::pen::written;

const FRAME: &str = include_str!("page/frame.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order they are read in.
const PARTS: [&str; 5] = [
    include_str!("page/model.js"),
    page::BOARD,
    include_str!("page/panel.js"),
    include_str!("page/words.js"),
    include_str!("page/detail.js"),
];
/// The page around them.
const MAIN: &str = include_str!("page/main.js");
/// What another page needs of them.
const EXPORTS: &str = "export { panelsOf, pause, readColours, say, showBeside, showDetail, tellOf };\n";

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
                json::write(sketches, &mut ScriptEscaper(out))?;
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
