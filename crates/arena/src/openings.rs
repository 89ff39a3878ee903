//! The openings of game pairs: random or from a file.

use std::collections::HashSet;
use std::path::Path;

use plateau_core::hash::mix_all;
use plateau_core::{Message, phrases};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::io_error;

phrases! {
    /// Malformed openings.
    OPENINGS_FORM = "openings.form", "invalid openings '{found}': use random:plies=4, with 0 to 60 plies, or the name of a file", "ouvertures invalides « {found} » : utilisez random:plies=4, avec 0 à 60 demi-coups, ou le nom d'un fichier";
    /// The file cannot be read.
    OPENINGS_UNREADABLE = "openings.unreadable", "cannot read the openings in {file}: {reason}", "impossible de lire les ouvertures de {file} : {reason}";
    /// A line of the file is invalid.
    OPENINGS_LINE = "openings.line", "{file}, line {line}: {reason}", "{file}, ligne {line} : {reason}";
    /// The opening ends the game.
    OPENINGS_DECIDED = "openings.decided", "this opening ends the game", "cette ouverture finit la partie";
    /// The file is empty.
    OPENINGS_NONE = "openings.none", "{file} contains no openings", "{file} ne contient aucune ouverture";
    /// The game ends within the opening.
    OPENINGS_TOO_LONG = "openings.too-long", "every game of {game} is decided after {plies} random plies: use fewer plies", "toute partie de {game} est décidée après {plies} demi-coups aléatoires : utilisez moins de demi-coups";
}

/// The openings of a tournament, indexed by pair.
#[derive(Debug, Default)]
pub struct Openings {
    /// The openings generated or read so far.
    lines: Vec<Vec<String>>,
    /// Generates more openings, until no others are found.
    generator: Option<Generator>,
    /// Whether the openings are random, even if the generator is exhausted.
    random: bool,
}

/// Generates openings of random moves from a seed.
#[derive(Debug)]
struct Generator {
    plies: u64,
    seed: u64,
    /// The number of the next attempt.
    attempt: u64,
    /// The keys of the positions reached so far.
    seen: HashSet<u64>,
}

/// The number of consecutive failed attempts after which no other openings are assumed to
/// exist.
const MAX_ATTEMPTS: u64 = 2_000;

/// The maximum length of a random opening.
const MAX_PLIES: u64 = 60;

impl Openings {
    /// Parses `random:plies=4`, or reads a file of openings relative to a directory. Each
    /// line of the file holds the moves of one opening; empty lines and lines that begin
    /// with `#` are ignored.
    pub fn parse(text: &str, directory: &Path, variant: &dyn AnyVariant, seed: u64) -> Result<Self, Message> {
        let Some(rest) = text.strip_prefix("random") else {
            return Self::read(&directory.join(text), variant);
        };
        let plies = match rest {
            "" => Some(DEFAULT_PLIES),
            _ => rest.strip_prefix(":plies=").and_then(|plies| plies.parse().ok()),
        };
        let plies = plies.filter(|&plies| plies <= MAX_PLIES);
        let plies = plies.ok_or_else(|| OPENINGS_FORM.message().with("found", text))?;
        let generator = Generator { plies, seed, attempt: 0, seen: HashSet::new() };
        let mut openings = Self { lines: Vec::new(), generator: Some(generator), random: true };
        openings.extend(variant, 0);
        if openings.lines.is_empty() {
            return Err(OPENINGS_TOO_LONG.message().with("game", variant.name()).with("plies", plies));
        }
        Ok(openings)
    }

    fn read(path: &Path, variant: &dyn AnyVariant) -> Result<Self, Message> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            OPENINGS_UNREADABLE.message().with("file", file.as_str()).with("reason", io_error::reason(&error))
        })?;
        let mut openings = Vec::new();
        // Some editors write a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        for (number, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let error = |reason: Message| {
                let message = OPENINGS_LINE.message().with("file", file.as_str()).with("line", number + 1);
                message.with("reason", reason)
            };
            let mut record = variant.start();
            record.play_all(line).map_err(|illegal| error(illegal.message()))?;
            if record.finish().is_some() {
                return Err(error(OPENINGS_DECIDED.message()));
            }
            openings.push(record.moves());
        }
        if openings.is_empty() {
            return Err(OPENINGS_NONE.message().with("file", file));
        }
        Ok(Self { lines: openings, generator: None, random: false })
    }

    /// Returns a hash of the openings of a file, independent of its name; `None` for random
    /// openings, which follow from the plan.
    pub fn digest(&self) -> Option<u64> {
        let moves = || self.lines.iter().flat_map(|opening| opening.iter().map(String::as_str).chain(["\n"]));
        let bytes = || moves().flat_map(|mv| mv.bytes().chain([b';'])).map(u64::from);
        (!self.random).then(|| mix_all(bytes()))
    }

    /// Returns whether every game begins at the start position.
    pub fn is_empty(&self) -> bool {
        // All random openings have the same length, so the known ones suffice.
        self.lines.iter().all(Vec::is_empty)
    }

    /// Returns the opening of a pair. Openings repeat only when there are no others.
    pub fn get(&mut self, variant: &dyn AnyVariant, pair: u64) -> Vec<String> {
        self.extend(variant, pair);
        let count = self.lines.len().max(1) as u64;
        self.lines.get((pair % count) as usize).cloned().unwrap_or_default()
    }

    /// Generates openings up to that of a pair, as far as there are any.
    fn extend(&mut self, variant: &dyn AnyVariant, pair: u64) {
        while (self.lines.len() as u64) <= pair
            && let Some(generator) = &mut self.generator
        {
            match generator.next(variant) {
                Some(opening) => self.lines.push(opening),
                None => self.generator = None,
            }
        }
    }
}

/// The length of `random` without a number of plies.
const DEFAULT_PLIES: u64 = 4;

impl Generator {
    fn next(&mut self, variant: &dyn AnyVariant) -> Option<Vec<String>> {
        (0..MAX_ATTEMPTS).find_map(|_| {
            let attempt = self.attempt;
            self.attempt += 1;
            let record = self.play(variant, attempt)?;
            self.seen.insert(record.key()).then(|| record.moves())
        })
    }

    /// Plays random moves; returns `None` if the game is decided or the next move can decide
    /// it.
    fn play(&self, variant: &dyn AnyVariant, attempt: u64) -> Option<Box<dyn AnyRecord>> {
        let mut record = variant.start();
        for ply in 0..self.plies {
            let moves = record.legal_moves();
            let chosen = mix_all([self.seed, attempt, ply]) % moves.len().max(1) as u64;
            record.play(moves.get(chosen as usize)?).ok()?;
        }
        let ends_game = |mv: &String| {
            let mut next = record.clone();
            next.play(mv).is_err() || next.finish().is_some()
        };
        let open = record.finish().is_none() && !record.legal_moves().iter().any(ends_game);
        open.then_some(record)
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    fn random(game: &str, text: &str, seed: u64, count: u64) -> Vec<Vec<String>> {
        let variant = REGISTRY.variant(game).unwrap();
        let mut openings = Openings::parse(text, Path::new(""), &*variant, seed).unwrap();
        (0..count).map(|pair| openings.get(&*variant, pair)).collect()
    }

    #[test]
    fn random_openings_are_deterministic_and_distinct() {
        for game in REGISTRY.games() {
            let some = random(game.id, "random:plies=3", 1, 20);
            assert_eq!(some, random(game.id, "random:plies=3", 1, 20));
            assert_ne!(some, random(game.id, "random:plies=3", 2, 20), "{}", game.id);
            assert!(some.iter().all(|opening| opening.len() == 3));
            let distinct: HashSet<_> = some.iter().collect();
            assert_eq!(distinct.len(), 20, "{}", game.id);
        }
        // The order of requests does not matter.
        let variant = REGISTRY.variant("othello").unwrap();
        let mut openings = Openings::parse("random", Path::new(""), &*variant, 1).unwrap();
        let late = openings.get(&*variant, 7);
        assert_eq!(random("othello", "random:plies=4", 1, 8)[7], late);
        assert_eq!(openings.get(&*variant, 0), random("othello", "random:plies=4", 1, 1)[0]);
    }

    #[test]
    fn random_openings_leave_no_immediate_win_and_repeat_late() {
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let openings = random("tictactoe", "random:plies=4", 1, 400);
        for opening in &openings {
            let mut record = variant.start();
            for mv in opening {
                record.play(mv).unwrap();
            }
            let wins = |mv: &String| {
                let mut next = record.clone();
                next.play(mv).unwrap();
                next.finish().is_some()
            };
            assert_eq!(record.ply(), 4);
            assert!(!record.legal_moves().iter().any(wins), "{opening:?}");
        }
        let distinct: HashSet<_> = openings.iter().collect();
        assert!(
            distinct.len() < 400 && openings[..distinct.len()].iter().collect::<HashSet<_>>() == distinct
        );
        assert_eq!(random("tictactoe", "random:plies=0", 1, 2), [Vec::<String>::new(), Vec::new()]);
    }

    #[test]
    fn opening_files_are_parsed_and_errors_name_the_line() {
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let directory = tempfile::tempdir().unwrap();
        let (directory, name) = (directory.path(), "openings");
        let path = directory.join(name);
        let file = path.display().to_string();
        let parse = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Openings::parse(name, directory, &*variant, 0)
                .map_err(|error| error.to_string().replace(&file, "FILE"))
        };
        let digest = |text: &str| parse(text).unwrap().digest();
        assert!(digest("5 1\n").is_some() && digest("5 1") == digest("# centre\nb2 a3"));
        assert_eq!(digest("\u{feff}5 1"), digest("5 1"), "a byte order mark");
        assert!(digest("5 1\n9 8") != digest("5 1") && digest("5 1\n9 8") != digest("5 1 9 8"));
        let mut openings = parse("# centre\n5 1\n\n b2 a1 c3\n").unwrap();
        assert_eq!(openings.get(&*variant, 0), ["b2", "a3"]);
        assert_eq!(openings.get(&*variant, 3), ["b2", "a1", "c3"]);
        assert_eq!(parse("b2\nb2 b2").unwrap_err(), "FILE, line 2: move, character 4: b2 is taken");
        assert_eq!(parse("1 4 2 5 3").unwrap_err(), "FILE, line 1: this opening ends the game");
        assert_eq!(parse("#\n").unwrap_err(), "FILE contains no openings");
        std::fs::remove_file(&path).unwrap();
        assert!(
            Openings::parse(name, directory, &*variant, 0)
                .unwrap_err()
                .to_string()
                .contains("cannot read the openings in ")
        );
        let error = |text| Openings::parse(text, Path::new(""), &*variant, 0).unwrap_err().to_string();
        assert!(error("random:plies=x").starts_with("invalid openings 'random:plies=x'"));
        assert_eq!(
            error("random:plies=9"),
            "every game of tictactoe is decided after 9 random plies: use fewer plies"
        );
    }
}
