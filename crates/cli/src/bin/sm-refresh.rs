//! The program `sm-refresh`.

fn main() -> std::process::ExitCode {
    plateau_programs::sm_refresh::run(std::env::args_os())
}
