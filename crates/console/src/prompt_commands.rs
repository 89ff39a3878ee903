//! The commands that can be typed at the prompt instead of a move.

pub mod phrases;

use plateau_core::{Lang, Phrase};

use crate::output::width;
use crate::two_columns::{Content, TwoColumns};

/// A command at the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptCommand {
    /// Undoes the last move of the player.
    Undo,
    /// Replays an undone move.
    Redo,
    /// Shows the best move.
    Hint,
    /// Lists the legal moves.
    Moves,
    /// Shows the board again.
    Board,
    /// Saves the game to a file.
    Save,
    /// Resigns.
    Resign,
    /// Lists the commands.
    Help,
    /// Leaves the game.
    Quit,
}

/// All commands, with their names and help texts.
pub static COMMANDS: [(PromptCommand, &Phrase, &Phrase); 9] = [
    (PromptCommand::Undo, &phrases::COMMAND_UNDO, &phrases::HELP_UNDO),
    (PromptCommand::Redo, &phrases::COMMAND_REDO, &phrases::HELP_REDO),
    (PromptCommand::Hint, &phrases::COMMAND_HINT, &phrases::HELP_HINT),
    (PromptCommand::Moves, &phrases::COMMAND_MOVES, &phrases::HELP_MOVES),
    (PromptCommand::Board, &phrases::COMMAND_BOARD, &phrases::HELP_BOARD),
    (PromptCommand::Save, &phrases::COMMAND_SAVE, &phrases::HELP_SAVE),
    (PromptCommand::Resign, &phrases::COMMAND_RESIGN, &phrases::HELP_RESIGN),
    (PromptCommand::Help, &phrases::COMMAND_HELP, &phrases::HELP_HELP),
    (PromptCommand::Quit, &phrases::COMMAND_QUIT, &phrases::HELP_QUIT),
];

/// Lists the names and help texts of these commands, one per line.
pub fn help(is_listed: impl Fn(PromptCommand) -> bool, lang: Lang) -> String {
    let listed = COMMANDS.iter().filter(|(command, ..)| is_listed(*command));
    let mut table = TwoColumns::default();
    for (_, name, help) in listed {
        table.row(name.template(lang), Content::Words(help.template(lang).to_owned()));
    }
    table.format(0, width())
}

/// Short names, and former French names that are still accepted.
const ALIASES: [(&str, PromptCommand); 5] = [
    ("q", PromptCommand::Quit),
    ("?", PromptCommand::Help),
    ("reprendre", PromptCommand::Undo),
    ("conseil", PromptCommand::Hint),
    ("sauver", PromptCommand::Save),
];

/// Returns whether an answer means yes, in English or French.
pub fn is_yes(answer: &str) -> bool {
    ["y", "yes", "o", "oui"].contains(&answer.trim().to_lowercase().as_str())
}

/// Parses a command, in English or French, and returns the rest of the line with it.
pub fn parse(line: &str) -> Option<(PromptCommand, &str)> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let matches = |name: &Phrase| [Lang::En, Lang::Fr].iter().any(|&lang| name.template(lang) == first);
    let command = COMMANDS.iter().find(|(_, name, _)| matches(name)).map(|(command, ..)| *command);
    let alias = || ALIASES.iter().find(|(name, _)| *name == first).map(|(_, command)| *command);
    Some((command.or_else(alias)?, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_parsed_in_both_languages() {
        assert_eq!(parse(" Undo "), Some((PromptCommand::Undo, "")));
        for save in ["save", "enregistrer", "sauver"] {
            let line = format!("{save}  une partie");
            assert_eq!(parse(&line), Some((PromptCommand::Save, "une partie")), "{save}");
        }
        assert_eq!(parse("annuler"), parse("reprendre"));
        assert_eq!(parse("indice"), parse("conseil"));
        for quit in ["quit", "quitter", "Q"] {
            assert_eq!(parse(quit), Some((PromptCommand::Quit, "")), "{quit}");
        }
        for other in ["", "b2", "5 2", "undone", "pass"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }

    #[test]
    fn yes_is_recognised_in_both_languages() {
        assert!(["y", "Yes", " o ", "OUI"].into_iter().all(is_yes));
        assert!(!["", "n", "non", "yesterday"].into_iter().any(is_yes));
    }

    #[test]
    fn no_command_is_a_move_of_a_game() {
        for game in plateau_games::REGISTRY.games() {
            let start = game.with_options("").unwrap().start();
            for (_, name, _) in &COMMANDS {
                for lang in [Lang::En, Lang::Fr] {
                    assert!(start.clone().play(name.template(lang)).is_err(), "{}: {}", game.id, name.en);
                }
            }
            for (name, _) in ALIASES {
                assert!(start.clone().play(name).is_err(), "{}: {name}", game.id);
            }
        }
    }
}
