//! The palettes as a style sheet for the page: a board's element has the class of its surface,
//! and the root element the classes `dark` and `contrast`.

use std::fmt::Write as _;

use plateau_core::look::Surface;

use super::{BoardTheme, Palette, Scheme, palette};

/// Returns the class of boards of a surface.
pub fn class(surface: Surface) -> String {
    format!("look-{}", surface.name())
}

/// Returns the style sheet for one surface, for a page with boards of one game.
pub fn of_surface(surface: Surface) -> String {
    let class = class(surface);
    let lines = style_sheet();
    lines.lines().filter(|line| line.contains(&class)).fold(String::new(), |css, line| css + line + "\n")
}

/// Returns the style sheet. Surfaces with the same colours share a line.
pub fn style_sheet() -> String {
    let mut css = "/* The colours of boards. */\n".to_owned();
    for theme in BoardTheme::ALL {
        for scheme in Scheme::ALL {
            let root = match (theme, scheme) {
                (BoardTheme::Natural, Scheme::Light) => "",
                (BoardTheme::Natural, Scheme::Dark) => ":root.dark ",
                (BoardTheme::HighContrast, Scheme::Light) => ":root.contrast ",
                (BoardTheme::HighContrast, Scheme::Dark) => ":root.contrast.dark ",
            };
            let mut written: Vec<(&Palette, Vec<String>)> = Vec::new();
            for surface in Surface::ALL {
                let colours = palette(surface, theme, scheme);
                let selector = format!("{root}.{}", class(surface));
                match written.iter_mut().find(|(known, _)| *known == colours) {
                    Some((_, selectors)) => selectors.push(selector),
                    None => written.push((colours, vec![selector])),
                }
            }
            for (colours, selectors) in written {
                let _ = write!(css, "{} {{", selectors.join(","));
                for (name, colour) in colours.entries() {
                    let _ = write!(css, "{name}:{colour};");
                }
                css.push_str("}\n");
            }
        }
    }
    css
}
