//! What Othello programs speak with the board `NBoard`: `nboard 2`, `set game` with the
//! game so far, `set depth`, `go`; the answer is `=== MOVE`. It knows no clock: without
//! a depth, programs are asked for one that takes them no long time.

use std::time::Instant;

use plateau_core::Player;

use super::{Answer, Bot, Failure, Protocol, Setting, Turn, othello_move};
use crate::game::{Control, Fault};

/// The depth asked for where the game has none.
const DEPTH: u32 = 10;

/// Lines of `NBoard`.
#[derive(Debug)]
pub struct Nboard;

impl Protocol for Nboard {
    fn start(&mut self, bot: &mut Bot, setting: &Setting<'_>) -> Result<(), Failure> {
        let started = bot.runs();
        let began = if started { bot.begin() } else { bot.launch(&[])? };
        let deadline = began + bot.settings.start;
        if !started {
            bot.send("nboard 2", deadline)?;
        }
        let depth = match setting.control {
            Control::Depth(depth) => depth,
            _ => DEPTH,
        };
        bot.send(&format!("set depth {depth}"), deadline)?;
        if ping(bot, 1, deadline)? { Ok(()) } else { Err(Fault::NotReady("pong".to_owned()).into()) }
    }

    fn ask(&mut self, bot: &mut Bot, turn: &Turn<'_>) -> Result<Answer, Failure> {
        // From the moment it knows the game it may think, so its time runs.
        let began = bot.begin();
        let deadline = began + turn.patience;
        bot.send(&format!("set game {}", game(turn)), deadline)?;
        if !ping(bot, turn.record.ply() + 2, deadline)? {
            return Err(Fault::Silent(bot.waited()).into());
        }
        bot.send("go", deadline)?;
        let mut answer = Answer::default();
        loop {
            let Some((at, line)) = bot.line(deadline)? else {
                return Err(Fault::Silent(bot.waited()).into());
            };
            if let Some(rest) = line.strip_prefix("===") {
                let mut parts = rest.trim().split(['/', ' ']);
                parts.next().unwrap_or_default().clone_into(&mut answer.text);
                let value = parts.next().and_then(|value| value.parse::<f64>().ok());
                answer.value = value.map(|discs| (discs * 100.0).round() as i32);
                answer.time = bot.time(began, at);
                return Ok(answer);
            }
            if let Some(rest) = line.strip_prefix("nodestats") {
                answer.nodes = rest.split_whitespace().next().and_then(|nodes| nodes.parse().ok());
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
        if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() }
    }
}

/// Whether it has done all that it was told, before the deadline.
fn ping(bot: &mut Bot, number: usize, deadline: Instant) -> Result<bool, Failure> {
    bot.send(&format!("ping {number}"), deadline)?;
    let number = number.to_string();
    while let Some(answer) = bot.expect("pong", deadline, |_| {})? {
        if answer == number {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The game so far in the Generic Game Format.
fn game(turn: &Turn<'_>) -> String {
    let record = turn.record;
    let start = record.at_ply(0);
    let mut side = start.turn();
    let text = start.position_text();
    let cells: String = text
        .chars()
        .take_while(|letter| !letter.is_whitespace())
        .map(|letter| match letter {
            'X' | 'x' => '*',
            'O' | 'o' => 'O',
            _ => '-',
        })
        .collect();
    let sign = if side == Player::First { '*' } else { 'O' };
    let mut moves = String::new();
    for mv in record.moves() {
        let colour = if side == Player::First { 'B' } else { 'W' };
        moves.extend([colour, '[']);
        moves.push_str(&Nboard.write(&mv));
        moves.push(']');
        side = side.other();
    }
    format!("(;GM[Othello]PC[Plateau]PB[black]PW[white]RE[?]TI[0]TY[8]BO[8 {cells} {sign}]{moves};)")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use plateau_games::REGISTRY;

    use super::*;

    #[test]
    fn a_game_is_told_whole() {
        let variant = REGISTRY.variant("othello").unwrap();
        let mut record = variant.start();
        record.play_all("f5 d6").unwrap();
        let turn = Turn {
            variant: variant.as_ref(),
            record: record.as_ref(),
            control: Control::Depth(1),
            left: [Duration::ZERO; 2],
            patience: Duration::ZERO,
        };
        assert_eq!(
            game(&turn),
            "(;GM[Othello]PC[Plateau]PB[black]PW[white]RE[?]TI[0]TY[8]BO[8 \
             ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)"
        );
        assert_eq!(Nboard.read("PA").as_deref(), Some("pass"));
    }
}
