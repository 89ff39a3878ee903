//! Plays arbitrary text as a move and as a list of moves, a few moves into a game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plateau_fuzz::{check_error, split, variant};

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
        Err(error) => check_error(&error, text),
        Ok(played) => assert!(legal.contains(&played)),
    }
    let before = game.ply();
    match game.play_all(text) {
        Err(error) => {
            check_error(&error, text);
            assert_eq!(game.ply(), before, "a list with an illegal move plays nothing");
        }
        Ok(()) => {
            let record = game.text();
            assert_eq!(
                plateau_games::REGISTRY.record(&record).expect("a printed record parses").text(),
                record
            );
        }
    }
});
