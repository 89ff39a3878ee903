//! Parses arbitrary text as a position and as a record: either a clear error or a consistent
//! game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plateau_fuzz::{check_error, split, variant};
use plateau_games::REGISTRY;

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = split(data) else { return };
    let variant = variant(choice);
    match variant.open(text) {
        Err(error) => check_error(&error, text),
        Ok(read) => {
            let canonical = read.position_text();
            let again = variant.open(&canonical).expect("a printed position parses");
            assert_eq!(again.position_text(), canonical);
            assert_eq!(again.key(), read.key());
            assert_eq!(again.finish(), read.finish());
            assert_eq!(again.legal_moves().is_empty(), again.finish().is_some());
            read.view();
        }
    }
    match REGISTRY.record(text) {
        Err(error) => check_error(&error, text),
        Ok(record) => {
            let canonical = record.text();
            assert_eq!(REGISTRY.record(&canonical).expect("a printed record parses").text(), canonical);
        }
    }
});
