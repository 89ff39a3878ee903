//! The program `sm-bot`.

fn main() -> std::process::ExitCode {
    plateau::sm_bot(std::env::args_os())
}
