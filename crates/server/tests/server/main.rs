//! Tests of the server over real connections.

mod access;
mod analysis;
mod arena;
mod assets;
mod clients;
mod contract;
mod errors;
mod events;
mod fairness;
mod games;
mod harness;
mod limits;
mod openapi;
mod operating;
mod pictures;
mod proxy;
mod review;
mod seats;
mod startup;
mod storage;
mod tournament;
