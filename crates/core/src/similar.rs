//! Finds the name that a mistyped one probably means, for error messages.

/// The longest part of a name that is compared, in letters.
const MAX_LETTERS: usize = 32;

/// Returns the name that a mistyped one probably means: the first of those that differ least
/// from it, if that is little enough. Case and punctuation don't count.
///
/// # Examples
///
/// ```
/// use plateau_core::similar::nearest;
///
/// assert_eq!(nearest("plya", ["show", "play"]), Some("play"));
/// assert_eq!(nearest("chess", ["show", "play"]), None);
/// ```
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let typed = letters(typed);
    let rated = names.into_iter().filter_map(|name| {
        let letters = letters(name);
        let allowed = match typed.len().max(letters.len()) {
            _ if typed.len() < 3 => 0,
            0..6 => 1,
            _ => 2,
        };
        let distance = edit_distance(&typed, &letters);
        // An abbreviation of three letters is clear enough, if no other name is nearer.
        let is_abbreviation = typed.len() >= 3 && letters.starts_with(&typed);
        let rating = if is_abbreviation { distance.min(allowed) } else { distance };
        (!letters.is_empty() && rating <= allowed).then_some((rating, name))
    });
    rated.min_by_key(|(rating, _)| *rating).map(|(_, name)| name)
}

fn letters(text: &str) -> Vec<char> {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).take(MAX_LETTERS).collect()
}

/// Returns the optimal string alignment distance: the number of letters to insert, delete,
/// replace or swap with the next one.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let names =
            ["tictactoe", "connect4", "puissance4", "othello", "achi", "picaria", "--hash", "--threads"];
        for (typed, expected) in [
            ("tictacto", "tictactoe"),
            ("Tic-Tac-Toe", "tictactoe"),
            ("connect", "connect4"),
            ("puissance 4", "puissance4"),
            ("otello", "othello"),
            ("otelo", "othello"),
            ("ohtelo", "othello"),
            ("akhi", "achi"),
            ("piccaria", "picaria"),
            ("--thread", "--threads"),
            ("--hsah", "--hash"),
        ] {
            assert_eq!(nearest(typed, names), Some(expected), "{typed}");
        }
        for typed in ["chess", "a", "", "--", "hats", &"x".repeat(1_000)] {
            assert_eq!(nearest(typed, names), None, "{typed}");
        }
    }

    #[test]
    fn an_exact_name_beats_an_abbreviation() {
        assert_eq!(nearest("match", ["matches", "match"]), Some("match"));
        assert_eq!(nearest("matcj", ["matches", "match"]), Some("match"));
    }
}
