//! How the games of a pair begin.

use std::collections::HashSet;
use std::path::Path;

use plateau_core::hash::mix_all;
use plateau_core::{Message, phrases};
use plateau_games::{AnyRecord, AnyVariant};

phrases! {
    /// How openings are written.
    OPENINGS_FORM = "openings.form", "'{found}' is no number of plies from 0 to 60: write random:plies=4, or the name of a file", "« {found} » n'est pas un nombre de demi-coups de 0 à 60 : écrire random:plies=4, ou le nom d'un fichier";
    /// A file that can't be read.
    OPENINGS_UNREADABLE = "openings.unreadable", "the openings of {file} can't be read: {reason}", "les ouvertures de {file} ne peuvent être lues : {reason}";
    /// A line that is no opening.
    OPENINGS_LINE = "openings.line", "{file}, line {line}: {reason}", "{file}, ligne {line} : {reason}";
    /// An opening that leaves nothing to play.
    OPENINGS_DECIDED = "openings.decided", "this opening ends the game", "cette ouverture finit la partie";
    /// A file without any.
    OPENINGS_NONE = "openings.none", "there is no opening in {file}", "il n'y a pas d'ouverture dans {file}";
    /// A game that is over too soon.
    OPENINGS_TOO_LONG = "openings.too-long", "every game of {game} is decided after {plies} random plies; take fewer", "toute partie de {game} est décidée après {plies} demi-coups au hasard ; prenez-en moins";
}

/// The openings of a tournament, by the number of the pair.
#[derive(Debug, Default)]
pub struct Openings {
    /// Those that are known, as moves.
    known: Vec<Vec<String>>,
    /// Where more come from.
    more: Option<Random>,
    /// Whether they are those of a seed, even if there are no more.
    random: bool,
}

/// Random moves, the same for the same seed.
#[derive(Debug)]
struct Random {
    plies: u64,
    seed: u64,
    /// The next game to try.
    attempt: u64,
    /// The positions that openings ended in.
    seen: HashSet<u64>,
}

/// So many random games in a row that are decided or end in a position seen before:
/// there are no others.
const ATTEMPTS: u64 = 2_000;

/// The most plies of a random opening.
const MOST_PLIES: u64 = 60;

impl Openings {
    /// Reads `random:plies=4`, or a file of openings, whose name is seen from a directory.
    /// A file has one on each line, the moves from the start; lines that are empty or
    /// begin with `#` are none.
    pub fn parse(text: &str, directory: &Path, variant: &dyn AnyVariant, seed: u64) -> Result<Self, Message> {
        let Some(rest) = text.strip_prefix("random") else {
            return Self::read(&directory.join(text), variant);
        };
        let plies = match rest {
            "" => Some(DEFAULT_PLIES),
            _ => rest.strip_prefix(":plies=").and_then(|plies| plies.parse().ok()),
        };
        let plies = plies.filter(|&plies| plies <= MOST_PLIES);
        let plies = plies.ok_or_else(|| OPENINGS_FORM.message().with("found", text))?;
        let random = Random { plies, seed, attempt: 0, seen: HashSet::new() };
        let mut openings = Self { known: Vec::new(), more: Some(random), random: true };
        openings.extend(variant, 0);
        if openings.known.is_empty() {
            return Err(OPENINGS_TOO_LONG.message().with("game", variant.name()).with("plies", plies));
        }
        Ok(openings)
    }

    fn read(path: &Path, variant: &dyn AnyVariant) -> Result<Self, Message> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            OPENINGS_UNREADABLE.message().with("file", file.as_str()).with("reason", error.to_string())
        })?;
        let mut known = Vec::new();
        // Some editors begin a file with a mark of its encoding.
        let text = text.trim_start_matches('\u{feff}');
        for (number, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |reason: Message| {
                let message = OPENINGS_LINE.message().with("file", file.as_str()).with("line", number + 1);
                message.with("reason", reason)
            };
            let mut record = variant.start();
            record.play_all(line).map_err(|error| wrong(error.message()))?;
            if record.finish().is_some() {
                return Err(wrong(OPENINGS_DECIDED.message()));
            }
            known.push(record.moves());
        }
        if known.is_empty() {
            return Err(OPENINGS_NONE.message().with("file", file));
        }
        Ok(Self { known, more: None, random: false })
    }

    /// What tells the openings of a file from others, whatever the file is called; none of
    /// random ones, which follow from their name and the seed.
    pub fn digest(&self) -> Option<u64> {
        let moves = || self.known.iter().flat_map(|opening| opening.iter().map(String::as_str).chain(["\n"]));
        let bytes = || moves().flat_map(|mv| mv.bytes().chain([b';'])).map(u64::from);
        (self.more.is_none() && !self.random).then(|| mix_all(bytes()))
    }

    /// Whether every game begins at the start.
    pub fn are_empty(&self) -> bool {
        // Random ones are all of a length.
        self.known.iter().all(Vec::is_empty)
    }

    /// The opening of a pair. There are no two alike while there are others.
    pub fn get(&mut self, variant: &dyn AnyVariant, pair: u64) -> Vec<String> {
        self.extend(variant, pair);
        let count = self.known.len().max(1) as u64;
        self.known.get((pair % count) as usize).cloned().unwrap_or_default()
    }

    /// Makes openings up to that of a pair, as far as there are any.
    fn extend(&mut self, variant: &dyn AnyVariant, pair: u64) {
        while (self.known.len() as u64) <= pair
            && let Some(random) = &mut self.more
        {
            match random.next(variant) {
                Some(opening) => self.known.push(opening),
                None => self.more = None,
            }
        }
    }
}

/// Plies of `random` alone.
const DEFAULT_PLIES: u64 = 4;

impl Random {
    fn next(&mut self, variant: &dyn AnyVariant) -> Option<Vec<String>> {
        (0..ATTEMPTS).find_map(|_| {
            let attempt = self.attempt;
            self.attempt += 1;
            let record = self.play(variant, attempt)?;
            self.seen.insert(record.key()).then(|| record.moves())
        })
    }

    /// A game of random moves, unless it is decided or the next move can decide it.
    fn play(&self, variant: &dyn AnyVariant, attempt: u64) -> Option<Box<dyn AnyRecord>> {
        let mut record = variant.start();
        for ply in 0..self.plies {
            let moves = record.legal_moves();
            let chosen = mix_all([self.seed, attempt, ply]) % moves.len().max(1) as u64;
            record.play(moves.get(chosen as usize)?).ok()?;
        }
        let decides = |mv: &String| {
            let mut next = record.clone();
            next.play(mv).is_err() || next.finish().is_some()
        };
        let open = record.finish().is_none() && !record.legal_moves().iter().any(decides);
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
    fn random_openings_follow_from_the_seed_and_differ() {
        for game in REGISTRY.games() {
            let some = random(game.id, "random:plies=3", 1, 20);
            assert_eq!(some, random(game.id, "random:plies=3", 1, 20));
            assert_ne!(some, random(game.id, "random:plies=3", 2, 20), "{}", game.id);
            assert!(some.iter().all(|opening| opening.len() == 3));
            let distinct: HashSet<_> = some.iter().collect();
            assert_eq!(distinct.len(), 20, "{}", game.id);
        }
        // Asked for in any order, they are the same.
        let variant = REGISTRY.variant("othello").unwrap();
        let mut openings = Openings::parse("random", Path::new(""), &*variant, 1).unwrap();
        let late = openings.get(&*variant, 7);
        assert_eq!(random("othello", "random:plies=4", 1, 8)[7], late);
        assert_eq!(openings.get(&*variant, 0), random("othello", "random:plies=4", 1, 1)[0]);
    }

    #[test]
    fn no_opening_is_decided_at_once_and_few_come_again() {
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
    fn openings_of_a_file_are_read_or_refused_by_their_line() {
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let (directory, name) = (std::env::temp_dir(), format!("plateau-openings-{}", std::process::id()));
        let path = directory.join(&name);
        let file = path.display().to_string();
        let parse = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Openings::parse(&name, &directory, &*variant, 0)
                .map_err(|error| error.to_string().replace(&file, "FILE"))
        };
        let digest = |text: &str| parse(text).unwrap().digest();
        assert!(digest("5 1\n").is_some() && digest("5 1") == digest("# centre\nb2 a3"));
        assert_eq!(digest("\u{feff}5 1"), digest("5 1"), "a mark of its encoding");
        assert!(digest("5 1\n9 8") != digest("5 1") && digest("5 1\n9 8") != digest("5 1 9 8"));
        let mut openings = parse("# centre\n5 1\n\n b2 a1 c3\n").unwrap();
        assert_eq!(openings.get(&*variant, 0), ["b2", "a3"]);
        assert_eq!(openings.get(&*variant, 3), ["b2", "a1", "c3"]);
        assert_eq!(parse("b2\nb2 b2").unwrap_err(), "FILE, line 2: move, character 4: b2 is taken");
        assert_eq!(parse("1 4 2 5 3").unwrap_err(), "FILE, line 1: this opening ends the game");
        assert_eq!(parse("#\n").unwrap_err(), "there is no opening in FILE");
        std::fs::remove_file(&path).unwrap();
        assert!(
            Openings::parse(&name, &directory, &*variant, 0)
                .unwrap_err()
                .to_string()
                .contains("can't be read: ")
        );
        let sentence = |text| Openings::parse(text, Path::new(""), &*variant, 0).unwrap_err().to_string();
        assert!(sentence("random:plies=x").starts_with("'random:plies=x' is no number of plies"));
        assert_eq!(
            sentence("random:plies=9"),
            "every game of tictactoe is decided after 9 random plies; take fewer"
        );
    }
}
