//! Trees without types: what drawing reads of a textbook search.

use plateau_core::Player;
use plateau_games::REGISTRY;
use plateau_games::{AnyTree, Scale, TreeError, TreeOptions};
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;

fn plan(algorithm: Algorithm) -> TreeOptions {
    TreeOptions {
        algorithm,
        depth: None,
        evaluator: None,
        fold_symmetry: false,
        max_nodes: 1_000_000,
        stop: Stop::new(),
    }
}

fn tree(game: &str, position: &str, plan: &TreeOptions) -> Result<Box<dyn AnyTree>, TreeError> {
    REGISTRY.variant(game).unwrap().open(position).unwrap().tree(plan)
}

#[test]
fn references_have_their_counts_and_values() {
    for (position, nodes, value) in [("1o11o1oxx x", 49, 0), ("x21o11xo o", 238, -1)] {
        let minimax = tree("tictactoe", position, &plan(Algorithm::Minimax)).unwrap();
        assert_eq!(
            (minimax.len(), minimax.visited(), minimax.node(0).value),
            (nodes, nodes as u32, Some(value))
        );
        let pruned = tree("tictactoe", position, &plan(Algorithm::AlphaBeta)).unwrap();
        assert_eq!(pruned.node(0).value, Some(value));
        let unsearched = (0..pruned.len() as u32).filter(|&id| pruned.node(id).visit.is_none());
        let unsearched: Vec<_> = unsearched.map(|id| pruned.node(id)).collect();
        assert!(!unsearched.is_empty() && pruned.visited() as usize + unsearched.len() == pruned.len());
        assert!(unsearched.iter().all(|node| node.value.is_none() && node.children.is_empty()));
        assert!(unsearched.iter().all(|node| pruned.node(node.parent.unwrap()).cut));
    }
}

#[test]
fn nodes_tell_their_move_and_their_board() {
    let tree = tree("tictactoe", "1o11o1oxx x", &plan(Algorithm::Minimax)).unwrap();
    assert_eq!(tree.move_text(0), None);
    let moves: Vec<_> = tree.node(0).children.map(|id| tree.move_text(id).unwrap()).collect();
    assert_eq!(moves, ["a3", "c3", "a2", "c2"]);
    let line: Vec<_> = tree.principal_variation().into_iter().filter_map(|id| tree.move_text(id)).collect();
    assert_eq!(line.len(), 4, "a draw fills the board: {line:?}");
    let view = tree.view(tree.node(0).children.start);
    assert_eq!((view.pieces[0], view.last), (Some(Player::First), vec![0]));
}

#[test]
fn folding_keeps_one_move_of_each_class() {
    let folded = TreeOptions { fold_symmetry: true, ..plan(Algorithm::Minimax) };
    let start = tree("tictactoe", "9 x", &folded).unwrap();
    let first: Vec<_> = start.node(0).children.map(|id| start.node(id)).collect();
    assert_eq!(first.iter().map(|node| node.count).collect::<Vec<_>>(), [4, 4, 1]);
    // After the corner: two sides of it and two far sides, and so on in pairs.
    let replies: Vec<_> = first[0].children.clone().map(|id| start.node(id).count).collect();
    assert_eq!((replies.len(), replies.iter().sum::<u32>()), (5, 8));
    assert_eq!(start.node(0).value, Some(0));
    for (game, first) in [("connect4", 4), ("othello", 1), ("achi", 3), ("morpion4:5x5x4", 6)] {
        let shallow = TreeOptions { depth: Some(1), ..folded.clone() };
        assert_eq!(tree(game, "start", &shallow).unwrap().node(0).children.len(), first, "{game}");
    }
}

#[test]
fn folding_changes_no_value() {
    for position in ["9 x", "4x4 o", "x7o x", "1o11o1oxx x"] {
        let value = |fold| {
            let plan = TreeOptions { fold_symmetry: fold, ..plan(Algorithm::AlphaBeta) };
            tree("tictactoe", position, &plan).unwrap().node(0).value
        };
        assert_eq!(value(true), value(false), "{position}");
    }
}

#[test]
fn evaluators_judge_what_goes_on() {
    let plan =
        TreeOptions { depth: Some(2), evaluator: Some("plateau".to_owned()), ..plan(Algorithm::Minimax) };
    let tree = tree("tictactoe", "9 x", &plan).unwrap();
    assert_eq!((tree.len(), tree.scale()), (1 + 9 + 72, Scale::Estimates));
    assert_ne!(tree.node(0).value, Some(0));
    let wins = TreeOptions { depth: Some(1), ..plan };
    let tree = self::tree("tictactoe", "xx1oo4 x", &wins).unwrap();
    assert_eq!(tree.node(0).value, Some(Scale::WON));
}

#[test]
fn what_cannot_be_searched_is_told() {
    let wrong = |game, plan: &TreeOptions| match tree(game, "start", plan) {
        Err(TreeError::Invalid(message)) => message.to_string(),
        Err(TreeError::TooLarge) => "too large".to_owned(),
        Err(TreeError::Stopped) => "stopped".to_owned(),
        Ok(tree) => format!("{} nodes", tree.len()),
    };
    assert_eq!(
        wrong("achi", &plan(Algorithm::Minimax)),
        "positions can repeat in achi, so its tree is infinite: set a depth"
    );
    let small = TreeOptions { max_nodes: 1_000, ..plan(Algorithm::Minimax) };
    assert_eq!(wrong("connect4", &small), "too large");
    let stopped = plan(Algorithm::Minimax);
    stopped.stop.raise();
    assert_eq!(wrong("connect4", &stopped), "stopped");
    let deep = TreeOptions { evaluator: Some("deep".to_owned()), ..plan(Algorithm::Minimax) };
    assert_eq!(wrong("tictactoe", &deep), "there is no evaluator 'deep'; there are baseline, plateau");
}

#[test]
fn every_game_has_its_tree() {
    for game in REGISTRY.games() {
        for options in [""].iter().chain(game.presets) {
            let variant = game.with_options(options).unwrap();
            for algorithm in [Algorithm::Minimax, Algorithm::Negamax, Algorithm::AlphaBeta] {
                let plan = TreeOptions { depth: Some(1), ..plan(algorithm) };
                let record = variant.start();
                let tree = record.tree(&plan).unwrap();
                assert_eq!(tree.len(), 1 + record.legal_moves().len(), "{}", variant.name());
                assert_eq!(tree.view(0), record.view(), "{}", variant.name());
            }
        }
    }
}

#[test]
fn nodes_are_counted_as_the_tree_has_them() {
    let algorithms = [Algorithm::Minimax, Algorithm::Negamax, Algorithm::AlphaBeta];
    for game in REGISTRY.games() {
        let record = REGISTRY.variant(game.id).unwrap().start();
        let evaluators = [None, Some("plateau".to_owned())];
        for (fold, evaluator) in [false, true].into_iter().zip(evaluators) {
            for algorithm in algorithms {
                let plan = TreeOptions {
                    depth: Some(2),
                    fold_symmetry: fold,
                    evaluator: evaluator.clone(),
                    ..plan(algorithm)
                };
                let visited = record.tree(&plan).unwrap().visited() as usize;
                assert_eq!(record.count_tree(&plan), Ok(visited), "{} {plan:?}", game.id);
                let less = TreeOptions { max_nodes: visited - 1, ..plan };
                assert_eq!(record.count_tree(&less), Err(TreeError::TooLarge), "{} {less:?}", game.id);
            }
        }
    }
    for position in ["start", "1o11o1oxx x", "x21o11xo o", "xxxoo4 o"] {
        for algorithm in algorithms {
            for fold in [false, true] {
                let plan = TreeOptions { fold_symmetry: fold, ..plan(algorithm) };
                let visited = tree("tictactoe", position, &plan).unwrap().visited() as usize;
                let record = REGISTRY.variant("tictactoe").unwrap().open(position).unwrap();
                assert_eq!(record.count_tree(&plan), Ok(visited), "{position} {plan:?}");
            }
        }
    }
    let endless = REGISTRY.variant("achi").unwrap().start();
    assert!(matches!(endless.count_tree(&plan(Algorithm::Minimax)), Err(TreeError::Invalid(_))));
    let stopped = TreeOptions { depth: Some(30), ..plan(Algorithm::Minimax) };
    stopped.stop.raise();
    assert_eq!(endless.count_tree(&stopped), Err(TreeError::Stopped));
}
