//! The files that show the game: `g.dot`, `g.png`, and the page that follows it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plateau_console::{files, output};
use plateau_core::Lang;
use plateau_draw::svg::written;
use plateau_games::{AnyRecord, AnyVariant};

use super::{NAME, phrases, screen};

/// The name of the page.
pub const PAGE: &str = "refresh.html";

/// The page, with words in braces where the game goes.
const FRAME: &str = include_str!("page.html");

/// What became of a file: where it is, and why it is not there.
type Written = Result<(), (PathBuf, io::Error)>;

/// Where the files are.
pub struct Pictures {
    directory: PathBuf,
    /// Whether the last time failed: what goes wrong at every move is told once.
    failed: bool,
}

impl Pictures {
    /// In a directory, which need not be there yet.
    pub fn new(directory: PathBuf) -> Self {
        Self { directory, failed: false }
    }

    /// The place of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        match &self.directory {
            here if here == Path::new(".") => PathBuf::from(name),
            directory => directory.join(name),
        }
    }

    /// Writes the game as it is now; whether the page is. What can't be written is
    /// told.
    pub fn show(&mut self, variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> bool {
        let [others, page] = self.write(variant, record, lang);
        let seen = page.is_ok();
        let written = others.and(page);
        if let Err((path, error)) = &written
            && !self.failed
        {
            let sentence = phrases::NO_PICTURES.message().with("file", path.display().to_string());
            output::complain(NAME, &sentence.with("reason", error.to_string()).render(lang));
        }
        self.failed = written.is_err();
        seen
    }

    /// What became of the pictures, and of the page.
    fn write(&self, variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> [Written; 2] {
        let made = if self.directory.exists() { Ok(()) } else { fs::create_dir_all(&self.directory) };
        if let Err(error) = made {
            let again = io::Error::from(error.kind());
            return [error, again].map(|error| Err((self.directory.clone(), error)));
        }
        let view = record.view();
        let now = match view.finish {
            Some(finish) => {
                phrases::OVER.message().with("result", finish.message(variant.layout())).render(lang)
            }
            None => screen::notes(&view, lang).collect::<Vec<_>>().join(", "),
        };
        let last = screen::last(&view, lang).unwrap_or_default();
        let title =
            [last.as_str(), &now].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let picture = plateau_draw::svg::board(variant.layout(), &view, &title);
        let save = |name: &str, bytes: &[u8]| {
            let path = self.path(name);
            files::write_whole(&path, |out| out.write_all(bytes)).map_err(|error| (path, error))
        };
        // Each is tried, whatever becomes of the others; the first error is told.
        let dot = save("g.dot", plateau_draw::dot::board(variant.layout(), &view, &title).as_bytes());
        let png = plateau_draw::png::render(&picture)
            .map_err(|error| (self.path("g.png"), io::Error::other(error)))
            .and_then(|png| save("g.png", &png.bytes));
        [dot.and(png), save(PAGE, page(record, &picture, [&now, &last], lang).as_bytes())]
    }
}

/// The page, whole in itself: what it shows now, and how it finds what comes.
fn page(record: &dyn AnyRecord, picture: &str, [now, last]: [&str; 2], lang: Lang) -> String {
    let mut moves = String::new();
    for mv in record.moves() {
        moves.extend(["<li>", &written(&screen::algebraic(&mv)), "</li>"]);
    }
    let view = record.view();
    let legal = if view.moves.is_empty() { Vec::new() } else { screen::legal(&view, lang) };
    let fields = [
        ("{lang}", if lang == Lang::Fr { "fr" } else { "en" }.to_owned()),
        ("{picture}", picture.to_owned()),
        ("{now}", written(now)),
        ("{last}", written(last)),
        ("{legal}", written(&legal.join("\n"))),
        ("{played}", phrases::MOVES.message().render(lang)),
        ("{moves}", moves),
        ("{position}", written(&record.position_text())),
    ];
    fields.into_iter().fold(FRAME.to_owned(), |page, (name, text)| page.replacen(name, &text, 1))
}
