//! Interned values: one per distinct key, alive as long as the program.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

/// A reference to an interned value. Equality compares addresses, which is cheap. Hashing
/// skips it: positions in one hash table share the same value.
#[derive(Debug)]
pub struct Interned<V: 'static>(&'static V);

impl<V> Clone for Interned<V> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Interned<V> {}

impl<V> Deref for Interned<V> {
    type Target = V;
    #[inline]
    fn deref(&self) -> &V {
        self.0
    }
}

impl<V> PartialEq for Interned<V> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<V> Eq for Interned<V> {}

impl<V> Hash for Interned<V> {
    #[inline]
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A table of values, such as board geometries, that positions refer to. Each value is
/// built once and never freed, so use it only for a small number of distinct keys.
#[derive(Debug)]
pub struct Interner<K, V: 'static> {
    values: OnceLock<Mutex<FxHashMap<K, Interned<V>>>>,
}

impl<K: Eq + Hash, V> Interner<K, V> {
    /// Creates an empty table, for a `static`.
    #[allow(clippy::new_without_default, reason = "only used in constants")]
    pub const fn new() -> Self {
        Self { values: OnceLock::new() }
    }

    /// Returns the value of a key, and builds it on first use.
    pub fn get(&self, key: K, build: impl FnOnce(&K) -> V) -> Interned<V> {
        let values = self.values.get_or_init(Mutex::default);
        let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = values.get(&key) {
            return *value;
        }
        let value = Interned(&*Box::leak(Box::new(build(&key))));
        values.insert(key, value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn get_builds_each_key_once() {
        static NAMES: Interner<u8, String> = Interner::new();
        let first = NAMES.get(3, |n| format!("n{n}"));
        let again = NAMES.get(3, |_| unreachable!());
        assert_eq!(first, again);
        let other = NAMES.get(4, |n| format!("n{n}"));
        assert!(other != first && *other == "n4");
    }
}
