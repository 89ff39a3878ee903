//! `plateau play` on the full screen.

use plateau_core::layout::PointId;
use plateau_core::{Layout, View};
use plateau_draw::text::{Picture, Spacing, largest_spacing, picture};
use plateau_games::{AnyRecord, AnyVariant, REGISTRY, Registry};

use crate::support::program::PLATEAU;
use crate::support::{Directory, sleeping, unique_seconds, wait_until};
use crate::window::Window;

#[test]
fn tictactoe_can_be_played_by_keyboard_and_left() {
    let window = Window::play("tictactoe --second human");
    window.wait_for("x to move");
    window.keys(&["Enter", "Up", "Enter", "Left", "Enter", "Down", "Enter"]);
    window.wait_for("2. a3  a2");
    window.keys(&["Down", "Right", "Right", "Enter"]);
    window.wait_for("Game over: x wins");
    window.keys(&["q"]);
    let screen = window.wait_for("left 0");
    assert!(!screen.contains("Game over"), "the alternate screen must be left:\n{screen}");
}

#[test]
fn the_window_can_be_resized_and_ctrl_c_quits() {
    let window = Window::play("supermorpion --first level:1 --second human");
    window.wait_for("Your turn (o)");
    window.tmux(&["resize-window", "-x", "30", "-y", "8"]);
    window.wait_for("too small");
    window.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    window.wait_for("You must play in grid");
    window.keys(&["C-c"]);
    window.wait_for("left 130");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_suspends_and_restores_the_terminal() {
    let window = Window::play("tictactoe --second human");
    window.wait_for("x to move");
    window.keys(&["Enter"]);
    window.wait_for("o to move");
    window.keys(&["C-z"]);
    let status = format!("/proc/{}/status", window.process());
    let stopped = || std::fs::read_to_string(&status).unwrap().contains("State:\tT");
    wait_until("the program to stop", stopped);
    assert_eq!(window.state(), "0 0 1\n", "the terminal must be restored");
    window.signal("CONT");
    window.wait_for("o to move");
    assert_eq!(window.state(), "1 1 0\n", "the full screen must be back");
    window.keys(&["q", "y"]);
    window.wait_for("left 0");
}

#[cfg(target_os = "linux")]
#[test]
fn signals_restore_the_terminal_before_the_program_ends() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let window = Window::play("othello --first best --time 1h");
        window.wait_for("to move");
        assert_eq!(window.state(), "1 1 0\n", "the program uses the full screen");
        window.signal(name);
        window.wait_for(&format!("left {code}"));
        assert_eq!(window.state(), "0 0 1\n", "{name}");
        window.keys(&["echoed"]);
        window.wait_for("echoed");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_program_ends_with_its_terminal() {
    let window = Window::play("tictactoe --second human");
    window.wait_for("to move");
    let process = std::path::PathBuf::from(format!("/proc/{}", window.process()));
    assert!(process.exists());
    drop(window);
    wait_until("the program to exit", || !process.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_program_whose_output_is_blocked() {
    use rustix::termios::{Action, tcflow};

    let window = Window::play("tictactoe --second human --tc 1h");
    window.wait_for("to move");
    let process = std::path::PathBuf::from(format!("/proc/{}", window.process()));
    let terminal = window.tmux(&["display-message", "-p", "#{pane_tty}"]);
    let terminal = std::fs::File::open(terminal.trim()).unwrap();
    tcflow(&terminal, Action::OOff).unwrap();
    window.signal("TERM");
    wait_until("the program to exit", || !process.exists());
    tcflow(&terminal, Action::OOn).unwrap();
    window.wait_for("left 143");
}

/// A game with an option that panics.
mod fragile {
    use plateau_core::phrases;
    use plateau_games::tictactoe::TicTacToe;
    use plateau_games::{Choice, Game, GameOption};

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
            options: &[
                GameOption { name: "sound", label: &SOUND, help: &SOUND },
                GameOption { name: "broken", label: &BROKEN, help: &BROKEN },
            ],
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

/// The program that the next test runs.
#[test]
#[ignore = "run by another test"]
fn fragile_program() {
    static GAMES: Registry = Registry::new(&[&fragile::GAME]);
    let args = ["plateau", "play", "fragile", "--second", "human"];
    plateau::run(&GAMES, args.map(std::ffi::OsString::from));
}

#[test]
fn a_panic_restores_the_terminal() {
    let directory = Directory::new();
    let file = directory.file("game");
    std::fs::write(&file, "game: fragile:broken\nstart: 9 x\nmoves:\n").unwrap();
    let window = Window::new();
    let program = std::env::current_exe().unwrap();
    let line = "--ignored --exact screen::fragile_program --nocapture";
    window.run(&format!("RUST_BACKTRACE=0 '{}' {line}", program.display()));
    window.wait_for("x to move");
    assert_eq!(window.state(), "1 1 0\n", "the program uses the full screen");
    window.keys(&["l"]);
    window.tmux(&["send-keys", "-l", &file]);
    window.keys(&["Enter"]);
    let screen = window.wait_for("left 101");
    assert!(screen.contains("it broke"), "{screen}");
    assert_eq!(window.state(), "0 0 1\n");
}

/// Draws the board as large as a window of this size shows it, above two rows of keys and
/// beside the panel.
fn shown_board(variant: &dyn AnyVariant, (width, height): (u16, u16)) -> Picture {
    let (layout, view) = (variant.layout(), variant.start().view());
    let wide = picture(layout, &view, Spacing::Wide, true);
    let small = if wide.width + 28 <= width { Spacing::Wide } else { Spacing::Close };
    let spacing = largest_spacing(layout, &view, (width - 38, height - 2)).unwrap_or(small);
    picture(layout, &view, spacing, true)
}

/// Returns the rows of the initial board as a window of this size shows them.
fn board_rows(variant: &dyn AnyVariant, size: (u16, u16)) -> Vec<String> {
    let board = shown_board(variant, size);
    let mut rows = vec![vec![' '; usize::from(board.width)]; usize::from(board.height)];
    for cell in &board.cells {
        rows[usize::from(cell.y)][usize::from(cell.x)] = cell.glyph;
    }
    rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
}

#[test]
fn large_boards_are_complete_or_report_the_size_they_need() {
    for name in ["morpion4", "gomoku", "supermorpion", "picaria:13", "connect4:10x10"] {
        let variant = REGISTRY.variant(name).unwrap();
        let args = format!("{name} --second human");
        let window = Window::play(&args);
        for row in board_rows(variant.as_ref(), (80, 24)) {
            window.wait_for(&row);
        }
    }
    let variant = REGISTRY.variant("morpion4:20x20x5").unwrap();
    let window = Window::play("morpion4:20x20x5 --second human");
    let wait_for_board = |size| {
        for row in board_rows(variant.as_ref(), size) {
            window.wait_for(&row);
        }
    };
    wait_for_board((78, 24));
    window.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    window.wait_for("20 ");
    wait_for_board((100, 30));
    window.tmux(&["resize-window", "-x", "60", "-y", "20"]);
    let screen = window.wait_for("too small");
    let sentence = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let needs = sentence.strip_prefix("This window is too small for the board: it needs ");
    let needs = needs.and_then(|needs| needs.strip_suffix(" rows.")).expect("one sentence");
    let (columns, rows) = needs.split_once(" columns and ").expect("a size");
    window.tmux(&["resize-window", "-x", columns, "-y", rows]);
    wait_for_board((78, 24));
}

#[test]
fn narrow_terminals_get_a_compact_board_or_a_message() {
    let window = Window::play("morpion4 --second human --plain");
    window.wait_for("  9 10 11 12\n");
    for (columns, shown) in [("30", " 7 8 9 0 1 2\n"), ("27", "the board needs 28 columns,")] {
        let line = format!("LC_ALL=C.UTF-8 '{PLATEAU}' show morpion4; cat");
        window.tmux(&["resize-window", "-x", columns, "-y", "100"]);
        window.tmux(&["respawn-pane", "-k", &line]);
        let screen = window.wait_for("position:");
        assert!(screen.contains(shown), "{columns}: {screen}");
        assert!(!screen.contains("10 11 12"), "rows must not wrap: {screen}");
    }
}

#[test]
fn png_is_not_written_to_a_terminal() {
    for line in ["tree tictactoe --depth 1", "show tictactoe"] {
        let window = Window::new();
        window.run(&format!("'{PLATEAU}' {line} --format png -o -"));
        let screen = window.wait_for("left 2");
        assert!(screen.contains("a PNG cannot be printed on a terminal"), "{screen}");
    }
}

#[test]
fn plain_uses_the_prompt_on_a_terminal() {
    let window = Window::play("tictactoe --second human --plain");
    window.wait_for("x to move:");
    window.keys(&["5", "Enter"]);
    window.wait_for("o to move:");
    window.keys(&["5", "Enter", "q", "u", "i", "t", "Enter"]);
    let screen = window.wait_for("left 0");
    assert!(screen.contains("\nb2 is taken\n"), "{screen}");
}

/// Plays a game to the end. Returns the points to choose for each move, none for a pass.
fn complete_game(variant: &dyn AnyVariant) -> (Box<dyn AnyRecord>, Vec<Vec<PointId>>) {
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

/// Plays every game to the end. A function chooses each point, given the position of the
/// cursor.
fn play_every_game(choose: impl Fn(&Window, &dyn AnyVariant, PointId, PointId)) {
    for game in REGISTRY.games() {
        let variant = game.with_options("").unwrap();
        let (record, choices) = complete_game(variant.as_ref());
        let window = Window::play(&format!("{} --second human", game.id));
        window.wait_for("to move");
        let mut game = variant.start();
        let mut cursor = first_cursor(variant.layout(), &game.view());
        for (points, text) in choices.into_iter().zip(record.moves()) {
            if points.is_empty() {
                window.keys(&["p"]);
            }
            for point in points {
                choose(&window, variant.as_ref(), cursor, point);
                cursor = point;
            }
            game.play(&text).unwrap();
            cursor = cursor_after(variant.layout(), &game.view(), cursor);
        }
        let result = record.finish().unwrap().message(variant.layout());
        window.wait_for(&format!("Game over: {result}"));
    }
}

/// Returns where the cursor is after a move: where it was, or, where that is outside the
/// playable regions, at the target nearest to their centre.
fn cursor_after(layout: &Layout, view: &View, cursor: PointId) -> PointId {
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

/// Returns the initial position of the cursor: the point nearest to the centre where a move
/// begins.
fn first_cursor(layout: &Layout, view: &View) -> PointId {
    let begins = |id: PointId| {
        view.moves.iter().any(|mv| mv.path.points.first() == Some(&id) || mv.path.also.contains(&id))
    };
    let far = |id: PointId| {
        let point = &layout.points[usize::from(id)];
        (point.x - layout.width / 2.0).powi(2) + (point.y - layout.height / 2.0).powi(2)
    };
    let points = (0..layout.points.len() as PointId).filter(|&id| begins(id));
    points.min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap()
}

#[test]
fn every_game_can_be_played_by_keyboard() {
    play_every_game(|window, variant, from, to| {
        // The points of every game without options form rows and columns.
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
fn every_game_can_be_played_by_mouse() {
    play_every_game(|window, variant, _, point| {
        let board = shown_board(variant, (80, 24));
        let (x, y) = board.points[usize::from(point)];
        // The board starts one column from the left and is centred above two rows of keys.
        window.click(1 + usize::from(x), usize::from((24 - 2 - board.height) / 2 + y));
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_bot_plays_and_its_failure_does_not_end_the_game() {
    // It plays the top left corner, which is legal once.
    let window = Window::play("tictactoe --second \"oneshot!sh -c 'echo a3'\"");
    window.wait_for("Your turn (x)");
    window.keys(&["Enter"]);
    window.wait_for("o plays a3 (");
    window.keys(&["Down", "Enter"]);
    let screen = window.wait_for("illegal move 'a3'");
    assert!(screen.contains("Press u to undo") && screen.contains("2. b1"), "{screen}");
    window.keys(&["u"]);
    window.wait_for("Your turn (x)");
    window.keys(&["q", "y"]);
    window.wait_for("left 0");
}

#[cfg(target_os = "linux")]
#[test]
fn bots_end_with_the_full_screen() {
    for (end, code) in [("C-c", 130), ("TERM", 143)] {
        let seconds = unique_seconds();
        let window = Window::play(&format!(
            "tictactoe --lang fr --first \"oneshot!sh -c 'setsid sleep {seconds} & exec sleep {seconds}'\" --second human"
        ));
        window.wait_for("À x de jouer");
        wait_until("the bot to start", || sleeping(&seconds) == 2);
        if end == "TERM" {
            window.signal(end);
        } else {
            window.keys(&[end]);
        }
        window.wait_for(&format!("left {code}"));
        assert_eq!(sleeping(&seconds), 0, "{end}");
    }
}
