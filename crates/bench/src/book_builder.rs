//! Builds opening books: drop-out expansion with the game's strongest engine.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use plateau_core::hash::mix_all;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant, EngineSpec};
use plateau_search::book::book_bytes;
use plateau_search::book::expansion::{Expansion, Request, Successor, Successors};
use plateau_search::book::journal::Journal;
use plateau_search::memory::check_table_fits;
use plateau_search::{Limits, Score, Settings};

use crate::journal_file::JournalFile;

/// The size of the transposition table of each thread, in megabytes.
const HASH_MB: usize = 32;

/// The largest absolute value in a book.
const MAX_VALUE: i32 = 30_000;

/// The first plies of a game, and the nodes of their searches, that tell engines apart.
const FINGERPRINT_PLIES: u32 = 8;
const FINGERPRINT_NODES: u64 = 500;

/// How a book is built.
#[derive(Clone, Copy, Debug)]
pub struct BuildSettings {
    /// The number of positions to evaluate, about: a round is always completed.
    pub positions: usize,
    /// The nodes of a search. A limit of nodes gives the same values on every machine.
    pub nodes: u64,
    /// What one ply costs, in hundredths of a piece that a move may lose instead.
    pub ply_cost: u32,
    /// The number of positions that are searched at the same time. The book does not depend on it.
    pub threads: usize,
}

/// What a build has done so far.
#[derive(Clone, Debug)]
pub struct BuildProgress {
    /// The number of positions.
    pub positions: usize,
    /// The number of positions that were searched, not taken from the journal.
    pub searched: usize,
    /// The time since the build began.
    pub time: Duration,
    /// The length of the longest line.
    pub depth: u16,
    /// The value of the start position, in hundredths of a piece.
    pub value: i16,
    /// The line of best moves.
    pub line: Vec<String>,
}

/// A game whose positions are evaluated.
pub struct BookGame<'v> {
    variant: &'v dyn AnyVariant,
}

impl<'v> BookGame<'v> {
    /// Prepares a game. Returns an error if its positions can repeat: then their values depend on the moves
    /// before.
    pub fn new(variant: &'v dyn AnyVariant) -> Result<Self, String> {
        let is_cyclic = variant.traits().cyclic;
        if is_cyclic { Err("positions of this game can repeat".to_owned()) } else { Ok(Self { variant }) }
    }

    /// Returns a hash of what the values depend on, for the journal: the game, the nodes, and the engine
    /// with its evaluation, by the values of short searches.
    fn fingerprint(&self, nodes: u64) -> Result<u64, String> {
        let mut engine = self.engine()?;
        let mut record = self.variant.start();
        let mut values = Vec::new();
        for _ in 0..FINGERPRINT_PLIES {
            values.push(evaluate(engine.as_mut(), record.as_ref(), FINGERPRINT_NODES)? as u64);
            let Some(mv) = record.legal_moves().first().cloned() else { break };
            record.play(&mv).map_err(|error| error.to_string())?;
        }
        let name = self.variant.name().bytes().map(u64::from);
        let start = self.variant.start().book_key();
        Ok(mix_all(name.chain([start, nodes, HASH_MB as u64]).chain(values)))
    }

    fn record(&self, line: &[u16]) -> Box<dyn AnyRecord> {
        let mut record = self.variant.start();
        for &index in line {
            let mv = record.legal_moves()[usize::from(index)].clone();
            record.play(&mv).expect("a legal move");
        }
        record
    }

    fn moves(&self, line: &[u16]) -> Vec<String> {
        self.record(line).moves()
    }

    fn engine(&self) -> Result<Box<dyn AnyEngine>, String> {
        let settings = Settings { hash_mb: HASH_MB, ..Settings::default() };
        let spec = EngineSpec::parse("best:book=off").map_err(|error| error.to_string())?;
        self.variant.engine(&spec, settings).map_err(|error| error.to_string())
    }
}

impl Successors for BookGame<'_> {
    fn successors(&self, line: &[u16]) -> Vec<Successor> {
        let record = self.record(line);
        let objective = self.variant.traits().objective;
        let successor = |mv: &String| {
            let mut next = record.boxed_clone();
            next.play(mv).expect("a legal move");
            let score = |outcome| Score::from_outcome_with(outcome, next.turn(), objective);
            let finished = next.finish().map(|finish| book_value(score(finish.outcome)));
            Successor { key: next.book_key(), finished }
        };
        record.legal_moves().iter().map(successor).collect()
    }
}

fn book_value(score: Score) -> i16 {
    score.number().clamp(-MAX_VALUE, MAX_VALUE) as i16
}

/// Returns the value of a position by a search that does not depend on earlier ones.
fn evaluate(engine: &mut dyn AnyEngine, record: &dyn AnyRecord, nodes: u64) -> Result<i16, String> {
    engine.new_game();
    let limits = Limits { search_forced: true, ..Limits::nodes(nodes) };
    let analysis = engine.analyse(record, &limits, &mut |_| {}).map_err(|error| error.to_string())?;
    Ok(book_value(analysis.value.estimate))
}

/// Evaluates positions and stores their values.
struct Evaluation<'b> {
    game: &'b BookGame<'b>,
    nodes: u64,
    engines: Vec<Box<dyn AnyEngine>>,
    known: HashMap<u64, i16>,
    journal: &'b mut JournalFile,
    searched: usize,
}

impl Evaluation<'_> {
    /// Returns the values of positions, in their order.
    fn values(&mut self, requests: &[Request]) -> Result<Vec<i16>, String> {
        let missing: Vec<&Request> =
            requests.iter().filter(|request| !self.known.contains_key(&request.key)).collect();
        let (next, (game, nodes)) = (AtomicUsize::new(0), (self.game, self.nodes));
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for engine in self.engines.iter_mut().take(missing.len()) {
                let (sender, missing, next) = (sender.clone(), &missing, &next);
                scope.spawn(move || {
                    while let Some(request) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let record = game.record(&request.line);
                        let value = evaluate(engine.as_mut(), record.as_ref(), nodes);
                        if sender.send((request.key, value)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (key, value) in results {
                let value = value?;
                self.journal.append(key, value.to_le_bytes())?;
                self.known.insert(key, value);
                self.searched += 1;
            }
            Ok::<_, String>(())
        })?;
        let value = |request: &Request| self.known.get(&request.key).copied();
        requests
            .iter()
            .map(value)
            .collect::<Option<_>>()
            .ok_or_else(|| "a position was not evaluated".to_owned())
    }
}

/// Returns the tree of the positions in the journal of a folder, without a search.
pub fn known_positions(
    game: &BookGame<'_>,
    folder: &Path,
    settings: BuildSettings,
) -> Result<Expansion, String> {
    let known = to_values(&JournalFile::read(folder, game.fingerprint(settings.nodes)?)?);
    let start = game.record(&[]).book_key();
    let value = known.get(&start).ok_or("the journal has no positions")?;
    let mut tree = Expansion::new(start, *value, settings.ply_cost);
    while let Some(requests) = tree.next_round(game) {
        let values = requests.iter().map(|request| known.get(&request.key).copied());
        // The last round may be incomplete.
        let Some(values) = values.collect::<Option<Vec<i16>>>() else { break };
        tree.insert(&requests, &values);
    }
    Ok(tree)
}

/// Returns the file of a book with these positions.
pub fn to_book(game: &BookGame<'_>, entries: &[(u64, i16)]) -> Vec<u8> {
    book_bytes(game.record(&[]).book_key(), entries.iter().copied())
}

fn to_values(journal: &Journal) -> HashMap<u64, i16> {
    let value = |content| i32::from(i16::from_le_bytes(content)).clamp(-MAX_VALUE, MAX_VALUE) as i16;
    journal.records.iter().map(|&(key, content)| (key, value(content))).collect()
}

/// Builds a book, or continues with the positions of the journal in a folder. `progress` is called after
/// every round and returns whether to go on.
pub fn build(
    game: &BookGame<'_>,
    folder: &Path,
    settings: BuildSettings,
    progress: &mut dyn FnMut(&BuildProgress) -> bool,
) -> Result<Expansion, String> {
    let (mut journal, stored) = JournalFile::open(folder, game.fingerprint(settings.nodes)?)?;
    check_table_fits(HASH_MB * settings.threads).map_err(|error| error.to_string())?;
    let engines: Result<Vec<_>, String> = (0..settings.threads.max(1)).map(|_| game.engine()).collect();
    let mut evaluation = Evaluation {
        game,
        nodes: settings.nodes,
        engines: engines?,
        known: to_values(&stored),
        journal: &mut journal,
        searched: 0,
    };
    let begin = Instant::now();
    let start = game.record(&[]);
    let request = Request { key: start.book_key(), line: Vec::new() };
    let value = evaluation.values(&[request])?[0];
    let mut tree = Expansion::new(start.book_key(), value, settings.ply_cost);
    while tree.len() < settings.positions {
        let Some(requests) = tree.next_round(game) else { break };
        let values = evaluation.values(&requests)?;
        tree.insert(&requests, &values);
        let done = BuildProgress {
            positions: tree.len(),
            searched: evaluation.searched,
            time: begin.elapsed(),
            depth: tree.depth(),
            value: tree.value(),
            line: game.moves(&tree.best_line(game)),
        };
        if !progress(&done) {
            break;
        }
    }
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use plateau_games::REGISTRY;

    use super::*;

    const SETTINGS: BuildSettings = BuildSettings { positions: 60, nodes: 300, ply_cost: 50, threads: 1 };

    /// An empty folder that is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("plateau-book-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn builds_that_are_interrupted_and_use_threads_give_the_same_book() {
        let variant = REGISTRY.variant("othello").unwrap();
        let game = BookGame::new(&*variant).unwrap();
        let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
        let expected = build(&game, &whole.0, SETTINGS, &mut |_| true).unwrap();
        assert!(expected.len() >= 60 && expected.depth() > 2);
        let joined = known_positions(&game, &whole.0, SETTINGS).unwrap();
        assert_eq!(joined.entries(u16::MAX), expected.entries(u16::MAX));
        assert!(to_book(&game, &joined.entries(50)).len() < to_book(&game, &joined.entries(u16::MAX)).len());
        let threads = BuildSettings { threads: 2, ..SETTINGS };
        let mut searched = 0;
        for rounds in 1..4 {
            let mut left = rounds;
            build(&game, &parts.0, threads, &mut |progress| {
                searched = progress.searched;
                left -= 1;
                left > 0
            })
            .unwrap();
            assert!(searched > 0);
            // A record that was not written to its end.
            let path = parts.0.join("positions.journal");
            let bytes = std::fs::read(&path).unwrap();
            std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
        }
        let resumed = build(&game, &parts.0, threads, &mut |_| true).unwrap();
        assert_eq!(resumed.entries(u16::MAX), expected.entries(u16::MAX));
        let other = BuildSettings { nodes: 301, ..SETTINGS };
        assert!(build(&game, &parts.0, other, &mut |_| true).unwrap_err().contains("other settings"));
    }

    #[test]
    fn games_whose_positions_repeat_have_no_book() {
        assert!(BookGame::new(&*REGISTRY.variant("picaria").unwrap()).is_err());
    }
}
