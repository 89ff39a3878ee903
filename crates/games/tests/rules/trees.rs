//! Type-erased textbook trees, as the drawing code reads them.

use plateau_core::Player;
use plateau_games::REGISTRY;
use plateau_games::{AnyTree, Scale, TreeError, TreeOptions};
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;

fn options(algorithm: Algorithm) -> TreeOptions {
    TreeOptions {
        algorithm,
        depth: None,
        evaluator: None,
        fold_symmetry: false,
        max_nodes: 1_000_000,
        stop: Stop::new(),
    }
}

fn tree(game: &str, position: &str, options: &TreeOptions) -> Result<Box<dyn AnyTree>, TreeError> {
    REGISTRY.variant(game).unwrap().open(position).unwrap().tree(options)
}

#[test]
fn reference_positions_have_known_counts_and_values() {
    for (position, nodes, value) in [("1o11o1oxx x", 49, 0), ("x21o11xo o", 238, -1)] {
        let minimax = tree("tictactoe", position, &options(Algorithm::Minimax)).unwrap();
        assert_eq!(
            (minimax.len(), minimax.visited(), minimax.node(0).value),
            (nodes, nodes as u32, Some(value))
        );
        let pruned = tree("tictactoe", position, &options(Algorithm::AlphaBeta)).unwrap();
        assert_eq!(pruned.node(0).value, Some(value));
        let unsearched = (0..pruned.len() as u32).filter(|&id| pruned.node(id).visit.is_none());
        let unsearched: Vec<_> = unsearched.map(|id| pruned.node(id)).collect();
        assert!(!unsearched.is_empty() && pruned.visited() as usize + unsearched.len() == pruned.len());
        assert!(unsearched.iter().all(|node| node.value.is_none() && node.children.is_empty()));
        assert!(unsearched.iter().all(|node| pruned.node(node.parent.unwrap()).cut));
    }
}

#[test]
fn nodes_have_a_move_and_a_board() {
    let tree = tree("tictactoe", "1o11o1oxx x", &options(Algorithm::Minimax)).unwrap();
    assert_eq!(tree.move_text(0), None);
    let moves: Vec<_> = tree.node(0).children.map(|id| tree.move_text(id).unwrap()).collect();
    assert_eq!(moves, ["a3", "c3", "a2", "c2"]);
    let pv: Vec<_> = tree.principal_variation().into_iter().filter_map(|id| tree.move_text(id)).collect();
    assert_eq!(pv.len(), 4, "a draw fills the board: {pv:?}");
    let view = tree.view(tree.node(0).children.start);
    assert_eq!((view.pieces[0], view.last), (Some(Player::First), vec![0]));
}

#[test]
fn folding_retains_one_move_per_symmetry_class() {
    let folded = TreeOptions { fold_symmetry: true, ..options(Algorithm::Minimax) };
    let start = tree("tictactoe", "9 x", &folded).unwrap();
    let first: Vec<_> = start.node(0).children.map(|id| start.node(id)).collect();
    assert_eq!(first.iter().map(|node| node.count).collect::<Vec<_>>(), [4, 4, 1]);
    // After a corner move, the cells off its diagonal are equivalent in pairs.
    let replies: Vec<_> = first[0].children.clone().map(|id| start.node(id).count).collect();
    assert_eq!((replies.len(), replies.iter().sum::<u32>()), (5, 8));
    assert_eq!(start.node(0).value, Some(0));
    for (game, first) in [("connect4", 4), ("othello", 1), ("achi", 3), ("morpion4:5x5x4", 6)] {
        let shallow = TreeOptions { depth: Some(1), ..folded.clone() };
        assert_eq!(tree(game, "start", &shallow).unwrap().node(0).children.len(), first, "{game}");
    }
}

#[test]
fn folding_does_not_change_values() {
    for position in ["9 x", "4x4 o", "x7o x", "1o11o1oxx x"] {
        let value = |fold| {
            let options = TreeOptions { fold_symmetry: fold, ..options(Algorithm::AlphaBeta) };
            tree("tictactoe", position, &options).unwrap().node(0).value
        };
        assert_eq!(value(true), value(false), "{position}");
    }
}

#[test]
fn evaluators_are_used_at_the_depth_limit() {
    let options =
        TreeOptions { depth: Some(2), evaluator: Some("plateau".to_owned()), ..options(Algorithm::Minimax) };
    let tree = tree("tictactoe", "9 x", &options).unwrap();
    assert_eq!((tree.len(), tree.scale()), (1 + 9 + 72, Scale::Estimates));
    assert_ne!(tree.node(0).value, Some(0));
    let wins = TreeOptions { depth: Some(1), ..options };
    let tree = self::tree("tictactoe", "xx1oo4 x", &wins).unwrap();
    assert_eq!(tree.node(0).value, Some(Scale::WON));
}

#[test]
fn searches_that_fail_report_why() {
    let failure = |game, options: &TreeOptions| match tree(game, "start", options) {
        Err(TreeError::Invalid(message)) => message.to_string(),
        Err(TreeError::TooLarge) => "too large".to_owned(),
        Err(TreeError::Stopped) => "stopped".to_owned(),
        Ok(tree) => format!("{} nodes", tree.len()),
    };
    assert_eq!(
        failure("achi", &options(Algorithm::Minimax)),
        "positions can repeat in achi, so its tree is infinite: set a depth"
    );
    let small = TreeOptions { max_nodes: 1_000, ..options(Algorithm::Minimax) };
    assert_eq!(failure("connect4", &small), "too large");
    let stopped = options(Algorithm::Minimax);
    stopped.stop.raise();
    assert_eq!(failure("connect4", &stopped), "stopped");
    let deep = TreeOptions { evaluator: Some("deep".to_owned()), ..options(Algorithm::Minimax) };
    assert_eq!(failure("tictactoe", &deep), "there is no evaluator 'deep'; available: baseline, plateau");
}

#[test]
fn every_game_can_be_drawn_as_a_tree() {
    for game in REGISTRY.games() {
        for preset in [""].iter().chain(game.presets) {
            let variant = game.with_options(preset).unwrap();
            for algorithm in [Algorithm::Minimax, Algorithm::Negamax, Algorithm::AlphaBeta] {
                let options = TreeOptions { depth: Some(1), ..options(algorithm) };
                let record = variant.start();
                let tree = record.tree(&options).unwrap();
                assert_eq!(tree.len(), 1 + record.legal_moves().len(), "{}", variant.name());
                assert_eq!(tree.view(0), record.view(), "{}", variant.name());
            }
        }
    }
}

#[test]
fn counting_agrees_with_the_tree() {
    let algorithms = [Algorithm::Minimax, Algorithm::Negamax, Algorithm::AlphaBeta];
    for game in REGISTRY.games() {
        let variant = REGISTRY.variant(game.id).unwrap();
        let record = variant.start();
        let evaluators = [None, variant.evaluators().last().map(|name| (*name).to_owned())];
        for (fold, evaluator) in [false, true].into_iter().zip(evaluators) {
            for algorithm in algorithms {
                let options = TreeOptions {
                    depth: Some(2),
                    fold_symmetry: fold,
                    evaluator: evaluator.clone(),
                    ..options(algorithm)
                };
                let visited = record.tree(&options).unwrap().visited() as usize;
                assert_eq!(record.count_tree(&options), Ok(visited), "{} {options:?}", game.id);
                let too_few = TreeOptions { max_nodes: visited - 1, ..options };
                assert_eq!(record.count_tree(&too_few), Err(TreeError::TooLarge), "{} {too_few:?}", game.id);
            }
        }
    }
    for position in ["start", "1o11o1oxx x", "x21o11xo o", "xxxoo4 o"] {
        for algorithm in algorithms {
            for fold in [false, true] {
                let options = TreeOptions { fold_symmetry: fold, ..options(algorithm) };
                let visited = tree("tictactoe", position, &options).unwrap().visited() as usize;
                let record = REGISTRY.variant("tictactoe").unwrap().open(position).unwrap();
                assert_eq!(record.count_tree(&options), Ok(visited), "{position} {options:?}");
            }
        }
    }
    let cyclic = REGISTRY.variant("achi").unwrap().start();
    assert!(matches!(cyclic.count_tree(&options(Algorithm::Minimax)), Err(TreeError::Invalid(_))));
    let stopped = TreeOptions { depth: Some(30), ..options(Algorithm::Minimax) };
    stopped.stop.raise();
    assert_eq!(cyclic.count_tree(&stopped), Err(TreeError::Stopped));
}
