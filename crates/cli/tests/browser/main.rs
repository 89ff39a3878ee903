//! The page, the tree explorer and the page of `sm-refresh` in a real browser.

#![allow(clippy::duplicate_mod, reason = "Treblecross uses the browser without the other helpers")]

mod accessibility;
mod addresses;
mod boards;
#[path = "../support/browser/mod.rs"]
mod browser;
mod expectations;
mod explorer;
mod friends;
mod games;
mod people;
mod review;
mod screens;
mod sm_refresh;
mod start;
#[path = "../support/mod.rs"]
mod support;
mod views;
mod watching;

use browser::page::Page;
use plateau_games::REGISTRY;
use support::program::PLATEAU;

/// Returns the ids of the games.
fn games() -> impl Iterator<Item = &'static str> {
    REGISTRY.games().iter().map(|game| game.id)
}

/// Opens a view of the page, `#/…`, on the server that all tests share.
fn open(view: &str) -> Page {
    Page::open(PLATEAU, view)
}
