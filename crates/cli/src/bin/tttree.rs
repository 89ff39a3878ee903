//! The program `tttree`.

fn main() -> std::process::ExitCode {
    plateau_programs::tttree::run(std::env::args_os())
}
