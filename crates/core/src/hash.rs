//! Hash functions for position keys. They are written here because they are on the hot path
//! and must not change between builds: opening books store keys.

const ODD: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// Multiplies to 128 bits and XORs the two halves.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Mixes a 64-bit word. This is a bijection, so positions that fit in one word have keys
/// without collisions.
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(ODD[1]);
    let word = (word ^ (word >> 32)).wrapping_mul(ODD[1]);
    word ^ (word >> 32)
}

/// Hashes two words.
#[inline]
pub const fn mix2(a: u64, b: u64) -> u64 {
    mix(fold(a ^ ODD[0], b ^ ODD[2]) ^ a.rotate_left(32) ^ b)
}

/// Hashes any number of words; their order matters.
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
    fn inputs_of_one_set_bit_do_not_collide() {
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
