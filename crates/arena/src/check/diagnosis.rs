//! Guesses why an answer is wrong.

use std::time::Duration;

use plateau_core::Message;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::Protocol;

use super::phrases;
use crate::player::Player;

/// A request and its answer.
pub struct Exchange {
    /// The game so far.
    pub record: Box<dyn AnyRecord>,
    /// The text sent to the program.
    pub sent: String,
    /// Whether there was an answer, possibly empty.
    pub answered: bool,
    /// The answer.
    pub text: String,
    /// The time it took.
    pub time: Duration,
}

impl Exchange {
    /// Creates an exchange without an answer.
    pub fn unanswered(record: &dyn AnyRecord, sent: String) -> Self {
        let text = String::new();
        Self { record: record.boxed_clone(), sent, answered: false, text, time: Duration::ZERO }
    }

    /// Returns why the answer is not a legal move, or `None` if it is one.
    pub fn error(&self, player: &Player) -> Option<Message> {
        self.error_of(&self.text, player)
    }

    fn error_of(&self, text: &str, player: &Player) -> Option<Message> {
        match player.parse_move(text) {
            None => Some(phrases::NOT_A_MOVE.message()),
            Some(mv) => self.record.boxed_clone().play(&mv).err().map(|error| error.message()),
        }
    }
}

/// Returns the likely cause of wrong answers: the correction that makes every answer legal.
pub fn diagnose(
    exchanges: &[&Exchange],
    wrong: &Exchange,
    player: &Player,
    protocol: Protocol,
    variant: &dyn AnyVariant,
) -> Message {
    if wrong.text.trim().is_empty() || wrong.text == "bestmove" {
        return phrases::CAUSE_NO_MOVE.message();
    }
    let from_zero = matches!(protocol, Protocol::Codingame | Protocol::Gomocup);
    let is_fixed_by = |correct: &dyn Fn(&str) -> Option<String>| {
        exchanges.iter().all(|exchange| {
            correct(&exchange.text).is_some_and(|text| exchange.error_of(&text, player).is_none())
        })
    };
    let has_grids = !variant.layout().regions.is_empty() && !from_zero;
    if is_fixed_by(&|text| shift_numbers(text, if from_zero { -1 } else { 1 })) {
        return if from_zero {
            phrases::CAUSE_FROM_ONE.message()
        } else {
            phrases::CAUSE_FROM_ZERO.message()
        };
    }
    if is_fixed_by(&swap_numbers) {
        return if has_grids {
            phrases::CAUSE_GRID_SWAPPED.message()
        } else {
            phrases::CAUSE_ROW_SWAPPED.message()
        };
    }
    if wrong.text.lines().count() > 1 || wrong.text.split_whitespace().count() > 3 {
        return phrases::CAUSE_DEBUG_OUTPUT.message();
    }
    if player
        .parse_move(&wrong.text)
        .is_none_or(|text| wrong.record.boxed_clone().play(&text).is_err_and(|e| e.found.is_some()))
    {
        return phrases::CAUSE_NOTATION.message();
    }
    phrases::CAUSE_RULES.message()
}

/// Splits an answer into its numbers and the text between them. Two digits alone are two
/// numbers.
fn split_numbers(text: &str) -> Option<(Vec<i32>, Vec<String>)> {
    let text = text.trim();
    let compact = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if compact {
        let digits = text.chars().filter_map(|digit| digit.to_digit(10)).map(|digit| digit as i32);
        return Some((digits.collect(), vec![String::new(), " ".to_owned(), String::new()]));
    }
    let mut found = Vec::new();
    let mut between = vec![String::new()];
    let mut digits = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else {
            if !digits.is_empty() {
                found.push(digits.parse().ok()?);
                digits.clear();
                between.push(String::new());
            }
            between.last_mut()?.push(letter);
        }
    }
    (!found.is_empty()).then_some((found, between))
}

/// Reverses [`split_numbers`].
fn join_numbers(numbers: &[i32], between: &[String]) -> String {
    let mut text = between.first().cloned().unwrap_or_default();
    for (number, after) in numbers.iter().zip(&between[1..]) {
        text.push_str(&number.to_string());
        text.push_str(after);
    }
    text.trim().to_owned()
}

/// Adds to every number of an answer.
fn shift_numbers(text: &str, by: i32) -> Option<String> {
    let (numbers, between) = split_numbers(text)?;
    let shifted: Vec<i32> =
        numbers.into_iter().map(|number| number.checked_add(by)).collect::<Option<_>>()?;
    Some(join_numbers(&shifted, &between))
}

/// Swaps the two numbers of an answer.
fn swap_numbers(text: &str) -> Option<String> {
    let (numbers, between) = split_numbers(text)?;
    match numbers[..] {
        [a, b] => Some(join_numbers(&[b, a], &between)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_corrected() {
        assert_eq!(shift_numbers("0 4", 1).as_deref(), Some("1 5"));
        assert_eq!(shift_numbers("04", 1).as_deref(), Some("1 5"));
        assert_eq!(shift_numbers("11,0", 1).as_deref(), Some("12,1"));
        assert_eq!(shift_numbers("7", 1).as_deref(), Some("8"));
        assert_eq!(shift_numbers("none", 1), None);
        assert_eq!(shift_numbers("2147483647", 1), None);
        assert_eq!(swap_numbers("3 8").as_deref(), Some("8 3"));
        assert_eq!(swap_numbers("38").as_deref(), Some("8 3"));
        assert_eq!(swap_numbers("5"), None);
    }
}
