//! The palettes of all surfaces, themes and schemes. `look/tests.rs` checks their contrasts.

use plateau_core::look::Surface;

use super::palette::{Palette, PieceColours};
use super::{BoardTheme, Scheme};

/// Returns the colours of a surface.
pub const fn palette(surface: Surface, theme: BoardTheme, scheme: Scheme) -> &'static Palette {
    match (theme, scheme, surface) {
        (BoardTheme::HighContrast, Scheme::Light, Surface::Paper) => &CONTRAST,
        (BoardTheme::HighContrast, Scheme::Dark, Surface::Paper) => &CONTRAST_DARK,
        (BoardTheme::HighContrast, Scheme::Light, Surface::Rack) => &CONTRAST_RACK,
        (BoardTheme::HighContrast, Scheme::Dark, Surface::Rack) => &CONTRAST_RACK_DARK,
        (BoardTheme::HighContrast, _, Surface::Felt | Surface::Wood | Surface::Clay) => &CONTRAST_DISCS,
        (BoardTheme::Natural, Scheme::Light, Surface::Paper) => &PAPER,
        (BoardTheme::Natural, Scheme::Dark, Surface::Paper) => &PAPER_DARK,
        (BoardTheme::Natural, Scheme::Light, Surface::Felt) => &FELT,
        (BoardTheme::Natural, Scheme::Dark, Surface::Felt) => &FELT_DARK,
        (BoardTheme::Natural, Scheme::Light, Surface::Rack) => &RACK,
        (BoardTheme::Natural, Scheme::Dark, Surface::Rack) => &RACK_DARK,
        (BoardTheme::Natural, Scheme::Light, Surface::Wood) => &WOOD,
        (BoardTheme::Natural, Scheme::Dark, Surface::Wood) => &WOOD_DARK,
        (BoardTheme::Natural, Scheme::Light, Surface::Clay) => &CLAY,
        (BoardTheme::Natural, Scheme::Dark, Surface::Clay) => &CLAY_DARK,
    }
}

const PAPER: Palette = Palette {
    frame: "none",
    ground: "#fffefa",
    shade: "#fbf8ef",
    grain: "#f1ecdf",
    grid: "#9aa3b0",
    bold: "#3d434d",
    label: "#6f6b63",
    front: "#fffefa",
    rim: "#9aa3b0",
    rest: "#f0ece2",
    lit: "#fff4cf",
    glow: "#c8940f",
    last: "#ffe7a0",
    dot: "#b3afa7",
    shadow: "0",
    pieces: [
        PieceColours::new(["#1f4e9c", "#1f4e9c", "#1f4e9c", "#fffefa"]),
        PieceColours::new(["#bf3a1c", "#bf3a1c", "#bf3a1c", "#fffefa"]),
    ],
};

const PAPER_DARK: Palette = Palette {
    frame: "none",
    ground: "#2c3037",
    shade: "#292d33",
    grain: "#31353d",
    grid: "#6c737e",
    bold: "#c3c8d0",
    label: "#b5b0a6",
    front: "#2c3037",
    rim: "#6c737e",
    rest: "#24272c",
    lit: "#403c2b",
    glow: "#e0b040",
    last: "#554a26",
    dot: "#6d7077",
    shadow: "0",
    pieces: [
        PieceColours::new(["#8fc1f7", "#8fc1f7", "#8fc1f7", "#2c3037"]),
        PieceColours::new(["#f5a27a", "#f5a27a", "#f5a27a", "#2c3037"]),
    ],
};

const FELT: Palette = Palette {
    frame: "#24282b",
    ground: "#2f8757",
    shade: "#287a4d",
    grain: "#2f8757",
    grid: "#0d3520",
    bold: "#0a2e1b",
    label: "#d5d9cf",
    front: "#24282b",
    rim: "#0f3a23",
    rest: "#287a4d",
    lit: "#3a9163",
    glow: "#ffd65a",
    last: "#ffd65a",
    dot: "#d3efdd",
    shadow: "1",
    pieces: [
        PieceColours::new(["#121416", "#4b5156", "#050606", "#3f454a"]),
        PieceColours::new(["#eceee8", "#ffffff", "#bfc4ba", "#aab0a5"]),
    ],
};

const FELT_DARK: Palette = Palette {
    frame: "#15181a",
    ground: "#2b7d4f",
    shade: "#267349",
    grain: "#2b7d4f",
    grid: "#0a2818",
    bold: "#082516",
    label: "#b9beb2",
    front: "#15181a",
    rim: "#0c2f1c",
    rest: "#267349",
    lit: "#358659",
    glow: "#f2c94c",
    last: "#f2c94c",
    dot: "#c4e3d0",
    shadow: "1",
    pieces: [
        PieceColours::new(["#0d0e10", "#42484d", "#030303", "#393f44"]),
        PieceColours::new(["#e4e6e0", "#f7f8f5", "#b3b8ae", "#9fa59a"]),
    ],
};

const RACK: Palette = Palette {
    frame: "none",
    ground: "#12306b",
    shade: "#0d2554",
    grain: "#12306b",
    grid: "#12306b",
    bold: "#12306b",
    label: "#6f6b63",
    front: "#2a6bd1",
    rim: "#1a4da3",
    rest: "#0d2554",
    lit: "#183c82",
    glow: "#ffffff",
    last: "#ffffff",
    dot: "#7fa6e6",
    shadow: "1",
    pieces: [
        PieceColours::new(["#f0433c", "#ff7469", "#c22822", "#b3201b"]),
        PieceColours::new(["#ffcd29", "#ffe485", "#d79c00", "#c98f00"]),
    ],
};

const RACK_DARK: Palette = Palette {
    frame: "none",
    ground: "#0c2350",
    shade: "#081a3d",
    grain: "#0c2350",
    grid: "#0c2350",
    bold: "#0c2350",
    label: "#b5b0a6",
    front: "#2158b3",
    rim: "#153f86",
    rest: "#081a3d",
    lit: "#123067",
    glow: "#ffffff",
    last: "#ffffff",
    dot: "#6b92d4",
    shadow: "1",
    pieces: [
        PieceColours::new(["#ea3f38", "#fb6e63", "#bb2620", "#ab1e19"]),
        PieceColours::new(["#f7c526", "#fbdc7c", "#cf9600", "#bf8800"]),
    ],
};

const WOOD: Palette = Palette {
    frame: "#a3713b",
    ground: "#b2814a",
    shade: "#a87840",
    grain: "#a5743c",
    grid: "#4f3418",
    bold: "#4f3418",
    label: "#180d02",
    front: "#a3713b",
    rim: "#4f3418",
    rest: "#a5753e",
    lit: "#b2814a",
    glow: "#fff0cf",
    last: "#956937",
    dot: "#6e4b26",
    shadow: "1",
    pieces: [
        PieceColours::new(["#17181b", "#5b6066", "#050505", "#3c4045"]),
        PieceColours::new(["#fbf7ee", "#ffffff", "#c5bda9", "#9a9280"]),
    ],
};

const WOOD_DARK: Palette = Palette {
    frame: "#6f4b28",
    ground: "#8f6537",
    shade: "#875e32",
    grain: "#835a2f",
    grid: "#2f1e0c",
    bold: "#2f1e0c",
    label: "#fff6e4",
    front: "#6f4b28",
    rim: "#2f1e0c",
    rest: "#825a30",
    lit: "#8f6537",
    glow: "#f4e0b4",
    last: "#a5773f",
    dot: "#4b3116",
    shadow: "1",
    pieces: [
        PieceColours::new(["#0f1012", "#50555a", "#020202", "#373b40"]),
        PieceColours::new(["#f3eee2", "#fdfbf6", "#bab19c", "#8f8775"]),
    ],
};

const CLAY: Palette = Palette {
    frame: "#9d6b46",
    ground: "#a9764f",
    shade: "#a06d47",
    grain: "#a4714a",
    grid: "#4f2c12",
    bold: "#4f2c12",
    label: "#120701",
    front: "#9d6b46",
    rim: "#c8966d",
    rest: "#a06d47",
    lit: "#b5835b",
    glow: "#ffe2b0",
    last: "#ffe2b0",
    dot: "#5b3519",
    shadow: "1",
    pieces: [
        PieceColours::new(["#22262a", "#646b72", "#0c0e10", "#4b5157"]),
        PieceColours::new(["#f3ecdb", "#fffdf7", "#b8ab8f", "#a3906b"]),
    ],
};

const CLAY_DARK: Palette = Palette {
    frame: "#7b5132",
    ground: "#8b5e3c",
    shade: "#875b3a",
    grain: "#865a38",
    grid: "#2e1708",
    bold: "#2e1708",
    label: "#fff1dd",
    front: "#7b5132",
    rim: "#a97a54",
    rest: "#835736",
    lit: "#966946",
    glow: "#f6d79f",
    last: "#f6d79f",
    dot: "#371d0b",
    shadow: "1",
    pieces: [
        PieceColours::new(["#131517", "#555b61", "#050606", "#41464b"]),
        PieceColours::new(["#ece4d1", "#faf6ec", "#ada083", "#97855f"]),
    ],
};

// In high contrast a piece still has the colour that its side is called by.

const CONTRAST: Palette = Palette {
    frame: "none",
    ground: "#ffffff",
    shade: "#ffffff",
    grain: "#ffffff",
    grid: "#7b818b",
    bold: "#22252b",
    label: "#55524b",
    front: "#c9ced6",
    rim: "#7b818b",
    rest: "#e6e8ec",
    lit: "#fff4cc",
    glow: "#22252b",
    last: "#ffe58f",
    dot: "#6f757f",
    shadow: "0",
    pieces: [
        PieceColours::new(["#0072b2", "#0072b2", "#004a75", "#ffffff"]),
        PieceColours::new(["#d55e00", "#d55e00", "#7d3700", "#ffffff"]),
    ],
};

const CONTRAST_DARK: Palette = Palette {
    frame: "none",
    ground: "#121417",
    shade: "#121417",
    grain: "#121417",
    grid: "#8b919b",
    bold: "#f2f3f5",
    label: "#cfcac0",
    front: "#454c58",
    rim: "#8b919b",
    rest: "#1d2025",
    lit: "#2e2a14",
    glow: "#ffffff",
    last: "#4a4210",
    dot: "#8b919b",
    shadow: "0",
    pieces: [
        PieceColours::new(["#56b4e9", "#56b4e9", "#a9dbf6", "#10222e"]),
        PieceColours::new(["#e8762d", "#e8762d", "#f6bd95", "#2b1404"]),
    ],
};

/// Vermilion for Red, and a yellow three times as light.
const CONTRAST_RACK: Palette = Palette {
    frame: "none",
    ground: "#121417",
    shade: "#121417",
    grain: "#121417",
    grid: "#121417",
    bold: "#121417",
    label: "#55524b",
    front: "#0072b2",
    rim: "#00324f",
    rest: "#121417",
    lit: "#2e2a14",
    glow: "#ffffff",
    last: "#ffffff",
    dot: "#8b919b",
    shadow: "0",
    pieces: [
        PieceColours::new(["#cc5500", "#cc5500", "#7d3700", "#ffffff"]),
        PieceColours::new(["#f0e442", "#f0e442", "#9c9423", "#4a4610"]),
    ],
};

const CONTRAST_RACK_DARK: Palette = Palette { label: "#cfcac0", ..CONTRAST_RACK };

/// Black and white on blue.
const CONTRAST_DISCS: Palette = Palette {
    frame: "#121417",
    ground: "#0072b2",
    shade: "#0072b2",
    grain: "#0072b2",
    grid: "#00131f",
    bold: "#00131f",
    label: "#ffffff",
    front: "#121417",
    rim: "#00131f",
    rest: "#00669f",
    lit: "#0072b2",
    glow: "#f0e442",
    last: "#2080ba",
    dot: "#cfe6f4",
    shadow: "0",
    pieces: [
        PieceColours::new(["#000000", "#000000", "#000000", "#8b919b"]),
        PieceColours::new(["#ffffff", "#ffffff", "#00131f", "#5b6168"]),
    ],
};
