//! The colours of one board.

use plateau_core::Player;

/// Declares the colours of a board, their CSS variables, and the pairs of both.
macro_rules! palette {
    ($($(#[$doc:meta])* $field:ident,)+) => {
        /// The colours of a board and its pieces, as CSS colours; `shadow` is an opacity.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Palette {
            $($(#[$doc])* pub $field: &'static str,)+
            /// The pieces of both sides, indexed by [`Player::index`].
            pub pieces: [PieceColours; 2],
        }

        /// A palette of CSS variables instead of colours: what is drawn with it changes its
        /// colours with the style sheet.
        pub const VARIABLES: Palette = Palette {
            $($field: concat!("var(--board-", stringify!($field), ")"),)+
            pieces: [
                PieceColours {
                    fill: "var(--x-fill)",
                    light: "var(--x-light)",
                    edge: "var(--x-edge)",
                    mark: "var(--x-mark)",
                },
                PieceColours {
                    fill: "var(--o-fill)",
                    light: "var(--o-light)",
                    edge: "var(--o-edge)",
                    mark: "var(--o-mark)",
                },
            ],
        };

        impl Palette {
            /// Returns the names of the CSS variables with their colours.
            pub fn entries(&self) -> Vec<(String, &'static str)> {
                let mut entries = vec![$((concat!("--board-", stringify!($field)).to_owned(), self.$field),)+];
                for player in Player::BOTH {
                    let PieceColours { fill, light, edge, mark } = self.piece(player);
                    for (name, colour) in [("fill", fill), ("light", light), ("edge", edge), ("mark", mark)] {
                        entries.push((format!("--{}-{name}", player.letter()), colour));
                    }
                }
                entries
            }
        }
    };
}

palette! {
    /// Around the playing surface, under the labels.
    frame,
    /// The playing surface, against which pieces are seen.
    ground,
    /// The darker end of the surface.
    shade,
    /// Fibres of paper, grain of wood.
    grain,
    /// Lines between cells.
    grid,
    /// Heavy lines: between the regions of a board, and roads.
    bold,
    /// Labels and names of points.
    label,
    /// The front of a rack.
    front,
    /// The rims of its holes.
    rim,
    /// Regions where the side to move cannot play.
    rest,
    /// Regions where it can.
    lit,
    /// The frame of those regions; rings around the last piece and the winning ones.
    glow,
    /// The last move: a tint behind ink, the way of a slide.
    last,
    /// Marks of legal moves.
    dot,
    /// The opacity of shadows and reflections, 0 where pieces are flat.
    shadow,
}

/// The colours of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceColours {
    /// The piece.
    pub fill: &'static str,
    /// Where light falls on it.
    pub light: &'static str,
    /// Its edge.
    pub edge: &'static str,
    /// The mark that tells it apart by form.
    pub mark: &'static str,
}

impl PieceColours {
    /// Creates the colours of a piece: its own, where light falls on it, its edge and its mark.
    pub const fn new([fill, light, edge, mark]: [&'static str; 4]) -> Self {
        Self { fill, light, edge, mark }
    }
}

impl Palette {
    /// Returns the colours of a side's pieces.
    pub const fn piece(&self, player: Player) -> PieceColours {
        self.pieces[player.index()]
    }
}
