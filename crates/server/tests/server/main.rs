//! The server as its readers meet it: every request over a real connection.

mod events;
mod games;
mod help;
mod limits;
mod page;
mod questions;
mod refusals;
mod start;
