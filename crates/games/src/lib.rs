//! Seven classic board games, one folder each, and the registry that lists them.
//!
//! No front end knows a game by name: programs take a [`Registry`] and work with the
//! object-safe [`AnyVariant`] and [`AnyRecord`].
//!
//! ```
//! let variant = plateau_games::REGISTRY.variant("connect4:6x7").unwrap();
//! let mut game = variant.start();
//! game.play_all("3 3 4").unwrap();
//! assert_eq!(game.position_text(), "6/6/6/6/6/2o3/2xx2 o");
//! assert_eq!(game.perft(2), 36);
//! ```

pub mod any_engine;
mod any_tree;
pub mod cells;
pub mod compiled;
pub mod engines;
pub mod erased;
pub mod exact_solver;
pub mod explain;
pub mod game;
pub mod grid;
pub mod learned;
pub mod phrases;
pub mod registry;
pub mod sizes;
pub mod square3;
pub mod time;
pub mod tree;

pub use any_engine::AnyEngine;
pub use compiled::CompiledEngines;
pub use engines::{EngineSpec, Evaluators, GameBook, NamedEvaluator, Playable};
pub use erased::{AnyRecord, AnyVariant, erase};
pub use explain::{Evaluation, Explain};
pub use game::{Alias, Choice, Game, GameOption, VariantOptions};
pub use registry::Registry;
pub use sizes::{Dimension, SizeNumber, Sizes};
pub use tree::{AnyTree, Scale, TreeError, TreeNode, TreeOptions};

/// Runs the examples of `docs/library.md` as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod library_guide {}

/// Declares each game's module and lists its `GAME` in the registry.
macro_rules! register {
    ($($module:ident)*) => {
        $(pub mod $module;)*

        // `REGISTRY` instantiates every engine for every game; unit tests leave it out to
        // compile faster.
        /// Every game Plateau knows.
        #[cfg(not(test))]
        pub static REGISTRY: Registry = Registry::new(&[$(&$module::GAME),*]);
    };
}

register! {
    tictactoe
    supermorpion
    morpion4
    connect4
    othello
    achi
    picaria
}
