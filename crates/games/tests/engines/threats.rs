//! The threat search of m,n,k is held to plain negamax, and plays its wins out.

use std::collections::HashSet;

use plateau_core::bits::{Bits, Wide};
use plateau_core::{Outcome, Player, Position, Record, Variant};
use plateau_games::Playable;
use plateau_games::morpion4::evaluators::Ours;
use plateau_games::morpion4::threats::{ThreatSearch, Win};
use plateau_games::morpion4::{AnySize, Board, Geometry, InARow, Standard};
use plateau_search::textbook::negamax;
use plateau_search::{AlphaBeta, Engine, GamePosition, Limits, NoEvaluation, Score, Settings, StopReason};
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
        let truth = negamax(&position, depth, &NoEvaluation).score;
        let text = variant.print(&position);
        assert_eq!(
            found.map(|win| win.plies),
            truth.is_win().then(|| truth.plies().unwrap()),
            "{} {text}: {truth}",
            variant.name()
        );
        if let Some(win) = found {
            let after = negamax(&position.after(win.mv), depth - 1, &NoEvaluation).score.for_parent();
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

/// How a defender chooses.
#[derive(Clone, Copy, PartialEq)]
enum Defence {
    /// Anything at all.
    Anywhere,
    /// Near the stones.
    Near,
    /// Near the stones, but wins and stops what it sees.
    Stops,
    /// What a short search likes, after one move near the stones.
    Searches,
}

const DEFENCES: [Defence; 4] = [Defence::Anywhere, Defence::Near, Defence::Stops, Defence::Searches];

fn winning_move<G: Geometry>(board: &Board<G>) -> Option<u16> {
    board
        .legal_moves()
        .find(|&mv| board.after(mv).outcome().is_some_and(|outcome| outcome.winner() == Some(board.turn())))
}

fn defend(board: &Board<Standard>, how: Defence, rng: &mut Xoshiro256PlusPlus) -> u16 {
    if how == Defence::Stops {
        // Wherever this side plays, what the other threatens shows in most.
        let mut passed = board.legal_moves().map(|mv| board.after(mv));
        if let Some(mv) = winning_move(board).or_else(|| passed.find_map(|board| winning_move(&board))) {
            return mv;
        }
    }
    let taken = board.geometry().cells() & !board.empty();
    if how == Defence::Searches && taken.count() > 1 {
        let mut engine = AlphaBeta::new(Ours, Settings { hash_mb: 1, ..Settings::default() });
        let nodes = rng.random_range(200..2_000);
        let found = engine.analyse(&GamePosition::new(*board), &Limits::nodes(nodes), &mut |_| {});
        return found.best().unwrap();
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
fn the_first_player_wins_from_the_empty_board_in_eleven_plies() {
    let variant = standard();
    // The engine that people play, with the limits it has.
    let mut best = variant.best(Settings { hash_mb: 1, ..Settings::default() });
    let mut announce = |board: &Board<Standard>| {
        let found = best.analyse(&GamePosition::new(*board), &Limits::default(), &mut |_| {});
        let lower = found.value.lower;
        let plies = lower.plies().filter(|_| lower.is_win());
        Win { mv: found.best().unwrap(), plies: plies.unwrap_or_else(|| panic!("{}", variant.print(board))) }
    };
    let announced = announce(&variant.start());
    assert!(announced.plies <= 11);
    let mut games = HashSet::new();
    for seed in 0..500 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = variant.start();
        let mut left = announced.plies;
        loop {
            let win = announce(&board);
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
    // The defences are many, not one again and again.
    assert!(games.len() > 300, "{}", games.len());
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

/// A line is legal and ends with the win, after as many plies as announced.
fn is_whole_line<G: Geometry>(search: &mut ThreatSearch, board: &Board<G>, win: Win) {
    let line = search.line(board, win);
    assert_eq!((line.first(), line.len()), (Some(&win.mv), win.plies as usize), "{board:?}");
    let end = line.iter().fold(*board, |board, &mv| board.play(mv).expect("a legal move"));
    assert_eq!(end.outcome().and_then(Outcome::winner), Some(board.turn()), "{board:?}");
}

#[test]
fn the_line_of_a_win_is_as_long_as_announced() {
    let mut search = ThreatSearch::new(NODES);
    let start = standard().start();
    let win = search.find(&start, 11).unwrap();
    assert_eq!(win.plies, 11);
    is_whole_line(&mut search, &start, win);
    let mut long = 0;
    for size in [[6, 6, 4], [7, 7, 4], [8, 7, 5], [5, 5, 3]] {
        let variant = sized(size[0], size[1], size[2]);
        for position in random_positions(&variant, 29, 60, 4..14) {
            if let Some(win) = search.find(&position, 11) {
                is_whole_line(&mut search, &position, win);
                long += u32::from(win.plies >= 7);
            }
        }
    }
    assert!(long > 5, "{long}");
    // What the engine tells is that line.
    let mut best = standard().best(Settings { hash_mb: 1, ..Settings::default() });
    let found = best.analyse(&GamePosition::new(start), &Limits::default(), &mut |_| {});
    assert_eq!((found.pv().len(), found.value.estimate.plies()), (11, Some(11)));
}

/// Positions that are won in so many plies while the other side has a three, or
/// an open two, that asks to be blocked.
const TEMPTED: [(u32, &str); 16] = [
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

/// Whether the side to move can win within so many plies: every move and every
/// reply is tried, the reply that met the last move first.
fn can_win<G: Geometry>(board: &Board<G>, plies: u32) -> bool {
    if winning_move(board).is_some() || plies < 3 {
        return winning_move(board).is_some();
    }
    let mut met = None;
    board.legal_moves().any(|mv| {
        let after = board.after(mv);
        let again = met.filter(|&reply| after.is_legal(reply));
        let found = again.into_iter().chain(after.legal_moves()).find(|&reply| {
            let next = after.after(reply);
            next.outcome().is_some() || !can_win(&next, plies - 2)
        });
        met = found.or(met);
        found.is_none()
    })
}

/// The cells after which a side would have two ways to a line, each tried.
fn forks<G: Geometry>(board: &Board<G>, side: Player) -> usize {
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

/// The engine wins within so many plies against every reply; what makes two ways
/// to a line where the other side has none is not played on.
fn wins_against_everything(engine: &mut dyn Engine<Board<Standard>>, board: &Board<Standard>, plies: u32) {
    let found = engine.analyse(&GamePosition::new(*board), &Limits::default(), &mut |_| {});
    let text = standard().print(board);
    let announced = found.value.lower.plies().filter(|_| found.value.lower.is_win()).unwrap_or(u32::MAX);
    assert!(announced <= plies, "{text}: {:?}", found.value);
    let after = board.after(found.best().unwrap());
    match announced {
        1 => assert!(after.outcome().is_some_and(|outcome| outcome.winner() == Some(board.turn())), "{text}"),
        3 if line_cells(&after, board.turn()) > 1 => {
            assert_eq!(line_cells(&after, after.turn()), 0, "{text}");
        }
        _ => after.legal_moves().for_each(|reply| {
            let next = after.after(reply);
            assert!(next.outcome().is_none(), "{text}");
            wins_against_everything(engine, &next, announced - 2);
        }),
    }
}

#[test]
fn wins_beside_a_tempting_block_are_as_long_as_said() {
    for (plies, text) in TEMPTED {
        let board = standard().parse(text).unwrap();
        let other = board.turn().other();
        let tempting = if plies == 1 { line_cells(&board, other) } else { forks(&board, other) };
        assert!(tempting > 0, "{text}");
        assert!(plies == 1 || !can_win(&board, plies - 2), "{text}");
        assert!(plies == 7 || can_win(&board, plies), "{text}");
    }
}

#[test]
fn wins_beside_a_tempting_block_are_won_against_every_reply() {
    let mut best = standard().best(Settings { hash_mb: 1, ..Settings::default() });
    for (plies, text) in TEMPTED {
        wins_against_everything(&mut *best, &standard().parse(text).unwrap(), plies);
    }
}

#[test]
fn alpha_beta_wins_them_against_the_longest_defence() {
    let mut search = ThreatSearch::new(NODES);
    for (plies, text) in TEMPTED {
        let mut engine = AlphaBeta::new(Ours, Settings { hash_mb: 16, ..Settings::default() });
        let mut board = standard().parse(text).unwrap();
        for left in (1..=plies).rev().step_by(2) {
            let found = engine.analyse(&GamePosition::new(board), &Limits::nodes(300_000), &mut |_| {});
            board = board.after(found.best().unwrap());
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
fn every_move_is_judged_with_the_win_that_threats_find() {
    let mut best = standard().best(Settings { hash_mb: 1, ..Settings::default() });
    for (plies, text) in TEMPTED {
        let line = GamePosition::new(standard().parse(text).unwrap());
        let limits = Limits { multi_pv: true, ..Limits::nodes(100_000) };
        let found = best.analyse(&line, &limits, &mut |_| {});
        let won = Score::win_in(plies);
        assert!(found.moves[0].value.lower >= won && found.value.lower >= won, "{text}: {:?}", found.value);
        assert_eq!(found.moves.len(), line.position().legal_moves().len());
    }
}

#[test]
fn a_depth_limits_threats_too() {
    let mut best = standard().best(Settings { hash_mb: 1, ..Settings::default() });
    let found = best.analyse(&GamePosition::new(standard().start()), &Limits::depth(2), &mut |_| {});
    assert_eq!((found.depth, found.stop), (2, StopReason::Depth));
}
