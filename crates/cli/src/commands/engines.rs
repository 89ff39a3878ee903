//! `plateau engines`: what `--engine` accepts for a game.

use clap::Args;
use plateau_console::names;
use plateau_console::output::{Output, width, wrap_words};
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::{Lang, Message, Phrase};
use plateau_games::engines::catalogue::{Catalogue, Entry, settings};
use plateau_games::{AnyVariant, Registry};
use serde_json::{Value, json};

use crate::examples::ExampleGames;
use crate::phrases;

/// The name and version of the JSON schema.
const SCHEMA: &str = "plateau-engines/1";

/// List the engines, evaluators and levels of a game
///
/// Each with a sentence and an example that `--engine`, and the players of `play` and `match`,
/// accept.
#[derive(Debug, Args)]
pub struct Engines {
    /// Game, with options after a colon; `plateau games` lists them
    game: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    vec![
        format!("plateau engines {}", games.id("othello")),
        format!("plateau engines {} --lang fr", games.id("connect4")),
        format!("plateau engines {} --json", games.id("achi")),
    ]
}

impl Engines {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let variant = registry.variant(&self.game)?;
        let catalogue = variant.catalogue();
        if self.json {
            return Ok(Output::Text(format!("{}\n", to_json(variant.as_ref(), &catalogue, lang))));
        }
        let title = names::game_title(registry, variant.as_ref(), lang);
        Ok(Output::Text(format!("{title}\n{}", describe(&catalogue, lang))))
    }
}

fn describe(catalogue: &Catalogue, lang: Lang) -> String {
    let Catalogue { engines, evaluators, levels } = catalogue;
    let is_used = |name: &&str| engines.iter().any(|engine| engine.settings.contains(name));
    let settings = settings().into_iter().filter(|(name, _)| is_used(name));
    let settings = settings.map(|(name, summary)| (format!("{name}="), vec![summary.render(lang)]));
    let engines = engines.iter().map(|entry| (entry.name.clone(), engine_lines(entry, lang)));
    let evaluators = evaluators.iter().enumerate().map(|(i, entry)| {
        let summary = entry.summary.clone();
        let summary = if i == 0 { phrases::DEFAULT.message().with("help", summary) } else { summary };
        (entry.name.clone(), vec![summary.render(lang), example(entry, lang)])
    });
    let levels = levels.iter().map(|entry| (entry.name.clone(), vec![entry.summary.render(lang)]));
    section(&phrases::ENGINES, engines.collect(), lang)
        + &section(&phrases::ENGINE_SETTINGS, settings.collect(), lang)
        + &section(&phrases::EVALUATORS, evaluators.collect(), lang)
        + &section(&phrases::LEVELS, levels.collect(), lang)
}

fn engine_lines(entry: &Entry, lang: Lang) -> Vec<String> {
    let settings: Vec<String> = entry.settings.iter().map(|name| format!("{name}=")).collect();
    let settings = phrases::SETTINGS_OF.message().with("settings", settings.join(", ")).render(lang);
    let settings = (!entry.settings.is_empty()).then_some(settings);
    [entry.summary.render(lang)].into_iter().chain(settings).chain([example(entry, lang)]).collect()
}

fn example(entry: &Entry, lang: Lang) -> String {
    phrases::EXAMPLE.message().with("spec", entry.example.as_str()).render(lang)
}

/// Formats a heading and its entries, each line wrapped.
fn section(heading: &'static Phrase, entries: Vec<(String, Vec<String>)>, lang: Lang) -> String {
    let mut table = TwoColumns::default();
    for (name, lines) in entries {
        table.paragraphs(name, lines.into_iter().map(Content::Words));
    }
    let heading = wrap_words(heading.template(lang), width()).join("\n");
    format!("\n{heading}\n{}", table.format(2, width()))
}

fn to_json(variant: &dyn AnyVariant, catalogue: &Catalogue, lang: Lang) -> Value {
    let entry = |entry: &Entry| {
        json!({
            "name": entry.name,
            "summary": entry.summary.render(lang),
            "settings": entry.settings,
            "example": entry.example,
        })
    };
    let list = |entries: &[Entry]| entries.iter().map(entry).collect::<Vec<Value>>();
    let settings: Vec<Value> = settings()
        .into_iter()
        .map(|(name, summary)| json!({ "name": name, "summary": summary.render(lang) }))
        .collect();
    json!({
        "schema": SCHEMA,
        "game": variant.name(),
        "engines": list(&catalogue.engines),
        "settings": settings,
        "evaluators": list(&catalogue.evaluators),
        "levels": list(&catalogue.levels),
    })
}
