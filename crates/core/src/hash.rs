//! Mixing of a position's words into a key, by hand because it is on the hot
//! path and must never change from one build to the next: keys are stored in
//! tables and books.

const ODD: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// The two halves of a 128-bit product folded together.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

/// A bijection on 64-bit words that spreads every input bit over the output:
/// positions that fit a word get keys without collision.
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(ODD[1]);
    let word = (word ^ (word >> 32)).wrapping_mul(ODD[1]);
    word ^ (word >> 32)
}

/// A key of two words.
#[inline]
pub const fn mix2(a: u64, b: u64) -> u64 {
    mix(fold(a ^ ODD[0], b ^ ODD[2]) ^ a.rotate_left(32) ^ b)
}

/// A key of any number of words, order included.
#[inline]
pub fn mix_all(words: impl IntoIterator<Item = u64>) -> u64 {
    mix(words.into_iter().fold(ODD[3], |key, word| {
        fold(key ^ ODD[0], word ^ ODD[2]) ^ key.rotate_left(17) ^ word.rotate_left(29)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn close_inputs_have_different_keys() {
        let mut keys = HashSet::new();
        for a in 0..64 {
            assert!(keys.insert(mix(1 << a)));
            for b in 0..64 {
                assert!(keys.insert(mix2(1 << a, 1 << b)), "{a} {b}");
                assert!(keys.insert(mix_all([1 << a, 1 << b, 0])), "{a} {b}");
                assert!(keys.insert(mix_all([0, 1 << a, 1 << b])), "{a} {b}");
            }
        }
    }
}
