//! `plateau play` on a full screen: a real terminal, by tmux.
#![cfg(unix)]

mod common;

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use common::Directory;
use plateau_core::layout::PointId;
use plateau_core::{Layout, View};
use plateau_draw::text::Spacing;
use plateau_games::{AnyRecord, AnyVariant, REGISTRY, Registry};

/// A window of tmux on a server of its own.
struct Window {
    server: String,
}

impl Window {
    fn named(name: &str) -> Self {
        Self { server: format!("plateau-{name}-{}", std::process::id()) }
    }

    /// Whether the whole screen is ours, the mouse is, and the cursor is shown.
    fn state(&self) -> String {
        self.tmux(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"])
    }

    /// Runs a command line of the program in a window of 80 × 24.
    fn open(name: &str, args: &str) -> Self {
        let window = Self::named(name);
        window.run(&format!("'{}' play {args}", env!("CARGO_BIN_EXE_plateau")));
        window
    }

    /// Runs any command line in a window of 80 × 24.
    fn run(&self, line: &str) {
        // The shell stays when the program is left, to tell how.
        let line = format!("LC_ALL=C.UTF-8 {line}; echo left $?; cat");
        self.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &line]);
    }

    fn tmux(&self, args: &[&str]) -> String {
        let done =
            Command::new("tmux").args(["-u", "-L", &self.server]).args(args).output().expect("tmux runs");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"][..], keys].concat());
    }

    /// Presses the mouse on a sign of the screen, by its column and row from 0:
    /// what a terminal would send.
    fn click(&self, column: usize, row: usize) {
        for end in ["M", "m"] {
            self.tmux(&["send-keys", "-l", &format!("\x1b[<0;{};{}{end}", column + 1, row + 1)]);
        }
    }

    /// The number of the program's process.
    fn process(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let shell = shell.trim();
        let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
        children.trim().to_owned()
    }

    /// Sends the program a signal.
    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args(["-s", name, &self.process()]).status().unwrap().success());
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
    window.shows("left 130");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_gives_the_terminal_back_for_a_while() {
    let window = Window::open("suspend", "tictactoe --second human");
    window.shows("x to move");
    window.keys(&["Enter"]);
    window.shows("o to move");
    window.keys(&["C-z"]);
    let status = format!("/proc/{}/status", window.process());
    let stopped = || std::fs::read_to_string(&status).unwrap().contains("State:\tT");
    for _ in 0..600 {
        if stopped() {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    assert!(stopped());
    assert_eq!(window.state(), "0 0 1\n", "the terminal is as it was");
    window.signal("CONT");
    window.shows("o to move");
    assert_eq!(window.state(), "1 1 0\n", "the whole screen is ours again");
    window.keys(&["q", "y"]);
    window.shows("left 0");
}

#[cfg(target_os = "linux")]
#[test]
fn signals_give_the_terminal_back_before_they_end_it() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let window = Window::open(&format!("signal-{name}"), "othello --first best --time 1h");
        window.shows("to move");
        assert_eq!(window.state(), "1 1 0\n", "the whole screen is ours");
        window.signal(name);
        window.shows(&format!("left {code}"));
        assert_eq!(window.state(), "0 0 1\n", "{name}");
        window.keys(&["echoed"]);
        window.shows("echoed");
    }
}

#[cfg(target_os = "linux")]
#[track_caller]
fn ends(process: &std::path::Path) {
    for _ in 0..600 {
        if !process.exists() {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("it still runs");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_whose_terminal_is_gone_ends() {
    let window = Window::open("gone", "tictactoe --second human");
    window.shows("to move");
    let process = std::path::PathBuf::from(format!("/proc/{}", window.process()));
    assert!(process.exists());
    drop(window);
    ends(&process);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_program_whose_output_is_stopped() {
    use rustix::termios::{Action, tcflow};

    let window = Window::open("stopped", "tictactoe --second human --tc 1h");
    window.shows("to move");
    let process = std::path::PathBuf::from(format!("/proc/{}", window.process()));
    let terminal = window.tmux(&["display-message", "-p", "#{pane_tty}"]);
    let terminal = std::fs::File::open(terminal.trim()).unwrap();
    tcflow(&terminal, Action::OOff).unwrap();
    window.signal("TERM");
    ends(&process);
    tcflow(&terminal, Action::OOn).unwrap();
    window.shows("left 143");
}

/// A game of another program, with an option that panics.
mod fragile {
    use plateau_core::phrases;
    use plateau_games::tictactoe::TicTacToe;
    use plateau_games::{Choice, Game, Word};

    phrases! {
        NAME = "fragile.name", "fragile", "fragile";
        SOUND = "fragile.sound", "it holds", "il tient";
        BROKEN = "fragile.broken", "it breaks", "il casse";
    }

    pub static GAME: Game = Game {
        id: "fragile",
        aliases: &[],
        name: &NAME,
        summary: &NAME,
        rules: &NAME,
        sizes: None,
        choices: &[Choice {
            words: &[Word { text: "sound", help: &SOUND }, Word { text: "broken", help: &BROKEN }],
            default: Some("sound"),
        }],
        presets: &[],
        bench: &[("start", 1)],
        phrases: ALL,
        variant: |options| {
            assert!(!options.has("broken"), "it broke");
            plateau_games::erase(TicTacToe)
        },
    };
}

/// Not a test, but the program of the one below.
#[test]
#[ignore = "it is run by another test"]
fn fragile_program() {
    static GAMES: Registry = Registry::new(&[&fragile::GAME]);
    let args = ["plateau", "play", "fragile", "--second", "human"];
    plateau::run(&GAMES, args.map(std::ffi::OsString::from));
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let directory = Directory::new("panic");
    let file = directory.file("game");
    std::fs::write(&file, "game: fragile:broken\nstart: 9 x\nmoves:\n").unwrap();
    let window = Window::named("panic");
    let program = std::env::current_exe().unwrap();
    let line = "--ignored --exact fragile_program --nocapture";
    window.run(&format!("RUST_BACKTRACE=0 '{}' {line}", program.display()));
    window.shows("x to move");
    assert_eq!(window.state(), "1 1 0\n", "the whole screen is ours");
    window.keys(&["l"]);
    window.tmux(&["send-keys", "-l", &file]);
    window.keys(&["Enter"]);
    let screen = window.shows("left 101");
    assert!(screen.contains("it broke"), "{screen}");
    assert_eq!(window.state(), "0 0 1\n");
}

/// The rows of a board as the screen shows them at the start of a game, where it
/// has so many columns.
fn board_rows(variant: &dyn AnyVariant, width: u16) -> Vec<String> {
    let style = plateau_draw::text::Style { unicode: true, colour: false, width: Some(width) };
    let board = plateau_draw::text::board_as(variant.layout(), &variant.start().view(), style);
    board.lines().map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn large_boards_are_whole_and_larger_ones_say_what_they_need() {
    for name in ["morpion4", "gomoku", "supermorpion", "picaria:13", "connect4:10x10"] {
        let variant = REGISTRY.variant(name).unwrap();
        let args = format!("{name} --second human");
        let window = Window::open(&format!("whole-{}", name.replace(':', "-")), &args);
        for row in board_rows(variant.as_ref(), 80) {
            window.shows(&row);
        }
    }
    let variant = REGISTRY.variant("morpion4:20x20x5").unwrap();
    let window = Window::open("largest", "morpion4:20x20x5 --second human");
    let whole = |width| {
        for row in board_rows(variant.as_ref(), width) {
            window.shows(&row);
        }
    };
    whole(50);
    window.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    window.shows("20 ");
    whole(100);
    window.tmux(&["resize-window", "-x", "60", "-y", "20"]);
    let screen = window.shows("too small");
    let sentence = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let needs = sentence.strip_prefix("This window is too small for the board: it needs ");
    let needs = needs.and_then(|needs| needs.strip_suffix(" rows.")).expect("one sentence");
    let (columns, rows) = needs.split_once(" columns and ").expect("a size");
    window.tmux(&["resize-window", "-x", columns, "-y", rows]);
    whole(50);
}

#[test]
fn a_narrow_terminal_has_a_closer_board_or_a_sentence() {
    let window = Window::open("narrow", "morpion4 --second human --plain");
    window.shows("  9 10 11 12\n");
    for (columns, shown) in [("30", " 7 8 9 0 1 2\n"), ("27", "the board needs 28 columns,")] {
        let line = format!("LC_ALL=C.UTF-8 '{}' show morpion4; cat", env!("CARGO_BIN_EXE_plateau"));
        window.tmux(&["resize-window", "-x", columns, "-y", "100"]);
        window.tmux(&["respawn-pane", "-k", &line]);
        let screen = window.shows("position:");
        assert!(screen.contains(shown), "{columns}: {screen}");
        assert!(!screen.contains("10 11 12"), "no row is broken: {screen}");
    }
}

#[test]
fn no_pixels_are_poured_into_a_terminal() {
    for (name, line) in [("tree", "tree tictactoe --depth 1"), ("show", "show tictactoe")] {
        let window = Window::named(&format!("pixels-{name}"));
        window.run(&format!("'{}' {line} --format png -o -", env!("CARGO_BIN_EXE_plateau")));
        let screen = window.shows("left 2");
        assert!(screen.contains("a PNG is no text for a terminal"), "{screen}");
    }
}

#[test]
fn a_terminal_can_have_plain_lines_too() {
    let window = Window::open("plain", "tictactoe --second human --plain");
    window.shows("x to move:");
    window.keys(&["5", "Enter"]);
    window.shows("o to move:");
    window.keys(&["5", "Enter", "q", "u", "i", "t", "Enter"]);
    let screen = window.shows("left 0");
    assert!(screen.contains("move: b2 is taken"), "{screen}");
}

/// A whole game: before each move the points to choose for it, none for a pass.
fn whole_game(variant: &dyn AnyVariant) -> (Box<dyn AnyRecord>, Vec<Vec<PointId>>) {
    let mut record = variant.start();
    let mut choices = Vec::new();
    while record.finish().is_none() {
        let moves = record.view().moves;
        let mv = &moves[(record.ply() * 7 + 3) % moves.len()];
        choices.push(mv.path.points.clone());
        record.play(&mv.text).unwrap();
    }
    (record, choices)
}

/// Plays a whole game of every kind, each point chosen by a function that knows
/// the one before.
fn every_game(name: &str, choose: impl Fn(&Window, &dyn AnyVariant, PointId, PointId)) {
    for game in REGISTRY.games() {
        let variant = game.with_options("").unwrap();
        let (record, choices) = whole_game(variant.as_ref());
        let window = Window::open(&format!("{name}-{}", game.id), &format!("{} --second human", game.id));
        window.shows("to move");
        let mut cursor = middle(variant.layout());
        let mut game = variant.start();
        for (points, text) in choices.into_iter().zip(record.moves()) {
            if points.is_empty() {
                window.keys(&["p"]);
            }
            for point in points {
                choose(&window, variant.as_ref(), cursor, point);
                cursor = point;
            }
            game.play(&text).unwrap();
            cursor = sent(variant.layout(), &game.view(), cursor);
        }
        let result = record.finish().unwrap().message(variant.layout());
        window.shows(&format!("Game over: {result}"));
    }
}

/// Where the cursor is after a move: where it was, or where that is in no region to
/// play in, at the target nearest to the middle of all.
fn sent(layout: &Layout, view: &View, cursor: PointId) -> PointId {
    let point = |id: PointId| &layout.points[usize::from(id)];
    let region = point(cursor).region;
    if view.playable.is_empty() || region.is_some_and(|region| view.playable.contains(&region)) {
        return cursor;
    }
    let mut targets: Vec<PointId> = view.moves.iter().map(|mv| mv.path.points[0]).collect();
    targets.sort_unstable();
    let count = targets.len() as f32;
    let x = targets.iter().map(|&id| point(id).x).sum::<f32>() / count;
    let y = targets.iter().map(|&id| point(id).y).sum::<f32>() / count;
    let far = |id: PointId| (point(id).x - x).powi(2) + (point(id).y - y).powi(2);
    targets.into_iter().min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap()
}

/// The point where the cursor begins.
fn middle(layout: &Layout) -> PointId {
    let far = |id: PointId| {
        let point = &layout.points[usize::from(id)];
        (point.x - layout.width / 2.0).powi(2) + (point.y - layout.height / 2.0).powi(2)
    };
    (0..layout.points.len() as PointId).min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap()
}

#[test]
fn a_whole_game_of_every_kind_by_keys() {
    every_game("all-keys", |window, variant, from, to| {
        // The points of every game without options are rows and columns.
        let points = &variant.layout().points;
        let (from, to) = (&points[usize::from(from)], &points[usize::from(to)]);
        let steps = |least: f32, most: f32, along: fn(&plateau_core::layout::Point) -> f32| {
            let mut places: Vec<f32> = points.iter().map(along).collect();
            places.sort_by(f32::total_cmp);
            places.dedup();
            places.iter().filter(|&&place| least < place && place <= most).count()
        };
        let mut keys = Vec::new();
        let up_or_down = if to.y > from.y { "Down" } else { "Up" };
        keys.resize(steps(from.y.min(to.y), from.y.max(to.y), |point| point.y), up_or_down);
        let across = steps(from.x.min(to.x), from.x.max(to.x), |point| point.x);
        keys.resize(keys.len() + across, if to.x > from.x { "Right" } else { "Left" });
        keys.push("Enter");
        window.keys(&keys);
    });
}

#[test]
fn a_whole_game_of_every_kind_by_mouse() {
    every_game("all-mouse", |window, variant, _, point| {
        let board =
            plateau_draw::text::picture(variant.layout(), &variant.start().view(), Spacing::Wide, true);
        let (x, y) = board.points[usize::from(point)];
        // One column from the left, half-way down above the two rows of keys.
        window.click(1 + usize::from(x), usize::from((24 - 2 - board.height) / 2 + y));
    });
}
