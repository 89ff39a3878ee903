//! Uses arbitrary bytes as the file of a net: either a clear error or an evaluator that
//! evaluates every position of a game without overflow.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plateau_core::Lang;
use plateau_fuzz::variant;
use plateau_games::learned;
use plateau_learn::net_file::checksum;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, body)) = data.split_first() else { return };
    let variant = variant(choice);
    // A fuzzer does not find checksums.
    learned::register("fuzz.net", [body, &checksum(body).to_le_bytes()].concat());
    let mut record = variant.start();
    for step in 0..60 {
        match record.evaluation(Some("fuzz.net")) {
            Err(error) => {
                for lang in [Lang::En, Lang::Fr] {
                    let message = error.render(lang);
                    assert!(!message.is_empty() && !message.contains('\n'));
                }
                return;
            }
            Ok(None) => return,
            Ok(Some(_)) => {}
        }
        let moves = record.legal_moves();
        let choice = usize::from(data[step % data.len()]) % moves.len();
        record.play(&moves[choice]).expect("a legal move");
    }
});
