//! What programs of Gomocup speak with their manager Piskvork: `START`, `BEGIN`,
//! `TURN`, `BOARD`, `INFO`, `END`. Cells are `x,y` from 0. It knows five in a row only.

use std::time::Instant;

use super::{Answer, Bot, Failure, Protocol, Setting, Turn};
use crate::game::{Control, Fault};

/// What it is told where there is no such limit.
const NO_LIMIT: u128 = 2_147_483_647;

/// Lines of Piskvork.
#[derive(Debug, Default)]
pub struct Gomocup {
    /// The moves that the program knows of.
    known: usize,
}

/// The columns and rows of a variant that is five in a row.
pub fn size(variant: &str) -> Option<(u32, u32)> {
    let sizes = variant.strip_prefix("morpion4:")?;
    let numbers: Vec<u32> = sizes.split('x').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [columns, rows, 5] => Some((columns, rows)),
        _ => None,
    }
}

impl Protocol for Gomocup {
    fn start(&mut self, bot: &mut Bot, setting: &Setting<'_>) -> Result<(), Failure> {
        self.known = 0;
        let deadline = bot.launch(&[])? + bot.settings.start;
        let (columns, rows) = size(setting.variant.name()).unwrap_or((15, 15));
        let start =
            if columns == rows { format!("START {columns}") } else { format!("RECTSTART {columns},{rows}") };
        bot.send(&start, deadline)?;
        if bot.expect("OK", deadline, |_| {})?.is_none() {
            return Err(Fault::NotReady("OK".to_owned()).into());
        }
        let [turn, game] = match setting.control {
            Control::Clock(control) => [control.base.as_millis(); 2],
            Control::MoveTime(time) => [time.as_millis(), NO_LIMIT],
            Control::Depth(_) | Control::Nodes(_) => [NO_LIMIT; 2],
        };
        // One process a game, freestyle: five or more win.
        for info in
            [&format!("timeout_turn {turn}"), &format!("timeout_match {game}"), "game_type 1", "rule 0"]
        {
            bot.send(&format!("INFO {info}"), deadline)?;
        }
        if let Some(bytes) = bot.settings.memory {
            bot.send(&format!("INFO max_memory {bytes}"), deadline)?;
        }
        Ok(())
    }

    fn ask(&mut self, bot: &mut Bot, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let left = turn.allowed().map_or(NO_LIMIT, |left| left.as_millis());
        let began = bot.begin();
        let deadline = began + turn.patience;
        bot.send(&format!("INFO time_left {left}"), deadline)?;
        let moves = turn.record.moves();
        match moves.as_slice() {
            [] => bot.send("BEGIN", deadline)?,
            // It knows all but the answer to its own move.
            [.., last] if self.known + 1 == moves.len() => {
                bot.send(&format!("TURN {}", self.write(last)), deadline)?;
            }
            _ => {
                bot.send("BOARD", deadline)?;
                for (i, mv) in moves.iter().enumerate() {
                    let own = (moves.len() - i).is_multiple_of(2);
                    bot.send(&format!("{},{}", self.write(mv), if own { 1 } else { 2 }), deadline)?;
                }
                bot.send("DONE", deadline)?;
            }
        }
        let (at, text) = cell(bot, began, turn)?;
        self.known = moves.len() + 1;
        Ok(Answer { text, time: bot.time(began, at), ..Answer::default() })
    }

    fn end(&mut self, bot: &mut Bot, _: bool) -> Result<(), Failure> {
        bot.dismiss("END")
    }

    fn read(&self, text: &str) -> Option<String> {
        let (x, y) = text.trim().split_once(',')?;
        let [x, y] = [x, y].map(|number| number.trim().parse::<u32>().ok()?.checked_add(1));
        Some(format!("{},{}", y?, x?))
    }

    fn write(&self, mv: &str) -> String {
        let mut numbers = mv.split(',').filter_map(|number| number.parse::<u32>().ok()?.checked_sub(1));
        let (row, column) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        format!("{column},{row}")
    }
}

/// Waits for a cell; messages are for people. A program may refuse one of the lines
/// before the question and still answer it: Rapfi does not hear what comes at once
/// after its last move.
fn cell(bot: &mut Bot, began: Instant, turn: &Turn<'_>) -> Result<(Instant, String), Failure> {
    let deadline = began + turn.patience;
    let mut refused = None;
    loop {
        let Some((at, line)) = bot.line(deadline)? else {
            let silence = || Fault::Silent(bot.waited());
            return Err(refused.map_or_else(silence, Fault::Nonsense).into());
        };
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        if word == "ERROR" {
            refused = Some(line);
        } else if !matches!(word.as_str(), "" | "MESSAGE" | "DEBUG" | "UNKNOWN" | "SUGGEST" | "OK") {
            return Ok((at, line.trim().to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_columns_before_rows_from_0() {
        let speaker = Gomocup::default();
        assert_eq!(speaker.write("2,7"), "6,1");
        assert_eq!(speaker.read("6, 1\r").as_deref(), Some("2,7"));
        assert_eq!(speaker.read("ERROR no"), None);
        assert_eq!(speaker.read("-1,2"), None);
        assert_eq!(size("morpion4:15x15x5"), Some((15, 15)));
        assert_eq!(size("morpion4:20x10x5"), Some((20, 10)));
        assert_eq!((size("morpion4"), size("morpion4:15x15x6"), size("othello:6")), (None, None, None));
    }
}
