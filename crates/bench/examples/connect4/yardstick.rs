//! A textbook alpha-beta search on fixed positions: a measure of the machine, so that
//! results of different machines can be compared.

use std::time::Duration;

use plateau_core::{Outcome, Position, Variant};
use plateau_games::connect4::{Board, ConnectFour, Fixed};

use crate::clock::{cpu_time, cpu_time_since};

/// Endgame positions and their scores.
const SAMPLE: [(&str, i32); 6] = [
    ("5554224333234511764415115", 4),
    ("52753311433677442422121", 8),
    ("1233722555341451114725221333", -1),
    ("651142666562345525716135112", 2),
    ("446755524273322124445127", 3),
    ("1441417214663341566431667", -4),
];

/// Number of repetitions; takes about a second.
const REPETITIONS: usize = 201;

/// Returns the score within a window by plain alpha-beta: no transposition table, columns
/// from the centre.
fn alpha_beta(board: &Board<Fixed<7, 6>>, mut alpha: i32, beta: i32) -> i32 {
    let left = 42 - board.taken().count_ones() as i32;
    match board.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(_) => return -(left + 2) / 2,
        None => {}
    }
    for column in [3, 2, 4, 1, 5, 0, 6] {
        let Some(cell) = board.legal_moves().find(|cell| cell / 7 == column) else { continue };
        let score = -alpha_beta(&board.after(cell), -beta, -alpha);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
    }
    alpha
}

/// Returns the time of the textbook search per position: the mean over the sample, and
/// the median of all repetitions.
pub fn measure() -> Duration {
    let game = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let after = |moves: &str| {
        let play = |board: Board<_>, (_, text): (_, &str)| {
            board.after(game.parse_move(&board, text).expect("a move of the sample"))
        };
        game.split_moves(moves).into_iter().fold(game.start(), play)
    };
    let boards = SAMPLE.map(|(moves, score)| (after(moves), score));
    let mut times: Vec<Duration> = (0..REPETITIONS)
        .map(|_| {
            let start = cpu_time();
            for (board, score) in &boards {
                assert_eq!(alpha_beta(board, -42, 42), *score, "{board:?}");
            }
            cpu_time_since(start)
        })
        .collect();
    times.sort_unstable();
    times[REPETITIONS / 2] / SAMPLE.len() as u32
}
