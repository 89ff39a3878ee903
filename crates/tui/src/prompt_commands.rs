//! What a person can type at the prompt beside moves.

use plateau_core::{Lang, Phrase};

use crate::phrases;

/// A command at the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// The best move.
    Hint,
    /// The legal moves.
    Moves,
    /// The board again.
    Board,
    /// Write the game to a file.
    Save,
    /// Give up.
    Resign,
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// The words, how each is typed, and what it does.
pub static WORDS: [(Word, &Phrase, &Phrase); 9] = [
    (Word::Undo, &phrases::WORD_UNDO, &phrases::HELP_UNDO),
    (Word::Redo, &phrases::WORD_REDO, &phrases::HELP_REDO),
    (Word::Hint, &phrases::WORD_HINT, &phrases::HELP_HINT),
    (Word::Moves, &phrases::WORD_MOVES, &phrases::HELP_MOVES),
    (Word::Board, &phrases::WORD_BOARD, &phrases::HELP_BOARD),
    (Word::Save, &phrases::WORD_SAVE, &phrases::HELP_SAVE),
    (Word::Resign, &phrases::WORD_RESIGN, &phrases::HELP_RESIGN),
    (Word::Help, &phrases::WORD_HELP, &phrases::HELP_HELP),
    (Word::Quit, &phrases::WORD_QUIT, &phrases::HELP_QUIT),
];

/// Whether an answer to a question is yes, in either language.
pub fn is_yes(answer: &str) -> bool {
    ["y", "yes", "o", "oui"].contains(&answer.trim().to_lowercase().as_str())
}

/// The command a line begins with, in either language, and the rest of it.
pub fn read(line: &str) -> Option<(Word, &str)> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let typed = |phrase: &Phrase| [Lang::En, Lang::Fr].iter().any(|&lang| phrase.template(lang) == first);
    let (word, ..) = WORDS.iter().find(|(_, name, _)| typed(name))?;
    Some((*word, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_both_languages() {
        assert_eq!(read(" Undo "), Some((Word::Undo, "")));
        assert_eq!(read("sauver  une partie"), Some((Word::Save, "une partie")));
        assert_eq!(read("quitter"), Some((Word::Quit, "")));
        for other in ["", "b2", "5 2", "undone", "pass"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn yes_is_said_in_both_languages() {
        assert!(["y", "Yes", " o ", "OUI"].into_iter().all(is_yes));
        assert!(!["", "n", "non", "yesterday"].into_iter().any(is_yes));
    }

    #[test]
    fn no_word_is_a_move() {
        for game in plateau_games::REGISTRY.games() {
            let start = game.with_options("").unwrap().start();
            for (_, name, _) in &WORDS {
                for lang in [Lang::En, Lang::Fr] {
                    assert!(start.clone().play(name.template(lang)).is_err(), "{}: {}", game.id, name.en);
                }
            }
        }
    }
}
