//! What an evaluator sees in a position: terms that add up to its value, and values on the
//! board. For people; searches never use it.

use plateau_core::{Message, Phrase, Position};
use plateau_search::{Evaluator, NoEvaluation, Probe, SearchParts, Value};

use crate::phrases;

/// An evaluator that explains its values.
pub trait Explain<P: Position>: Evaluator<P> {
    /// Explains the value of an unfinished game. The terms add up to
    /// [`evaluate`](Evaluator::evaluate).
    fn explain(&self, position: &P, accumulator: &Self::Accumulator) -> Explanation {
        Explanation::new([Term::plain(&phrases::TERM_VALUE, self.evaluate(position, accumulator))])
    }
}

impl<P: Position> Explain<P> for NoEvaluation {
    fn explain(&self, _: &P, (): &()) -> Explanation {
        Explanation::default().with_note(phrases::KNOWS_NOTHING.message())
    }
}

/// The parts of a search whose evaluator explains its values.
pub trait ExplainedParts<P: Position>: SearchParts<P, Evaluator: Explain<P>> {}

impl<P: Position, S: SearchParts<P, Evaluator: Explain<P>>> ExplainedParts<P> for S {}

/// The object-safe form of [`ExplainedParts`].
pub(crate) trait ExplainValue<P: Position>: Send + Sync {
    /// Explains the value after these moves, and returns what the probe proves there.
    fn explain_value(&self, start: &P, moves: &[P::Move]) -> (i32, Explanation, Option<Value>);
}

impl<P: Position, S: ExplainedParts<P>> ExplainValue<P> for S {
    fn explain_value(&self, start: &P, moves: &[P::Move]) -> (i32, Explanation, Option<Value>) {
        let evaluator = self.evaluator();
        let (mut position, mut accumulator) = (*start, evaluator.accumulator(start));
        for &mv in moves {
            let after = position.after(mv);
            accumulator = evaluator.update(&accumulator, &position, mv, &after);
            position = after;
        }
        let value = evaluator.evaluate(&position, &accumulator);
        (value, evaluator.explain(&position, &accumulator), self.probe().probe(&position))
    }
}

/// An explained value. All values are for the side to move, in hundredths of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The terms, which add up to the value.
    pub terms: Vec<Term>,
    /// Values on the board.
    pub maps: Vec<ValueMap>,
    /// Remarks, such as why a value is 0.
    pub notes: Vec<Message>,
}

impl Explanation {
    /// Creates an explanation from its terms.
    pub fn new(terms: impl IntoIterator<Item = Term>) -> Self {
        Self { terms: terms.into_iter().collect(), ..Self::default() }
    }

    /// Adds values on the board.
    #[must_use]
    pub fn with_map(mut self, map: ValueMap) -> Self {
        self.maps.push(map);
        self
    }

    /// Adds a remark.
    #[must_use]
    pub fn with_note(mut self, note: Message) -> Self {
        self.notes.push(note);
        self
    }

    /// Returns the sum of the terms.
    pub fn sum(&self) -> i32 {
        self.terms.iter().map(|term| term.value).sum()
    }
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it stands for.
    pub name: Message,
    /// How it is counted, if it is.
    pub counts: Option<Counts>,
    /// Its value.
    pub value: i32,
}

/// What a term counts: its value is the difference of the counts times the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The count of the side to move.
    pub own: i32,
    /// The count of the opponent.
    pub opponent: i32,
    /// The value of each.
    pub weight: i32,
}

impl Term {
    /// Creates a term that counts something of each side.
    pub fn counted(name: impl Into<Message>, [own, opponent]: [i32; 2], weight: i32) -> Self {
        let counts = Some(Counts { own, opponent, weight });
        Self { name: name.into(), counts, value: (own - opponent) * weight }
    }

    /// Creates a term that is just a value.
    pub fn plain(name: impl Into<Message>, value: i32) -> Self {
        Self { name: name.into(), counts: None, value }
    }
}

/// Values on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueMap {
    /// What the values are.
    pub title: Message,
    /// Their meaning.
    pub kind: MapKind,
    /// Whether they belong to points or regions.
    pub places: Places,
    /// The value of each point or region of the [`Layout`](plateau_core::Layout), by its
    /// number.
    pub values: Vec<Option<i32>>,
}

/// The meaning of the values of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    /// The value of a place for the side that holds it.
    Weights,
    /// What a place adds to the value for the side to move.
    Contributions,
    /// Probabilities in percent.
    Percent,
}

impl MapKind {
    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Contributions => "contributions",
            Self::Percent => "percent",
        }
    }
}

/// The parts of the board that have values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// The points.
    Points,
    /// The regions.
    Regions,
}

impl ValueMap {
    /// Creates the map of the value of each point for the side that holds it.
    pub fn weights(values: impl IntoIterator<Item = i32>) -> Self {
        Self {
            title: phrases::MAP_WEIGHTS.message(),
            kind: MapKind::Weights,
            places: Places::Points,
            values: values.into_iter().map(Some).collect(),
        }
    }

    /// Creates a map of what each point adds to the value.
    pub fn contributions(title: &'static Phrase, values: Vec<Option<i32>>) -> Self {
        Self { title: title.message(), kind: MapKind::Contributions, places: Places::Points, values }
    }

    /// Turns a map of points into one of regions.
    #[must_use]
    pub fn of_regions(self) -> Self {
        Self { places: Places::Regions, ..self }
    }
}

/// The explained value of a position, with the evaluator that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The name of the evaluator.
    pub evaluator: &'static str,
    /// The evaluator in a sentence.
    pub summary: &'static Phrase,
    /// The value at a leaf of a search, in hundredths of a piece, for the side to move.
    pub value: i32,
    /// How it comes about.
    pub explanation: Explanation,
    /// What the evaluator proves about the position without a search, if anything. Alpha-beta
    /// uses it instead of the value.
    pub proven: Option<Value>,
}
