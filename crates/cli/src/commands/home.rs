//! `plateau` alone: the games, and how to go on.

use plateau_core::Lang;
use plateau_games::Registry;

use crate::output::{two_columns, width, wrap_words};
use crate::phrases;

/// The answer.
pub fn answer(registry: &Registry, program: &str, lang: Lang) -> String {
    let games = registry.games();
    let widest = games.iter().map(|game| game.id.len()).max().unwrap_or(0);
    let list: Vec<_> = games
        .iter()
        .map(|game| {
            let line = phrases::GAME.say().with("name", game.name).with("summary", game.summary);
            (game.id.to_owned(), wrap_words(&line.render(lang), width().saturating_sub(widest + 4)))
        })
        .collect();
    let mut steps = vec![(format!("{program} games"), &phrases::TRY_GAMES)];
    if let Some(game) = games.first() {
        steps.push((format!("{program} play {}", game.id), &phrases::TRY_PLAY));
        steps.push((format!("{program} show {}", game.id), &phrases::TRY_SHOW));
        steps.push((format!("{program} best {}", game.id), &phrases::TRY_BEST));
        steps.push((format!("{program} analyse {}", game.id), &phrases::TRY_ANALYSE));
    }
    steps.push((format!("{program} --help"), &phrases::TRY_HELP));
    let steps: Vec<_> =
        steps.into_iter().map(|(step, help)| (step, vec![help.template(lang).to_owned()])).collect();
    let about = phrases::ABOUT.template(lang);
    format!("{about}\n\n{}\n{}", two_columns(&list, 2), two_columns(&steps, 0))
}
