//! Connect Four: the solver, the engine `best` and the opening book.

mod best;
mod book;
mod comparison;
mod known_scores;

use plateau_core::hash::mix2;
use plateau_core::{Position, Variant};
use plateau_games::connect4::{Board, ConnectFour, Geometry};

fn game<G: Geometry>(geometry: G) -> ConnectFour<G> {
    let [columns, rows, line] = [geometry.columns(), geometry.rows(), geometry.line()];
    ConnectFour::new(format!("connect4:{columns}x{rows}x{line}"), geometry)
}

/// Returns the position after moves given as columns.
fn after<G: Geometry>(geometry: G, moves: &str) -> Board<G> {
    let game = game(geometry);
    game.split_moves(moves)
        .into_iter()
        .fold(game.start(), |board, (_, text)| board.play(game.parse_move(&board, text).unwrap()).unwrap())
}

/// Returns a position after random moves that do not end the game, if there is one.
fn random_position<G: Geometry>(geometry: G, seed: u64, plies: u32) -> Option<Board<G>> {
    let mut board = game(geometry).start();
    for ply in 0..plies {
        let moves: Vec<u8> = board.legal_moves().filter(|&cell| !board.after(cell).is_won()).collect();
        let chosen = mix2(seed, ply.into()) % moves.len().max(1) as u64;
        board.play_unchecked(*moves.get(chosen as usize)?);
    }
    board.outcome().is_none().then_some(board)
}

/// Returns positions of the standard board and their scores.
fn known_scores() -> Vec<(&'static str, i32)> {
    let lines = include_str!("../data/connect4_scores.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split_once(" ; ").unwrap())
        .map(|(moves, score)| (moves, score.parse().unwrap()))
        .collect()
}
