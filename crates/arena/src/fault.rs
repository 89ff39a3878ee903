//! What a player did wrong, in words.

use plateau_core::Message;
use plateau_core::text::Argument;

use crate::game::Fault;
use crate::phrases;

impl Fault {
    /// A sentence about the player, without its name.
    pub fn message(&self) -> Message {
        let seconds = |time: &std::time::Duration| Argument::decimal(time.as_secs_f64(), 3);
        match self {
            Self::Illegal(text) => phrases::ILLEGAL.message().with("text", short(text)),
            Self::Nonsense(text) => phrases::NONSENSE.message().with("text", short(text)),
            Self::Time(over) => phrases::LATE.message().with("seconds", seconds(over)),
            Self::Silent(time) => {
                phrases::SILENT.message().with("seconds", Argument::decimal(time.as_secs_f64(), 1))
            }
            Self::Unheard(said) => {
                let phrase = if said.ends_with('\n') { &phrases::UNHEARD } else { &phrases::UNENDED };
                phrase.message().with("text", short(said))
            }
            Self::Flood => phrases::FLOOD.message(),
            Self::Died(how) => phrases::DIED.message().with("how", how.as_str()),
            Self::Start(reason) => phrases::NOT_STARTED.message().with("reason", reason.as_str()),
            Self::NotReady(word) => phrases::NOT_READY.message().with("word", word.as_str()),
            Self::Stop => phrases::NOT_STOPPED.message(),
            Self::Children(1) => phrases::CHILD.message(),
            Self::Children(count) => phrases::CHILDREN.message().with("count", *count),
            Self::Resigned => phrases::RESIGNED.message(),
        }
    }
}

/// No more of what a program said is repeated.
const LONGEST: usize = 60;

/// What a program said, as it can be repeated: short, on one line, harmless.
pub fn short(text: &str) -> String {
    let mut quiet: String = text
        .trim()
        .chars()
        .take(LONGEST)
        .flat_map(|c| match c {
            '\n' => "\\n".chars().collect::<Vec<_>>(),
            c if c.is_control() => c.escape_default().collect(),
            c => vec![c],
        })
        .collect();
    if text.trim().chars().nth(LONGEST).is_some() {
        quiet.push('…');
    }
    quiet
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use plateau_core::Lang;

    use super::*;

    #[test]
    fn faults_are_told_in_both_languages() {
        let fault = Fault::Time(Duration::from_millis(1_250));
        assert_eq!(fault.message().to_string(), "it took 1.250 s longer than it had");
        assert_eq!(fault.message().render(Lang::Fr), "il a pris 1,250 s de plus qu'il n'avait");
        assert_eq!(Fault::Illegal(" 5\n".into()).message().to_string(), "it played '5', which is not legal");
        assert_eq!(Fault::Silent(Duration::from_millis(1_100)).message().to_string(), "no answer in 1.1 s");
        assert_eq!(
            Fault::Unheard("b2\n".into()).message().to_string(),
            "it said 'b2', which is no answer, until its time was up"
        );
        assert_eq!(
            Fault::Unheard("bestmove a3".into()).message().to_string(),
            "it said 'bestmove a3' without a newline at the end, until its time was up"
        );
        assert_eq!(Fault::Children(1).message().to_string(), "it left 1 process behind");
        assert_eq!(short("a\nb\u{7}"), "a\\nb\\u{7}");
        assert!(short(&"x".repeat(999)).chars().count() == LONGEST + 1);
    }
}
