//! A variant and its board.

use plateau_core::layout::{Animation, Background, PieceStyle};
use plateau_core::{Lang, Layout, Objective, Player};
use plateau_draw::look::artwork::Artwork;
use plateau_games::{AnyVariant, Game, Registry};
use serde::Serialize;
use utoipa::ToSchema;

use super::Sides;

/// A variant and its board, which never change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Variant)]
pub struct VariantDescription {
    /// The canonical name of the variant.
    game: String,
    /// The name of its game.
    #[schema(required)]
    id: Option<&'static str>,
    /// The display name of the game.
    title: String,
    /// What distinguishes the variant from others of its game; empty for the standard one.
    #[schema(required)]
    label: Option<String>,
    /// The rules.
    #[schema(required)]
    rules: Option<String>,
    /// The display names of the sides.
    #[schema(inline)]
    players: Sides<String>,
    /// Which of two wins is better.
    objective: ObjectiveName,
    /// The first position.
    start: String,
    /// The evaluators of trees, the strongest last.
    evaluators: Vec<String>,
    /// The board.
    layout: BoardLayout,
}

impl VariantDescription {
    /// Describes a variant.
    pub fn new(registry: &Registry, variant: &dyn AnyVariant, lang: Lang) -> Self {
        let name = variant.name();
        let game = registry.game_of(name);
        Self {
            game: name.to_owned(),
            id: game.map(|game| game.id),
            title: title(registry, name, lang),
            label: game.map(|game| label(game, name, lang)),
            rules: game.map(|game| game.rules_of(name).render(lang)),
            players: Player::BOTH.map(|player| variant.layout().player(player).label(lang).to_owned()).into(),
            objective: variant.traits().objective.into(),
            start: variant.start().position_text(),
            evaluators: variant.evaluators().iter().map(ToString::to_string).collect(),
            layout: BoardLayout::new(variant.layout(), lang),
        }
    }
}

/// Returns the display name of the game a variant belongs to.
pub fn title(registry: &Registry, variant: &str, lang: Lang) -> String {
    registry.game_of(variant).map_or_else(|| variant.to_owned(), |game| game.name.template(lang).to_owned())
}

/// Returns a short description of the options of a variant; empty for the standard one.
pub fn label(game: &Game, variant: &str, lang: Lang) -> String {
    let labels = game.labels_of(variant);
    labels.iter().map(|label| label.render(lang)).collect::<Vec<_>>().join(", ")
}

/// Which of two wins is better.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Objective)]
#[serde(rename_all = "lowercase")]
enum ObjectiveName {
    /// The nearer one.
    Distance,
    /// The larger one.
    Margin,
}

impl From<Objective> for ObjectiveName {
    fn from(objective: Objective) -> Self {
        match objective {
            Objective::Distance => Self::Distance,
            Objective::Margin => Self::Margin,
        }
    }
}

/// A board. Lengths are in cells, from the top left corner.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Layout)]
struct BoardLayout {
    width: f32,
    height: f32,
    /// What the board looks like without pieces.
    ground: Ground,
    /// What the pieces look like.
    form: Form,
    /// How a move is animated.
    motion: Motion,
    /// The board and its pieces as pictures.
    look: Look,
    /// The places for pieces.
    points: Vec<Point>,
    /// Pairs of points with a line between them.
    edges: Vec<[u16; 2]>,
    /// Parts of the board that are named, highlighted or won as a whole.
    regions: Vec<Region>,
    /// Column and row labels beside the board.
    labels: Vec<Label>,
}

impl BoardLayout {
    fn new(layout: &Layout, lang: Lang) -> Self {
        let points = layout.points.iter().map(|point| Point {
            name: point.name.clone(),
            words: point.words.as_ref().map(|words| words.render(lang)),
            x: point.x,
            y: point.y,
            region: point.region,
        });
        let regions = layout.regions.iter().map(|region| Region {
            name: region.name.clone(),
            x: region.x,
            y: region.y,
            width: region.width,
            height: region.height,
        });
        let labels =
            layout.labels.iter().map(|label| Label { text: label.text.clone(), x: label.x, y: label.y });
        Self {
            width: layout.width,
            height: layout.height,
            ground: layout.background.into(),
            form: layout.piece_style().into(),
            motion: layout.animation.into(),
            look: Artwork::new(layout).into(),
            points: points.collect(),
            edges: layout.edges.clone(),
            regions: regions.collect(),
            labels: labels.collect(),
        }
    }
}

/// A board and its pieces as SVG fragments. Their colours are CSS variables, which `/looks.css`
/// defines by the class; `{id}` in them stands for any text that is unique in the document.
#[derive(Debug, Serialize, ToSchema)]
struct Look {
    /// The class of the element that contains the fragments.
    class: String,
    /// Left, top, width and height of the picture, labels and margins included.
    view_box: [f32; 4],
    /// What is behind the pieces.
    background: String,
    /// What is in front of the pieces.
    foreground: String,
    /// The shapes of each side's pieces around 0, 0.
    #[schema(inline)]
    pieces: Sides<Vec<String>>,
    /// The index of the shape of the piece on each point.
    variations: Vec<u32>,
    /// The sign of each side over a region it won, around 0, 0; `null` without regions.
    #[schema(inline, required)]
    signs: Option<Sides<String>>,
    /// The radius of a piece, as far as it can be seen.
    radius: f32,
}

impl From<Artwork> for Look {
    fn from(artwork: Artwork) -> Self {
        let Artwork { class, view_box, background, foreground, pieces, variations, signs, radius } = artwork;
        Self {
            class,
            view_box,
            background,
            foreground,
            pieces: pieces.into(),
            variations,
            signs: signs.map(Sides::from),
            radius,
        }
    }
}

/// A place for one piece.
#[derive(Debug, Serialize, ToSchema)]
struct Point {
    /// Its name in the notation of the game.
    name: String,
    /// Its name in full, such as "grid 5, cell 2"; `null` if `name` is clear by itself.
    #[schema(required)]
    words: Option<String>,
    x: f32,
    y: f32,
    /// The index of its region.
    #[schema(required)]
    region: Option<u16>,
}

/// A rectangular part of a board.
#[derive(Debug, Serialize, ToSchema)]
struct Region {
    name: String,
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

/// A text beside a board.
#[derive(Debug, Serialize, ToSchema)]
struct Label {
    text: String,
    x: f32,
    y: f32,
}

/// What a board looks like without pieces.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Ground {
    Squares,
    Rack,
    Lines,
}

impl From<Background> for Ground {
    fn from(background: Background) -> Self {
        match background {
            Background::Squares => Self::Squares,
            Background::Rack => Self::Rack,
            Background::Lines => Self::Lines,
        }
    }
}

/// What pieces look like.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Form {
    Signs,
    Discs,
}

impl From<PieceStyle> for Form {
    fn from(style: PieceStyle) -> Self {
        match style {
            PieceStyle::XAndO => Self::Signs,
            PieceStyle::Discs => Self::Discs,
        }
    }
}

/// How a move is animated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Motion {
    Appear,
    Fall,
    Turn,
    Slide,
}

impl From<Animation> for Motion {
    fn from(animation: Animation) -> Self {
        match animation {
            Animation::Appear => Self::Appear,
            Animation::Drop => Self::Fall,
            Animation::Flip => Self::Turn,
            Animation::Slide => Self::Slide,
        }
    }
}
