//! `plateau man`: manual pages, generated from the command lines.

use std::path::PathBuf;

use clap::Args;
use clap_mangen::roff::{Roff, roman};
use plateau_console::output::Output;
use plateau_core::Lang;

use crate::phrases;

/// Write the manual pages of all programs
///
/// Writes one page for each program and each command of plateau. Where `man` searches
/// ~/.local/share/man, write them to ~/.local/share/man/man1; those in French, which --lang fr
/// writes, to ~/.local/share/man/fr/man1.
#[derive(Debug, Args)]
pub struct Man {
    /// Directory for the pages, created if it does not exist
    dir: PathBuf,
}

/// Returns examples for the help text.
pub fn examples() -> Vec<String> {
    vec!["plateau man man1".to_owned(), "plateau man ~/.local/share/man/man1".to_owned()]
}

impl Man {
    /// Runs the command.
    pub fn run(&self, programs: Vec<clap::Command>, lang: Lang) -> Output {
        let names: Vec<String> = programs.iter().map(|program| program.get_name().to_owned()).collect();
        let pages = programs.into_iter().flat_map(|program| {
            let mut program = program.disable_help_subcommand(true);
            program.build();
            // A translated command line has been built before, with the command.
            let program =
                program.mut_subcommands(|sub| if sub.get_name() == "help" { sub.hide(true) } else { sub });
            let name = program.get_name().to_owned();
            let others: Vec<&str> = names.iter().map(String::as_str).filter(|other| *other != name).collect();
            let page = page(&program, &others, lang);
            let commands = program.get_subcommands().filter(|sub| !sub.is_hide_set());
            let pages: Vec<_> = commands.map(|sub| self::page(sub, &[&name], lang)).collect();
            [page].into_iter().chain(pages).collect::<Vec<_>>()
        });
        Output::Files(pages.map(|(name, bytes)| (self.dir.join(name), bytes)).collect())
    }
}

/// Returns the file name and the text of a page that refers to other pages.
fn page(command: &clap::Command, see_also: &[&str], lang: Lang) -> (String, Vec<u8>) {
    let page = clap_mangen::Man::new(command.clone()).manual("Plateau");
    let mut text = Vec::new();
    let written = page
        .render_title(&mut text)
        .and_then(|()| page.render_name_section(&mut text))
        .and_then(|()| page.render_synopsis_section(&mut text))
        .and_then(|()| page.render_description_section(&mut text))
        .and_then(|()| page.render_options_section(&mut text))
        .and_then(|()| {
            let has_commands = command.get_subcommands().any(|sub| !sub.is_hide_set());
            if has_commands { page.render_subcommands_section(&mut text) } else { Ok(()) }
        })
        .and_then(|()| last_sections(command, see_also, lang).to_writer(&mut text));
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
    let text = String::from_utf8_lossy(&text);
    // The only headings that differ and cannot be chosen.
    let name = phrases::MAN_NAME.template(lang);
    let text = text.replacen("\n.SH NAME\n", &format!("\n.SH {name}\n"), 1);
    // Each possible value on a line of its own.
    (page.get_filename(), text.replace("\n\\- ", "\n.br\n\\- ").into_bytes())
}

/// Returns the sections that clap does not generate: the paragraphs after the options, of
/// which the last are the examples, and references.
fn last_sections(command: &clap::Command, see_also: &[&str], lang: Lang) -> Roff {
    let mut roff = Roff::new();
    let after_help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for paragraph in after_help.split("\n\n") {
        let (title, text) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        roff.control("SH", [title.trim_end_matches([' ', ':']).to_uppercase().as_str()]).control("EX", []);
        for line in text.lines() {
            roff.text([roman(line.trim_start())]);
        }
        roff.control("EE", []);
    }
    let see_also: Vec<String> = see_also.iter().map(|name| format!("{name}(1)")).collect();
    roff.control("SH", [phrases::MAN_SEE_ALSO.template(lang)]).text([roman(see_also.join(", "))]);
    roff
}
