//! A stable sort for lists of moves.
//!
//! Lists of root moves have at most a few hundred elements and are sorted once per
//! search or iteration, so an insertion sort is fast enough. The sort of the standard
//! library would be compiled for each type of move and each engine, a quarter of all the
//! code that the compiler generates for the games.

/// Sorts a list by a key, smallest first. Equal elements keep their order.
pub fn insertion_sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    insertion_sort(list, |a, b| key(a) < key(b));
}

/// Sorts a list by a strict order, `is_before(a, b)`. Equal elements keep their order.
pub fn insertion_sort<T>(list: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for i in 1..list.len() {
        let mut j = i;
        while j > 0 && is_before(&list[j], &list[j - 1]) {
            list.swap(j, j - 1);
            j -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::{insertion_sort, insertion_sort_by_key};

    #[test]
    fn agrees_with_the_stable_sort_of_the_standard_library() {
        for count in 0..40_u32 {
            let list: Vec<(u32, u32)> = (0..count).map(|i| (i * 7919 % 11, i)).collect();
            let (mut sorted, mut expected) = (list.clone(), list);
            insertion_sort_by_key(&mut sorted, |&(value, _)| Reverse(value));
            expected.sort_by_key(|&(value, _)| Reverse(value));
            assert_eq!(sorted, expected);
            insertion_sort(&mut sorted, |a, b| a.1 > b.1);
            expected.sort_by_key(|&(_, index)| Reverse(index));
            assert_eq!(sorted, expected);
        }
    }
}
