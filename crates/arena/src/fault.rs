//! Messages about faults.

use plateau_core::Message;
use plateau_core::text::Argument;

use crate::game::Fault;
use crate::phrases;

impl Fault {
    /// Returns a clause about the player, without its name.
    pub fn message(&self) -> Message {
        let seconds = |time: &std::time::Duration| Argument::decimal(time.as_secs_f64(), 3);
        match self {
            Self::IllegalMove(text) => phrases::ILLEGAL_MOVE.message().with("text", excerpt(text)),
            Self::NotAMove(text) => phrases::NOT_A_MOVE.message().with("text", excerpt(text)),
            Self::OutOfTime(over) => phrases::OUT_OF_TIME.message().with("seconds", seconds(over)),
            Self::NoAnswer(time) => {
                phrases::NO_ANSWER.message().with("seconds", Argument::decimal(time.as_secs_f64(), 1))
            }
            Self::UnexpectedOutput(output) => {
                let terminated = output.ends_with('\n');
                let phrase =
                    if terminated { &phrases::UNEXPECTED_OUTPUT } else { &phrases::UNTERMINATED_OUTPUT };
                phrase.message().with("text", excerpt(output))
            }
            Self::TooMuchOutput => phrases::TOO_MUCH_OUTPUT.message(),
            Self::Exited(how) => phrases::EXITED.message().with("how", how.as_str()),
            Self::StartFailed(reason) => phrases::START_FAILED.message().with("reason", reason.clone()),
            Self::NotReady(word) => phrases::NOT_READY.message().with("word", word.as_str()),
            Self::DidNotExit => phrases::DID_NOT_EXIT.message(),
            Self::LeftoverProcesses(1) => phrases::LEFTOVER_PROCESS.message(),
            Self::LeftoverProcesses(count) => phrases::LEFTOVER_PROCESSES.message().with("count", *count),
            Self::Resigned => phrases::RESIGNED.message(),
        }
    }
}

/// The longest excerpt, in characters.
const MAX_EXCERPT: usize = 60;

/// Returns the beginning of a program's output on one line, with control characters
/// escaped, so that it is safe to print.
pub fn excerpt(text: &str) -> String {
    let mut escaped: String = text
        .trim()
        .chars()
        .take(MAX_EXCERPT)
        .flat_map(|c| match c {
            '\n' => "\\n".chars().collect::<Vec<_>>(),
            c if c.is_control() => c.escape_default().collect(),
            c => vec![c],
        })
        .collect();
    if text.trim().chars().nth(MAX_EXCERPT).is_some() {
        escaped.push('…');
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use plateau_core::Lang;

    use super::*;

    #[test]
    fn fault_messages_in_english_and_french() {
        let fault = Fault::OutOfTime(Duration::from_millis(1_250));
        assert_eq!(fault.message().to_string(), "exceeded its time by 1.250 s");
        assert_eq!(fault.message().render(Lang::Fr), "a répondu avec 1,250 s de retard");
        assert_eq!(Fault::IllegalMove(" 5\n".into()).message().to_string(), "played the illegal move '5'");
        assert_eq!(
            Fault::NoAnswer(Duration::from_millis(1_100)).message().to_string(),
            "gave no answer within 1.1 s"
        );
        assert_eq!(
            Fault::UnexpectedOutput("b2\n".into()).message().to_string(),
            "printed 'b2' but no answer before its time ran out"
        );
        assert_eq!(
            Fault::UnexpectedOutput("bestmove a3".into()).message().to_string(),
            "printed 'bestmove a3' without a newline before its time ran out"
        );
        assert_eq!(Fault::LeftoverProcesses(1).message().to_string(), "left 1 process running");
    }

    #[test]
    fn excerpts_are_short_and_escaped() {
        assert_eq!(excerpt("a\nb\u{7}"), "a\\nb\\u{7}");
        assert_eq!(excerpt(&"x".repeat(999)).chars().count(), MAX_EXCERPT + 1);
    }
}
