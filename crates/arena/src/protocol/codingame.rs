//! The input format of `CodinGame`'s ultimate tic-tac-toe: the opponent's move (`-1 -1` if
//! there is none), the number of legal moves, and each legal move. Moves are a row and a
//! column of the 9 × 9 board, from 0. The answer is a row and a column; anything after them
//! is ignored. Each game has its own process.

use super::{Answer, Bot, Failure, GameSetup, MoveRequest, ProtocolDriver};
use crate::game::Fault;

/// The driver of `CodinGame` programs.
#[derive(Debug)]
pub struct Codingame;

impl ProtocolDriver for Codingame {
    fn start_game(&mut self, bot: &mut Bot, _: &GameSetup<'_>) -> Result<(), Failure> {
        bot.launch(&[]).map(drop)
    }

    fn request_move(&mut self, bot: &mut Bot, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        let began = bot.begin_request();
        let deadline = began + request.timeout;
        let last = request.record.moves().pop();
        bot.send(&last.map_or_else(|| "-1 -1".to_owned(), |mv| self.format_move(&mv)), deadline)?;
        let moves = request.record.legal_moves();
        bot.send(&moves.len().to_string(), deadline)?;
        for mv in &moves {
            bot.send(&self.format_move(mv), deadline)?;
        }
        let Some((at, line)) = bot.read_line(deadline)? else {
            return Err(Fault::NoAnswer(bot.request_time()).into());
        };
        Ok(Answer { text: line, time: bot.time_between(began, at), ..Answer::default() })
    }

    /// The format has no quit command: most programs exit when their input ends. Killing
    /// the others is not a fault.
    fn finish_game(&mut self, bot: &mut Bot, _: bool) -> Result<(), Failure> {
        match bot.wait_for_exit() {
            Err(Failure::Fault(Fault::DidNotExit)) => Ok(()),
            ended => ended,
        }
    }

    fn parse_move(&self, text: &str) -> Option<String> {
        let mut numbers = text.split_whitespace().map(|word| word.parse::<usize>().ok().filter(|&n| n < 9));
        let (row, column) = (numbers.next()??, numbers.next()??);
        Some(format!("{} {}", row / 3 * 3 + column / 3 + 1, row % 3 * 3 + column % 3 + 1))
    }

    fn format_move(&self, mv: &str) -> String {
        let mut numbers = mv.split(' ').filter_map(|word| word.parse::<usize>().ok()?.checked_sub(1));
        let (grid, cell) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        format!("{} {}", grid / 3 * 3 + cell / 3, grid % 3 * 3 + cell % 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_translate_between_row_and_column_and_grid_and_cell() {
        for (ours, theirs) in [("1 1", "0 0"), ("5 5", "4 4"), ("3 7", "2 6"), ("7 3", "6 2"), ("9 9", "8 8")]
        {
            assert_eq!(Codingame.format_move(ours), theirs);
            assert_eq!(Codingame.parse_move(theirs).as_deref(), Some(ours));
        }
        assert_eq!(Codingame.parse_move("4 4 hello").as_deref(), Some("5 5"));
        for text in ["", "4", "a b", "9 0", "-1 -1"] {
            assert_eq!(Codingame.parse_move(text), None, "{text}");
        }
    }
}
