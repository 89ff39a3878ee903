//! What the fuzz targets share: a variant chosen by the first byte.

use plateau_core::{Lang, NotationError};
use plateau_games::{AnyVariant, REGISTRY};

/// Every game without options, each of its presets, and each word of its options.
pub fn variant(choice: u8) -> Box<dyn AnyVariant> {
    let mut options: Vec<(usize, &str)> = Vec::new();
    for (index, game) in REGISTRY.games().iter().enumerate() {
        options.push((index, ""));
        options.extend(game.presets.iter().map(|&preset| (index, preset)));
        let words = game.choices.iter().flat_map(|choice| choice.words);
        options.extend(words.map(|word| (index, word.text)));
    }
    let (game, options) = options[usize::from(choice) % options.len()];
    REGISTRY.games()[game].with_options(options).expect("a game takes its own options")
}

/// The first byte and the rest as text, if it is text.
pub fn split(data: &[u8]) -> Option<(u8, &str)> {
    let (&first, rest) = data.split_first()?;
    Some((first, std::str::from_utf8(rest).ok()?))
}

/// An error is one line about a place in the text, in both languages.
pub fn is_clear(error: &NotationError, text: &str) {
    for lang in [Lang::En, Lang::Fr] {
        let sentence = error.render(lang);
        assert!(!sentence.is_empty() && !sentence.contains('\n'));
    }
    assert!(error.at.is_none_or(|at| at <= text.chars().count()), "{error:?}");
}
