//! Universal Game Interface, from the side of the referee.

use std::time::{Duration, Instant};

use plateau_games::AnyRecord;
use plateau_search::Score;

use super::{Answer, Bot, Failure, Protocol, Setting, Turn};
use crate::game::{Control, Fault};

/// The options that a program offers, as far as we set them.
#[derive(Debug, Default)]
pub struct Ugi {
    game: bool,
    seed: bool,
}

impl Protocol for Ugi {
    fn start(&mut self, bot: &mut Bot, setting: &Setting<'_>) -> Result<(), Failure> {
        let started = bot.runs();
        let began = if started { bot.begin() } else { bot.launch(&[])? };
        let deadline = began + bot.settings.start;
        if !started {
            *self = Self::default();
            bot.send("ugi", deadline)?;
            let ready = bot.expect("ugiok", deadline, |line| {
                let name = line.trim().strip_prefix("option name ");
                let name = name.and_then(|rest| rest.split(" type").next()).unwrap_or_default();
                self.game |= name.eq_ignore_ascii_case("game");
                self.seed |= name.eq_ignore_ascii_case("seed");
            })?;
            ready.ok_or_else(|| Fault::NotReady("ugiok".to_owned()))?;
        }
        if self.game {
            bot.send(&format!("setoption name Game value {}", setting.variant.name()), deadline)?;
        }
        if self.seed {
            bot.send(&format!("setoption name Seed value {}", setting.seed), deadline)?;
        }
        bot.send("uginewgame", deadline)?;
        if ready(bot, deadline)? { Ok(()) } else { Err(Fault::NotReady(READY.to_owned()).into()) }
    }

    fn ask(&mut self, bot: &mut Bot, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let began = bot.begin();
        let deadline = began + turn.patience;
        bot.send(&position(turn.variant.start().as_ref(), turn.record), deadline)?;
        bot.send(&go(turn), deadline)?;
        let mut answer = Answer::default();
        loop {
            let Some((at, line)) = bot.line(deadline)? else {
                return Err(Fault::Silent(bot.waited()).into());
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    // Without a move, the word itself is what it said.
                    words.next().unwrap_or(line.trim()).clone_into(&mut answer.text);
                    answer.time = bot.time(began, at);
                    return Ok(answer);
                }
                Some("info") => hear(&mut answer, words),
                _ => bot.overhear(&line),
            }
        }
    }

    fn end(&mut self, bot: &mut Bot, keep: bool) -> Result<(), Failure> {
        if !keep {
            return bot.dismiss("quit");
        }
        let deadline = bot.begin() + bot.settings.stop;
        match ready(bot, deadline) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Fault::Stop.into()),
            Err(failure) => bot.forgive(failure),
        }
    }

    fn write(&self, mv: &str) -> String {
        compact(mv)
    }
}

/// What a program says when it has done all that it was told.
const READY: &str = "readyok";

/// Whether it is ready before the deadline.
fn ready(bot: &mut Bot, deadline: Instant) -> Result<bool, Failure> {
    bot.send("isready", deadline)?;
    Ok(bot.expect(READY, deadline, |_| {})?.is_some())
}

/// Moves hold no blanks here.
fn compact(mv: &str) -> String {
    mv.replace(' ', "")
}

/// The line that tells a game: its start and its moves.
fn position(start: &dyn AnyRecord, record: &dyn AnyRecord) -> String {
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

/// The line that asks for a move.
fn go(turn: &Turn<'_>) -> String {
    let millis = |time: Duration| time.as_millis();
    match turn.control {
        Control::Clock(control) => {
            let [first, second] = turn.left.map(millis);
            let increment = millis(control.increment);
            format!("go p1time {first} p2time {second} p1inc {increment} p2inc {increment}")
        }
        Control::MoveTime(time) => format!("go movetime {}", millis(time)),
        Control::Depth(depth) => format!("go depth {depth}"),
        Control::Nodes(nodes) => format!("go nodes {nodes}"),
    }
}

/// Notes what an `info` line says.
fn hear<'w>(answer: &mut Answer, mut words: impl Iterator<Item = &'w str>) {
    while let Some(word) = words.next() {
        match word {
            "depth" => answer.depth = words.next().and_then(|n| n.parse().ok()).or(answer.depth),
            "nodes" => answer.nodes = words.next().and_then(|n| n.parse().ok()).or(answer.nodes),
            "score" => {
                let kind = words.next();
                let number = words.next().and_then(|n| n.parse::<i32>().ok());
                answer.value = match (kind, number) {
                    (Some("cp"), Some(number)) => Some(number),
                    // Moves to the end, as in chess: two plies each but for the last.
                    (Some("mate"), Some(moves)) => {
                        let plies = moves.unsigned_abs().saturating_mul(2).min(9_999);
                        let score = if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) };
                        Some(score.number())
                    }
                    _ => answer.value,
                };
            }
            // Words of its own, or moves, to the end of the line.
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
    fn games_and_clocks_are_told() {
        let variant = REGISTRY.variant("supermorpion").unwrap();
        let mut record = variant.start();
        assert_eq!(position(variant.start().as_ref(), record.as_ref()), "position startpos");
        record.play_all("5 1; 1 5").unwrap();
        assert_eq!(position(variant.start().as_ref(), record.as_ref()), "position startpos moves 51 15");
        let other = variant.open("4o44o499X9999 53 o").unwrap();
        assert_eq!(position(variant.start().as_ref(), other.as_ref()), "position fen 4o44o499X9999 53 o");
        let control = Control::Clock(TimeControl::parse("1m+2s").unwrap());
        let left = [Duration::from_mins(1), Duration::from_millis(1_500)];
        let turn =
            Turn { variant: variant.as_ref(), record: record.as_ref(), control, left, patience: left[0] };
        assert_eq!(go(&turn), "go p1time 60000 p2time 1500 p1inc 2000 p2inc 2000");
        assert_eq!(go(&Turn { control: Control::Nodes(9), ..turn }), "go nodes 9");
    }

    #[test]
    fn what_it_says_of_its_search_is_noted() {
        let mut answer = Answer::default();
        hear(&mut answer, "depth 7 seldepth 9 score cp -35 nodes 1200 pv depth 99".split(' '));
        assert_eq!((answer.depth, answer.nodes, answer.value), (Some(7), Some(1_200), Some(-35)));
        hear(&mut answer, "score mate -2 depth x".split(' '));
        assert_eq!((answer.depth, answer.value), (Some(7), Some(Score::loss_in(4).number())));
        hear(&mut answer, "score mate 1".split(' '));
        assert_eq!(answer.value, Some(Score::win_in(1).number()));
    }
}
