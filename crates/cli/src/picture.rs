//! Where pictures go and in which format.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use plateau_core::Message;

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
    const ALL: [Self; 4] = [Self::Dot, Self::Svg, Self::Png, Self::Html];

    const fn name(self) -> &'static str {
        match self {
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }

    /// The format that the end of a file's name says, one of those there are.
    pub fn of_file(path: &Path, known: &[Self]) -> Result<Self, Message> {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        let found = known.iter().find(|format| end.eq_ignore_ascii_case(format.name()));
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|format| format.name()).collect();
            let file = path.display().to_string();
            phrases::FORMAT_UNKNOWN.say().with("file", file).with("formats", names.join(", "))
        })
    }
}

/// The format asked for: by its name, else by the file's, else DOT.
pub fn format(asked: Option<Format>, file: Option<&PathBuf>) -> Result<Format, Message> {
    match (asked, file) {
        (Some(format), _) => Ok(format),
        (None, Some(file)) if !is_standard_output(file) => Format::of_file(file, &Format::ALL),
        (None, _) => Ok(Format::Dot),
    }
}

/// Whether a file is the name that stands for standard output.
pub fn is_standard_output(file: &Path) -> bool {
    file.as_os_str() == "-"
}
