//! The files of nets that a command line or a tournament file names as `eval=FILE`. Only
//! these are ever read: specs from the page or a protocol cannot open files.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use plateau_console::phrases::CANNOT_READ_FILE;
use plateau_core::Message;
use plateau_games::engines::catalogue::EngineInfo;
use plateau_games::learned;
use plateau_play::{PlayerSpec, io_error};

/// The largest file that is read as a net, in bytes.
const MAX_SIZE: u64 = 1 << 28;

/// Loads the nets that the arguments of a command name: in engine specs, and after `--eval`.
pub fn load_arguments(args: &[OsString]) -> Result<(), Message> {
    let here = Path::new("");
    let mut is_evaluator = false;
    for arg in args.iter().skip(1).map(|arg| arg.to_string_lossy()) {
        let (option, value) = match arg.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (Some(option), value),
            _ => (None, &*arg),
        };
        if is_evaluator || option == Some("--eval") {
            load_file(value, here)?;
        } else if let Ok(player) = PlayerSpec::parse(value) {
            load_player(&player, here)?;
        }
        is_evaluator = arg == "--eval";
    }
    Ok(())
}

/// Loads the net that a player names as `eval=FILE`. Only a built-in engine can: the arguments of
/// a program are its own. Paths are relative to a directory.
pub fn load_player(player: &PlayerSpec, directory: &Path) -> Result<(), Message> {
    let PlayerSpec::Engine(spec) = player else { return Ok(()) };
    let has_evaluator = EngineInfo::find(&spec.name).is_some_and(|info| info.has_setting("eval"));
    match spec.get("eval").filter(|_| has_evaluator) {
        Some(name) => load_file(name, directory),
        None => Ok(()),
    }
}

/// Loads a net, unless its name is plain, such as that of a built-in evaluator.
fn load_file(name: &str, directory: &Path) -> Result<(), Message> {
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
