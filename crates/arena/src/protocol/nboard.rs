//! The protocol of Othello programs under the `NBoard` interface: `nboard 2`, `set game` with
//! the game so far, `set depth`, `go`; the answer is `=== MOVE`. It has no clock: games
//! without a depth limit use a moderate depth.

use std::time::Instant;

use plateau_core::Player;

use super::{Answer, Bot, Failure, GameSetup, MoveRequest, ProtocolDriver, parse_othello_move};
use crate::game::{Control, Fault};

/// The depth of games that are not limited by depth.
const DEFAULT_DEPTH: u32 = 10;

/// The driver of `NBoard` programs.
#[derive(Debug)]
pub struct Nboard;

impl ProtocolDriver for Nboard {
    fn start_game(&mut self, bot: &mut Bot, setup: &GameSetup<'_>) -> Result<(), Failure> {
        let started = bot.is_running();
        let began = if started { bot.begin_request() } else { bot.launch(&[])? };
        let deadline = began + bot.settings.start_timeout;
        if !started {
            bot.send("nboard 2", deadline)?;
        }
        let depth = match setup.control {
            Control::Depth(depth) => depth,
            _ => DEFAULT_DEPTH,
        };
        bot.send(&format!("set depth {depth}"), deadline)?;
        if ping(bot, 1, deadline)? { Ok(()) } else { Err(Fault::NotReady("pong".to_owned()).into()) }
    }

    fn request_move(&mut self, bot: &mut Bot, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        // The clock includes `set game`, after which the program may think.
        let began = bot.begin_request();
        let deadline = began + request.timeout;
        bot.send(&format!("set game {}", game_text(request)), deadline)?;
        if !ping(bot, request.record.ply() + 2, deadline)? {
            return Err(Fault::NoAnswer(bot.request_time()).into());
        }
        bot.send("go", deadline)?;
        let mut answer = Answer::default();
        loop {
            let Some((at, line)) = bot.read_line(deadline)? else {
                return Err(Fault::NoAnswer(bot.request_time()).into());
            };
            if let Some(rest) = line.strip_prefix("===") {
                let mut parts = rest.trim().split(['/', ' ']);
                parts.next().unwrap_or_default().clone_into(&mut answer.text);
                let value = parts.next().and_then(|value| value.parse::<f64>().ok());
                answer.value = value.map(|discs| (discs * 100.0).round() as i32);
                answer.time = bot.time_between(began, at);
                return Ok(answer);
            }
            if let Some(rest) = line.strip_prefix("nodestats") {
                answer.nodes = rest.split_whitespace().next().and_then(|nodes| nodes.parse().ok());
            }
        }
    }

    fn finish_game(&mut self, bot: &mut Bot, keep_running: bool) -> Result<(), Failure> {
        if keep_running { Ok(()) } else { bot.quit("quit") }
    }

    fn parse_move(&self, text: &str) -> Option<String> {
        Some(parse_othello_move(text))
    }

    fn format_move(&self, mv: &str) -> String {
        if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() }
    }
}

/// Waits until the program has processed all commands; returns `false` at the deadline.
fn ping(bot: &mut Bot, number: usize, deadline: Instant) -> Result<bool, Failure> {
    bot.send(&format!("ping {number}"), deadline)?;
    let number = number.to_string();
    while let Some(answer) = bot.wait_for("pong", deadline, |_| {})? {
        if answer == number {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the game so far in the Generic Game Format.
fn game_text(request: &MoveRequest<'_>) -> String {
    let record = request.record;
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
        moves.push_str(&Nboard.format_move(&mv));
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
    fn a_game_is_sent_in_generic_game_format() {
        let variant = REGISTRY.variant("othello").unwrap();
        let mut record = variant.start();
        record.play_all("f5 d6").unwrap();
        let request = MoveRequest {
            variant: variant.as_ref(),
            record: record.as_ref(),
            control: Control::Depth(1),
            time_left: [Duration::ZERO; 2],
            timeout: Duration::ZERO,
        };
        assert_eq!(
            game_text(&request),
            "(;GM[Othello]PC[Plateau]PB[black]PW[white]RE[?]TI[0]TY[8]BO[8 \
             ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)"
        );
        assert_eq!(Nboard.parse_move("PA").as_deref(), Some("pass"));
    }
}
