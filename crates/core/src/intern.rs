//! Values that live as long as the program, one for each distinct key.

use std::hash::Hash;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

/// A table of geometries and rules that positions refer to. Each distinct key
/// is built once and kept; use it only for keys of which there are few.
#[derive(Debug)]
pub struct Interner<K, V: 'static> {
    values: OnceLock<Mutex<FxHashMap<K, &'static V>>>,
}

impl<K: Eq + Hash, V> Interner<K, V> {
    /// An empty table, for a `static`.
    #[allow(clippy::new_without_default, reason = "only ever made as a constant")]
    pub const fn new() -> Self {
        Self { values: OnceLock::new() }
    }

    /// The value of a key, built at its first use.
    pub fn get(&self, key: K, build: impl FnOnce(&K) -> V) -> &'static V {
        let values = self.values.get_or_init(Mutex::default);
        let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = values.get(&key) {
            return value;
        }
        let value = &*Box::leak(Box::new(build(&key)));
        values.insert(key, value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_built_once() {
        static NAMES: Interner<u8, String> = Interner::new();
        let first = NAMES.get(3, |n| format!("n{n}"));
        let again = NAMES.get(3, |_| unreachable!());
        assert!(std::ptr::eq(first, again));
        assert_eq!(NAMES.get(4, |n| format!("n{n}")), "n4");
    }
}
