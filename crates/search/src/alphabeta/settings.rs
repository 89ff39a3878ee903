//! Search settings.

/// The settings of the alpha-beta search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// Number of threads.
    pub threads: usize,
    /// Prune moves: those that the picker leaves out at the remaining depth
    /// (forward pruning), and equivalent moves of symmetric positions.
    pub selective: bool,
    /// The techniques that the [policy](crate::Policy) may use.
    pub techniques: Techniques,
    /// Search every line to exactly the nominal depth: no probe, no endgame
    /// solver, and only transposition table entries of the same depth. With
    /// [sound techniques](Techniques::SOUND), a fixed-depth search then returns the same
    /// score as plain negamax.
    pub exact_depth: bool,
    /// Answer from a book of exact scores, if the game has one, before its solver.
    pub exact_book: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_mb: 64,
            threads: 1,
            selective: true,
            techniques: Techniques::ALL,
            exact_depth: false,
            exact_book: true,
        }
    }
}

impl Settings {
    /// Returns settings with which a fixed-depth search finds exactly what plain
    /// negamax finds.
    pub fn negamax_equivalent() -> Self {
        Self {
            hash_mb: 1,
            selective: false,
            techniques: Techniques::SOUND,
            exact_depth: true,
            ..Self::default()
        }
    }
}

/// Which techniques of a policy a search uses. Switching them off one by one measures the
/// effect of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Techniques {
    /// Late move reductions.
    pub reductions: bool,
    /// Move ordering by the static value of the child.
    pub static_ordering: bool,
    /// Aspiration windows.
    pub aspiration: bool,
    /// Multi-ProbCut.
    pub prob_cuts: bool,
    /// Reverse futility pruning.
    pub reverse_futility: bool,
    /// Keep deeper transposition table entries of the same position.
    pub table_retention: bool,
    /// Use the moves of an iteration that was stopped.
    pub stopped_iterations: bool,
    /// Scale the soft time limit by the stability of the best move.
    pub stability: bool,
    /// ABDADA. Without it, threads share nothing but the table (lazy SMP).
    pub abdada: bool,
}

impl Techniques {
    /// Everything.
    pub const ALL: Self = Self {
        reductions: true,
        static_ordering: true,
        aspiration: true,
        prob_cuts: true,
        reverse_futility: true,
        table_retention: true,
        stopped_iterations: true,
        stability: true,
        abdada: true,
    };

    /// Those that change the cost of a fixed-depth search, not its score.
    pub const SOUND: Self =
        Self { reductions: false, prob_cuts: false, reverse_futility: false, ..Self::ALL };

    /// The names of the techniques.
    pub const NAMES: [&'static str; 9] = [
        "reductions",
        "static-ordering",
        "aspiration",
        "prob-cuts",
        "reverse-futility",
        "table-retention",
        "stopped-iterations",
        "stability",
        "abdada",
    ];

    /// Switches a technique off. Returns `None` for an unknown name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Option<Self> {
        let technique = match name {
            "reductions" => &mut self.reductions,
            "static-ordering" => &mut self.static_ordering,
            "aspiration" => &mut self.aspiration,
            "prob-cuts" => &mut self.prob_cuts,
            "reverse-futility" => &mut self.reverse_futility,
            "table-retention" => &mut self.table_retention,
            "stopped-iterations" => &mut self.stopped_iterations,
            "stability" => &mut self.stability,
            "abdada" => &mut self.abdada,
            _ => return None,
        };
        *technique = false;
        Some(self)
    }

    /// Nothing.
    pub const NONE: Self = Self {
        reductions: false,
        static_ordering: false,
        aspiration: false,
        prob_cuts: false,
        reverse_futility: false,
        table_retention: false,
        stopped_iterations: false,
        stability: false,
        abdada: false,
    };
}
