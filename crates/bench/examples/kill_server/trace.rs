//! Reads what `strace` says about the files of a database.

use std::collections::HashMap;

/// The system calls that matter. SQLite may write at a position, or move there first.
pub const CALLS: &str = "openat,unlink,lseek,write,pwrite64,ftruncate,fsync,fdatasync";

/// What a program did to a file, which is given by its path.
#[derive(Debug, PartialEq, Eq)]
pub enum Operation {
    /// Created it, if it was not there.
    Create(String),
    Delete(String),
    Write(String, u64, Vec<u8>),
    Truncate(String, u64),
    /// Waited until all that was done before is on disk. Of a directory, that is which files exist.
    Sync(String),
}

/// Reads the operations of a trace. A call that had not returned when the program was killed may have
/// written, and has waited for nothing.
pub fn read(trace: &str) -> Vec<Operation> {
    let mut unfinished = HashMap::new();
    let mut positions = HashMap::new();
    let mut operations = Vec::new();
    for line in trace.lines() {
        let Some((process, call)) = line.split_once(' ') else { continue };
        let mut call = call.trim_start().to_owned();
        if let Some((start, _)) = call.split_once(" <unfinished ...>") {
            unfinished.insert(process.to_owned(), start.to_owned());
            continue;
        }
        if call.starts_with("<...") {
            let end = call.split_once("resumed>").map_or("", |(_, end)| end);
            call = unfinished.remove(process).unwrap_or_default() + end;
        }
        operations.extend(operation(&call, &mut positions));
    }
    let interrupted = unfinished.into_values().filter(|call| !call.contains("sync("));
    operations.extend(interrupted.filter_map(|call| operation(&format!("{call}) = 0"), &mut positions)));
    operations
}

/// Reads a call; `positions` are those of the files.
fn operation(call: &str, positions: &mut HashMap<String, u64>) -> Option<Operation> {
    let (call, result) = call.rsplit_once(" = ")?;
    if result.starts_with('-') {
        return None;
    }
    let (name, arguments) = call.split_once('(')?;
    let arguments = arguments.trim_end().strip_suffix(')').unwrap_or(arguments);
    // `7<path>`: the file of a descriptor.
    let path = || text(arguments.split_once('<')?.1.split_once('>')?.0);
    let last = || arguments.rsplit(", ").next()?.parse::<u64>().ok();
    match name {
        "openat" if arguments.contains("O_CREAT") => Some(Operation::Create(text(quoted(arguments)?)?)),
        "unlink" => Some(Operation::Delete(text(quoted(arguments)?)?)),
        "lseek" => {
            positions.insert(path()?, result.trim().parse().ok()?);
            None
        }
        "write" => {
            let (path, data) = (path()?, bytes(quoted(arguments)?)?);
            let position = positions.entry(path.clone()).or_default();
            let start = *position;
            *position += data.len() as u64;
            Some(Operation::Write(path, start, data))
        }
        "pwrite64" => Some(Operation::Write(path()?, last()?, bytes(quoted(arguments)?)?)),
        "ftruncate" => Some(Operation::Truncate(path()?, last()?)),
        "fsync" | "fdatasync" => Some(Operation::Sync(path()?)),
        _ => None,
    }
}

/// Returns what is between the first quotes.
fn quoted(arguments: &str) -> Option<&str> {
    Some(arguments.split_once('"')?.1.split_once('"')?.0)
}

fn text(digits: &str) -> Option<String> {
    String::from_utf8(bytes(digits)?).ok()
}

/// Reads bytes, each written as `\x00`.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    digits.split("\\x").skip(1).map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}
