//! Tests of the arena as a whole, most of them with real processes.

mod check;
mod common;
mod faults;
mod protocols;
mod referee;
mod simulation;
mod statistics;
mod tournament;
