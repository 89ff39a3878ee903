//! The small programs carry the data of their own game and nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::program::{PLATEAU, SM_BOT, SM_REFRESH, TTTREE};

/// Prints for each data file whether the program contains its middle. Python searches tens of
/// megabytes at once; a test program, which is not optimised, would take seconds.
const SEARCH: &str = "import sys
program, *files = (open(name, 'rb').read() for name in sys.argv[1:])
for data in files: print(data[len(data) // 2:][:256] in program)";

/// Returns the data files of the games: weights, nets and books.
fn data_files(directory: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let is_data = |path: &PathBuf| path.extension().is_none_or(|extension| extension != "rs");
    let files = paths.into_iter().flat_map(|path| if path.is_dir() { data_files(&path) } else { vec![path] });
    files.filter(is_data).collect()
}

#[test]
fn small_programs_carry_only_the_data_of_their_game() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    let files = data_files(&games);
    for (program, own) in
        [(PLATEAU, ""), (TTTREE, "tictactoe"), (SM_BOT, "supermorpion"), (SM_REFRESH, "supermorpion")]
    {
        let found = Command::new("python3").args(["-c", SEARCH, program]).args(&files).output().unwrap();
        let found = String::from_utf8(found.stdout).unwrap();
        assert_eq!(found.lines().count(), files.len());
        for (file, found) in files.iter().zip(found.lines()) {
            let is_own = file.starts_with(games.join(own));
            assert_eq!(found, if is_own { "True" } else { "False" }, "{program}: {}", file.display());
        }
    }
}
