//! `plateau man`: the manual pages of every program, made of their command lines.

use std::path::PathBuf;

use clap::Args;
use clap_mangen::roff::{Roff, roman};

use plateau_console::output::Answer;

/// Write the manual pages of all programs
///
/// One page for each program and for each command of plateau. `man` finds those
/// in ~/.local/share/man/man1 where it looks there.
#[derive(Debug, Args)]
pub struct Man {
    /// Directory for the pages, made if there is none
    dir: PathBuf,
}

/// Examples for the help text.
pub fn examples() -> Vec<String> {
    vec!["plateau man man1".to_owned(), "plateau man ~/.local/share/man/man1".to_owned()]
}

impl Man {
    /// The pages.
    pub fn answer(&self, programs: Vec<clap::Command>) -> Answer {
        let names: Vec<String> = programs.iter().map(|program| program.get_name().to_owned()).collect();
        let pages = programs.into_iter().flat_map(|program| {
            let mut program = program.disable_help_subcommand(true);
            program.build();
            let name = program.get_name().to_owned();
            let others: Vec<&str> = names.iter().map(String::as_str).filter(|other| *other != name).collect();
            let page = page(&program, &others);
            let pages: Vec<_> = program.get_subcommands().map(|sub| self::page(sub, &[&name])).collect();
            [page].into_iter().chain(pages).collect::<Vec<_>>()
        });
        Answer::Files(pages.map(|(name, bytes)| (self.dir.join(name), bytes)).collect())
    }
}

/// A page with the name of its file, and other pages to see.
fn page(command: &clap::Command, see: &[&str]) -> (String, Vec<u8>) {
    let page = clap_mangen::Man::new(command.clone()).manual("Plateau");
    let mut text = Vec::new();
    let written = page
        .render_title(&mut text)
        .and_then(|()| page.render_name_section(&mut text))
        .and_then(|()| page.render_synopsis_section(&mut text))
        .and_then(|()| page.render_description_section(&mut text))
        .and_then(|()| page.render_options_section(&mut text))
        .and_then(|()| {
            let has_commands = command.get_subcommands().next().is_some();
            if has_commands { page.render_subcommands_section(&mut text) } else { Ok(()) }
        })
        .and_then(|()| end(command, see).to_writer(&mut text));
    debug_assert!(written.is_ok(), "memory takes all that is written to it");
    (page.get_filename(), text)
}

/// The sections that clap knows nothing of.
fn end(command: &clap::Command, see: &[&str]) -> Roff {
    let mut roff = Roff::new();
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    roff.control("SH", ["EXAMPLES"]).control("EX", []);
    for line in examples.lines().skip(1) {
        roff.text([roman(line.trim_start())]);
    }
    roff.control("EE", []);
    let see: Vec<String> = see.iter().map(|name| format!("{name}(1)")).collect();
    roff.control("SH", ["SEE ALSO"]).text([roman(see.join(", "))]);
    roff
}
