//! Whether a table fits into memory.

use plateau_core::{Message, phrases};

phrases! {
    /// A table that is too large.
    TABLE_TOO_LARGE = "memory.table-too-large", "a table of {asked} MB does not fit: this machine has {available} MB free", "une table de {asked} Mo ne tient pas : cette machine a {available} Mo libres";
    /// A table that is too large for what the process may have.
    TABLE_NOT_GIVEN = "memory.table-not-given", "a table of {asked} MB does not fit: there is not so much memory for this program", "une table de {asked} Mo ne tient pas : il n'y a pas tant de mémoire pour ce programme";
}

/// Up to so many megabytes nobody asks the machine what it has free.
const SMALL: usize = 64;

/// Tells in a sentence that a table of so many megabytes does not fit.
pub fn fits(megabytes: usize) -> Result<(), Message> {
    if megabytes > SMALL
        && let Some(available) = available_megabytes()
        && megabytes > available
    {
        return Err(TABLE_TOO_LARGE.message().with("asked", megabytes).with("available", available));
    }
    // What the process may not have is refused here already, before anything is used.
    Vec::<u8>::new()
        .try_reserve_exact(megabytes.saturating_mul(1 << 20))
        .map_err(|_| TABLE_NOT_GIVEN.message().with("asked", megabytes))
}

/// The memory this machine has free, where it says so.
fn available_megabytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_larger_than_the_machine_is_refused() {
        assert!(fits(1).is_ok());
        let sentence = fits(1 << 30).unwrap_err().to_string();
        assert!(sentence.starts_with("a table of 1073741824 MB does not fit: "), "{sentence}");
    }
}
