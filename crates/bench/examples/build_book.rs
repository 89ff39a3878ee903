//! Builds the opening book of a game by drop-out expansion. It can be interrupted at any time.
//!
//! `cargo run --release -p plateau-bench --example build_book -- GAME DIR [--positions 20000]
//! [--nodes 1000000] [--threads 1] [--ply-cost 50]`
//!
//! Every position is searched by `best` with this number of nodes and stored in the journal in DIR at once.
//! The same command resumes a build, and more positions continue it. One ply of depth costs as much as
//! moves that lose `--ply-cost` hundredths of a piece together: a smaller number gives deeper and narrower
//! books. The book depends on neither the number of threads nor interruptions.
//!
//! `… -- GAME DIR join FILE [--margin 100]` and the same options writes the book of the positions in DIR.
//! Leaves that lose more than the margin, in hundredths of a piece, against the best move are left out: they
//! would never be played.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use plateau_bench::book_builder::{BookGame, BuildProgress, BuildSettings, build, known_positions, to_book};
use plateau_bench::journal_file::write_book;
use plateau_games::REGISTRY;

/// The pause between two lines of progress.
const REPORT_PAUSE: Duration = Duration::from_secs(5);

/// More threads than a round has positions are of no use.
const MAX_THREADS: usize = 64;

const USAGE: &str = "expected GAME DIR or GAME DIR join FILE, with the options --positions N, --nodes N, \
                     --threads N, --ply-cost N and --margin N";

/// The arguments of the program.
struct Arguments {
    places: Vec<String>,
    settings: BuildSettings,
    margin: u16,
}

fn number<T: std::str::FromStr>(name: &str, text: Option<&String>) -> Result<T, String> {
    let found = text.ok_or_else(|| format!("{name} has no value"))?;
    found.parse().map_err(|_| format!("{name} is '{found}', but must be a whole number"))
}

fn parse(args: &[String]) -> Result<Arguments, String> {
    let settings = BuildSettings { positions: 20_000, nodes: 1_000_000, ply_cost: 50, threads: 1 };
    let mut parsed = Arguments { places: Vec::new(), settings, margin: 100 };
    let mut rest = args.iter();
    while let Some(each) = rest.next() {
        match each.as_str() {
            "--positions" => parsed.settings.positions = number(each, rest.next())?,
            "--nodes" => parsed.settings.nodes = number(each, rest.next())?,
            "--threads" => {
                parsed.settings.threads = number::<usize>(each, rest.next())?.clamp(1, MAX_THREADS);
            }
            "--ply-cost" => parsed.settings.ply_cost = number(each, rest.next())?,
            "--margin" => parsed.margin = number(each, rest.next())?,
            option if option.starts_with('-') => return Err(format!("unknown option '{option}': {USAGE}")),
            place => parsed.places.push(place.to_owned()),
        }
    }
    Ok(parsed)
}

fn report(progress: &BuildProgress) {
    let seconds = progress.time.as_secs_f64().max(1e-9);
    println!(
        "{} positions, {:.2} per second, depth {}, value {:+.2}: {}",
        progress.positions,
        progress.searched as f64 / seconds,
        progress.depth,
        f64::from(progress.value) / 100.0,
        progress.line.join(" ")
    );
}

fn run(args: &[String]) -> Result<(), String> {
    let Arguments { places, settings, margin } = parse(args)?;
    let (name, folder, file) = match &places.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [name, folder] => (*name, Path::new(*folder), None),
        [name, folder, "join", file] => (*name, Path::new(*folder), Some(Path::new(*file))),
        _ => return Err(USAGE.to_owned()),
    };
    let variant = REGISTRY.variant(name).map_err(|error| error.to_string())?;
    let game = BookGame::new(&*variant)?;
    if let Some(file) = file {
        let tree = known_positions(&game, folder, settings)?;
        let entries = tree.entries(margin);
        let book = to_book(&game, &entries);
        write_book(file, &book)?;
        println!("{} of {} positions, {} bytes", entries.len(), tree.len(), book.len());
        return Ok(());
    }
    let mut last = None;
    let tree = build(&game, folder, settings, &mut |progress| {
        if last.is_none_or(|last: Instant| last.elapsed() > REPORT_PAUSE) {
            report(progress);
            last = Some(Instant::now());
        }
        true
    })?;
    println!("{} positions", tree.len());
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("build_book: {sentence}");
            ExitCode::from(2)
        }
    }
}
