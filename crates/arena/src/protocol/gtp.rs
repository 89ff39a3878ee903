//! Go Text Protocol, as Othello programs speak it: cells are those of Othello, `a1` at
//! the top left.

use std::time::Instant;

use plateau_core::Player;

use super::{Answer, Bot, Failure, Protocol, Setting, Turn, othello_move};
use crate::game::{Control, Fault};

/// Lines of the Go Text Protocol.
#[derive(Debug, Default)]
pub struct Gtp {
    /// The moves that the program knows of.
    known: usize,
}

impl Protocol for Gtp {
    fn start(&mut self, bot: &mut Bot, setting: &Setting<'_>) -> Result<(), Failure> {
        self.known = 0;
        let started = bot.runs();
        let began = if started { bot.begin() } else { bot.launch(&[])? };
        let deadline = began + bot.settings.start;
        let mut tell = |command: &str| match response(bot, command, deadline)? {
            Some(_) => Ok(()),
            None => Err(Failure::Fault(Fault::NotReady(format!("= ({command})")))),
        };
        if !started {
            tell("protocol_version")?;
            // Programs of several games are told which; the others do not know the word.
            tell("set_game Othello")?;
        }
        let size = setting.variant.name().split([':', ',']).find_map(|option| option.parse::<u8>().ok());
        tell(&format!("boardsize {}", size.unwrap_or(8)))?;
        tell("clear_board")?;
        let line = match setting.control {
            // It has no word for an increment, and a period of one move is another thing:
            // programs may take all of the main time before it. What is left tells enough.
            Control::Clock(control) => Some(format!("time_settings {} 0 0", control.base.as_secs())),
            Control::MoveTime(time) => Some(format!("time_settings 0 {} 1", time.as_secs().max(1))),
            Control::Depth(depth) => Some(format!("set_level {depth}")),
            Control::Nodes(_) => None,
        };
        line.map_or(Ok(()), |line| tell(&line))
    }

    fn ask(&mut self, bot: &mut Bot, turn: &Turn<'_>) -> Result<Answer, Failure> {
        // All that it is told of the game it may think about, so its time runs already.
        let began = bot.begin();
        let deadline = began + turn.patience;
        let mut lines = Vec::new();
        let moves = turn.record.moves();
        // The first of the moves was black's unless the others say otherwise.
        for (i, mv) in moves.iter().enumerate().skip(self.known) {
            let own = (moves.len() - i).is_multiple_of(2);
            let side = if own { turn.side() } else { turn.side().other() };
            lines.push(format!("play {} {}", colour(side), self.write(mv)));
        }
        if let Some(left) = turn.allowed().filter(|_| matches!(turn.control, Control::Clock(_))) {
            // It has no word for less than a second, and 0 would be none at all.
            let seconds = left.as_millis().div_ceil(1_000);
            lines.push(format!("time_left {} {seconds} 0", colour(turn.side())));
        }
        for line in lines {
            if response(bot, &line, deadline)?.is_none() {
                return Err(Fault::Silent(bot.waited()).into());
            }
        }
        let asked = format!("genmove {}", colour(turn.side()));
        match response(bot, &asked, deadline)? {
            None => Err(Fault::Silent(bot.waited()).into()),
            Some((_, false, error)) => Err(Fault::Nonsense(format!("? {error}")).into()),
            Some((_, true, text)) if text.eq_ignore_ascii_case("resign") => Err(Fault::Resigned.into()),
            Some((at, true, text)) => {
                self.known = moves.len() + 1;
                Ok(Answer { text, time: bot.time(began, at), ..Answer::default() })
            }
        }
    }

    fn end(&mut self, bot: &mut Bot, keep: bool) -> Result<(), Failure> {
        if keep { Ok(()) } else { bot.dismiss("quit") }
    }

    fn read(&self, text: &str) -> Option<String> {
        Some(othello_move(text))
    }

    fn write(&self, mv: &str) -> String {
        mv.to_ascii_uppercase()
    }
}

fn colour(side: Player) -> &'static str {
    match side {
        Player::First => "black",
        Player::Second => "white",
    }
}

/// Sends a command, and hears the response: when it came, whether it is a success, and its
/// text; none at the deadline. It begins with `=` or `?`, perhaps a number, and ends with
/// an empty line.
fn response(
    bot: &mut Bot,
    command: &str,
    deadline: Instant,
) -> Result<Option<(Instant, bool, String)>, Failure> {
    bot.send(command, deadline)?;
    loop {
        let Some((at, line)) = bot.line(deadline)? else { return Ok(None) };
        let line = line.trim();
        let Some(success) = line.chars().next().filter(|sign| "=?".contains(*sign)).map(|sign| sign == '=')
        else {
            continue;
        };
        let text = line[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        // What it says beyond the first line is for others; the empty line ends it.
        loop {
            match bot.line(deadline)? {
                None => return Ok(None),
                Some((_, rest)) if rest.trim().is_empty() => return Ok(Some((at, success, text))),
                Some(_) => {}
            }
        }
    }
}
