//! The program `plateau`, with Plateau's own games.

fn main() -> std::process::ExitCode {
    plateau::run(&plateau_games::REGISTRY, std::env::args_os())
}
