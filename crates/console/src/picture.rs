//! Where pictures go and in which format.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ValueEnum;
use plateau_core::Message;
use plateau_draw::png::Png;

use crate::files::is_standard_output;
use crate::phrases;

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A digraph for Graphviz
    Dot,
    /// A picture that scales
    Svg,
    /// A picture of pixels
    Png,
    /// A page to explore
    Html,
}

impl Format {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Dot, Self::Svg, Self::Png, Self::Html];

    const fn name(self) -> &'static str {
        match self {
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }

    /// The format that the end of a file's name says, one of those there are.
    fn of_file(path: &Path, known: &[Self]) -> Result<Self, Message> {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        let found = known.iter().find(|format| end.eq_ignore_ascii_case(format.name()));
        found.copied().ok_or_else(|| {
            let file = path.display().to_string();
            phrases::FORMAT_UNKNOWN.message().with("file", file).with("formats", names(known))
        })
    }
}

/// The format asked for, one of those there are: by its name, else by the file's,
/// else the first. A terminal gets no pixels.
pub fn format(asked: Option<Format>, file: Option<&Path>, known: &[Format]) -> Result<Format, Message> {
    let file = file.filter(|file| !is_standard_output(file));
    let format = match (asked, file) {
        (Some(format), _) if !known.contains(&format) => {
            let message = phrases::FORMAT_NOT_HERE.message().with("format", format.name());
            return Err(message.with("formats", names(known)));
        }
        (Some(format), Some(file)) => match Format::of_file(file, &Format::ALL) {
            Ok(named) if named != format => {
                let message = phrases::FORMAT_DIFFERS.message().with("file", file.display().to_string());
                return Err(message.with("named", named.name()).with("format", format.name()));
            }
            _ => format,
        },
        (Some(format), None) => format,
        (None, Some(file)) => Format::of_file(file, known)?,
        (None, None) => known[0],
    };
    if format == Format::Png && file.is_none() && io::stdout().is_terminal() {
        return Err(phrases::PNG_TO_TERMINAL.message());
    }
    Ok(format)
}

fn names(formats: &[Format]) -> String {
    formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

/// A picture in pixels.
pub fn png(svg: &str) -> Result<Png, Message> {
    plateau_draw::png::render(svg)
        .map_err(|error| phrases::NO_PICTURE.message().with("reason", error.to_string()))
}
