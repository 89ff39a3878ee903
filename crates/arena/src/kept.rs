//! A game as it is kept: its record, with notes of who played and what each move took.

use std::num::NonZeroU16;
use std::time::Duration;

use plateau_core::record::{RecordText, note_line};
use plateau_core::{Finish, Message, Objective, Outcome, Player, Reason};
use plateau_games::AnyVariant;

use crate::control;
use crate::game::{Ending, Fault, Played, Result, Task};

/// A game of a tournament that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The pair it belongs to.
    pub pair: u64,
    /// Which of the pair's games: 0 or 1.
    pub game: u8,
    /// Who had the first and the second side, by their index.
    pub players: [usize; 2],
    /// The winner.
    pub winner: Option<Player>,
    /// Why it ended.
    pub ending: Ending,
    /// The time each side took.
    pub times: [Duration; 2],
    /// The record, with notes.
    pub record: String,
}

impl Kept {
    /// What is kept of a game.
    pub fn new(
        key: (u64, u8),
        task: &Task,
        result: &Result,
        names: [&str; 2],
        variant: &dyn AnyVariant,
    ) -> std::result::Result<Self, Message> {
        let mut times = [Duration::ZERO; 2];
        let mut record = variant.start();
        for mv in &task.opening {
            record.play(mv)?;
        }
        for played in &result.moves {
            times[record.turn().index()] += kept_time(played.time);
            record.play(&played.mv)?;
        }
        if let Ending::Fault(side, _) = &result.ending {
            times[side.index()] += kept_time(result.unplayed);
        }
        let with_margin = variant.traits().objective == Objective::Margin;
        let margin = NonZeroU16::new(result.margin).filter(|_| with_margin);
        let outcome = result.winner.map_or(Outcome::Draw, |winner| Outcome::Win { winner, margin });
        // A game that its moves have ended needs no other reason.
        record.declare(Finish { outcome, reason: reason(&result.ending) });
        let text = record.text() + &notes(task, result, names);
        let (pair, game) = key;
        let (players, winner) = (task.players, result.winner);
        Ok(Self { pair, game, players, winner, ending: result.ending.clone(), times, record: text })
    }

    /// The half points of a side: 0, 1 or 2.
    pub fn half_points(&self, side: Player) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }

    /// The points of both sides, as tables write them.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Player::First) => "1-0",
            Some(Player::Second) => "0-1",
            None => "½-½",
        }
    }

    /// The side that was at fault, and what it did.
    pub fn fault(&self) -> Option<(Player, &Fault)> {
        match &self.ending {
            Ending::Fault(side, fault) => Some((*side, fault)),
            Ending::Rules | Ending::Adjudicated => None,
        }
    }
}

/// The reason of a record for an end.
fn reason(ending: &Ending) -> Reason {
    match ending {
        Ending::Rules | Ending::Adjudicated => Reason::Adjudication,
        Ending::Fault(_, Fault::Time(_) | Fault::Silent(_) | Fault::Unheard(_)) => Reason::Time,
        Ending::Fault(_, Fault::Resigned) => Reason::Resignation,
        Ending::Fault(..) => Reason::Forfeit,
    }
}

/// What is noted below a record.
fn notes(task: &Task, result: &Result, names: [&str; 2]) -> String {
    let mut text = note_line("first", names[0]) + &note_line("second", names[1]);
    text += &note_line("control", &control::print(&task.control));
    text += &note_line("opening", &format!("{} plies", task.opening.len()));
    text += &note_line("seed", &task.seed.to_string());
    if let Ending::Fault(side, fault) = &result.ending {
        let (kind, detail) = fault_text(fault);
        text += &note_line("fault", format!("{} {kind} {detail}", side.letter()).trim_end());
    }
    let listed = |name: &str, each: &dyn Fn(&Played) -> String| {
        note_line(name, &result.moves.iter().map(each).collect::<Vec<_>>().join(" "))
    };
    let told = |told: Option<String>| told.unwrap_or_else(|| UNTOLD.to_owned());
    text += &listed("times", &|played| format!("{:.6}", kept_time(played.time).as_secs_f64()));
    if !result.unplayed.is_zero() {
        text += &note_line("unplayed", &format!("{:.6}", kept_time(result.unplayed).as_secs_f64()));
    }
    if result.moves.iter().any(|played| played.depth.is_some()) {
        text += &listed("depths", &|played| told(played.depth.map(|depth| depth.to_string())));
    }
    if result.moves.iter().any(|played| played.nodes.is_some()) {
        text += &listed("nodes", &|played| told(played.nodes.map(|nodes| nodes.to_string())));
    }
    if result.moves.iter().any(|played| played.value.is_some()) {
        text += &listed("values", &|played| told(played.value.map(|value| value.to_string())));
    }
    text
}

/// A time as it is kept: to the microsecond, so that it is the same when it is read.
fn kept_time(time: Duration) -> Duration {
    Duration::from_micros(time.as_micros() as u64)
}

/// What stands in a list for a move of which nothing was said.
const UNTOLD: &str = "-";

/// What the notes of a record tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The moves of the opening.
    pub opening: usize,
    /// The seconds of each move after the opening.
    pub times: Vec<Duration>,
    /// The seconds of the move that a side at fault did not make.
    pub unplayed: Option<Duration>,
    /// The depth of each, where it was told.
    pub depths: Vec<Option<u32>>,
    /// The nodes of each.
    pub nodes: Vec<Option<u64>>,
    /// The value of each for the side that moved, in hundredths of a piece.
    pub values: Vec<Option<i32>>,
}

impl Notes {
    /// Reads the notes of a record; what can't be read is left out.
    pub fn read(record: &str) -> Self {
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

/// A fault as a word and what else there is to say.
pub fn fault_text(fault: &Fault) -> (&'static str, String) {
    match fault {
        Fault::Illegal(text) => ("illegal", text.clone()),
        Fault::Nonsense(text) => ("nonsense", text.clone()),
        Fault::Time(over) => ("time", over.as_micros().to_string()),
        Fault::Silent(time) => ("silent", time.as_micros().to_string()),
        Fault::Unheard(said) => ("unheard", said.clone()),
        Fault::Flood => ("flood", String::new()),
        Fault::Died(how) => ("died", how.clone()),
        Fault::Start(why) => ("start", why.clone()),
        Fault::NotReady(word) => ("not-ready", word.clone()),
        Fault::Stop => ("stop", String::new()),
        Fault::Children(count) => ("children", count.to_string()),
        Fault::Resigned => ("resigned", String::new()),
    }
}

/// An end as a word, the side that was at fault, and what else there is to say.
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

/// The fault that a word and a text stand for.
pub fn parse_fault(kind: &str, detail: &str) -> Option<Fault> {
    let text = || detail.to_owned();
    Some(match kind {
        "illegal" => Fault::Illegal(text()),
        "nonsense" => Fault::Nonsense(text()),
        "time" => Fault::Time(Duration::from_micros(detail.parse().ok()?)),
        "silent" => Fault::Silent(Duration::from_micros(detail.parse().ok()?)),
        "unheard" => Fault::Unheard(text()),
        "flood" => Fault::Flood,
        "died" => Fault::Died(text()),
        "start" => Fault::Start(text()),
        "not-ready" => Fault::NotReady(text()),
        "stop" => Fault::Stop,
        "children" => Fault::Children(detail.parse().ok()?),
        "resigned" => Fault::Resigned,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
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

    fn played(mv: &str, micros: u64, value: Option<i32>) -> Played {
        let time = Duration::from_micros(micros);
        Played { mv: mv.to_owned(), time, depth: Some(3), nodes: None, value }
    }

    #[test]
    fn a_record_tells_all_and_is_read_by_every_reader() {
        let moves = vec![played("a1", 1_500, Some(-35)), played("c3", 20, None)];
        let ending = Ending::Fault(Player::Second, Fault::Illegal("b2\nx: y".to_owned()));
        let unplayed = Duration::from_millis(1_100);
        let result = Result { winner: Some(Player::First), margin: 0, ending, moves, unplayed };
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let kept = Kept::new((4, 1), &task(), &result, ["a: b", "first"], &*variant).unwrap();
        assert_eq!(
            kept.record,
            "game: tictactoe\nstart: 9 x\nmoves: b2 a1 c3\nresult: x forfeit\n# first: a: b\n# second: first\n\
             # control: depth=3\n# opening: 1 plies\n# seed: 9\n# fault: o illegal b2 x: y\n\
             # times: 0.001500 0.000020\n# unplayed: 1.100000\n# depths: 3 3\n# values: -35 -\n"
        );
        let again = REGISTRY.record(&kept.record).unwrap();
        assert_eq!((again.ply(), again.finish().unwrap().reason), (3, Reason::Forfeit));
        assert_eq!(kept.times, [Duration::from_micros(20), Duration::from_micros(1_101_500)]);
        let notes = Notes::read(&kept.record);
        assert_eq!((notes.opening, notes.values, notes.depths), (1, vec![Some(-35), None], vec![Some(3); 2]));
        assert_eq!(notes.times, [Duration::from_micros(1_500), Duration::from_micros(20)]);
        assert!(notes.nodes.is_empty() && notes.unplayed == Some(unplayed));
    }

    #[test]
    fn an_end_by_the_moves_stays_one() {
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let moves = ["a1", "c2", "a2", "a3", "c1", "b1", "b3", "c3"].map(|mv| played(mv, 1, None)).to_vec();
        let unplayed = Duration::ZERO;
        let result = Result { winner: None, margin: 0, ending: Ending::Rules, moves, unplayed };
        let kept = Kept::new((0, 0), &task(), &result, ["a", "b"], &*variant).unwrap();
        assert!(kept.record.contains("\nresult: draw\n"), "{}", kept.record);
        assert_eq!((kept.half_points(Player::First), kept.fault()), (1, None));
    }

    #[test]
    fn faults_round_trip() {
        for fault in [
            Fault::Illegal("9 9".to_owned()),
            Fault::Nonsense(String::new()),
            Fault::Time(Duration::from_micros(12)),
            Fault::Unheard("b2\nbestmove a3".to_owned()),
            Fault::Flood,
            Fault::Died("signal 9".to_owned()),
            Fault::Start("no such file".to_owned()),
            Fault::NotReady("readyok".to_owned()),
            Fault::Silent(Duration::from_secs(2)),
            Fault::Stop,
            Fault::Children(3),
            Fault::Resigned,
        ] {
            let (kind, detail) = fault_text(&fault);
            assert_eq!(parse_fault(kind, &detail), Some(fault));
        }
        assert_eq!((parse_fault("tired", ""), parse_fault("time", "x")), (None, None));
    }
}
