//! The program `plateau`, with Plateau's own games.

fn main() -> std::process::ExitCode {
    plateau::plateau(std::env::args_os())
}
