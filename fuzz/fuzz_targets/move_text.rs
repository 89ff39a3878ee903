//! Any text as a move and as a list of moves, in a position a few moves into
//! the game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plateau_fuzz::{is_clear, split, variant};

fuzz_target!(|data: &[u8]| {
    let Some((&steps, data)) = data.split_first() else { return };
    let Some((choice, text)) = split(data) else { return };
    let variant = variant(choice);
    let mut game = variant.start();
    for step in 0..usize::from(steps) % 32 {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(&moves[(step * 7 + usize::from(steps)) % moves.len()]).expect("a legal move");
    }
    let legal = game.legal_moves();
    match game.clone().play(text) {
        Err(error) => is_clear(&error, text),
        Ok(played) => assert!(legal.contains(&played)),
    }
    let before = game.ply();
    match game.play_all(text) {
        Err(error) => {
            is_clear(&error, text);
            assert_eq!(game.ply(), before, "a wrong list plays nothing");
        }
        Ok(()) => {
            let record = game.text();
            assert_eq!(
                plateau_games::REGISTRY.record(&record).expect("what is printed is read").text(),
                record
            );
        }
    }
});
