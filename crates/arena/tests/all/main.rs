//! The arena as a whole, most of it by real processes.

mod check;
mod common;
mod crimes;
mod killed;
mod planned;
mod protocols;
mod referee;
mod statistics;
mod tournament;
