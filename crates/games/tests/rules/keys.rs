//! Hash keys are stored in tables and opening books, so they must never change.

use std::fmt::Write;

use plateau_games::REGISTRY;

#[test]
fn keys_are_stable() {
    let expected = include_str!("../data/keys.txt");
    let mut found = String::from("# variant ; position ; key\n");
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(';').map(str::trim).collect();
        let [variant, position, _] = columns[..] else { panic!("{line}") };
        let game = REGISTRY.variant(variant).unwrap().open(position).unwrap();
        writeln!(found, "{variant} ; {position} ; {:016x}", game.key()).unwrap();
    }
    assert_eq!(found, expected);
}
