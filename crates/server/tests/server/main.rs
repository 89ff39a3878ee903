//! Tests of the server over real connections.

mod analysis;
mod assets;
mod errors;
mod events;
mod games;
mod harness;
mod limits;
mod openapi;
mod startup;
mod tournament;
