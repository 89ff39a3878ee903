//! Names and tokens that nobody can guess.

use std::hint::black_box;

/// As many bytes in a game's name.
const NAME: usize = 10;

/// As many in the token of a seat: 128 bits.
const TOKEN: usize = 16;

/// The name of a new game.
pub fn name() -> Result<String, getrandom::Error> {
    random::<NAME>()
}

/// Whether a text could be the name of a game at all.
pub fn is_name(text: &str) -> bool {
    text.len() == 2 * NAME && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The token of a seat.
pub fn token() -> Result<String, getrandom::Error> {
    random::<TOKEN>()
}

/// Random bytes in hexadecimal.
fn random<const BYTES: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(hexadecimal(&bytes))
}

/// Bytes as two digits each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
}

/// Whether two texts are the same, in a time that does not tell how far they are.
pub fn same(known: &str, given: &str) -> bool {
    let pairs = known.bytes().zip(given.bytes());
    let differences = pairs.fold(0, |all, (a, b)| black_box(all | (a ^ b)));
    known.len() == given.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_differ() {
        let tokens: std::collections::BTreeSet<String> = (0..1000).map(|_| token().unwrap()).collect();
        assert_eq!(tokens.len(), 1000);
        assert!(tokens.iter().all(|token| token.len() == 32));
        assert!(is_name(&name().unwrap()) && !is_name("../../etc/passwd") && !is_name(""));
    }

    #[test]
    fn only_the_same_is_the_same() {
        assert!(same("abc", "abc") && same("", ""));
        for other in ["", "ab", "abd", "abcd", "xbc"] {
            assert!(!same("abc", other), "{other}");
        }
    }
}
