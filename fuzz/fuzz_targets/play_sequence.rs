//! Plays random sequences of legal moves and undos, and checks that the game stays consistent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plateau_fuzz::variant;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, steps)) = data.split_first() else { return };
    let variant = variant(choice);
    let points = variant.layout().points.len();
    let mut game = variant.start();
    for &step in steps {
        let moves = game.legal_moves();
        assert_eq!(moves.is_empty(), game.finish().is_some());
        if step == u8::MAX || moves.is_empty() {
            if !game.undo() {
                break;
            }
            continue;
        }
        let mv = &moves[usize::from(step) % moves.len()];
        let (turn, before) = (game.turn(), game.position_text());
        assert_eq!(game.play(mv).as_ref(), Ok(mv));
        assert_eq!(game.turn(), turn.other());
        assert_ne!(game.position_text(), before);
        let view = game.view();
        assert_eq!(view.pieces.len(), points);
        assert_eq!(view.moves.len(), game.legal_moves().len());
    }
    let again = variant.open(&game.position_text()).expect("a printed position parses");
    assert_eq!(again.key(), game.key());
    assert_eq!(
        plateau_games::REGISTRY.record(&game.text()).expect("a printed record parses").text(),
        game.text()
    );
});
