//! Help texts in French. clap takes the English ones from doc comments and adds words of its
//! own; here a command line that was described in English is translated as a whole.

mod texts;

use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command};
use plateau_core::Lang;

pub use texts::TEXTS;

/// Help texts, English and French. Longer texts are translated by paragraph.
pub type HelpTexts = &'static [(&'static str, &'static str)];

/// Describes a command line in a language. Texts without a translation stay in English;
/// [`untranslated`] finds them.
pub fn localize(mut command: Command, lang: Lang, texts: HelpTexts) -> Command {
    match lang {
        Lang::En => command,
        Lang::Fr => {
            // Adds the options and the command for help, which are translated like the others.
            command.build();
            in_french(command, texts)
        }
    }
}

/// Returns the texts of a command line that have no translation, for tests.
pub fn untranslated(mut command: Command, texts: HelpTexts) -> Vec<String> {
    command.build();
    let mut missing = all_texts(&command);
    missing.retain(|text| translation(text, texts).is_none());
    missing.dedup();
    missing
}

/// Returns the translations that none of the command lines uses, for tests.
pub fn unused(commands: Vec<Command>, texts: HelpTexts) -> Vec<&'static str> {
    let used: Vec<String> = commands
        .into_iter()
        .flat_map(|mut command| {
            command.build();
            all_texts(&command)
        })
        .collect();
    let is_unused = |english: &&str| !used.iter().any(|text| text == english);
    texts.iter().map(|(english, _)| *english).filter(is_unused).collect()
}

fn translation(text: &str, texts: HelpTexts) -> Option<&'static str> {
    let mut pairs = TEXTS.iter().chain(texts);
    pairs.find(|(english, _)| *english == text).map(|(_, french)| *french)
}

/// Returns every text of a command line that a user reads, paragraph by paragraph.
fn all_texts(command: &Command) -> Vec<String> {
    let mut texts = Vec::new();
    let mut add = |text: Option<&StyledStr>| {
        let text = text.map(ToString::to_string).unwrap_or_default();
        texts.extend(text.split("\n\n").filter(|part| !part.is_empty()).map(str::to_owned));
    };
    add(command.get_about());
    add(command.get_long_about());
    let shown: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    for arg in &shown {
        add(arg.get_help());
        add(arg.get_long_help());
        for value in shown_values(arg) {
            add(value.get_help());
        }
    }
    let with_values = shown.into_iter().filter(|arg| arg.get_action().takes_values());
    let names = with_values.filter_map(Arg::get_value_names);
    texts.extend(names.flatten().map(|name| name.as_str().to_owned()));
    texts.extend(after_help(command).lines().filter(|line| is_heading(line)).map(str::to_owned));
    // The copies below `help` only serve to name the commands.
    let commands = command.get_subcommands().filter(|_| command.get_name() != "help");
    texts.extend(commands.flat_map(all_texts));
    texts
}

fn after_help(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

fn is_heading(line: &str) -> bool {
    line.ends_with(':') && !line.starts_with(' ')
}

/// Returns the possible values of an argument that its help lists.
fn shown_values(arg: &Arg) -> Vec<PossibleValue> {
    let values = if arg.is_hide_possible_values_set() { Vec::new() } else { arg.get_possible_values() };
    values.into_iter().filter(|value| !value.is_hide_set()).collect()
}

fn in_french(command: Command, texts: HelpTexts) -> Command {
    let translate = |text: &str| -> String {
        let part = |part| translation(part, texts).unwrap_or(part).to_owned();
        text.split("\n\n").map(part).collect::<Vec<_>>().join("\n\n")
    };
    let translated = |text: Option<&StyledStr>| text.map(|text| translate(&text.to_string()));
    let (about, long_about) = (translated(command.get_about()), translated(command.get_long_about()));
    let after = after_help(&command);
    let after: Vec<String> =
        after.lines().map(|line| if is_heading(line) { translate(line) } else { line.to_owned() }).collect();
    let has_long_help = has_long_help(&command);
    let template = template(&command);
    let command = command
        .mut_args(|arg| argument_in_french(arg, has_long_help, &translate, texts))
        .mut_subcommands(|sub| in_french(sub, texts))
        .subcommand_value_name("COMMANDE")
        // The heading in manual pages.
        .subcommand_help_heading("COMMANDES")
        .help_template(template);
    let command = if let Some(text) = about { command.about(text) } else { command };
    let command = if let Some(text) = long_about { command.long_about(text) } else { command };
    if after.is_empty() { command } else { command.after_help(after.join("\n")) }
}

/// Returns whether clap prints a longer text for `--help` than for `-h`.
fn has_long_help(command: &Command) -> bool {
    let is_long = |arg: &Arg| {
        arg.get_long_help().is_some() || shown_values(arg).iter().any(|value| value.get_help().is_some())
    };
    command.get_long_about().is_some()
        || command.get_arguments().any(|arg| !arg.is_hide_set() && arg.get_id() != "help" && is_long(arg))
}

/// Returns the layout of a help text: that of clap, with French headings.
fn template(command: &Command) -> String {
    let shows = |positional: bool| {
        command.get_arguments().any(|arg| arg.is_positional() == positional && !arg.is_hide_set())
    };
    let sections = [
        (command.has_subcommands(), "Commandes :\n{subcommands}"),
        (shows(true), "Arguments :\n{positionals}"),
        (shows(false), "Options :\n{options}"),
    ];
    let sections: Vec<&str> =
        sections.into_iter().filter(|(exists, _)| *exists).map(|(_, section)| section).collect();
    format!("{{about-with-newline}}\nUtilisation : {{usage}}\n\n{}{{after-help}}", sections.join("\n\n"))
}

/// Translates an argument. What clap adds to its text in English is written here instead.
fn argument_in_french(
    arg: Arg,
    has_long_help: bool,
    translate: &dyn Fn(&str) -> String,
    texts: HelpTexts,
) -> Arg {
    let text = |text: Option<&StyledStr>| text.map(|text| translate(&text.to_string()));
    let help = text(arg.get_help()).unwrap_or_default();
    let long_help = text(arg.get_long_help()).unwrap_or_else(|| help.clone());
    let values = shown_values(&arg);
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let default = default_note(&arg);
    let listed = (!names.is_empty()).then(|| format!("[valeurs possibles : {}]", names.join(", ")));
    let explained = values.iter().any(|value| value.get_help().is_some()).then(|| {
        let line = |value: &PossibleValue| {
            let help = value.get_help().map(|help| translate(&help.to_string()));
            help.map_or_else(
                || format!("- {}", value.get_name()),
                |help| format!("- {} : {help}", value.get_name()),
            )
        };
        let lines: Vec<String> = values.iter().map(line).collect();
        format!("Valeurs possibles :\n{}", lines.join("\n"))
    });
    let short: Vec<String> = [Some(help), default.clone(), listed.clone()].into_iter().flatten().collect();
    let long: Vec<String> = [Some(long_help), explained.or(listed), default].into_iter().flatten().collect();
    let value_names: Vec<&'static str> = arg
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .filter_map(|name| translation(name.as_str(), texts))
        .collect();
    let keeps_names = arg.get_value_names().is_none_or(|names| names.len() != value_names.len());
    let arg = arg.help(short.join(" ")).hide_default_value(true).hide_possible_values(true);
    let arg = if has_long_help { arg.long_help(long.join("\n\n")) } else { arg };
    if keeps_names { arg } else { arg.value_names(value_names) }
}

/// Returns the note on the default value, if clap would show it.
fn default_note(arg: &Arg) -> Option<String> {
    let values: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let is_shown = arg.get_action().takes_values() && !arg.is_hide_default_value_set() && !values.is_empty();
    is_shown.then(|| format!("[par défaut : {}]", values.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST_TEXTS: HelpTexts = &[
        ("Show a board", "Afficher un plateau"),
        ("With its moves.", "Avec ses coups."),
        ("The game", "Le jeu"),
        ("The format", "Le format"),
        ("A picture of dots", "Une image"),
    ];

    fn program() -> Command {
        let png = PossibleValue::new("png").help("A picture of dots");
        let format = Arg::new("format").long("format").value_name("FILE").help("The format");
        let format = format.value_parser([png]).default_value("png");
        Command::new("prog").arg(format).subcommand(
            Command::new("show")
                .about("Show a board")
                .long_about("Show a board\n\nWith its moves.")
                .arg(Arg::new("game").value_name("GAME").help("The game").required(true))
                .arg(Arg::new("n").long("n").value_name("N").help("Untranslated").default_value("3"))
                .after_help("Examples:\n  prog show chess:"),
        )
    }

    #[test]
    fn a_command_line_is_translated_with_the_words_of_clap() {
        let mut french = localize(program(), Lang::Fr, TEST_TEXTS);
        assert_eq!(
            french.render_long_help().to_string(),
            "\
Utilisation : prog [OPTIONS] [COMMANDE]

Commandes :
  show  Afficher un plateau
  help  Afficher cette aide ou celle des commandes indiquées

Options :
      --format <FICHIER>
          Le format
          
          Valeurs possibles :
          - png : Une image
          
          [par défaut : png]

  -h, --help
          Afficher l'aide (résumée avec -h)
"
        );
        let show = french.find_subcommand_mut("show").unwrap();
        assert_eq!(
            show.render_help().to_string(),
            "\
Afficher un plateau

Utilisation : prog show [OPTIONS] <JEU>

Arguments :
  <JEU>  Le jeu

Options :
      --n <N>  Untranslated [par défaut : 3]
  -h, --help   Afficher l'aide (détaillée avec --help)

Exemples :
  prog show chess:
"
        );
        assert!(show.render_long_help().to_string().starts_with("Afficher un plateau\n\nAvec ses coups.\n"));
    }

    #[test]
    fn missing_and_unused_translations_are_found() {
        assert_eq!(untranslated(program(), TEST_TEXTS), ["Untranslated"]);
        assert_eq!(unused(vec![program()], TEST_TEXTS), Vec::<&str>::new());
        let extra: HelpTexts = &[("Show a boat", "Afficher un bateau")];
        assert_eq!(unused(vec![program()], extra), ["Show a boat"]);
    }

    #[test]
    fn translated_command_lines_are_parsed_as_before() {
        let parse = |lang| {
            let command = localize(program(), lang, TEST_TEXTS);
            command.try_get_matches_from(["prog", "show", "chess", "--n", "4"]).unwrap()
        };
        for lang in [Lang::En, Lang::Fr] {
            let (name, matches) = parse(lang).remove_subcommand().unwrap();
            let value = |id: &str| matches.get_one::<String>(id).unwrap().clone();
            assert_eq!(
                (name.as_str(), value("game"), value("n")),
                ("show", "chess".to_owned(), "4".to_owned())
            );
        }
    }
}
