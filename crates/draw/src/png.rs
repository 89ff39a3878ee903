//! Pictures as PNG: SVG rendered with a font of its own, so that it looks the
//! same on every machine, and no text is lost where there are no fonts.

use std::fmt;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The part of the font `DejaVu Sans` that pictures need; its licence is beside it.
static FONT: &[u8] = include_bytes!("../fonts/dejavu-sans-part.ttf");

/// The name the font has.
const FAMILY: &str = "DejaVu Sans";

/// No picture is wider or higher, in pixels; a larger one is scaled down.
pub const LONGEST: f32 = 16_000.0;

/// No picture has more pixels.
const LARGEST: f32 = 60_000_000.0;

/// A picture that could not be made.
#[derive(Debug)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// A picture, and how much smaller than its SVG it is.
#[derive(Debug)]
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// 1, unless it had to be scaled.
    pub scale: f32,
}

/// Renders an SVG.
pub fn render(svg: &str) -> Result<Png, Unreadable> {
    let tree = Tree::from_str(svg, &options()).map_err(|error| Unreadable(error.to_string()))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (LONGEST / width).min(LONGEST / height).min((LARGEST / (width * height)).sqrt()).min(1.0);
    let pixels = |length: f32| ((length * scale).round() as u32).max(1);
    let size = (pixels(width), pixels(height));
    let none = || Unreadable(format!("no picture of {} × {} pixels can be made", size.0, size.1));
    let mut pixmap = Pixmap::new(size.0, size.1).ok_or_else(none)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let bytes = pixmap.encode_png().map_err(|error| Unreadable(error.to_string()))?;
    Ok(Png { bytes, scale })
}

/// How SVG is read; the font is loaded once.
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
