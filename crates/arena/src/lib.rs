//! Matches and tournaments between engines, external programs and humans.
//!
//! A [`PlayerSpec`] describes a player: a built-in engine, a human, or a program that speaks
//! one of the [`protocol`]s. A [`Player`] plays it. The [`Referee`] plays one [`game`] between two players and alone decides
//! legality, the result and the time used. A [`GameRunner`], usually a [`PlayerPool`],
//! plays the games of a tournament.
//!
//! Tournaments:
//!
//! - [`plan`] describes a tournament, [`schedule`] pairs the players, [`openings`] supplies
//!   the opening of each pair, [`tournament_settings`] holds the rules common to all games.
//! - [`tournament`] plays the games on worker threads; [`store`] saves every
//!   [game](stored_game) in SQLite before it counts.
//! - [`stats`] computes Elo, SPRT and ratings; [`standings`] ranks the players.
//! - [`text_tables`], [`export`], [`report`] and [`live_page`] present the results.
//!
//! [`ugi_server`] is the other side of UGI: it lets other programs drive a built-in engine.
//! [`program_engine`] lets a program play where only engines are known.
//! [`check`] helps the author of a bot to find out what is wrong with it.
//!
//! # Orphan processes
//!
//! A bot can leave processes behind that outlive it. By default the library ends only the
//! process group of each bot. A host program can call [`process::adopt_orphans`] to find
//! and end the others too; see there for what that does to its own child processes.

mod builtin_engine;
pub mod check;
pub mod control;
pub mod export;
mod fault;
pub mod game;
pub mod game_runner;
pub mod live_page;
pub mod openings;
pub mod phrases;
pub mod plan;
pub mod player;
pub mod player_pool;
pub mod process;
pub mod program_engine;
pub mod protocol;
pub mod referee;
pub mod report;
pub mod schedule;
mod settings;
pub mod standings;
pub mod stats;
pub mod store;
pub mod stored_game;
pub mod text_tables;
pub mod tournament;
pub mod tournament_settings;
pub mod ugi_server;

pub use game_runner::GameRunner;
pub use plateau_play::PlayerSpec;
pub use player::{Player, Prompt, PromptFactory};
pub use player_pool::PlayerPool;
pub use program_engine::ProgramEngine;
pub use referee::{GameError, Referee};
pub use settings::Settings;
