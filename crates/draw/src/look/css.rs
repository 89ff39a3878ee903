//! The palettes as a style sheet for the page: a board's element has the class of its surface,
//! and the root element the classes `dark` and `contrast`.

use std::fmt::Write as _;

use plateau_core::look::Surface;

use super::{BoardTheme, Scheme, palette};

/// Returns the class of boards of a surface.
pub fn class(surface: Surface) -> String {
    format!("look-{}", surface.name())
}

/// Returns the style sheet for one surface, for a page with boards of one game.
pub fn of_surface(surface: Surface) -> String {
    let class = class(surface);
    let is_wanted = |line: &&str| line.contains(&class) || line.contains("[class");
    style_sheet().lines().filter(is_wanted).fold(String::new(), |css, line| css + line + "\n")
}

/// Returns the style sheet.
pub fn style_sheet() -> String {
    let mut css = "/* The colours of boards. */\n".to_owned();
    for theme in BoardTheme::ALL {
        for scheme in Scheme::ALL {
            for surface in Surface::ALL {
                let natural = format!(".{}", class(surface));
                let selector = match (theme, scheme) {
                    (BoardTheme::Natural, Scheme::Light) => natural,
                    (BoardTheme::Natural, Scheme::Dark) => format!(":root.dark {natural}"),
                    // The same for all surfaces.
                    (BoardTheme::HighContrast, _) if surface != Surface::ALL[0] => continue,
                    (BoardTheme::HighContrast, Scheme::Light) => {
                        ":root.contrast [class*=\"look-\"]".to_owned()
                    }
                    (BoardTheme::HighContrast, Scheme::Dark) => {
                        ":root.contrast.dark [class*=\"look-\"]".to_owned()
                    }
                };
                let _ = write!(css, "{selector} {{");
                for (name, colour) in palette(surface, theme, scheme).entries() {
                    let _ = write!(css, "{name}:{colour};");
                }
                css.push_str("}\n");
            }
        }
    }
    css
}
