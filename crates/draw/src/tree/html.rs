//! An interactive HTML page for trees. It is a single file that loads nothing else.

use std::io::{self, Write};

use plateau_core::Lang;

use super::{TreePicture, json};
use crate::page::{self, ScriptEscaper};
use crate::svg::pen::escape_xml;

const FRAME: &str = include_str!("page/frame.html");
const STYLE: &str = include_str!("page/style.css");
/// The scripts of the tree view, in load order.
const PARTS: [&str; 5] = [
    include_str!("page/model.js"),
    page::BOARD,
    include_str!("page/panel.js"),
    include_str!("page/describe.js"),
    include_str!("page/node-detail.js"),
];
/// The script of the page around the tree view.
const MAIN: &str = include_str!("page/main.js");
/// The exports of the tree view as a module.
const EXPORTS: &str =
    "export { alignPanels, createPanels, message, readColours, setTreeData, showDetail };\n";

/// Writes a page with one tree, or with several side by side.
pub fn write(pictures: &[TreePicture<'_>], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = pictures.first() else { return Ok(()) };
    let lang = match first.lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    };
    let frame =
        FRAME.replace("{lang}", lang).replace("{title}", &escape_xml(first.title).replace('{', "&#123;"));
    for piece in frame.split_inclusive('}') {
        // Every placeholder is at the end of a piece.
        match piece.rsplit_once('{') {
            Some((before, "style}")) => {
                out.write_all(before.as_bytes())?;
                write!(out, "{}{STYLE}", page::style(first.layout))?;
            }
            Some((before, "script}")) => {
                out.write_all(before.as_bytes())?;
                PARTS.iter().chain([&MAIN]).try_for_each(|script| out.write_all(script.as_bytes()))?;
            }
            Some((before, "data}")) => {
                out.write_all(before.as_bytes())?;
                json::write(pictures, &mut ScriptEscaper(out))?;
            }
            _ => out.write_all(piece.as_bytes())?,
        }
    }
    Ok(())
}

/// Returns the tree view as an ES module, for other pages to import.
pub fn module() -> String {
    PARTS.concat() + EXPORTS
}
