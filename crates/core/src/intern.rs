//! Values that live as long as the program, one for each distinct key.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

/// A reference to the one value of its key. Its address is its identity, so it
/// is compared in no time; hashing passes it over, because what is hashed
/// together shares it.
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

/// A table of geometries and rules that positions refer to. Each distinct key
/// is built once and kept; use it only for keys of which there are few.
#[derive(Debug)]
pub struct Interner<K, V: 'static> {
    values: OnceLock<Mutex<FxHashMap<K, Interned<V>>>>,
}

impl<K: Eq + Hash, V> Interner<K, V> {
    /// An empty table, for a `static`.
    #[allow(clippy::new_without_default, reason = "only ever made as a constant")]
    pub const fn new() -> Self {
        Self { values: OnceLock::new() }
    }

    /// The value of a key, built at its first use.
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
    fn a_key_is_built_once() {
        static NAMES: Interner<u8, String> = Interner::new();
        let first = NAMES.get(3, |n| format!("n{n}"));
        let again = NAMES.get(3, |_| unreachable!());
        assert_eq!(first, again);
        let other = NAMES.get(4, |n| format!("n{n}"));
        assert!(other != first && *other == "n4");
    }
}
