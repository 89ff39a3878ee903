//! A stored game: its record with notes about the players, the limits and each move.

use std::num::NonZeroU16;
use std::time::Duration;

use plateau_core::record::{RecordText, note_line};
use plateau_core::{Finish, Message, Objective, Outcome, Player, Reason};
use plateau_games::AnyVariant;
use plateau_play::io_error;

use crate::control;
use crate::game::{Ending, Fault, GameResult, PlayedMove, Task};

/// A finished game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The number of its pair.
    pub pair: u64,
    /// The index within the pair: 0 or 1.
    pub game: u8,
    /// The indices of the players of the first and the second side.
    pub players: [usize; 2],
    /// The winner, or `None` for a draw.
    pub winner: Option<Player>,
    /// Why it ended.
    pub ending: Ending,
    /// The time used by each side.
    pub times: [Duration; 2],
    /// The record, with notes.
    pub record: String,
}

impl StoredGame {
    /// Creates the stored form of a game result.
    pub fn new(
        key: (u64, u8),
        task: &Task,
        result: &GameResult,
        names: [&str; 2],
        variant: &dyn AnyVariant,
    ) -> Result<Self, Message> {
        let mut times = [Duration::ZERO; 2];
        let mut record = variant.start();
        for mv in &task.opening {
            record.play(mv)?;
        }
        for played in &result.moves {
            times[record.turn().index()] += to_micros(played.time);
            record.play(&played.mv)?;
        }
        if let Ending::Fault(side, _) = &result.ending {
            times[side.index()] += to_micros(result.unplayed);
        }
        let with_margin = variant.traits().objective == Objective::Margin;
        let margin = NonZeroU16::new(result.margin).filter(|_| with_margin);
        let outcome = result.winner.map_or(Outcome::Draw, |winner| Outcome::Win { winner, margin });
        // Has no effect if the moves have already ended the game.
        record.declare(Finish { outcome, reason: reason(&result.ending) });
        let text = record.text() + &notes(task, result, names);
        let (pair, game) = key;
        let (players, winner) = (task.players, result.winner);
        Ok(Self { pair, game, players, winner, ending: result.ending.clone(), times, record: text })
    }

    /// Returns the half points of a side: 0, 1 or 2.
    pub fn half_points(&self, side: Player) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }

    /// Returns the score as written in tables.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Player::First) => "1-0",
            Some(Player::Second) => "0-1",
            None => "½-½",
        }
    }

    /// Returns the side at fault and its fault.
    pub fn fault(&self) -> Option<(Player, &Fault)> {
        match &self.ending {
            Ending::Fault(side, fault) => Some((*side, fault)),
            Ending::Rules | Ending::Adjudicated => None,
        }
    }
}

/// Returns the reason that the record states.
fn reason(ending: &Ending) -> Reason {
    match ending {
        Ending::Rules | Ending::Adjudicated => Reason::Adjudication,
        Ending::Fault(_, Fault::OutOfTime(_) | Fault::NoAnswer(_) | Fault::UnexpectedOutput(_)) => {
            Reason::Time
        }
        Ending::Fault(_, Fault::Resigned) => Reason::Resignation,
        Ending::Fault(..) => Reason::Forfeit,
    }
}

/// Returns the note lines of a record.
fn notes(task: &Task, result: &GameResult, names: [&str; 2]) -> String {
    let mut text = note_line("first", names[0]) + &note_line("second", names[1]);
    text += &note_line("control", &control::print(&task.control));
    text += &note_line("opening", &format!("{} plies", task.opening.len()));
    text += &note_line("seed", &task.seed.to_string());
    if let Ending::Fault(side, fault) = &result.ending {
        let (kind, detail) = fault_text(fault);
        text += &note_line("fault", format!("{} {kind} {detail}", side.letter()).trim_end());
    }
    let list = |name: &str, each: &dyn Fn(&PlayedMove) -> String| {
        note_line(name, &result.moves.iter().map(each).collect::<Vec<_>>().join(" "))
    };
    let or_missing = |text: Option<String>| text.unwrap_or_else(|| MISSING.to_owned());
    text += &list("times", &|played| format!("{:.6}", to_micros(played.time).as_secs_f64()));
    if !result.unplayed.is_zero() {
        text += &note_line("unplayed", &format!("{:.6}", to_micros(result.unplayed).as_secs_f64()));
    }
    if result.moves.iter().any(|played| played.depth.is_some()) {
        text += &list("depths", &|played| or_missing(played.depth.map(|depth| depth.to_string())));
    }
    if result.moves.iter().any(|played| played.nodes.is_some()) {
        text += &list("nodes", &|played| or_missing(played.nodes.map(|nodes| nodes.to_string())));
    }
    if result.moves.iter().any(|played| played.value.is_some()) {
        text += &list("values", &|played| or_missing(played.value.map(|value| value.to_string())));
    }
    text
}

/// Truncates a time to microseconds, so that it reads back as the same value.
fn to_micros(time: Duration) -> Duration {
    Duration::from_micros(time.as_micros() as u64)
}

/// The placeholder in a list for a move without a value.
const MISSING: &str = "-";

/// The notes of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordNotes {
    /// The number of opening moves.
    pub opening: usize,
    /// The time of each move after the opening.
    pub times: Vec<Duration>,
    /// The time that the side at fault used for the move it did not make.
    pub unplayed: Option<Duration>,
    /// The reported depth of each move.
    pub depths: Vec<Option<u32>>,
    /// The reported nodes of each move.
    pub nodes: Vec<Option<u64>>,
    /// The reported value of each move for the side that moved, in hundredths of a piece.
    pub values: Vec<Option<i32>>,
}

impl RecordNotes {
    /// Parses the notes of a record; ignores what it cannot read.
    pub fn parse(record: &str) -> Self {
        let mut notes = Self::default();
        let Ok(lines) = RecordText::read(record) else { return notes };
        for (name, value) in lines.notes() {
            let words = value.split_whitespace();
            let time = |word: &str| Duration::try_from_secs_f64(word.parse().ok()?).ok();
            match name {
                "opening" => {
                    notes.opening = words.clone().next().and_then(|plies| plies.parse().ok()).unwrap_or(0);
                }
                "times" => {
                    notes.times = words.map(|word| time(word).unwrap_or_default()).collect();
                }
                "unplayed" => notes.unplayed = words.clone().next().and_then(time),
                "depths" => notes.depths = words.map(|word| word.parse().ok()).collect(),
                "nodes" => notes.nodes = words.map(|word| word.parse().ok()).collect(),
                "values" => notes.values = words.map(|word| word.parse().ok()).collect(),
                _ => {}
            }
        }
        notes
    }
}

/// Returns the stored form of a fault: a keyword and a detail.
pub fn fault_text(fault: &Fault) -> (&'static str, String) {
    match fault {
        Fault::IllegalMove(text) => ("illegal", text.clone()),
        Fault::NotAMove(text) => ("nonsense", text.clone()),
        Fault::OutOfTime(over) => ("time", over.as_micros().to_string()),
        Fault::NoAnswer(time) => ("silent", time.as_micros().to_string()),
        Fault::UnexpectedOutput(output) => ("unheard", output.clone()),
        Fault::TooMuchOutput => ("flood", String::new()),
        Fault::Exited(how) => ("died", how.clone()),
        Fault::StartFailed(reason) => ("start", reason.to_string()),
        Fault::NotReady(word) => ("not-ready", word.clone()),
        Fault::DidNotExit => ("stop", String::new()),
        Fault::LeftoverProcesses(count) => ("children", count.to_string()),
        Fault::Resigned => ("resigned", String::new()),
    }
}

/// Returns the stored form of an ending: a keyword, the side at fault, and a detail.
pub fn ending_text(ending: &Ending) -> (&'static str, Option<Player>, Option<String>) {
    match ending {
        Ending::Rules => ("rules", None, None),
        Ending::Adjudicated => ("adjudicated", None, None),
        Ending::Fault(side, fault) => {
            let (kind, detail) = fault_text(fault);
            (kind, Some(*side), Some(detail))
        }
    }
}

/// Parses the stored form of a fault.
pub fn parse_fault(kind: &str, detail: &str) -> Option<Fault> {
    let text = || detail.to_owned();
    Some(match kind {
        "illegal" => Fault::IllegalMove(text()),
        "nonsense" => Fault::NotAMove(text()),
        "time" => Fault::OutOfTime(Duration::from_micros(detail.parse().ok()?)),
        "silent" => Fault::NoAnswer(Duration::from_micros(detail.parse().ok()?)),
        "unheard" => Fault::UnexpectedOutput(text()),
        "flood" => Fault::TooMuchOutput,
        "died" => Fault::Exited(text()),
        "start" => Fault::StartFailed(io_error::stored_reason(detail)),
        "not-ready" => Fault::NotReady(text()),
        "stop" => Fault::DidNotExit,
        "children" => Fault::LeftoverProcesses(detail.parse().ok()?),
        "resigned" => Fault::Resigned,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind};

    use plateau_games::REGISTRY;

    use super::*;
    use crate::game::Control;

    fn task() -> Task {
        Task {
            variant: "tictactoe".to_owned(),
            opening: vec!["b2".to_owned()],
            players: [1, 0],
            control: Control::Depth(3),
            seed: 9,
        }
    }

    fn played(mv: &str, micros: u64, value: Option<i32>) -> PlayedMove {
        let time = Duration::from_micros(micros);
        PlayedMove { mv: mv.to_owned(), time, depth: Some(3), nodes: None, value }
    }

    #[test]
    fn records_have_notes_and_parse_as_plain_records() {
        let moves = vec![played("a1", 1_500, Some(-35)), played("c3", 20, None)];
        let ending = Ending::Fault(Player::Second, Fault::IllegalMove("b2\nx: y".to_owned()));
        let unplayed = Duration::from_millis(1_100);
        let result = GameResult { winner: Some(Player::First), margin: 0, ending, moves, unplayed };
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let game = StoredGame::new((4, 1), &task(), &result, ["a: b", "first"], &*variant).unwrap();
        assert_eq!(
            game.record,
            "game: tictactoe\nstart: 9 x\nmoves: b2 a1 c3\nresult: x forfeit\n# first: a: b\n# second: first\n\
             # control: depth=3\n# opening: 1 plies\n# seed: 9\n# fault: o illegal b2 x: y\n\
             # times: 0.001500 0.000020\n# unplayed: 1.100000\n# depths: 3 3\n# values: -35 -\n"
        );
        let again = REGISTRY.record(&game.record).unwrap();
        assert_eq!((again.ply(), again.finish().unwrap().reason), (3, Reason::Forfeit));
        assert_eq!(game.times, [Duration::from_micros(20), Duration::from_micros(1_101_500)]);
        let notes = RecordNotes::parse(&game.record);
        assert_eq!((notes.opening, notes.values, notes.depths), (1, vec![Some(-35), None], vec![Some(3); 2]));
        assert_eq!(notes.times, [Duration::from_micros(1_500), Duration::from_micros(20)]);
        assert!(notes.nodes.is_empty() && notes.unplayed == Some(unplayed));
    }

    #[test]
    fn a_result_by_the_rules_is_not_overwritten() {
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let moves = ["a1", "c2", "a2", "a3", "c1", "b1", "b3", "c3"].map(|mv| played(mv, 1, None)).to_vec();
        let unplayed = Duration::ZERO;
        let result = GameResult { winner: None, margin: 0, ending: Ending::Rules, moves, unplayed };
        let game = StoredGame::new((0, 0), &task(), &result, ["a", "b"], &*variant).unwrap();
        assert!(game.record.contains("\nresult: draw\n"), "{}", game.record);
        assert_eq!((game.half_points(Player::First), game.fault()), (1, None));
    }

    #[test]
    fn faults_round_trip() {
        for fault in [
            Fault::IllegalMove("9 9".to_owned()),
            Fault::NotAMove(String::new()),
            Fault::OutOfTime(Duration::from_micros(12)),
            Fault::UnexpectedOutput("b2\nbestmove a3".to_owned()),
            Fault::TooMuchOutput,
            Fault::Exited("signal 9".to_owned()),
            Fault::StartFailed(io_error::reason(&ErrorKind::NotFound.into())),
            Fault::StartFailed(io_error::reason(&io::Error::other("exec format error"))),
            Fault::NotReady("readyok".to_owned()),
            Fault::NoAnswer(Duration::from_secs(2)),
            Fault::DidNotExit,
            Fault::LeftoverProcesses(3),
            Fault::Resigned,
        ] {
            let (kind, detail) = fault_text(&fault);
            assert_eq!(parse_fault(kind, &detail), Some(fault));
        }
        assert_eq!((parse_fault("unknown", ""), parse_fault("time", "x")), (None, None));
    }
}
