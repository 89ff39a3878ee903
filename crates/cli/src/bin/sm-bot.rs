//! The program `sm-bot`.

fn main() -> std::process::ExitCode {
    plateau_programs::sm_bot::run(std::env::args_os())
}
