//! The program `tttree`.

fn main() -> std::process::ExitCode {
    plateau::tttree(std::env::args_os())
}
