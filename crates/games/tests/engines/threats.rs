//! The threat-space search of m,n,k games: compared with plain negamax, and its wins played
//! against every reply.

use std::collections::HashSet;
use std::ops::Range;

use plateau_core::bits::{Bits, Wide};
use plateau_core::{Outcome, Player, Position, Variant};
use plateau_games::grid::Grid;
use plateau_games::morpion4::threats::{ThreatSearch, Win};
use plateau_games::morpion4::{AnySize, Board, Geometry, InARow, Standard};
use plateau_search::textbook::negamax;
use plateau_search::{Engine, GamePosition, Limits, NoEvaluation, Score, StopReason};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{engine, random_positions};

/// The node limit of each search: more than any of these tests needs.
const NODES: u64 = 1_000_000;

fn sized(columns: u32, rows: u32, line: u32) -> InARow<AnySize<Wide<4>>> {
    InARow::new(format!("morpion4:{columns}x{rows}x{line}"), AnySize::small([columns, rows, line]).unwrap())
}

fn standard() -> InARow<Standard> {
    InARow::new("morpion4".to_owned(), Standard)
}

/// Asserts that exactly the wins within `depth` plies are found. Returns the number of wins
/// of each length.
fn compare_with_negamax(size: [u32; 3], plies: Range<usize>, count: usize, depth: u32) -> [u32; 12] {
    let variant = sized(size[0], size[1], size[2]);
    let mut search = ThreatSearch::new(NODES);
    let mut wins = [0; 12];
    for position in random_positions(&variant, 17, count, plies) {
        let found = search.find(&position, depth);
        let exact = negamax(&position, depth, &NoEvaluation).score;
        let text = variant.print(&position);
        assert_eq!(
            found.map(|win| win.plies),
            exact.is_win().then(|| exact.plies().unwrap()),
            "{} {text}: {exact}",
            variant.name()
        );
        if let Some(win) = found {
            let after = negamax(&position.after(win.mv), depth - 1, &NoEvaluation).score.for_parent();
            assert_eq!(after, exact, "{} {text}: {win:?}", variant.name());
            wins[win.plies as usize] += 1;
        }
    }
    wins
}

#[test]
fn all_wins_in_one_three_and_five_plies_are_found() {
    let mut wins = [0; 12];
    for (size, plies, count, depth) in [
        ([5, 5, 4], 12..20, 80, 5),
        ([6, 6, 4], 4..24, 150, 3),
        ([5, 5, 3], 0..10, 40, 3),
        ([6, 5, 4], 15..21, 100, 5),
        ([7, 4, 5], 8..22, 150, 3),
        ([5, 4, 3], 3..6, 10, 5),
    ] {
        let found = compare_with_negamax(size, plies, count, depth);
        wins.iter_mut().zip(found).for_each(|(sum, count)| *sum += count);
    }
    assert!(wins[1] > 50 && wins[3] > 30 && wins[5] > 4, "{wins:?}");
}

/// Returns whether the moves that the search finds win within `plies` against every reply.
fn wins_against_every_reply<G: Geometry>(search: &mut ThreatSearch, board: &Board<G>, plies: u32) -> bool {
    let Some(win) = search.find(board, plies) else { return false };
    let after = board.after(win.mv);
    match after.outcome() {
        Some(Outcome::Draw) => false,
        Some(_) => true,
        None => {
            plies > 2
                && after.legal_moves().all(|reply| {
                    let next = after.after(reply);
                    next.outcome().is_none() && wins_against_every_reply(search, &next, plies - 2)
                })
        }
    }
}

#[test]
fn longer_wins_are_proven_against_every_reply() {
    let mut long = 0;
    for size in [[6, 6, 4], [7, 7, 4], [8, 7, 5]] {
        let variant = sized(size[0], size[1], size[2]);
        let mut search = ThreatSearch::new(NODES);
        for position in random_positions(&variant, 23, 60, 4..14) {
            if let Some(win) = search.find(&position, 9) {
                let text = variant.print(&position);
                assert!(wins_against_every_reply(&mut search, &position, win.plies), "{text} {win:?}");
                long += u32::from(win.plies >= 7);
            }
        }
    }
    assert!(long > 5, "{long}");
}

/// How a defender chooses its moves.
#[derive(Clone, Copy, PartialEq)]
enum Defence {
    /// Random moves.
    Anywhere,
    /// Random moves near stones.
    Near,
    /// Random moves near stones, but wins at once and blocks completions.
    Blocks,
    /// A short search, after one random move near stones.
    Searches,
}

const DEFENCES: [Defence; 4] = [Defence::Anywhere, Defence::Near, Defence::Blocks, Defence::Searches];

fn winning_move<G: Geometry>(board: &Board<G>) -> Option<u16> {
    board
        .legal_moves()
        .find(|&mv| board.after(mv).outcome().is_some_and(|outcome| outcome.winner() == Some(board.turn())))
}

fn defend(board: &Board<Standard>, how: Defence, rng: &mut Xoshiro256PlusPlus) -> u16 {
    if how == Defence::Blocks {
        // A threat of the opponent remains after most moves.
        let mut passed = board.legal_moves().map(|mv| board.after(mv));
        if let Some(mv) = winning_move(board).or_else(|| passed.find_map(|board| winning_move(&board))) {
            return mv;
        }
    }
    let taken = board.geometry().cells() & !board.empty();
    if how == Defence::Searches && taken.count() > 1 {
        let mut engine = engine(&standard(), "alphabeta", 1);
        let nodes = rng.random_range(200..2_000);
        let analysis = engine.analyse(&GamePosition::new(*board), &Limits::nodes(nodes), &mut |_| {});
        return analysis.best().unwrap();
    }
    let place = |cell| board.geometry().column_and_row(cell);
    let close = |mv: u16| {
        let (column, row) = place(u32::from(mv));
        taken.ones().map(place).any(|(c, r)| column.abs_diff(c) <= 2 && row.abs_diff(r) <= 2)
    };
    let moves: Vec<u16> = board.legal_moves().filter(|&mv| how == Defence::Anywhere || close(mv)).collect();
    moves[rng.random_range(0..moves.len())]
}

#[test]
fn best_wins_from_the_empty_board_in_eleven_plies() {
    let variant = standard();
    let mut best = engine(&variant, "best", 1);
    let mut find_win = |board: &Board<Standard>| {
        let analysis = best.analyse(&GamePosition::new(*board), &Limits::default(), &mut |_| {});
        let lower = analysis.value.lower;
        let plies = lower.plies().filter(|_| lower.is_win());
        Win {
            mv: analysis.best().unwrap(),
            plies: plies.unwrap_or_else(|| panic!("{}", variant.print(board))),
        }
    };
    let first = find_win(&variant.start());
    assert!(first.plies <= 11);
    let mut games = HashSet::new();
    for seed in 0..500 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = variant.start();
        let mut left = first.plies;
        loop {
            let win = find_win(&board);
            assert!(win.plies <= left, "{}", variant.print(&board));
            board = board.after(win.mv);
            left = win.plies - 1;
            if let Some(outcome) = board.outcome() {
                assert_eq!(outcome.winner(), Some(board.turn().other()));
                break;
            }
            assert!(left >= 2, "{}", variant.print(&board));
            board = board.after(defend(&board, DEFENCES[seed as usize % 4], &mut rng));
            assert!(board.outcome().is_none(), "{}", variant.print(&board));
            left -= 1;
        }
        games.insert(board);
    }
    // The games differ.
    assert!(games.len() > 300, "{}", games.len());
}

/// Counts the completions of a side, cell by cell.
fn count_completions<G: Geometry>(board: &Board<G>, side: Player) -> usize {
    let (geometry, stones) = (board.geometry(), board.stones(side));
    let makes_line = |&cell: &u32| {
        let stones = stones | G::Bits::bit(cell);
        geometry.directions().into_iter().any(|step| stones.has_run(step, geometry.line()))
    };
    board.empty().ones().filter(makes_line).count()
}

/// Like [`wins_against_every_reply`], but stops at a move that makes two completions while
/// the opponent has none.
fn wins_up_to_doubles<G: Geometry>(search: &mut ThreatSearch, board: &Board<G>, plies: u32) -> bool {
    let Some(win) = search.find(board, plies) else { return false };
    let after = board.after(win.mv);
    match win.plies {
        1 => after.outcome().is_some_and(|outcome| outcome.winner() == Some(board.turn())),
        3 => count_completions(&after, board.turn()) >= 2 && count_completions(&after, after.turn()) == 0,
        plies => after.legal_moves().all(|reply| {
            let next = after.after(reply);
            next.outcome().is_none() && wins_up_to_doubles(search, &next, plies - 2)
        }),
    }
}

#[test]
fn the_win_from_the_empty_board_is_proven_against_every_reply() {
    assert!(wins_up_to_doubles(&mut ThreatSearch::new(NODES), &standard().start(), 11));
}

#[test]
fn attacks_respect_the_opponents_threats() {
    let variant = standard();
    let mut search = ThreatSearch::new(NODES);
    let mut find = |text: &str, plies| search.find(&variant.parse(text).unwrap(), plies);
    // x could make an open three, but o has two completions.
    assert_eq!(find("12/12/12/4xx6/12/12/12/1ooo8/o11/12/2x9/1x10 x", 15).map(|win| win.plies), None);
    // A win in one takes precedence over a block.
    let win = find("12/12/3xxx6/12/12/3ooo6/12/12/12/12/12/12 x", 5).unwrap();
    assert_eq!(win.plies, 1);
    // The only block of o's three makes two completions for x.
    let win = find("12/12/12/12/12/12/12/4x7/4x7/xooo8/12/o11 x", 5).unwrap();
    assert_eq!(win, Win { mv: 9 * 13 + 4, plies: 3 });
}

/// Asserts that the line of a win is legal, and ends with the win after the right number of
/// plies.
fn assert_complete_line<G: Geometry>(search: &mut ThreatSearch, board: &Board<G>, win: Win) {
    let line = search.line(board, win);
    assert_eq!((line.first(), line.len()), (Some(&win.mv), win.plies as usize), "{board:?}");
    let end = line.iter().fold(*board, |board, &mv| board.play(mv).expect("a legal move"));
    assert_eq!(end.outcome().and_then(Outcome::winner), Some(board.turn()), "{board:?}");
}

#[test]
fn the_line_of_a_win_has_its_length() {
    let mut search = ThreatSearch::new(NODES);
    let start = standard().start();
    let win = search.find(&start, 11).unwrap();
    assert_eq!(win.plies, 11);
    assert_complete_line(&mut search, &start, win);
    let mut long = 0;
    for size in [[6, 6, 4], [7, 7, 4], [8, 7, 5], [5, 5, 3]] {
        let variant = sized(size[0], size[1], size[2]);
        for position in random_positions(&variant, 29, 60, 4..14) {
            if let Some(win) = search.find(&position, 11) {
                assert_complete_line(&mut search, &position, win);
                long += u32::from(win.plies >= 7);
            }
        }
    }
    assert!(long > 5, "{long}");
    // The engine returns the same line.
    let mut best = engine(&standard(), "best", 1);
    let analysis = best.analyse(&GamePosition::new(start), &Limits::default(), &mut |_| {});
    assert_eq!((analysis.pv().len(), analysis.value.estimate.plies()), (11, Some(11)));
}

/// Positions that are won in this number of plies, while the opponent has a three or an open
/// two that a defender would block.
const WINS_INSTEAD_OF_BLOCKS: [(u32, &str); 16] = [
    (1, "12/12/12/12/12/3o2o5/3xoxx5/1o2o1x5/o1x3x5/2x9/12/1o10 x"),
    (1, "12/12/12/5oxx4/6oxxx2/12/5xo1ox2/7oo3/3o8/4o3x3/12/12 x"),
    (1, "12/4x7/12/4o7/x11/4x7/1ooo1x6/6x5/3oox2x3/12/12/12 o"),
    (1, "9x2/7x4/5o3x2/7ox3/12/5ox2x2/5x1o4/6o5/12/4o7/12/12 o"),
    (3, "12/12/12/12/12/12/4xx6/7o4/3o8/12/3o8/1x10 x"),
    (3, "12/12/12/12/7x4/12/2o2x6/3x8/5o1x4/5o6/6o5/3x8 o"),
    (3, "12/5o1o4/12/7x1x2/7x4/2x1oo4x1/5x6/12/4o7/12/12/12 o"),
    (3, "12/12/9x2/5o6/4x3x3/10o1/5xx1o3/4oo6/4xo6/12/12/12 x"),
    (5, "12/12/12/12/3o8/7x4/5x6/8x3/5x1o4/5o6/6o5/12 x"),
    (5, "12/12/12/12/xo2o7/2x2x6/3o1x6/12/4xo6/1xo9/12/12 o"),
    (5, "12/1o10/12/3x2o5/4oxx5/4o7/5x6/5o6/5xxo4/12/12/12 x"),
    (5, "12/6o3x1/8o3/12/5oxx1o2/12/4ox6/2x2x6/12/12/12/12 o"),
    (7, "12/12/12/12/12/12/4xx6/5o6/7o1ox1/7x4/12/12 o"),
    (7, "12/12/12/12/5x6/7o4/5x6/5o6/12/5xo5/12/12 x"),
    (7, "12/12/12/4x7/5o6/3xo7/1o3x6/12/12/12/12/12 x"),
    (7, "12/12/12/3o8/x1x1o7/12/5x6/6o5/12/12/12/12 x"),
];

/// Returns whether the side to move can win within `plies`, by trying every move and reply: a
/// reply that wins at once first, then the last refutation.
fn can_win<G: Geometry>(board: &Board<G>, plies: u32) -> bool {
    let wins_at_once = winning_move(board).is_some();
    if wins_at_once || plies < 3 {
        return wins_at_once;
    }
    let mut refutation = None;
    board.legal_moves().any(|mv| {
        let after = board.after(mv);
        let killer = refutation.filter(|&reply| after.is_legal(reply));
        let first = winning_move(&after).into_iter().chain(killer);
        let found = first.chain(after.legal_moves()).find(|&reply| {
            let next = after.after(reply);
            next.outcome().is_some() || !can_win(&next, plies - 2)
        });
        refutation = found.or(refutation);
        found.is_none()
    })
}

/// Counts the cells on which a side would make two completions, cell by cell.
fn count_forks<G: Geometry>(board: &Board<G>, side: Player) -> usize {
    let (geometry, stones) = (board.geometry(), board.stones(side));
    let makes_line = |stones: G::Bits, cell: u32| {
        let stones = stones | G::Bits::bit(cell);
        geometry.directions().into_iter().any(|step| stones.has_run(step, geometry.line()))
    };
    let is_fork = |&cell: &u32| {
        let stones = stones | G::Bits::bit(cell);
        board.empty().ones().filter(|&other| other != cell && makes_line(stones, other)).count() > 1
    };
    board.empty().ones().filter(is_fork).count()
}

/// Asserts that an engine wins within `plies` against every reply. Stops at a move that makes
/// two completions while the opponent has none.
fn assert_wins_against_every_reply(
    engine: &mut dyn Engine<Board<Standard>>,
    board: &Board<Standard>,
    plies: u32,
) {
    let analysis = engine.analyse(&GamePosition::new(*board), &Limits::default(), &mut |_| {});
    let text = standard().print(board);
    let length = analysis.value.lower.plies().filter(|_| analysis.value.lower.is_win()).unwrap_or(u32::MAX);
    assert!(length <= plies, "{text}: {:?}", analysis.value);
    let after = board.after(analysis.best().unwrap());
    match length {
        1 => assert!(after.outcome().is_some_and(|outcome| outcome.winner() == Some(board.turn())), "{text}"),
        3 if count_completions(&after, board.turn()) > 1 => {
            assert_eq!(count_completions(&after, after.turn()), 0, "{text}");
        }
        _ => after.legal_moves().for_each(|reply| {
            let next = after.after(reply);
            assert!(next.outcome().is_none(), "{text}");
            assert_wins_against_every_reply(engine, &next, length - 2);
        }),
    }
}

#[test]
fn wins_instead_of_blocks_have_their_length() {
    for (plies, text) in WINS_INSTEAD_OF_BLOCKS {
        let board = standard().parse(text).unwrap();
        let other = board.turn().other();
        let threats = if plies == 1 { count_completions(&board, other) } else { count_forks(&board, other) };
        assert!(threats > 0, "{text}");
        // To exclude five plies by trying everything takes seconds, to find seven takes too long.
        let is_deep = std::env::var_os("PLATEAU_DEEP").is_some();
        assert!(plies == 1 || (plies == 7 && !is_deep) || !can_win(&board, plies - 2), "{text}");
        assert!(plies == 7 || can_win(&board, plies), "{text}");
    }
}

#[test]
fn best_wins_instead_of_blocking_against_every_reply() {
    let mut best = engine(&standard(), "best", 1);
    for (plies, text) in WINS_INSTEAD_OF_BLOCKS {
        assert_wins_against_every_reply(&mut *best, &standard().parse(text).unwrap(), plies);
    }
}

#[test]
fn alpha_beta_wins_instead_of_blocking() {
    let mut search = ThreatSearch::new(NODES);
    for (plies, text) in WINS_INSTEAD_OF_BLOCKS {
        let mut engine = engine(&standard(), "alphabeta", 16);
        let mut board = standard().parse(text).unwrap();
        for left in (1..=plies).rev().step_by(2) {
            let analysis = engine.analyse(&GamePosition::new(board), &Limits::nodes(300_000), &mut |_| {});
            board = board.after(analysis.best().unwrap());
            if board.outcome().is_some() {
                break;
            }
            let length = |reply: &u16| search.find(&board.after(*reply), 15).map_or(99, |win| win.plies);
            let reply = board.legal_moves().max_by_key(length).unwrap();
            board = board.after(reply);
            assert!(left > 2 && board.outcome().is_none(), "{text}: {}", standard().print(&board));
        }
        assert!(board.outcome().is_some_and(|outcome| outcome.winner().is_some()), "{text}");
    }
}

#[test]
fn multi_pv_includes_the_win_by_threats() {
    let mut best = engine(&standard(), "best", 1);
    for (plies, text) in WINS_INSTEAD_OF_BLOCKS {
        let game = GamePosition::new(standard().parse(text).unwrap());
        let limits = Limits { multi_pv: true, ..Limits::nodes(100_000) };
        let analysis = best.analyse(&game, &limits, &mut |_| {});
        let win = Score::win_in(plies);
        assert!(
            analysis.moves[0].value.lower >= win && analysis.value.lower >= win,
            "{text}: {:?}",
            analysis.value
        );
        assert_eq!(analysis.moves.len(), game.position().legal_moves().len());
    }
}

#[test]
fn a_depth_limit_applies_to_threats() {
    let mut best = engine(&standard(), "best", 1);
    let analysis = best.analyse(&GamePosition::new(standard().start()), &Limits::depth(2), &mut |_| {});
    assert_eq!((analysis.depth, analysis.stop), (2, StopReason::Depth));
}
