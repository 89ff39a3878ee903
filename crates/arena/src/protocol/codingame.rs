//! The lines of `CodinGame`'s ultimate tic-tac-toe: the opponent's move (`-1 -1` if
//! there is none), the number of legal moves and each of them, all as row and column
//! on the board of 9 × 9 from 0. The answer is a row and a column; what follows them
//! is ignored. One process for a game.

use super::{Answer, Bot, Failure, Protocol, Setting, Turn};
use crate::game::Fault;

/// Lines of ultimate tic-tac-toe.
#[derive(Debug)]
pub struct Codingame;

impl Protocol for Codingame {
    fn start(&mut self, bot: &mut Bot, _: &Setting<'_>) -> Result<(), Failure> {
        bot.launch(&[]).map(drop)
    }

    fn ask(&mut self, bot: &mut Bot, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let began = bot.begin();
        let deadline = began + turn.patience;
        let last = turn.record.moves().pop();
        bot.send(&last.map_or_else(|| "-1 -1".to_owned(), |mv| self.write(&mv)), deadline)?;
        let moves = turn.record.legal_moves();
        bot.send(&moves.len().to_string(), deadline)?;
        for mv in &moves {
            bot.send(&self.write(mv), deadline)?;
        }
        let Some((at, line)) = bot.line(deadline)? else {
            return Err(Fault::Silent(bot.waited()).into());
        };
        Ok(Answer { text: line, time: bot.time(began, at), ..Answer::default() })
    }

    /// There is no word for the end of a game: the input ends, and most programs
    /// with it. Those that do not are killed, which is no fault.
    fn end(&mut self, bot: &mut Bot, _: bool) -> Result<(), Failure> {
        match bot.finish() {
            Err(Failure::Fault(Fault::Stop)) => Ok(()),
            ended => ended,
        }
    }

    fn read(&self, text: &str) -> Option<String> {
        let mut numbers = text.split_whitespace().map(|word| word.parse::<usize>().ok().filter(|&n| n < 9));
        let (row, column) = (numbers.next()??, numbers.next()??);
        Some(format!("{} {}", row / 3 * 3 + column / 3 + 1, row % 3 * 3 + column % 3 + 1))
    }

    fn write(&self, mv: &str) -> String {
        let mut numbers = mv.split(' ').filter_map(|word| word.parse::<usize>().ok()?.checked_sub(1));
        let (grid, cell) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        format!("{} {}", grid / 3 * 3 + cell / 3, grid % 3 * 3 + cell % 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_grids_and_cells() {
        for (ours, theirs) in [("1 1", "0 0"), ("5 5", "4 4"), ("3 7", "2 6"), ("7 3", "6 2"), ("9 9", "8 8")]
        {
            assert_eq!(Codingame.write(ours), theirs);
            assert_eq!(Codingame.read(theirs).as_deref(), Some(ours));
        }
        assert_eq!(Codingame.read("4 4 hello").as_deref(), Some("5 5"));
        for text in ["", "4", "a b", "9 0", "-1 -1"] {
            assert_eq!(Codingame.read(text), None, "{text}");
        }
    }
}
