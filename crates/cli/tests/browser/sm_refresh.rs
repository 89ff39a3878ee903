//! The page that `sm-refresh` writes after each move, opened as a file.

use std::fs;
use std::io::{Read, Write};

use crate::browser::Browser;
use crate::support::Directory;
use crate::support::program::{SM_REFRESH, piped};

/// The page follows the game without reloading and without ever losing its board.
#[test]
fn the_page_follows_the_game() {
    let directory = Directory::new();
    let mut game = piped(SM_REFRESH, &["--depth", "2"]).current_dir(directory.path()).spawn().unwrap();
    let mut output = game.stdout.take().unwrap();
    let mut read_to_prompt = || {
        let (mut read, mut byte) = (Vec::new(), [0]);
        while !read.ends_with(b"\no> ") && output.read(&mut byte).unwrap() > 0 {
            read.push(byte[0]);
        }
        String::from_utf8(read).unwrap()
    };
    let shown = read_to_prompt();
    let mut page = Browser::open(&directory.path().join("refresh.html"));
    page.wait_for("your turn (o): play in grid ");
    page.evaluate(
        "globalThis.frames_without = 0;
         (function watch() {
           if (!document.querySelector('main svg')) frames_without++;
           requestAnimationFrame(watch);
         })()",
    )
    .unwrap();
    let (_, cells) = shown.rsplit_once("legal moves: ").unwrap();
    let (_, grid) = shown.rsplit_once("play in grid ").unwrap();
    let (cell, typed) = (&cells[..2], format!("{} {}", &grid[..1], &cells[..2]));
    let file = fs::read_to_string(directory.path().join("refresh.html")).unwrap();
    assert!(!file.contains(&format!("<li>{typed}</li>")));
    writeln!(game.stdin.as_mut().unwrap(), "{cell}").unwrap();
    read_to_prompt();
    page.wait_for(&typed);
    // The ink of o on paper.
    let rings = "document.querySelectorAll('main svg path[stroke=\"#bf3a1c\"]').length";
    assert_eq!(page.evaluate(rings).unwrap(), 1, "o has one piece");
    assert_eq!(page.evaluate("frames_without").unwrap(), 0, "the board disappeared for a moment");
    drop(game.stdin.take());
    game.wait().unwrap();
}
