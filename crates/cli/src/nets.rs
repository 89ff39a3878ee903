//! The files of nets that a command line or a tournament file names as `eval=FILE`. Only
//! these are ever read: specs from the page or a protocol cannot open files.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use plateau_console::phrases::CANNOT_READ_FILE;
use plateau_core::Message;
use plateau_games::learned;
use plateau_play::io_error;

/// The largest file that is read as a net, in bytes.
const MAX_SIZE: u64 = 1 << 28;

/// Loads the nets that the arguments of a command name.
pub fn load_arguments(args: &[OsString]) -> Result<(), Message> {
    let here = Path::new("");
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    args.iter().try_for_each(|arg| load(arg, here))?;
    let evals = args.windows(2).filter(|pair| pair[0] == "--eval");
    evals.into_iter().try_for_each(|pair| load_file(&pair[1], here))
}

/// Loads the nets that a text names. Paths are relative to a directory.
pub fn load(text: &str, directory: &Path) -> Result<(), Message> {
    for found in text.split("eval=").skip(1) {
        let end = found.find(|c: char| c == ',' || c == '"' || c == '\'' || c.is_whitespace());
        load_file(&found[..end.unwrap_or(found.len())], directory)?;
    }
    Ok(())
}

/// Loads a net, unless its name is plain, such as that of a built-in evaluator.
pub fn load_file(name: &str, directory: &Path) -> Result<(), Message> {
    if !name.contains(['.', '/', '\\']) {
        return Ok(());
    }
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(directory.join(name))?.take(MAX_SIZE).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| {
        CANNOT_READ_FILE.message().with("file", name).with("reason", io_error::reason(&error))
    })?;
    learned::register(name, bytes);
    Ok(())
}
