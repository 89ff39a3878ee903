//! Reductions, windows and unsound prunings: how a search spends its effort.

/// How a search spends its effort: numbers, fitted per game by node counts and matches.
///
/// [`Techniques`](crate::Techniques) switch parts of it off for tests and measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Late move reductions.
    pub reductions: Reductions,
    /// Order moves by the static value of the child.
    pub static_ordering: Option<StaticOrdering>,
    /// Half the width of the first aspiration window, in hundredths of a piece. Also the
    /// window around each move's last value in `MultiPV` searches.
    pub aspiration: Option<i32>,
    /// Multi-ProbCut, by [stage](super::Evaluator::stage); the last entry serves all later
    /// stages. Unsound: what it touches is never proven.
    pub prob_cuts: &'static [&'static [ProbCut]],
    /// Reverse futility pruning. Unsound: what it touches is never proven.
    pub reverse_futility: Option<ReverseFutility>,
    /// Evaluate the children of nodes of depth 1 without visiting them, in the order of their
    /// generation: for evaluators that are faster than a visit. These leaves are not
    /// [probed](super::Probe), and no [picker](super::MovePicker) prunes moves to them.
    pub evaluates_frontier: bool,
    /// Plies between the iterations of a search to a fixed depth. Evaluations alternate
    /// between odd and even depths, so steps of two fit the transposition table and the
    /// history better, and save half of the iterations.
    pub fixed_depth_step: u32,
}

impl Policy {
    /// The policy of games without one of their own.
    pub const DEFAULT: Self = Self {
        reductions: Reductions::DEFAULT,
        static_ordering: None,
        aspiration: Some(40),
        prob_cuts: &[],
        reverse_futility: None,
        evaluates_frontier: false,
        fixed_depth_step: 2,
    };

    /// Orders moves by the static values of the children. For evaluations that are strong and
    /// cheap to update, such as learned ones.
    pub const STATIC_ORDERING: Self =
        Self { static_ordering: Some(StaticOrdering { min_depth: 2, weight: 640 }), ..Self::DEFAULT };

    /// No reductions: every move is searched to the full depth. An iteration then costs more
    /// than it gains, so a search to a fixed depth uses every fourth.
    pub const FULL_DEPTH: Self = Self { reductions: Reductions::NONE, fixed_depth_step: 4, ..Self::DEFAULT };
}

impl Default for Policy {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Late move reductions (LMR): moves that come late in the order are searched less deeply
/// first, and again to the full depth only if they beat alpha.
///
/// With depth `d` and move number `m`, a move is reduced by `base + ln d · ln m / divisor`
/// plies; a good or bad history and the gap to the best static value of a sibling change it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reductions {
    /// The minimum depth; no move is reduced below it.
    pub min_depth: u32,
    /// The first move that is reduced, counted from 0.
    pub min_move: u32,
    /// The constant term, in plies.
    pub base: f32,
    /// The divisor of the product of logarithms.
    pub divisor: f32,
    /// Plies less at PV nodes.
    pub pv: i32,
    /// A move whose history score is this far above (below) 0 is reduced by one ply less
    /// (more); 0 ignores the history.
    pub history: i32,
    /// A move whose static value is this far below the best sibling's is reduced by one ply
    /// more; 0 ignores static values.
    pub static_gap: i32,
}

impl Reductions {
    /// No reductions.
    pub const NONE: Self = Self {
        min_depth: u32::MAX,
        min_move: u32::MAX,
        base: 0.0,
        divisor: 1.0,
        pv: 0,
        history: 0,
        static_gap: 0,
    };

    /// Reductions that suit most games with more than ten moves.
    pub const DEFAULT: Self =
        Self { min_depth: 3, min_move: 1, base: 0.9, divisor: 1.3, pv: 1, history: 4_000, static_gap: 0 };
}

/// The order of moves by the static value of the child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticOrdering {
    /// The minimum depth; below it the static values would cost as much as the search.
    pub min_depth: u32,
    /// The weight of a static value against history scores, in sixteenths.
    pub weight: i32,
}

/// One check of Multi-ProbCut (Buro 1997): a shallow search predicts the result of a deep one.
///
/// If `slope · shallow + offset` lies beyond the window by `confidence` standard deviations,
/// the deep search is skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// The depth of the search that is skipped.
    pub depth: u32,
    /// The depth of the search that predicts it.
    pub shallow_depth: u32,
    /// The slope of the regression.
    pub slope: f32,
    /// The offset of the regression, in hundredths of a piece.
    pub offset: f32,
    /// The standard deviation of the prediction, in hundredths of a piece.
    pub sigma: f32,
    /// The number of standard deviations.
    pub confidence: f32,
}

/// Reverse futility pruning: near the leaves, a static value far above beta decides a node without
/// a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseFutility {
    /// The largest depth of a node that its static value decides.
    pub max_depth: u32,
    /// How far above beta the static value must lie, in hundredths of a piece per ply of depth.
    pub margin: i32,
}
