//! The program `sm-refresh`.

fn main() -> std::process::ExitCode {
    plateau::sm_refresh(std::env::args_os())
}
