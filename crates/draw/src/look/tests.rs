use plateau_core::look::Surface;

use super::{BoardTheme, Palette, Scheme, VARIABLES, css, palette};

/// Returns the relative luminance of a colour, as WCAG 2 defines it.
fn luminance(colour: &str) -> f64 {
    let number = u32::from_str_radix(colour.strip_prefix('#').expect(colour), 16).expect(colour);
    let linear = |shift: u32| {
        let value = f64::from(number >> shift & 0xff) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Every palette with a name for messages.
fn palettes() -> Vec<(String, Surface, &'static Palette)> {
    let mut all = Vec::new();
    for surface in Surface::ALL {
        for theme in BoardTheme::ALL {
            for scheme in Scheme::ALL {
                all.push((
                    format!("{surface:?} {theme:?} {scheme:?}"),
                    surface,
                    palette(surface, theme, scheme),
                ));
            }
        }
    }
    all
}

#[test]
fn luminance_follows_the_standard() {
    assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#ffffff") - 4.478).abs() < 1e-3);
}

#[test]
fn pieces_stand_out_three_to_one_from_whatever_they_lie_on() {
    for (name, surface, palette) in palettes() {
        let mut grounds = vec![palette.ground, palette.shade];
        // Ink is drawn on tinted cells and regions; other pieces get rings instead.
        if matches!(surface, Surface::Paper | Surface::Wood) {
            grounds.extend([palette.rest, palette.lit, palette.last]);
        }
        for piece in palette.pieces {
            for ground in &grounds {
                let ratio = contrast(piece.fill, ground);
                assert!(ratio >= 3.0, "{name}: {} on {ground} is {ratio:.2}:1", piece.fill);
            }
        }
    }
}

#[test]
fn lines_marks_and_labels_can_be_seen() {
    let paper = |name: &str| if name.contains("Dark") { "#22252b" } else { "#faf8f4" };
    for (name, surface, palette) in palettes() {
        let under = match surface {
            Surface::Felt | Surface::Rack if palette.frame == "none" => [paper(&name); 2],
            Surface::Felt | Surface::Rack => [palette.frame; 2],
            Surface::Paper | Surface::Wood | Surface::Clay => [palette.ground, palette.shade],
        };
        for ground in under {
            let ratio = contrast(palette.label, ground);
            assert!(ratio >= 4.5, "{name}: labels on {ground} are {ratio:.2}:1");
        }
        if surface != Surface::Rack {
            assert!(contrast(palette.bold, palette.ground) >= 3.0, "{name}: heavy lines");
        }
        for piece in palette.pieces {
            assert!(contrast(piece.mark, piece.fill) >= 1.5, "{name}: the mark of {}", piece.fill);
        }
    }
}

#[test]
fn both_sides_differ_in_lightness_or_hue() {
    for (name, _, palette) in palettes() {
        assert_ne!(palette.pieces[0].fill, palette.pieces[1].fill, "{name}");
    }
}

#[test]
fn high_contrast_is_flat_and_keeps_the_colours_that_sides_are_called_by() {
    for surface in Surface::ALL {
        let palette = palette(surface, BoardTheme::HighContrast, Scheme::Light);
        let expected = match surface {
            Surface::Paper => ["#0072b2", "#d55e00"],
            // Red and Yellow.
            Surface::Rack => ["#cc5500", "#f0e442"],
            // Black and White.
            Surface::Felt | Surface::Wood | Surface::Clay => ["#000000", "#ffffff"],
        };
        assert_eq!(palette.pieces.map(|piece| piece.fill), expected, "{surface:?}");
        assert_eq!(palette.shadow, "0", "flat");
        let [x, o] = palette.pieces.map(|piece| piece.fill);
        assert!(surface == Surface::Paper || contrast(x, o) >= 3.0, "{surface:?}: they differ in lightness");
    }
}

#[test]
fn the_style_sheet_defines_every_variable_for_every_surface() {
    let sheet = css::style_sheet();
    // In high contrast the surfaces of discs share a line.
    let blocks = 2 * Surface::ALL.len() + 2 * 3;
    for (variable, reference) in VARIABLES.entries() {
        assert_eq!(reference, format!("var({variable})"));
        assert_eq!(sheet.matches(&format!("{variable}:")).count(), blocks, "{variable}");
    }
    for surface in Surface::ALL {
        let own = css::of_surface(surface);
        assert_eq!(own.lines().count(), BoardTheme::ALL.len() * Scheme::ALL.len(), "{surface:?}");
        for root in ["", ":root.dark ", ":root.contrast ", ":root.contrast.dark "] {
            let selector = format!("{root}.{}", css::class(surface));
            let is_own =
                |line: &&str| line.split(" {").next().unwrap().split(',').any(|each| each == selector);
            assert_eq!(sheet.lines().filter(is_own).count(), 1, "{selector}");
        }
    }
}
