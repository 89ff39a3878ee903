//! What a search found, within what is proven.

use plateau_search::{Analysis, MoveValue, Score, Value};

/// What a search found, with what is proven of the position and of some moves. The
/// first of these is not worth less than the position is known to be; it goes before
/// the move of the search if that is enough to win, or all there is to get, or more
/// than the search hopes for.
pub fn with_proven(mut found: Analysis<u8>, value: Value, judged: Vec<MoveValue<u8>>) -> Analysis<u8> {
    let hope = found.moves.first().map_or(Score::LOWEST, |best| best.value.estimate);
    let is_enough = value.is_exact() || value.lower > Score::DRAW || value.lower > hope;
    let best = judged.first().filter(|_| is_enough).map(|best| best.mv);
    found.value = within(found.value, value);
    for each in &mut found.moves {
        each.value = within(each.value, Value { lower: Score::LOWEST, ..value });
    }
    for each in judged {
        match found.moves.iter_mut().find(|other| other.mv == each.mv) {
            Some(other) => other.value = within(other.value, each.value),
            // A search for one move has found another.
            None if Some(each.mv) == best => found.moves = vec![each],
            None => {}
        }
    }
    found.moves.sort_by_key(|each| (Some(each.mv) != best, std::cmp::Reverse(each.value.estimate)));
    found
}

/// A value within what is proven of it.
fn within(value: Value, proven: Value) -> Value {
    let (lower, upper) = (value.lower.max(proven.lower), value.upper.min(proven.upper));
    if lower > upper {
        return proven;
    }
    Value { lower, upper, estimate: value.estimate.clamp(lower, upper) }
}
