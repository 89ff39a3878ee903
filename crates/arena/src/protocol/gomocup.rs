//! The Gomocup protocol of the Piskvork manager: `START`, `BEGIN`, `TURN`, `BOARD`, `INFO`,
//! `END`. Cells are `x,y` from 0. It supports five in a row only.

use std::time::Instant;

use plateau_play::five_in_a_row_size;

use super::{Answer, Bot, Failure, GameSetup, MoveRequest, ProtocolDriver};
use crate::game::{Control, Fault};

/// The value sent for a limit that does not apply.
const NO_LIMIT: u128 = 2_147_483_647;

/// The driver of Gomocup programs.
#[derive(Debug, Default)]
pub struct Gomocup {
    /// The number of moves that the program has been sent or has played.
    known_moves: usize,
}

impl ProtocolDriver for Gomocup {
    fn start_game(&mut self, bot: &mut Bot, setup: &GameSetup<'_>) -> Result<(), Failure> {
        self.known_moves = 0;
        let deadline = bot.launch(&[])? + bot.settings.start_timeout;
        let (columns, rows) = five_in_a_row_size(setup.variant.name()).unwrap_or((15, 15));
        let start =
            if columns == rows { format!("START {columns}") } else { format!("RECTSTART {columns},{rows}") };
        bot.send(&start, deadline)?;
        if bot.wait_for("OK", deadline, |_| {})?.is_none() {
            return Err(Fault::NotReady("OK".to_owned()).into());
        }
        let [turn, game] = match setup.control {
            Control::Clock(control) => [control.base.as_millis(); 2],
            Control::MoveTime(time) => [time.as_millis(), NO_LIMIT],
            Control::Depth(_) | Control::Nodes(_) => [NO_LIMIT; 2],
        };
        // `game_type 1`: against another program. `rule 0`: freestyle, five or more win.
        for info in
            [&format!("timeout_turn {turn}"), &format!("timeout_match {game}"), "game_type 1", "rule 0"]
        {
            bot.send(&format!("INFO {info}"), deadline)?;
        }
        if let Some(bytes) = bot.settings.memory_bytes {
            bot.send(&format!("INFO max_memory {bytes}"), deadline)?;
        }
        Ok(())
    }

    fn request_move(&mut self, bot: &mut Bot, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        let left = request.allowed_time().map_or(NO_LIMIT, |left| left.as_millis());
        let began = bot.begin_request();
        let deadline = began + request.timeout;
        bot.send(&format!("INFO time_left {left}"), deadline)?;
        let moves = request.record.moves();
        match moves.as_slice() {
            [] => bot.send("BEGIN", deadline)?,
            // Only the opponent's last move is new.
            [.., last] if self.known_moves + 1 == moves.len() => {
                bot.send(&format!("TURN {}", self.format_move(last)), deadline)?;
            }
            _ => {
                bot.send("BOARD", deadline)?;
                for (i, mv) in moves.iter().enumerate() {
                    let own = (moves.len() - i).is_multiple_of(2);
                    bot.send(&format!("{},{}", self.format_move(mv), if own { 1 } else { 2 }), deadline)?;
                }
                bot.send("DONE", deadline)?;
            }
        }
        let (at, text) = read_cell(bot, began, request)?;
        self.known_moves = moves.len() + 1;
        Ok(Answer { text, time: bot.time_between(began, at), ..Answer::default() })
    }

    fn finish_game(&mut self, bot: &mut Bot, _: bool) -> Result<(), Failure> {
        bot.quit("END")
    }

    fn parse_move(&self, text: &str) -> Option<String> {
        let (x, y) = text.trim().split_once(',')?;
        let [x, y] = [x, y].map(|number| number.trim().parse::<u32>().ok()?.checked_add(1));
        Some(format!("{},{}", y?, x?))
    }

    fn format_move(&self, mv: &str) -> String {
        let mut numbers = mv.split(',').filter_map(|number| number.parse::<u32>().ok()?.checked_sub(1));
        let (row, column) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        format!("{column},{row}")
    }
}

/// Waits for a cell and skips messages. `ERROR` is not final: a program may reject a line
/// and still answer, as Rapfi does with a line that arrives right after its move.
fn read_cell(bot: &mut Bot, began: Instant, request: &MoveRequest<'_>) -> Result<(Instant, String), Failure> {
    let deadline = began + request.timeout;
    let mut error = None;
    loop {
        let Some((at, line)) = bot.read_line(deadline)? else {
            let no_answer = || Fault::NoAnswer(bot.request_time());
            return Err(error.map_or_else(no_answer, Fault::NotAMove).into());
        };
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        if word == "ERROR" {
            error = Some(line);
        } else if !matches!(word.as_str(), "" | "MESSAGE" | "DEBUG" | "UNKNOWN" | "SUGGEST" | "OK") {
            return Ok((at, line.trim().to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_translate_to_column_and_row_from_zero() {
        let driver = Gomocup::default();
        assert_eq!(driver.format_move("2,7"), "6,1");
        assert_eq!(driver.parse_move("6, 1\r").as_deref(), Some("2,7"));
        assert_eq!(driver.parse_move("ERROR no"), None);
        assert_eq!(driver.parse_move("-1,2"), None);
    }
}
