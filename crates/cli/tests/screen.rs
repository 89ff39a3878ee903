//! `plateau play` on a full screen: a real terminal, by tmux.
#![cfg(unix)]

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// A window of tmux on a server of its own.
struct Window {
    server: String,
}

impl Window {
    /// Runs a command line of the program in a window of 80 × 24.
    fn open(name: &str, args: &str) -> Self {
        let window = Self { server: format!("plateau-{name}-{}", std::process::id()) };
        let program = env!("CARGO_BIN_EXE_plateau");
        // The shell stays when the program is left, to tell how.
        let line = format!("LC_ALL=C.UTF-8 '{program}' play {args}; echo left $?; cat");
        window.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &line]);
        window.tmux(&["set-option", "-g", "mouse", "on"]);
        window
    }

    fn tmux(&self, args: &[&str]) -> String {
        let done = Command::new("tmux").args(["-L", &self.server]).args(args).output().expect("tmux runs");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"][..], keys].concat());
    }

    /// Presses the mouse on a sign of the screen, by its column and row from 0.
    fn click(&self, column: usize, row: usize) {
        for end in ["M", "m"] {
            self.tmux(&["send-keys", "-l", &format!("\x1b[<0;{};{}{end}", column + 1, row + 1)]);
        }
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// The screen once it shows this.
    #[track_caller]
    fn shows(&self, text: &str) -> String {
        for _ in 0..600 {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("no '{text}' in:\n{}", self.screen());
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn tictactoe_by_keys_to_the_end_and_out() {
    let window = Window::open("keys", "tictactoe --second human");
    window.shows("x to move");
    window.keys(&["Enter", "Up", "Enter", "Left", "Enter", "Down", "Enter"]);
    window.shows("2. a3  a2");
    window.keys(&["Down", "Right", "Right", "Enter"]);
    window.shows("Game over: x wins");
    window.keys(&["q"]);
    let screen = window.shows("left 0");
    assert!(!screen.contains("Game over"), "the terminal is as it was:\n{screen}");
}

#[test]
fn connect4_by_mouse_to_the_end() {
    let window = Window::open("mouse", "connect4 --second human");
    let screen = window.shows("x to move");
    let labels = "1 2 3 4 5 6 7";
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(labels)).expect("labels");
    let left = line[..line.find(labels).unwrap()].chars().count();
    for (ply, column) in [0, 1, 0, 1, 0, 1, 0].into_iter().enumerate() {
        window.click(left + 2 * column, row - 1);
        window.shows(&format!("{}. ", ply / 2 + 1));
        window.shows(if ply == 6 {
            "Game over: x wins"
        } else if ply % 2 == 0 {
            "o to move"
        } else {
            "x to move"
        });
    }
}

#[test]
fn a_window_may_change_its_size_and_ctrl_c_leaves() {
    let window = Window::open("size", "supermorpion --first level:1 --second human");
    window.shows("o to move");
    window.tmux(&["resize-window", "-x", "30", "-y", "8"]);
    window.shows("too small");
    window.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    window.shows("o must play");
    window.keys(&["C-c"]);
    window.shows("left 0");
}
