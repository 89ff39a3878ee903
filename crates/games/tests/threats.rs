//! The threat search of m,n,k is held to plain negamax, and plays its wins out.

use plateau_core::bits::{Bits, Wide};
use plateau_core::{Outcome, Player, Position, Record, Variant};
use plateau_games::morpion4::threats::{ThreatSearch, Win};
use plateau_games::morpion4::{AnySize, Board, Geometry, InARow, Standard};
use plateau_search::Even;
use plateau_search::textbook::negamax;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions for each question, far more than any of these tests needs.
const NODES: u64 = 1_000_000;

fn sized(columns: u32, rows: u32, line: u32) -> InARow<AnySize<Wide<4>>> {
    InARow::new(format!("morpion4:{columns}x{rows}x{line}"), AnySize::small([columns, rows, line]).unwrap())
}

fn standard() -> InARow<Standard> {
    InARow::new("morpion4".to_owned(), Standard)
}

/// Positions in which the game goes on after so many random moves.
fn random_positions<V: Variant>(
    variant: &V,
    seed: u64,
    count: usize,
    plies: std::ops::Range<usize>,
) -> Vec<V::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(variant.clone());
        for _ in 0..rng.random_range(plies.clone()) {
            if record.finish().is_some() {
                break;
            }
            let mut moves = record.position().legal_moves();
            let mv = moves.nth(rng.random_range(0..moves.len())).unwrap();
            record.play(mv).unwrap();
        }
        if record.finish().is_none() {
            found.push(*record.position());
        }
    }
    found
}

/// Whatever is announced is there, and up to `depth` nothing is missed. Returns
/// how often a win of each number of plies was announced.
fn agrees_with_negamax(size: [u32; 3], plies: std::ops::Range<usize>, count: usize, depth: u32) -> [u32; 12] {
    let variant = sized(size[0], size[1], size[2]);
    let mut search = ThreatSearch::new(NODES);
    let mut announced = [0; 12];
    for position in random_positions(&variant, 17, count, plies) {
        let found = search.find(&position, depth);
        let truth = negamax(&position, depth, &Even).score;
        let text = variant.print(&position);
        assert_eq!(
            found.map(|win| win.plies),
            truth.is_win().then(|| truth.plies().unwrap()),
            "{} {text}: {truth}",
            variant.name()
        );
        if let Some(win) = found {
            let after = negamax(&position.after(win.mv), depth - 1, &Even).score.for_parent();
            assert_eq!(after, truth, "{} {text}: {win:?}", variant.name());
            announced[win.plies as usize] += 1;
        }
    }
    announced
}

#[test]
fn wins_in_one_three_and_five_are_those_of_negamax() {
    let mut announced = [0; 12];
    for (size, plies, count, depth) in [
        ([5, 5, 4], 12..20, 80, 5),
        ([6, 6, 4], 4..24, 150, 3),
        ([5, 5, 3], 0..10, 40, 3),
        ([6, 5, 4], 15..21, 100, 5),
        ([7, 4, 5], 8..22, 150, 3),
        ([5, 4, 3], 3..6, 10, 5),
    ] {
        let found = agrees_with_negamax(size, plies, count, depth);
        announced.iter_mut().zip(found).for_each(|(sum, count)| *sum += count);
    }
    assert!(announced[1] > 50 && announced[3] > 30 && announced[5] > 4, "{announced:?}");
}

/// Whether the side to move wins within so many plies against every reply, by
/// the moves the search finds: its proof walked through.
fn holds<G: Geometry>(search: &mut ThreatSearch, board: &Board<G>, plies: u32) -> bool {
    let Some(win) = search.find(board, plies) else { return false };
    let after = board.after(win.mv);
    match after.outcome() {
        Some(Outcome::Draw) => false,
        Some(_) => true,
        None => {
            plies > 2
                && after.legal_moves().all(|reply| {
                    let next = after.after(reply);
                    next.outcome().is_none() && holds(search, &next, plies - 2)
                })
        }
    }
}

#[test]
fn longer_wins_hold_against_every_reply() {
    let mut long = 0;
    for size in [[6, 6, 4], [7, 7, 4], [8, 7, 5]] {
        let variant = sized(size[0], size[1], size[2]);
        let mut search = ThreatSearch::new(NODES);
        for position in random_positions(&variant, 23, 60, 4..14) {
            if let Some(win) = search.find(&position, 9) {
                assert!(holds(&mut search, &position, win.plies), "{} {win:?}", variant.print(&position));
                long += u32::from(win.plies >= 7);
            }
        }
    }
    assert!(long > 5, "{long}");
}

/// A defender: takes a win, stops one, and is otherwise random, near the
/// stones when it is `near`.
fn defend<G: Geometry>(board: &Board<G>, near: bool, rng: &mut Xoshiro256PlusPlus) -> u16 {
    let wins = |board: &Board<G>| {
        board.legal_moves().find(|&mv| {
        matches!(board.after(mv).outcome(), Some(outcome) if outcome.winner() == Some(board.turn()))
    })
    };
    let stops = || {
        let mut passed = board.legal_moves().map(|mv| board.after(mv));
        // Wherever this side plays, what the other threatens shows in most.
        passed.find_map(|board| wins(&board))
    };
    if near && let Some(mv) = wins(board).or_else(stops) {
        return mv;
    }
    let (columns, taken) = (board.geometry().columns() as i32, board.geometry().cells() & !board.empty());
    let close = |mv: u16| {
        taken.ones().any(|stone| {
            let (a, b) = (i32::from(mv), stone as i32);
            let stride = columns + 1;
            (a % stride - b % stride).abs() <= 2 && (a / stride - b / stride).abs() <= 2
        })
    };
    let moves: Vec<u16> = board.legal_moves().filter(|&mv| !near || close(mv)).collect();
    moves[rng.random_range(0..moves.len())]
}

#[test]
fn the_first_player_wins_from_the_empty_board_in_eleven_plies() {
    let variant = standard();
    let mut search = ThreatSearch::new(NODES);
    let announced = search.find(&variant.start(), 11).expect("a win from the empty board");
    assert!(announced.plies <= 11);
    for seed in 0..40 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = variant.start();
        let mut left = announced.plies;
        loop {
            let win = search.find(&board, left).unwrap_or_else(|| panic!("{}", variant.print(&board)));
            assert!(win.plies <= left);
            board = board.after(win.mv);
            left = win.plies - 1;
            if let Some(outcome) = board.outcome() {
                assert_eq!(outcome.winner(), Some(board.turn().other()));
                break;
            }
            assert!(left >= 2, "{}", variant.print(&board));
            board = board.after(defend(&board, seed % 2 == 1, &mut rng));
            assert!(board.outcome().is_none(), "{}", variant.print(&board));
            left -= 1;
        }
    }
}

/// The cells that would give a side a line, each tried.
fn line_cells<G: Geometry>(board: &Board<G>, side: Player) -> usize {
    let (geometry, stones) = (board.geometry(), board.stones(side));
    let makes_line = |&cell: &u32| {
        let stones = stones | G::Bits::bit(cell);
        geometry.directions().into_iter().any(|step| stones.has_run(step, geometry.line()))
    };
    board.empty().ones().filter(makes_line).count()
}

/// As [`holds`], but a move that makes two completions where the other side has
/// none is not played on.
fn holds_up_to_doubles<G: Geometry>(search: &mut ThreatSearch, board: &Board<G>, plies: u32) -> bool {
    let Some(win) = search.find(board, plies) else { return false };
    let after = board.after(win.mv);
    match win.plies {
        1 => after.outcome().is_some_and(|outcome| outcome.winner() == Some(board.turn())),
        3 => line_cells(&after, board.turn()) >= 2 && line_cells(&after, after.turn()) == 0,
        plies => after.legal_moves().all(|reply| {
            let next = after.after(reply);
            next.outcome().is_none() && holds_up_to_doubles(search, &next, plies - 2)
        }),
    }
}

#[test]
fn the_win_from_the_empty_board_holds_against_every_reply() {
    assert!(holds_up_to_doubles(&mut ThreatSearch::new(NODES), &standard().start(), 11));
}

#[test]
fn an_attack_is_not_blind_to_the_other_sides_threats() {
    let variant = standard();
    let mut search = ThreatSearch::new(NODES);
    let mut find = |text: &str, plies| search.find(&variant.parse(text).unwrap(), plies);
    // x could make an open three, but o has two ways to complete a line.
    assert_eq!(find("12/12/12/4xx6/12/12/12/1ooo8/o11/12/2x9/1x10 x", 15).map(|win| win.plies), None);
    // A win in one beside a tempting block.
    let win = find("12/12/3xxx6/12/12/3ooo6/12/12/12/12/12/12 x", 5).unwrap();
    assert_eq!(win.plies, 1);
    // o's three can be stopped at one end only, and the stone there makes two
    // completions of x's own.
    let win = find("12/12/12/12/12/12/12/4x7/4x7/xooo8/12/o11 x", 5).unwrap();
    assert_eq!(win, Win { mv: 9 * 13 + 4, plies: 3 });
}
