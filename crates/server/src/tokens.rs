//! Random game ids and seat tokens.

use subtle::ConstantTimeEq;

/// Number of random bytes in a game id.
const GAME_ID_BYTES: usize = 10;

/// Number of random bytes in a seat token: 128 bits.
const TOKEN_BYTES: usize = 16;

/// Generates the id of a new game.
pub fn new_game_id() -> Result<String, getrandom::Error> {
    random_hex::<GAME_ID_BYTES>()
}

/// Returns whether a text has the form of a game id.
pub fn is_game_id(text: &str) -> bool {
    text.len() == 2 * GAME_ID_BYTES && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Generates a seat token.
pub fn new_token() -> Result<String, getrandom::Error> {
    random_hex::<TOKEN_BYTES>()
}

fn random_hex<const BYTES: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
}

/// Compares two tokens in constant time, so that response times don't reveal how
/// many leading characters of a guess are right.
pub fn tokens_equal(expected: &str, given: &str) -> bool {
    expected.as_bytes().ct_eq(given.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_unique() {
        let tokens: std::collections::BTreeSet<String> = (0..1000).map(|_| new_token().unwrap()).collect();
        assert_eq!(tokens.len(), 1000);
        assert!(tokens.iter().all(|token| token.len() == 32));
    }

    #[test]
    fn game_ids_have_a_fixed_form() {
        assert!(is_game_id(&new_game_id().unwrap()));
        assert!(!is_game_id("../../etc/passwd") && !is_game_id(""));
    }

    #[test]
    fn only_identical_tokens_are_equal() {
        assert!(tokens_equal("abc", "abc") && tokens_equal("", ""));
        for other in ["", "ab", "abd", "abcd", "xbc"] {
            assert!(!tokens_equal("abc", other), "{other}");
        }
    }
}
