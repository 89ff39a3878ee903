//! Renders SVG as PNG with an embedded font, so that pictures look the same on every machine,
//! even on one without fonts.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// A subset of the font `DejaVu Sans`; its licence is in the same directory.
static FONT: &[u8] = include_bytes!("../fonts/dejavu-sans-part.ttf");

/// The family name of the font.
const FAMILY: &str = "DejaVu Sans";

/// The maximum width and height in pixels; larger pictures are scaled down.
pub const MAX_SIDE: f32 = 16_000.0;

/// The maximum number of pixels; larger pictures are scaled down.
const MAX_PIXELS: f32 = 60_000_000.0;

/// Why an SVG could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The SVG cannot be parsed.
    #[error("{0}")]
    Svg(String),
    /// The picture has no pixels, or more than memory can hold.
    #[error("cannot create a picture of {0} × {1} pixels")]
    Size(u32, u32),
    /// The picture cannot be encoded.
    #[error("{0}")]
    Encoding(String),
}

/// A PNG picture.
#[derive(Debug)]
pub struct Png {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// Its size relative to the SVG: 1 unless it was scaled down.
    pub scale: f32,
}

/// Renders an SVG.
pub fn render(svg: &str) -> Result<Png, RenderError> {
    let tree = Tree::from_str(svg, &options()).map_err(|error| RenderError::Svg(error.to_string()))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale =
        (MAX_SIDE / width).min(MAX_SIDE / height).min((MAX_PIXELS / (width * height)).sqrt()).min(1.0);
    let pixels = |length: f32| ((length * scale).round() as u32).max(1);
    let (width, height) = (pixels(width), pixels(height));
    let mut pixmap = Pixmap::new(width, height).ok_or(RenderError::Size(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let bytes = pixmap.encode_png().map_err(|error| RenderError::Encoding(error.to_string()))?;
    Ok(Png { bytes, scale })
}

/// Returns the parser options with the embedded font, which is loaded once.
fn options() -> Options<'static> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        for set in [fontdb::Database::set_sans_serif_family, fontdb::Database::set_monospace_family] {
            set(&mut fonts, FAMILY);
        }
        Arc::new(fonts)
    });
    Options { fontdb: Arc::clone(fonts), font_family: FAMILY.to_owned(), ..Options::default() }
}
