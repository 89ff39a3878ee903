//! How the search of super-morpion spends its effort. `docs/supermorpion.md` has the games that
//! fitted these numbers.

use plateau_search::{Policy, Reductions, ReverseFutility};

/// The policy of the learned evaluation.
pub const POLICY: Policy = Policy {
    reductions: Reductions { divisor: 1.1, static_gap: 150, ..Reductions::DEFAULT },
    reverse_futility: Some(ReverseFutility { max_depth: 8, margin: 60 }),
    evaluates_frontier: true,
    ..Policy::STATIC_ORDERING
};
