//! The files that show the game: `g.dot`, `g.png` and `refresh.html`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plateau_console::files;
use plateau_core::{Lang, Message, Player};
use plateau_draw::svg::escape_xml;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::io_error;

use super::{phrases, screen};

/// The file name of the page.
pub const PAGE: &str = "refresh.html";

/// The page, with placeholders in braces.
const TEMPLATE: &str = include_str!("page.html");

/// The result of writing a file: its path and the error.
type WriteResult = Result<(), (PathBuf, io::Error)>;

/// Writes the files.
pub struct Pictures {
    directory: PathBuf,
    /// The side of the human, who watches the page.
    human: Player,
    /// Whether the last write failed: an error that repeats at every move is reported once.
    failed: bool,
}

impl Pictures {
    /// Writes to a directory, which is created if it does not exist, for a human who plays a side.
    pub fn new(directory: PathBuf, human: Player) -> Self {
        Self { directory, human, failed: false }
    }

    /// Returns the path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        match &self.directory {
            here if here == Path::new(".") => PathBuf::from(name),
            directory => directory.join(name),
        }
    }

    /// Writes the position to all files. Returns whether the page was written, and the first
    /// error unless it repeats.
    pub fn write(
        &mut self,
        variant: &dyn AnyVariant,
        record: &dyn AnyRecord,
        lang: Lang,
    ) -> (bool, Option<Message>) {
        let [pictures, page] = self.write_files(variant, record, lang);
        let page_written = page.is_ok();
        let written = pictures.and(page);
        let has_failed = std::mem::replace(&mut self.failed, written.is_err());
        let error = written.err().filter(|_| !has_failed).map(|(path, error)| {
            let message = phrases::CANNOT_WRITE.message().with("file", path.display().to_string());
            message.with("reason", io_error::reason(&error))
        });
        (page_written, error)
    }

    /// Writes the pictures and the page.
    fn write_files(&self, variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> [WriteResult; 2] {
        let created = if self.directory.exists() { Ok(()) } else { fs::create_dir_all(&self.directory) };
        if let Err(error) = created {
            let again = io::Error::from(error.kind());
            return [error, again].map(|error| Err((self.directory.clone(), error)));
        }
        let view = record.view();
        let now = match view.finish {
            Some(finish) => {
                phrases::OVER.message().with("result", finish.message(variant.layout())).render(lang)
            }
            None if view.turn == self.human => screen::your_turn(&view, lang),
            None => screen::notes(&view, lang).collect::<Vec<_>>().join(", "),
        };
        let last = screen::last_move(&view, lang).unwrap_or_default();
        let title =
            [last.as_str(), &now].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let picture = plateau_draw::svg::board(variant.layout(), &view, &title);
        let save = |name: &str, bytes: &[u8]| {
            let path = self.path(name);
            files::write_atomic(&path, |out| out.write_all(bytes)).map_err(|error| (path, error))
        };
        // Try all files, and return the first error of the pictures.
        let dot = save("g.dot", plateau_draw::dot::board(variant.layout(), &view, &title).as_bytes());
        let png = plateau_draw::png::render(&picture)
            .map_err(|error| (self.path("g.png"), io::Error::other(error)))
            .and_then(|png| save("g.png", &png.bytes));
        [dot.and(png), save(PAGE, page(record, &picture, [&now, &last], lang).as_bytes())]
    }
}

/// Fills in the page, which is self-contained and updates itself.
fn page(record: &dyn AnyRecord, picture: &str, [now, last]: [&str; 2], lang: Lang) -> String {
    let mut moves = String::new();
    for mv in record.moves() {
        moves.extend(["<li>", &escape_xml(&screen::algebraic(&mv)), "</li>"]);
    }
    let view = record.view();
    let legal = if view.moves.is_empty() { Vec::new() } else { screen::legal_moves(&view, lang) };
    let fields = [
        ("{lang}", if lang == Lang::Fr { "fr" } else { "en" }.to_owned()),
        ("{picture}", picture.to_owned()),
        ("{now}", escape_xml(now)),
        ("{last}", escape_xml(last)),
        ("{legal}", escape_xml(&legal.join("\n"))),
        ("{played}", phrases::MOVES.message().render(lang)),
        ("{moves}", moves),
        ("{position}", escape_xml(&record.position_text())),
    ];
    fields.into_iter().fold(TEMPLATE.to_owned(), |page, (name, text)| page.replacen(name, &text, 1))
}
