//! Checks that a table fits into memory before it is allocated.

use thiserror::Error;

/// A table does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// The machine has less memory available.
    #[error("a table of {requested_mb} MB does not fit into memory: {available_mb} MB are free")]
    NotAvailable {
        /// The requested size in megabytes.
        requested_mb: usize,
        /// The available memory in megabytes.
        available_mb: usize,
    },
    /// The allocation was refused, for instance by a limit on the process.
    #[error("a table of {requested_mb} MB does not fit into memory: the system refused the allocation")]
    Refused {
        /// The requested size in megabytes.
        requested_mb: usize,
    },
}

/// Tables up to this many megabytes are not compared with the available memory.
const SMALL_TABLE_MB: usize = 64;

/// Checks that a table of this many megabytes fits into memory.
pub fn check_table_fits(megabytes: usize) -> Result<(), MemoryError> {
    if megabytes > SMALL_TABLE_MB
        && let Some(available_mb) = available_megabytes()
        && megabytes > available_mb
    {
        return Err(MemoryError::NotAvailable { requested_mb: megabytes, available_mb });
    }
    // Reserving fails under `ulimit -v`, without touching memory.
    Vec::<u8>::new()
        .try_reserve_exact(megabytes.saturating_mul(1 << 20))
        .map_err(|_| MemoryError::Refused { requested_mb: megabytes })
}

/// Reads the available memory from `/proc/meminfo`, where it exists.
fn available_megabytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oversized_table_is_an_error() {
        assert_eq!(check_table_fits(1), Ok(()));
        let error = check_table_fits(1 << 30).unwrap_err().to_string();
        assert!(error.starts_with("a table of 1073741824 MB does not fit into memory: "), "{error}");
    }
}
