//! Why an answer is wrong, probably.

use std::time::Duration;

use plateau_core::Message;
use plateau_games::{AnyRecord, AnyVariant};

use super::phrases;
use crate::player::Player;
use crate::protocol::Protocols;

/// A question and its answer.
pub struct Answered {
    /// The game so far.
    pub record: Box<dyn AnyRecord>,
    /// What the program was told.
    pub sent: String,
    /// Whether it answered, if only by nothing.
    pub heard: bool,
    /// What it said.
    pub text: String,
    /// How long it took.
    pub time: Duration,
}

impl Answered {
    /// No answer yet.
    pub fn nothing(record: &dyn AnyRecord) -> Self {
        let (sent, text) = (String::new(), String::new());
        Self { record: record.boxed_clone(), sent, heard: false, text, time: Duration::ZERO }
    }

    /// Why it is no legal move; none if it is one.
    pub fn fault(&self, player: &Player) -> Option<Message> {
        self.fault_of(&self.text, player)
    }

    fn fault_of(&self, text: &str, player: &Player) -> Option<Message> {
        match player.read(text) {
            None => Some(phrases::NOT_READ.message()),
            Some(mv) => self.record.boxed_clone().play(&mv).err().map(|error| error.message()),
        }
    }
}

/// The likely cause: what would make every answer legal.
pub fn of(
    answers: &[&Answered],
    wrong: &Answered,
    player: &Player,
    protocol: Protocols,
    variant: &dyn AnyVariant,
) -> Message {
    if wrong.text.trim().is_empty() || wrong.text == "bestmove" {
        return phrases::CAUSE_NO_MOVE.message();
    }
    let from_zero = matches!(protocol, Protocols::Codingame | Protocols::Gomocup);
    let mends = |mend: &dyn Fn(&str) -> Option<String>| {
        answers
            .iter()
            .all(|answer| mend(&answer.text).is_some_and(|text| answer.fault_of(&text, player).is_none()))
    };
    let grids = !variant.layout().regions.is_empty() && !from_zero;
    if mends(&|text| shifted(text, if from_zero { -1 } else { 1 })) {
        return if from_zero {
            phrases::CAUSE_FROM_ONE.message()
        } else {
            phrases::CAUSE_FROM_ZERO.message()
        };
    }
    if mends(&swapped) {
        return if grids { phrases::CAUSE_GRID_LAST.message() } else { phrases::CAUSE_ROW_LAST.message() };
    }
    let words: Vec<&str> = wrong.text.lines().collect();
    let hidden = words.len() > 1 || wrong.text.split_whitespace().count() > 3;
    if hidden {
        return phrases::CAUSE_TALK.message();
    }
    if player
        .read(&wrong.text)
        .is_none_or(|text| wrong.record.boxed_clone().play(&text).is_err_and(|e| e.found.is_some()))
    {
        return phrases::CAUSE_NOTATION.message();
    }
    phrases::CAUSE_RULES.message()
}

/// The numbers of an answer: those apart, or the digits of one where there is one.
fn numbers(text: &str) -> Option<(Vec<i32>, Vec<String>)> {
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

fn joined(numbers: &[i32], between: &[String]) -> String {
    let mut text = between.first().cloned().unwrap_or_default();
    for (number, after) in numbers.iter().zip(&between[1..]) {
        text.push_str(&number.to_string());
        text.push_str(after);
    }
    text.trim().to_owned()
}

/// The answer with every number so much larger.
fn shifted(text: &str, by: i32) -> Option<String> {
    let (numbers, between) = numbers(text)?;
    let shifted: Vec<i32> =
        numbers.into_iter().map(|number| number.checked_add(by)).collect::<Option<_>>()?;
    Some(joined(&shifted, &between))
}

/// The answer with its two numbers in the other order.
fn swapped(text: &str) -> Option<String> {
    let (numbers, between) = numbers(text)?;
    match numbers[..] {
        [a, b] => Some(joined(&[b, a], &between)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_mended() {
        assert_eq!(shifted("0 4", 1).as_deref(), Some("1 5"));
        assert_eq!(shifted("04", 1).as_deref(), Some("1 5"));
        assert_eq!(shifted("11,0", 1).as_deref(), Some("12,1"));
        assert_eq!(shifted("7", 1).as_deref(), Some("8"));
        assert_eq!(shifted("none", 1), None);
        assert_eq!(shifted("2147483647", 1), None);
        assert_eq!(swapped("3 8").as_deref(), Some("8 3"));
        assert_eq!(swapped("38").as_deref(), Some("8 3"));
        assert_eq!(swapped("5"), None);
    }
}
