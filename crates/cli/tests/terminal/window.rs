//! A terminal window, by tmux.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::program::PLATEAU;

/// How long a text may take to appear.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A tmux window on a tmux server of its own, killed when dropped.
pub struct Window {
    server: String,
}

impl Window {
    /// Names a window that does not run anything yet.
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { server: format!("plateau-{number}-{}", std::process::id()) }
    }

    /// Returns three flags: alternate screen, mouse capture, visible cursor.
    pub fn state(&self) -> String {
        self.tmux(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"])
    }

    /// Runs `plateau play` in a window of 80 × 24.
    pub fn play(args: &str) -> Self {
        Self::play_in(("80", "24"), args)
    }

    /// Runs `plateau play` in a window of this width and height.
    pub fn play_in((width, height): (&str, &str), args: &str) -> Self {
        let window = Self::new();
        window.run_in((width, height), &format!("'{PLATEAU}' play {args}"));
        window
    }

    /// Runs a command line in a window of 80 × 24, and then prints its exit code.
    pub fn run(&self, line: &str) {
        self.run_in(("80", "24"), line);
    }

    fn run_in(&self, (width, height): (&str, &str), line: &str) {
        // `cat` keeps the window open.
        let line = format!("LC_ALL=C.UTF-8 {line}; echo left $?; cat");
        self.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, &line]);
    }

    /// Runs `plateau play` in place of the current program.
    pub fn play_next(&self, args: &str) {
        let line = format!("LC_ALL=C.UTF-8 '{PLATEAU}' play {args}; echo left $?; cat");
        self.tmux(&["respawn-pane", "-k", &line]);
    }

    /// Runs a tmux command and returns its output.
    pub fn tmux(&self, args: &[&str]) -> String {
        let done =
            Command::new("tmux").args(["-u", "-L", &self.server]).args(args).output().expect("tmux runs");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    /// Sends keys by their tmux names.
    pub fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"][..], keys].concat());
    }

    /// Types a text.
    pub fn write(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Clicks on a cell of the screen, by its column and row from 0, with the escape codes
    /// that a terminal sends.
    pub fn click(&self, column: usize, row: usize) {
        for end in ["M", "m"] {
            self.tmux(&["send-keys", "-l", &format!("\x1b[<0;{};{}{end}", column + 1, row + 1)]);
        }
    }

    /// Returns the process id of the program.
    pub fn process(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let shell = shell.trim();
        let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
        children.trim().to_owned()
    }

    /// Sends the program a signal.
    pub fn signal(&self, name: &str) {
        assert!(Command::new("kill").args(["-s", name, &self.process()]).status().unwrap().success());
    }

    /// Returns the text of the screen.
    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows a text and returns the screen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(&format!("'{text}'"), |screen| screen.contains(text))
    }

    /// Waits until the screen no longer shows a text and returns the screen.
    #[track_caller]
    pub fn wait_without(&self, text: &str) -> String {
        self.wait_until(&format!("screen without '{text}'"), |screen| !screen.contains(text))
    }

    /// Waits until a condition holds for the text of the screen and returns it.
    #[track_caller]
    pub fn wait_until(&self, what: &str, condition: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let screen = self.screen();
            if condition(&screen) {
                return screen;
            }
            assert!(Instant::now() < deadline, "no {what}:\n{screen}");
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
