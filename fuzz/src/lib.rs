//! Helpers shared by the fuzz targets.

use plateau_core::{Lang, NotationError};
use plateau_games::{AnyVariant, REGISTRY};

/// Chooses a variant by a byte: any game with any combination of its options, or with its
/// largest board.
pub fn variant(choice: u8) -> Box<dyn AnyVariant> {
    let mut lists: Vec<(usize, String)> = Vec::new();
    for (index, game) in REGISTRY.games().iter().enumerate() {
        lists.extend(game.option_lists().into_iter().map(|options| (index, options)));
        if let Some(sizes) = &game.sizes {
            let largest: Vec<u32> = sizes.numbers.iter().map(|number| *number.range.end()).collect();
            lists.push((index, plateau_games::sizes::write_size(&largest)));
        }
    }
    let (game, options) = &lists[usize::from(choice) % lists.len()];
    REGISTRY.games()[*game].with_options(options).expect("a game accepts its own options")
}

/// Splits off the first byte; `None` if the rest is not UTF-8.
pub fn split(data: &[u8]) -> Option<(u8, &str)> {
    let (&first, rest) = data.split_first()?;
    Some((first, std::str::from_utf8(rest).ok()?))
}

/// Checks that an error is one line in both languages and that its offset is within the text.
pub fn check_error(error: &NotationError, text: &str) {
    for lang in [Lang::En, Lang::Fr] {
        let message = error.render(lang);
        assert!(!message.is_empty() && !message.contains('\n'));
    }
    assert!(error.at.is_none_or(|at| at <= text.chars().count()), "{error:?}");
}
