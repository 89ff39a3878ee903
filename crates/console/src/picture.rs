//! The format of a picture, from `--format` or the name of the file.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use plateau_core::Message;
use plateau_draw::png::Png;

use crate::files::is_standard_output;
use crate::phrases;

/// A picture format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A digraph for Graphviz
    Dot,
    /// A vector picture
    Svg,
    /// A bitmap
    Png,
    /// An interactive page
    Html,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Dot, Self::Svg, Self::Png, Self::Html];

    const fn name(self) -> &'static str {
        match self {
            Self::Dot => "dot",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }

    /// Returns the format of a file extension, if it is supported.
    fn from_extension(path: &Path, supported: &[Self]) -> Result<Self, Message> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let found = supported.iter().find(|format| extension.eq_ignore_ascii_case(format.name()));
        found.copied().ok_or_else(|| {
            let file = path.display().to_string();
            phrases::FORMAT_UNKNOWN.message().with("file", file).with("formats", names(supported))
        })
    }
}

/// Returns a parser of `--format` that offers and accepts only these formats.
pub fn format_parser(supported: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
    let values = supported.iter().filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(values).try_map(|name| Format::from_str(&name, false))
}

/// Chooses the format: the requested one, else that of the file name, else the first
/// supported one. Refuses contradictions, and to print a PNG on a terminal.
pub fn choose_format(
    requested: Option<Format>,
    file: Option<&Path>,
    supported: &[Format],
) -> Result<Format, Message> {
    let file = file.filter(|file| !is_standard_output(file));
    let format = match (requested, file) {
        (Some(format), Some(file)) => match Format::from_extension(file, &Format::ALL) {
            Ok(named) if named != format => {
                let message = phrases::FORMAT_DIFFERS.message().with("file", file.display().to_string());
                return Err(message.with("named", named.name()).with("format", format.name()));
            }
            _ => format,
        },
        (Some(format), None) => format,
        (None, Some(file)) => Format::from_extension(file, supported)?,
        (None, None) => supported[0],
    };
    if format == Format::Png && file.is_none() && io::stdout().is_terminal() {
        return Err(phrases::PNG_TO_TERMINAL.message());
    }
    Ok(format)
}

fn names(formats: &[Format]) -> String {
    formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

/// Renders an SVG as a PNG.
pub fn render_png(svg: &str) -> Result<Png, Message> {
    plateau_draw::png::render(svg)
        .map_err(|error| phrases::CANNOT_DRAW.message().with("reason", error.to_string()))
}
