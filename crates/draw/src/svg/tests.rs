use plateau_games::{AnyVariant, REGISTRY};
use resvg::tiny_skia::Pixmap;

use super::board;
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

const FIRST: [u8; 3] = [0x00, 0x72, 0xb2];
const SECOND: [u8; 3] = [0xd5, 0x5e, 0x00];

#[test]
fn every_variant_is_drawn_in_all_stages() {
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
        let png = png::render(&board(variant.layout(), &record.view(), variant.name())).unwrap();
        let picture = Pixmap::decode_png(&png.bytes).unwrap();
        assert!(pixels(&picture, FIRST) > 100 && pixels(&picture, SECOND) > 100, "{}", variant.name());
    }
}

#[test]
fn text_is_rendered() {
    let with = png::render(&draw("othello", "")).unwrap().bytes;
    let bare: String = draw("othello", "").lines().filter(|line| !line.starts_with("<text")).collect();
    let without = png::render(&bare).unwrap().bytes;
    let quiet = [0x6f, 0x6b, 0x63];
    let count = |bytes: &[u8]| pixels(&Pixmap::decode_png(bytes).unwrap(), quiet);
    assert!(count(&with) > count(&without) + 300, "{} {}", count(&with), count(&without));
}

#[test]
fn highlights_follow_the_position() {
    let accent = crate::theme::ACCENT_TINT;
    assert!(!draw("tictactoe", "").contains(accent));
    assert!(draw("tictactoe", "b2").contains(accent), "the last move");
    let stroke = "stroke-width=\"10\"";
    assert!(!draw("tictactoe", "5 1 7 2").contains(stroke));
    assert!(draw("tictactoe", "5 1 7 2 3").contains(stroke), "the winning line");
    assert!(draw("tictactoe", "b3 b2 c3 c2 a2 b1 a1 c1 a3").contains(stroke), "two winning lines at once");
    let won = draw("supermorpion", "5 1; 1 5; 5 2; 2 5; 5 3");
    assert_eq!(won.matches(crate::theme::ACCENT).count(), 1, "one playable region");
    assert!(won.contains("opacity=\"0.3\""), "pieces of a won region fade");
}

#[test]
fn titles_are_escaped() {
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let picture = board(variant.layout(), &variant.start().view(), "<a & b>");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("<a & b>"));
}
