//! Opening books: drop-out expansion, its journal, and the engine that plays from a book.

use std::collections::HashMap;

use plateau_core::Position;
use plateau_core::hash::mix;
use plateau_search::book::expansion::{Expansion, Successor, Successors};
use plateau_search::book::journal::{self, Journal};
use plateau_search::book::{BookEngine, BookStyle, OpeningBook, book_key};
use plateau_search::{
    AlphaBeta, Analysis, Engine, GamePosition, Limits, NoEvaluation, Parts, Score, Settings, StopReason,
    Value,
};

use crate::game::RandomGame;

type Game = RandomGame<true>;
type Book = OpeningBook<Game>;

const PLY_COST: u32 = 40;

/// The rules, with the start of the game.
struct Rules(Game);

impl Rules {
    fn position(&self, line: &[u16]) -> Game {
        line.iter().fold(self.0, |position, &index| {
            position.after(position.legal_moves().nth(index.into()).unwrap())
        })
    }
}

impl Successors for Rules {
    fn successors(&self, line: &[u16]) -> Vec<Successor> {
        let position = self.position(line);
        let successor = |mv| {
            let next = position.after(mv);
            let score = next.outcome().map(|outcome| Score::from_outcome::<Game>(outcome, next.turn()));
            Successor { key: book_key(&next), finished: score.map(Book::value_of) }
        };
        position.legal_moves().map(successor).collect()
    }
}

/// Stands for a search: a value from -150 to 150.
fn evaluate(key: u64) -> i16 {
    (mix(key ^ 1) % 301) as i16 - 150
}

/// Expands a tree to a number of positions. Positions of the journal are not evaluated again; the others
/// are added to it. Returns the tree and the number of evaluations, or `None` if `evaluations` were not
/// enough: the process was killed.
fn build(start: Game, positions: usize, journal: &mut Vec<u8>, mut evaluations: usize) -> Option<Expansion> {
    let rules = Rules(start);
    let stored = Journal::read(journal, 7).unwrap();
    journal.truncate(stored.bytes);
    if journal.is_empty() {
        journal.extend(journal::header(7));
    }
    let known: HashMap<u64, i16> =
        stored.records.iter().map(|&(key, content)| (key, i16::from_le_bytes(content))).collect();
    let mut value = |key: u64| {
        if let Some(&value) = known.get(&key) {
            return Some(value);
        }
        evaluations = evaluations.checked_sub(1)?;
        journal.extend(journal::record(key, evaluate(key).to_le_bytes()));
        Some(evaluate(key))
    };
    let mut tree = Expansion::new(book_key(&start), value(book_key(&start))?, PLY_COST);
    while tree.len() < positions {
        let Some(requests) = tree.next_round(&rules) else { break };
        let values: Option<Vec<i16>> = requests.iter().map(|request| value(request.key)).collect();
        tree.insert(&requests, &values?);
    }
    Some(tree)
}

fn whole(start: Game, positions: usize) -> Expansion {
    build(start, positions, &mut Vec::new(), usize::MAX).unwrap()
}

fn book_of(start: &Game, tree: &Expansion, margin: u16) -> Book {
    OpeningBook::new(start, tree.entries(margin))
}

#[test]
fn a_build_that_was_killed_gives_the_same_book() {
    for seed in 0..10 {
        let start = Game::start(seed, false);
        let expected = whole(start, 60);
        let mut journal = Vec::new();
        let mut kills = 0;
        let tree = loop {
            match build(start, 60, &mut journal, 7) {
                Some(tree) => break tree,
                None => kills += 1,
            }
            // What the process was writing is cut off or wrong.
            match kills % 3 {
                0 => journal.truncate(journal.len() - 5),
                1 => journal.extend([1, 2, 3]),
                _ => *journal.last_mut().unwrap() ^= 1,
            }
        };
        assert!(kills > 3 || expected.len() < 40, "{kills}");
        assert_eq!(book_of(&start, &tree, 100).bytes(), book_of(&start, &expected, 100).bytes());
        assert_eq!(tree.best_line(&Rules(start)), expected.best_line(&Rules(start)));
    }
}

#[test]
fn a_build_can_be_continued_to_more_positions() {
    let start = Game::start(3, false);
    let mut journal = Vec::new();
    build(start, 30, &mut journal, usize::MAX).unwrap();
    let (small, before) = (journal.len(), journal.clone());
    let tree = build(start, 90, &mut journal, usize::MAX).unwrap();
    assert!(journal.len() > small && journal.starts_with(&before), "nothing is evaluated twice");
    assert_eq!(tree.entries(u16::MAX), whole(start, 90).entries(u16::MAX));
}

/// Walks every line of a tree. Returns the least cost of each leaf, whose moves are not all known, and the
/// number of other positions, whose values are checked.
fn walk(tree: &Expansion, rules: &Rules) -> (HashMap<u64, i32>, usize) {
    let values: HashMap<u64, i16> = tree.entries(u16::MAX).into_iter().collect();
    let (mut leaves, mut inner) = (HashMap::new(), 0);
    let mut lines = vec![(vec![], 0)];
    while let Some((line, cost)) = lines.pop() {
        let key = book_key(&rules.position(&line));
        let value = i32::from(values[&key]);
        let next = rules.successors(&line);
        let known = |next: &Successor| next.finished.or(values.get(&next.key).copied()).map(i32::from);
        let Some(known) = next.iter().map(known).collect::<Option<Vec<i32>>>() else {
            let least = leaves.entry(key).or_insert(cost);
            *least = cost.min(*least);
            continue;
        };
        if known.iter().map(|value| -value).max() != Some(value) {
            continue; // All positions after its moves are known by transposition.
        }
        inner += 1;
        for (index, (next, next_value)) in next.iter().zip(known).enumerate() {
            if next.finished.is_none() {
                let line = line.iter().copied().chain([index as u16]).collect();
                lines.push((line, cost + PLY_COST as i32 + value + next_value));
            }
        }
    }
    (leaves, inner)
}

#[test]
fn values_are_backed_up_and_the_cheapest_leaf_is_expanded() {
    let mut checked = (0, 0);
    for seed in 0..30 {
        let start = Game::start(seed, false);
        let rules = Rules(start);
        let mut tree = Expansion::new(book_key(&start), evaluate(book_key(&start)), PLY_COST);
        while tree.len() < 50 {
            let (leaves, inner) = walk(&tree, &rules);
            let Some(requests) = tree.next_round(&rules) else { break };
            if let Some(request) = requests.first() {
                let (_, line) = request.line.split_last().unwrap();
                let cost = leaves[&book_key(&rules.position(line))];
                assert_eq!(Some(&cost), leaves.values().min(), "seed {seed}, {} positions", tree.len());
                checked = (checked.0 + 1, checked.1 + inner);
            }
            let values: Vec<i16> = requests.iter().map(|request| evaluate(request.key)).collect();
            tree.insert(&requests, &values);
        }
    }
    assert!(checked.0 > 50 && checked.1 > 500, "{checked:?}");
}

#[test]
fn a_tree_that_is_complete_has_the_value_of_the_game() {
    for seed in 0..5 {
        let start = Game::start(seed, false);
        let tree = whole(start, usize::MAX);
        let exact = plateau_search::textbook::negamax(&start, 99, &NoEvaluation).score;
        assert_eq!(i32::from(tree.value()), exact.number(), "seed {seed}");
    }
}

#[test]
fn only_leaves_that_may_be_played_stay_in_the_book() {
    let start = Game::start(5, false);
    let tree = whole(start, 100);
    let (all, near) = (book_of(&start, &tree, u16::MAX), book_of(&start, &tree, 50));
    assert!(near.len() < all.len() && near.len() > 10, "{} {}", near.len(), all.len());
    let mut position = start;
    while let Some(moves) = all.moves(&position) {
        let known = near.moves(&position).expect("expanded positions stay");
        let is_near = |value: i16| value >= moves[0].value - 50;
        let expected: Vec<_> = moves.iter().filter(|each| is_near(each.value)).collect();
        assert_eq!(known.iter().filter(|each| is_near(each.value)).collect::<Vec<_>>(), expected);
        position = position.after(moves[0].mv);
        if position.outcome().is_some() {
            break;
        }
    }
}

fn leaked(start: &Game, tree: &Expansion) -> &'static Book {
    Box::leak(Box::new(book_of(start, tree, u16::MAX)))
}

fn book_engine(book: &'static Book, tolerance: i16, seed: Option<u64>) -> BookEngine<Game> {
    let settings = Settings { hash_mb: 1, ..Settings::default() };
    let engine = AlphaBeta::new(Parts::new(NoEvaluation), settings);
    BookEngine::new(book, BookStyle { tolerance, seed }, Box::new(engine))
}

fn ask(engine: &mut BookEngine<Game>, position: Game, limits: &Limits) -> (Analysis<u8>, usize) {
    let mut reports = 0;
    let analysis = engine.analyse(&GamePosition::new(position), limits, &mut |_| reports += 1);
    (analysis, reports)
}

/// A start whose best line in the book has a few plies.
fn long_book() -> (Game, Expansion) {
    let mut starts = (0..).map(|seed| Game::start(seed, false)).map(|start| (start, whole(start, 40)));
    starts.find(|(start, tree)| tree.best_line(&Rules(*start)).len() > 3).unwrap()
}

#[test]
fn the_book_answers_with_an_estimate_and_its_line() {
    let (start, tree) = long_book();
    let mut engine = book_engine(leaked(&start, &tree), 50, None);
    for limits in [Limits::nodes(1), Limits::time(std::time::Duration::from_secs(9))] {
        let limits = Limits { use_book: true, ..limits };
        let (analysis, reports) = ask(&mut engine, start, &limits);
        assert_eq!((analysis.stop, analysis.nodes, reports), (StopReason::Book, 0, 1));
        let value = Value::unproven(Score::estimate(tree.value().into()));
        assert!(!analysis.value.is_exact());
        assert_eq!((analysis.value, analysis.moves.len(), analysis.moves[0].value), (value, 1, value));
        let line: Vec<u16> = analysis.pv().iter().map(|&mv| mv.into()).collect();
        assert_eq!(line, tree.best_line(&Rules(start)));
    }
}

#[test]
fn questions_about_more_than_a_move_bypass_the_book() {
    let (start, tree) = long_book();
    let mut engine = book_engine(leaked(&start, &tree), 50, None);
    let nodes = Limits { use_book: true, ..Limits::nodes(100_000) };
    for limits in [
        Limits { use_book: true, ..Limits::default() },
        Limits { use_book: true, ..Limits::depth(3) },
        Limits { depth: Some(50), ..nodes.clone() },
        Limits { multi_pv: true, ..nodes.clone() },
        Limits { use_book: false, ..nodes.clone() },
        Limits { wld_only: true, ..nodes.clone() },
    ] {
        let (analysis, _) = ask(&mut engine, start, &limits);
        assert!(analysis.stop != StopReason::Book && analysis.nodes > 0, "{limits:?}");
    }
    let beyond = tree.best_line(&Rules(start));
    let mut end = Rules(start).position(&beyond);
    if end.outcome().is_some() {
        end = Rules(start).position(&beyond[..beyond.len() - 1]);
    } else {
        assert_ne!(ask(&mut engine, end, &nodes).0.stop, StopReason::Book, "a leaf is searched");
    }
    let other = Game::start(999, false);
    assert!(end.outcome().is_none() && ask(&mut engine, other, &nodes).0.stop != StopReason::Book);
}

#[test]
fn seeds_vary_moves_within_the_tolerance() {
    const TOLERANCE: i16 = 60;
    let limits = Limits { use_book: true, ..Limits::nodes(9) };
    let (mut varied, mut counts) = (0, HashMap::new());
    for seed in 0..20 {
        let start = Game::start(seed, false);
        let tree = whole(start, 60);
        let book = leaked(&start, &tree);
        let Some(moves) = book.moves(&start) else { continue };
        let choose = |seed| ask(&mut book_engine(book, TOLERANCE, seed), start, &limits).0;
        assert_eq!(choose(None).best(), Some(moves[0].mv));
        let value_of = |mv| moves.iter().find(|each| each.mv == mv).unwrap().value;
        let mut chosen = Vec::new();
        for seed in 0..40 {
            let analysis = choose(Some(seed));
            let mv = analysis.best().unwrap();
            assert_eq!(choose(Some(seed)).best(), Some(mv), "the same seed gives the same move");
            let loss = moves[0].value - value_of(mv);
            assert!(loss <= TOLERANCE && !analysis.value.is_exact());
            assert_eq!(analysis.value.estimate.number(), value_of(mv).into());
            chosen.push(mv);
            if moves.len() > 1
                && moves[1].value < moves[0].value
                && moves[1].value >= moves[0].value - TOLERANCE
            {
                *counts.entry(loss == 0).or_insert(0) += 1;
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        let near = moves.iter().filter(|each| moves[0].value - each.value <= TOLERANCE).count();
        assert!(chosen.len() <= near && (near == 1 || chosen.len() > 1));
        varied += usize::from(chosen.len() > 1);
    }
    assert!(varied > 2, "{varied}");
    assert!(counts[&true] > counts[&false], "the better is the likelier: {counts:?}");
}
