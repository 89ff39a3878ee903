//! `plateau games`: all games with their names and options.

use clap::Args;
use plateau_console::output::{width, wrap_words};
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::Lang;
use plateau_games::sizes::write_size;
use plateau_games::{Game, Registry, SizeNumber};

use crate::phrases;

/// List the games with their names and options
#[derive(Debug, Args)]
pub struct Games {}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec!["plateau games".to_owned(), "plateau games --lang fr".to_owned()]
}

/// Runs the command.
pub fn run(registry: &Registry, lang: Lang) -> String {
    let games = registry.games();
    let widest = games.iter().map(|game| game.id.len()).max().unwrap_or(0);
    let block = |game: &&Game| {
        let mut table = TwoColumns::default();
        let lines = describe(game, lang, width().saturating_sub(widest + 2));
        table.paragraphs(format!("{:widest$}", game.id), lines.into_iter().map(Content::Verbatim));
        table.format(0, width())
    };
    let blocks: Vec<String> = games.iter().map(block).collect();
    let mut text = blocks.join("\n");
    let presets = || games.iter().flat_map(|game| game.presets.iter().map(move |preset| (game.id, *preset)));
    let with_comma = presets().find(|(_, preset)| preset.contains(','));
    let example = with_comma.or_else(|| presets().next()).map(|(id, preset)| format!("{id}:{preset}"));
    if let Some(example) = example {
        let hint = phrases::OPTION_SYNTAX.message().with("example", example);
        for line in [String::new()].into_iter().chain(wrap_words(&hint.render(lang), width())) {
            text.extend([&line, "\n"]);
        }
    }
    text
}

/// Describes a game, wrapped to a width.
fn describe(game: &Game, lang: Lang, width: usize) -> Vec<String> {
    let title = phrases::GAME.message().with("name", game.name).with("summary", game.summary);
    let mut lines = wrap_words(&title.render(lang), width);
    if !game.aliases.is_empty() {
        let names: Vec<String> = game
            .aliases
            .iter()
            .map(|alias| match alias.options {
                "" => alias.name.to_owned(),
                options => format!("{} ({}:{options})", alias.name, game.id),
            })
            .collect();
        let also = phrases::ALIASES.message().with("names", names.join(", ")).render(lang);
        lines.extend(wrap_words(&also, width));
    }
    let options = options(game, lang);
    if !options.is_empty() {
        lines.push(phrases::OPTIONS.template(lang).to_owned());
        let mut table = TwoColumns::default();
        for (word, help) in options {
            table.row(word, Content::Words(help));
        }
        lines.extend(table.format(2, width).lines().map(str::to_owned));
    }
    lines
}

/// Returns the options of a game with their help texts.
fn options(game: &Game, lang: Lang) -> Vec<(String, String)> {
    let size = game.sizes.iter().map(|sizes| {
        let ends =
            |end: fn(&SizeNumber) -> u32| write_size(&sizes.numbers.iter().map(end).collect::<Vec<_>>());
        let name = phrases::SIZES
            .message()
            .with("least", ends(|number| *number.range.start()))
            .with("most", ends(|number| *number.range.end()));
        let help = phrases::SIZE_HELP
            .message()
            .with("help", sizes.expected)
            .with("standard", sizes.write(&sizes.standard()));
        (name.render(lang), help.render(lang))
    });
    let words = game.choices.iter().flat_map(|choice| {
        choice.options.iter().map(|word| {
            let help = if choice.default == Some(word.name) {
                phrases::DEFAULT.message().with("help", word.help)
            } else {
                word.help.message()
            };
            (word.name.to_owned(), help.render(lang))
        })
    });
    size.chain(words).collect()
}
