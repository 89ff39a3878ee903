//! Settings of the allocator, so that a server gives the memory of its engines back.
//!
//! The allocator of the GNU C library reads them from the environment when a program starts. By
//! default, it keeps freed blocks of up to 32 MB in each of eight areas per processor for the
//! next ones of the same thread. Every search has a new thread and tables of such sizes, so a
//! server would grow by hundreds of megabytes that it never uses again.

/// Blocks of at least a megabyte are given back to the system as soon as they are freed, and
/// small ones are shared by all threads in a few areas.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const SETTINGS: [(&str, &str); 2] = [("MALLOC_MMAP_THRESHOLD_", "1048576"), ("MALLOC_ARENA_MAX", "4")];

/// Starts this program again with the settings, unless the environment has one of them already.
/// Returns only if there is nothing to set or the program cannot be started.
pub fn restart_with_settings() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::os::unix::process::CommandExt;
        use std::{env, process};

        if SETTINGS.iter().any(|(name, _)| env::var_os(name).is_some()) {
            return;
        }
        let Ok(program) = env::current_exe() else { return };
        let mut args = env::args_os();
        let mut command = process::Command::new(program);
        if let Some(name) = args.next() {
            command.arg0(name);
        }
        // The server also runs without the settings, so an error does not matter.
        let _ = command.args(args).envs(SETTINGS).exec();
    }
}
