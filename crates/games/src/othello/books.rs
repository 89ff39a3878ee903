//! The embedded opening books: estimates on 8×8, exact scores on 6×6. `docs/othello.md` has the commands
//! that build them.

use std::any::Any;
use std::sync::OnceLock;

use plateau_core::Variant;
use plateau_search::book::{BookError, ExactBook, OpeningBook};

use super::Othello;
use super::board::Board;

/// By how much a move of the book may be worse than the best to be played for variety: a disc.
pub const TOLERANCE: i16 = 100;

/// The book of 8×8.
static ESTIMATES: &[u8] = include_bytes!("book8.bin");

/// The book of 6×6.
static EXACT: &[u8] = include_bytes!("book6.bin");

/// Returns the book of estimates of a variant, which is for 8×8 alone. It is read at first use.
pub fn opening_book<const N: usize>(variant: Othello<N>) -> Option<&'static OpeningBook<Board<N>>> {
    static BOOK: OnceLock<OpeningBook<Board<8>>> = OnceLock::new();
    let book = BOOK.get_or_init(|| embedded(OpeningBook::read(ESTIMATES, &start())));
    (book as &dyn Any).downcast_ref().filter(|_| !variant.discs_only)
}

/// Returns the book of exact scores of a variant, which is for 6×6 alone. It is read at first use.
pub fn exact_book<const N: usize>(variant: Othello<N>) -> Option<&'static ExactBook<Board<N>>> {
    static BOOK: OnceLock<ExactBook<Board<6>>> = OnceLock::new();
    let book = BOOK.get_or_init(|| embedded(ExactBook::read(EXACT, &start())));
    (book as &dyn Any).downcast_ref().filter(|_| !variant.discs_only)
}

fn start<const N: usize>() -> Board<N> {
    Othello::<N>::default().start()
}

fn embedded<B>(book: Result<B, BookError>) -> B {
    book.unwrap_or_else(|error| unreachable!("an embedded book: {error}"))
}

#[cfg(test)]
mod tests {
    use plateau_core::Position;

    use super::*;

    #[test]
    fn books_are_for_their_boards_alone() {
        let [standard, discs] = [false, true].map(|discs_only| Othello::<8> { discs_only });
        assert!(opening_book(standard).is_some() && opening_book(discs).is_none());
        assert!(opening_book(Othello::<6>::default()).is_none());
        let [standard, discs] = [false, true].map(|discs_only| Othello::<6> { discs_only });
        assert!(exact_book(standard).is_some() && exact_book(discs).is_none());
        assert!(exact_book(Othello::<8>::default()).is_none());
    }

    /// A book that is not of this program's boards would never answer.
    #[test]
    fn every_image_of_a_book_position_has_the_same_moves() {
        let variant = Othello::<8>::default();
        let book = opening_book(variant).unwrap();
        let start = variant.start();
        let Some(best) = book.moves(&start).map(|moves| moves[0]) else { panic!("no move for the start") };
        for (ply, &mv) in book.line(&start, best.mv).iter().enumerate() {
            let board = book.line(&start, best.mv)[..ply].iter().fold(start, |board, &mv| board.after(mv));
            let expected = book.value(&board.after(mv));
            for &symmetry in board.symmetries() {
                let image = board.transform(symmetry);
                assert_eq!(book.value(&image), book.value(&board));
                let moves = book.moves(&image).unwrap();
                assert!(moves.iter().all(|each| image.is_legal(each.mv)));
                assert!(moves.is_sorted_by(|a, b| a.value >= b.value));
                assert_eq!(book.value(&image.after(moves[0].mv)), expected, "ply {ply} {symmetry:?}");
            }
        }
    }

    #[test]
    fn every_image_of_an_exact_position_has_the_same_score() {
        let variant = Othello::<6>::default();
        let book = exact_book(variant).unwrap();
        let mut board = variant.start();
        let mut plies = 0;
        while let Some((score, mv)) = book.find(&board) {
            for &symmetry in board.symmetries() {
                let image = board.transform(symmetry);
                let (image_score, image_mv) = book.find(&image).unwrap();
                assert!(image.is_legal(image_mv));
                assert_eq!(image_score, score);
                assert_eq!(image.after(image_mv).canonical(), board.after(mv).canonical());
            }
            board = board.after(mv);
            plies += 1;
        }
        assert!(plies > 5, "{plies}");
    }
}
