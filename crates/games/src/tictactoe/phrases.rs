//! What this game says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "tictactoe.name", "tic-tac-toe", "morpion";
    /// What it is about.
    SUMMARY = "tictactoe.summary", "three in a row on 3×3", "trois alignés sur 3×3";
}
