use plateau_core::look::Surface;
use plateau_games::{AnyVariant, REGISTRY};
use resvg::tiny_skia::Pixmap;

use super::{board, board_in};
use crate::look::{BoardTheme, Scheme, palette};
use crate::png;

fn draw(game: &str, moves: &str) -> String {
    let variant = REGISTRY.variant(game).unwrap();
    let mut record = variant.start();
    record.play_all(moves).unwrap();
    board(variant.layout(), &record.view(), game)
}

/// Returns every game and every preset of it.
fn variants() -> Vec<Box<dyn AnyVariant>> {
    let of_game = |game: &&plateau_games::Game| {
        [""].iter().chain(game.presets).map(|options| game.with_options(options).unwrap()).collect::<Vec<_>>()
    };
    REGISTRY.games().iter().flat_map(of_game).collect()
}

/// Counts the pixels of a colour, with some tolerance.
fn pixels(picture: &Pixmap, colour: [u8; 3]) -> usize {
    let near = |a: u8, b: u8| a.abs_diff(b) < 24;
    let is = |p: &&resvg::tiny_skia::PremultipliedColorU8| {
        near(p.red(), colour[0]) && near(p.green(), colour[1]) && near(p.blue(), colour[2])
    };
    picture.pixels().iter().filter(is).count()
}

/// Returns the red, green and blue parts of a colour.
fn rgb(colour: &str) -> [u8; 3] {
    let number = u32::from_str_radix(&colour[1..], 16).unwrap();
    [number >> 16, number >> 8, number].map(|part| (part & 0xff) as u8)
}

fn rendered(picture: &str) -> Pixmap {
    Pixmap::decode_png(&png::render(picture).unwrap().bytes).unwrap()
}

#[test]
fn every_variant_is_drawn_in_all_stages_and_themes() {
    for variant in variants() {
        let mut record = variant.start();
        let mut plies = 0;
        loop {
            let picture = board(variant.layout(), &record.view(), variant.name());
            roxmltree::Document::parse(&picture)
                .unwrap_or_else(|error| panic!("{}: {error}", variant.name()));
            let moves = record.legal_moves();
            if moves.is_empty() || plies > 40 {
                break;
            }
            // Vary the moves, so that all kinds of moves occur.
            record.play(&moves[plies * 7 % moves.len()]).unwrap();
            plies += 1;
        }
        let layout = variant.layout();
        for scheme in Scheme::ALL {
            let theme = (BoardTheme::HighContrast, scheme);
            let picture = rendered(&board_in(layout, &record.view(), variant.name(), theme));
            for piece in palette(layout.look.surface, theme.0, scheme).pieces {
                let count = pixels(&picture, rgb(piece.fill));
                assert!(count > 100, "{} {scheme:?}: {count} pixels of {}", variant.name(), piece.fill);
            }
        }
    }
}

#[test]
fn boards_look_like_their_games() {
    let colours = |game, moves, side: usize| {
        let picture = rendered(&draw(game, moves));
        let surface = REGISTRY.variant(game).unwrap().layout().look.surface;
        let palette = palette(surface, BoardTheme::Natural, Scheme::Light);
        let share =
            |colour| 100 * pixels(&picture, rgb(colour)) / (picture.width() * picture.height()) as usize;
        (share(palette.ground), share(palette.front), pixels(&picture, rgb(palette.pieces[side].light)))
    };
    let (felt, _, white) = colours("othello", "f5", 1);
    assert!(felt > 50 && white > 100, "green felt: {felt} %, white discs: {white}");
    let (_, rack, red) = colours("connect4", "4", 0);
    assert!(rack > 25 && red > 100, "a blue rack: {rack} %, red discs: {red}");
    let (wood, _, _) = colours("morpion4", "6,6", 0);
    assert!(wood > 40, "wood: {wood} %");
}

#[test]
fn text_is_rendered() {
    let with = rendered(&draw("othello", ""));
    let bare: String = draw("othello", "").lines().filter(|line| !line.starts_with("<text")).collect();
    let label = rgb(palette(Surface::Felt, BoardTheme::Natural, Scheme::Light).label);
    let count = |picture: &Pixmap| pixels(picture, label);
    let without = rendered(&bare);
    assert!(count(&with) > count(&without) + 300, "{} {}", count(&with), count(&without));
}

#[test]
fn highlights_follow_the_position() {
    let palette = palette(Surface::Paper, BoardTheme::Natural, Scheme::Light);
    assert!(!draw("tictactoe", "").contains(palette.last));
    assert!(draw("tictactoe", "b2").contains(palette.last), "the last move");
    let stroke = "stroke-width=\"10\"";
    assert!(!draw("tictactoe", "5 1 7 2").contains(stroke));
    assert!(draw("tictactoe", "5 1 7 2 3").contains(stroke), "the winning line");
    let both = draw("tictactoe", "b3 b2 c3 c2 a2 b1 a1 c1 a3");
    let strokes = both.lines().find(|line| line.contains(stroke)).expect("two winning lines at once");
    assert_eq!(strokes.matches('L').count(), 2, "{strokes}");
    let won = draw("supermorpion", "5 1; 1 5; 5 2; 2 5; 5 3");
    assert_eq!(won.matches(palette.glow).count(), 1, "one playable region");
    assert_eq!(won.matches(palette.lit).count(), 1, "which is lit");
    assert!(won.contains("opacity=\"0.3\""), "pieces of a won region fade");
}

#[test]
fn the_winning_four_are_ringed_in_front_of_the_rack() {
    let picture = draw("connect4", "1122334");
    let lines: Vec<&str> = picture.lines().collect();
    let is_ring = |line: &&str| line.contains("stroke=\"#ffffff\"") && line.starts_with("<circle");
    assert_eq!(lines.iter().filter(|line| is_ring(line)).count(), 4, "four rings");
    let at = |what: &str| lines.iter().position(|line| line.contains(what)).unwrap();
    assert!(at("evenodd") > at("url(#rack-x)"), "discs are behind the rack");
    assert!(at("evenodd") < lines.iter().position(is_ring).unwrap(), "rings are in front of it");
}

#[test]
fn titles_are_escaped() {
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let picture = board(variant.layout(), &variant.start().view(), "<a & b>");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("<a & b>"));
}
