//! Universal Game Interface, on the referee's side. [`crate::ugi_server`] is the engine's side.

use std::time::{Duration, Instant};

use plateau_games::AnyRecord;
use plateau_search::Score;

use super::{Answer, Bot, Failure, GameSetup, MoveRequest, ProtocolDriver};
use crate::game::{Control, Fault};

/// The driver of UGI programs, with the options that the program offers.
#[derive(Debug, Default)]
pub struct Ugi {
    game: bool,
    seed: bool,
}

impl ProtocolDriver for Ugi {
    fn start_game(&mut self, bot: &mut Bot, setup: &GameSetup<'_>) -> Result<(), Failure> {
        let started = bot.is_running();
        let began = if started { bot.begin_request() } else { bot.launch(&[])? };
        let deadline = began + bot.settings.start_timeout;
        if !started {
            *self = Self::default();
            bot.send("ugi", deadline)?;
            let ready = bot.wait_for("ugiok", deadline, |line| {
                let name = line.trim().strip_prefix("option name ");
                let name = name.and_then(|rest| rest.split(" type").next()).unwrap_or_default();
                self.game |= name.eq_ignore_ascii_case("game");
                self.seed |= name.eq_ignore_ascii_case("seed");
            })?;
            ready.ok_or_else(|| Fault::NotReady("ugiok".to_owned()))?;
        }
        if self.game {
            bot.send(&format!("setoption name Game value {}", setup.variant.name()), deadline)?;
        }
        if self.seed {
            bot.send(&format!("setoption name Seed value {}", setup.seed), deadline)?;
        }
        bot.send("uginewgame", deadline)?;
        if wait_until_ready(bot, deadline)? { Ok(()) } else { Err(Fault::NotReady(READY.to_owned()).into()) }
    }

    fn request_move(&mut self, bot: &mut Bot, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        let began = bot.begin_request();
        let deadline = began + request.timeout;
        bot.send(&position_command(request.variant.start().as_ref(), request.record), deadline)?;
        bot.send(&go_command(request), deadline)?;
        let mut answer = Answer::default();
        loop {
            let Some((at, line)) = bot.read_line(deadline)? else {
                return Err(Fault::NoAnswer(bot.request_time()).into());
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    // Without a move, report the word itself.
                    words.next().unwrap_or(line.trim()).clone_into(&mut answer.text);
                    answer.time = bot.time_between(began, at);
                    return Ok(answer);
                }
                Some("info") => parse_info(&mut answer, words),
                _ => bot.push_unexpected(&line),
            }
        }
    }

    fn finish_game(&mut self, bot: &mut Bot, keep_running: bool) -> Result<(), Failure> {
        if !keep_running {
            return bot.quit("quit");
        }
        let deadline = bot.begin_request() + bot.settings.exit_timeout;
        match wait_until_ready(bot, deadline) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Fault::DidNotExit.into()),
            Err(failure) => bot.after_game(failure),
        }
    }

    fn format_move(&self, mv: &str) -> String {
        compact(mv)
    }
}

/// The program's reply to `isready`.
const READY: &str = "readyok";

/// Waits until the program is ready; returns `false` at the deadline.
fn wait_until_ready(bot: &mut Bot, deadline: Instant) -> Result<bool, Failure> {
    bot.send("isready", deadline)?;
    Ok(bot.wait_for(READY, deadline, |_| {})?.is_some())
}

/// Removes blanks, which UGI moves cannot contain.
fn compact(mv: &str) -> String {
    mv.replace(' ', "")
}

/// Returns the `position` command of a game.
fn position_command(start: &dyn AnyRecord, record: &dyn AnyRecord) -> String {
    let from = record.start_text();
    let mut line = if from == start.start_text() {
        "position startpos".to_owned()
    } else {
        format!("position fen {from}")
    };
    let moves = record.moves();
    if !moves.is_empty() {
        line.push_str(" moves");
        for mv in moves {
            line.push(' ');
            line.push_str(&compact(&mv));
        }
    }
    line
}

/// Returns the `go` command of a request.
fn go_command(request: &MoveRequest<'_>) -> String {
    let millis = |time: Duration| time.as_millis();
    match request.control {
        Control::Clock(control) => {
            let [first, second] = request.time_left.map(millis);
            let increment = millis(control.increment);
            format!("go p1time {first} p2time {second} p1inc {increment} p2inc {increment}")
        }
        Control::MoveTime(time) => format!("go movetime {}", millis(time)),
        Control::Depth(depth) => format!("go depth {depth}"),
        Control::Nodes(nodes) => format!("go nodes {nodes}"),
    }
}

/// Stores the depth, nodes and score of an `info` line.
fn parse_info<'w>(answer: &mut Answer, mut words: impl Iterator<Item = &'w str>) {
    while let Some(word) = words.next() {
        match word {
            "depth" => answer.depth = words.next().and_then(|n| n.parse().ok()).or(answer.depth),
            "nodes" => answer.nodes = words.next().and_then(|n| n.parse().ok()).or(answer.nodes),
            "score" => {
                let kind = words.next();
                let number = words.next().and_then(|n| n.parse::<i32>().ok());
                answer.value = match (kind, number) {
                    (Some("cp"), Some(number)) => Some(number),
                    // Full moves to the end, as in UCI: two plies each except the last.
                    (Some("mate"), Some(moves)) => {
                        let plies = moves.unsigned_abs().saturating_mul(2).min(9_999);
                        let score = if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) };
                        Some(score.number())
                    }
                    _ => answer.value,
                };
            }
            // Free text or moves, up to the end of the line.
            "string" | "pv" => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;
    use plateau_search::time::TimeControl;

    use super::*;

    #[test]
    fn position_and_go_commands() {
        let variant = REGISTRY.variant("supermorpion").unwrap();
        let mut record = variant.start();
        assert_eq!(position_command(variant.start().as_ref(), record.as_ref()), "position startpos");
        record.play_all("5 1; 1 5").unwrap();
        assert_eq!(
            position_command(variant.start().as_ref(), record.as_ref()),
            "position startpos moves 51 15"
        );
        let other = variant.open("4o44o499X9999 53 o").unwrap();
        assert_eq!(
            position_command(variant.start().as_ref(), other.as_ref()),
            "position fen 4o44o499X9999 53 o"
        );
        let control = Control::Clock(TimeControl::parse("1m+2s").unwrap());
        let time_left = [Duration::from_mins(1), Duration::from_millis(1_500)];
        let (variant, record) = (variant.as_ref(), record.as_ref());
        let request = MoveRequest { variant, record, control, time_left, timeout: time_left[0] };
        assert_eq!(go_command(&request), "go p1time 60000 p2time 1500 p1inc 2000 p2inc 2000");
        assert_eq!(go_command(&MoveRequest { control: Control::Nodes(9), ..request }), "go nodes 9");
    }

    #[test]
    fn info_lines_are_parsed() {
        let mut answer = Answer::default();
        parse_info(&mut answer, "depth 7 seldepth 9 score cp -35 nodes 1200 pv depth 99".split(' '));
        assert_eq!((answer.depth, answer.nodes, answer.value), (Some(7), Some(1_200), Some(-35)));
        parse_info(&mut answer, "score mate -2 depth x".split(' '));
        assert_eq!((answer.depth, answer.value), (Some(7), Some(Score::loss_in(4).number())));
        parse_info(&mut answer, "score mate 1".split(' '));
        assert_eq!(answer.value, Some(Score::win_in(1).number()));
    }
}
