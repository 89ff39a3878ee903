//! Go Text Protocol (GTP), as used by Othello programs. Cells are named as in Othello, with `a1` at
//! the top left.

use std::time::Instant;

use plateau_core::Player;

use super::{Answer, Bot, Failure, GameSetup, MoveRequest, ProtocolDriver, parse_othello_move};
use crate::game::{Control, Fault};

/// The driver of GTP programs.
#[derive(Debug, Default)]
pub struct Gtp {
    /// The number of moves that the program has been sent or has played.
    known_moves: usize,
}

impl ProtocolDriver for Gtp {
    fn start_game(&mut self, bot: &mut Bot, setup: &GameSetup<'_>) -> Result<(), Failure> {
        self.known_moves = 0;
        let started = bot.is_running();
        let began = if started { bot.begin_request() } else { bot.launch(&[])? };
        let deadline = began + bot.settings.start_timeout;
        let mut command = |text: &str| match send_command(bot, text, deadline)? {
            Some(_) => Ok(()),
            None => Err(Failure::Fault(Fault::NotReady(format!("= ({text})")))),
        };
        if !started {
            command("protocol_version")?;
            // Programs that play several games need it; the others answer with an error.
            command("set_game Othello")?;
        }
        let size = setup.variant.name().split([':', ',']).find_map(|option| option.parse::<u8>().ok());
        command(&format!("boardsize {}", size.unwrap_or(8)))?;
        command("clear_board")?;
        let line = match setup.control {
            // GTP has no increment. A byo-yomi period of one move is no substitute: programs
            // may use all of the main time first. `time_left` before each move suffices.
            Control::Clock(control) => Some(format!("time_settings {} 0 0", control.base.as_secs())),
            Control::MoveTime(time) => Some(format!("time_settings 0 {} 1", time.as_secs().max(1))),
            Control::Depth(depth) => Some(format!("set_level {depth}")),
            Control::Nodes(_) => None,
        };
        line.map_or(Ok(()), |line| command(&line))
    }

    fn request_move(&mut self, bot: &mut Bot, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        // The clock includes the `play` commands, during which the program may think.
        let began = bot.begin_request();
        let deadline = began + request.timeout;
        let mut lines = Vec::new();
        let moves = request.record.moves();
        for (i, mv) in moves.iter().enumerate().skip(self.known_moves) {
            let own = (moves.len() - i).is_multiple_of(2);
            let side = if own { request.side() } else { request.side().other() };
            lines.push(format!("play {} {}", colour(side), self.format_move(mv)));
        }
        if let Some(left) = request.allowed_time().filter(|_| matches!(request.control, Control::Clock(_))) {
            // Rounded up, since 0 would mean that no time is left.
            let seconds = left.as_millis().div_ceil(1_000);
            lines.push(format!("time_left {} {seconds} 0", colour(request.side())));
        }
        for line in lines {
            if send_command(bot, &line, deadline)?.is_none() {
                return Err(Fault::NoAnswer(bot.request_time()).into());
            }
        }
        let genmove = format!("genmove {}", colour(request.side()));
        match send_command(bot, &genmove, deadline)? {
            None => Err(Fault::NoAnswer(bot.request_time()).into()),
            Some((_, false, error)) => Err(Fault::NotAMove(format!("? {error}")).into()),
            Some((_, true, text)) if text.eq_ignore_ascii_case("resign") => Err(Fault::Resigned.into()),
            Some((at, true, text)) => {
                self.known_moves = moves.len() + 1;
                Ok(Answer { text, time: bot.time_between(began, at), ..Answer::default() })
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
        mv.to_ascii_uppercase()
    }
}

fn colour(side: Player) -> &'static str {
    match side {
        Player::First => "black",
        Player::Second => "white",
    }
}

/// Sends a command and waits for the response: when it arrived, whether the command
/// succeeded, and the text. Returns `None` at the deadline.
///
/// A response begins with `=` or `?` and an optional number, and ends with an empty line.
fn send_command(
    bot: &mut Bot,
    command: &str,
    deadline: Instant,
) -> Result<Option<(Instant, bool, String)>, Failure> {
    bot.send(command, deadline)?;
    loop {
        let Some((at, line)) = bot.read_line(deadline)? else { return Ok(None) };
        let line = line.trim();
        let Some(success) = line.chars().next().filter(|sign| "=?".contains(*sign)).map(|sign| sign == '=')
        else {
            continue;
        };
        let text = line[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        // Skip the other lines up to the empty one.
        loop {
            match bot.read_line(deadline)? {
                None => return Ok(None),
                Some((_, rest)) if rest.trim().is_empty() => return Ok(Some((at, success, text))),
                Some(_) => {}
            }
        }
    }
}
