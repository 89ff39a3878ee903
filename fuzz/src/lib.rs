//! What the fuzz targets share: a variant chosen by the first byte.

use plateau_core::{Lang, NotationError};
use plateau_games::{AnyVariant, REGISTRY};

/// Every game with every list of its options, and the largest boards.
pub fn variant(choice: u8) -> Box<dyn AnyVariant> {
    let mut lists: Vec<(usize, String)> = Vec::new();
    for (index, game) in REGISTRY.games().iter().enumerate() {
        lists.extend(game.option_lists().into_iter().map(|options| (index, options)));
        if let Some(sizes) = &game.sizes {
            let largest: Vec<u32> = sizes.ranges.iter().map(|range| *range.end()).collect();
            lists.push((index, plateau_games::game::write_size(&largest)));
        }
    }
    let (game, options) = &lists[usize::from(choice) % lists.len()];
    REGISTRY.games()[*game].with_options(options).expect("a game takes its own options")
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
