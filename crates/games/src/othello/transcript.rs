//! Transcripts: games written as moves without spaces, such as `f5d6c3`.

use plateau_core::Player;

use super::notation::PASSES;
use crate::cells::{self, Span};

/// Returns whether a text is a transcript rather than a position: it begins with a square, or
/// with a pass other than `--`, which are two empty squares. Squares outside the board count
/// too, so that the error names the move.
pub fn is_transcript(text: &str) -> bool {
    let mut letters = text.trim_start().chars().map(|c| c.to_ascii_lowercase());
    match (letters.next(), letters.next()) {
        (Some('p'), Some('a' | 's')) => true,
        (Some(column @ 'a'..='z'), Some(row)) => {
            row.is_ascii_digit() && Player::from_letter(column).is_none()
        }
        _ => false,
    }
}

/// Splits a list of moves, with or without spaces between them.
pub fn split_moves(text: &str) -> Vec<Span<'_>> {
    let mut moves = Vec::new();
    let (mut rest, mut at) = (text, 0);
    while let Some(first) = rest.chars().next() {
        let is_separator = is_separator(first);
        let bytes = if is_separator { first.len_utf8() } else { first_move_length(rest) };
        let (part, tail) = rest.split_at(bytes);
        if !is_separator {
            moves.push((at, part));
        }
        at += cells::length(part);
        rest = tail;
    }
    moves
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter == ';'
}

/// Returns the length in bytes of the first move of a text; if it is not a move, up to the
/// next separator.
fn first_move_length(text: &str) -> usize {
    let starts_with =
        |word: &&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if let Some(pass) = PASSES.iter().find(|pass| starts_with(pass)) {
        return pass.len();
    }
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if digits > 0 && text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return 1 + digits;
    }
    text.find(is_separator).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use plateau_core::{Record, Variant};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use crate::othello::Othello;

    const STANDARD: Othello<8> = Othello { discs_only: false };

    #[test]
    fn transcripts_are_accepted_as_positions() {
        let played = Record::open(STANDARD, "f5d6c3").unwrap();
        let after = "------------------X--------XX------OXX-----O-------------------- O";
        assert_eq!(STANDARD.print(played.position()), after);
        for text in ["F5D6C3", " f5 d6 c3 ", "f5;d6; c3", "f5d6 c3"] {
            assert_eq!(Record::open(STANDARD, text).unwrap().position(), played.position(), "{text}");
        }
        let split = STANDARD.split_moves("f5d6PASSc3--ps pa b10é!\u{3000}x-");
        let words = ["f5", "d6", "PASS", "c3", "--", "ps", "pa", "b10", "é!", "x-"];
        assert_eq!(split.iter().map(|&(_, word)| word).collect::<Vec<_>>(), words);
        assert_eq!(split.iter().map(|&(at, _)| at).collect::<Vec<_>>(), [0, 2, 4, 8, 10, 12, 15, 18, 21, 24]);
        for (text, transcript) in [
            ("f5d6", true),
            ("Pass", true),
            ("z9", true),
            ("O--OOOOX-OOOOOOX X", false),
            ("--", false),
            ("x1", false),
            ("f", false),
            ("é5", false),
            ("f５", false),
            ("", false),
        ] {
            assert_eq!(STANDARD.split_transcript(text).is_some(), transcript, "{text}");
        }
    }

    #[test]
    fn transcript_errors_name_the_place() {
        let sentence = |text: &str| Record::open(STANDARD, text).unwrap_err().to_string();
        assert_eq!(sentence("f5d6f5"), "move, character 5: f5 is taken");
        assert_eq!(sentence("f5 d1"), "move, character 4: d1 flips no disc");
        assert_eq!(
            sentence("f5i9"),
            "move, character 3: found 'i9', expected a square of the board, a1 to h8, or pass"
        );
        assert_eq!(
            sentence("pass"),
            "move, character 1: black can't pass: there is a legal move, such as d3"
        );
    }

    #[test]
    fn parsing_never_panics() {
        let letters: Vec<char> = "xo-XO abfp59é;\u{1F600}\u{0}sS ".chars().collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..20_000 {
            let length = rng.random_range(0..70);
            let text: String = (0..length).map(|_| letters[rng.random_range(0..letters.len())]).collect();
            for (at, part) in STANDARD.split_moves(&text) {
                let same: String = text.chars().skip(at).take(part.chars().count()).collect();
                assert_eq!(same, part);
                let _ = STANDARD.parse_move(&STANDARD.start(), part);
            }
            let _ = STANDARD.parse(&text);
            let _ = Record::open(STANDARD, &text);
        }
    }
}
