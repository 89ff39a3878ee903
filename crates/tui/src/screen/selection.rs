//! Points and moves: where the cursor goes, and which move a click means.

use plateau_core::layout::{Background, Point, PointId};
use plateau_core::{Layout, View};
use plateau_draw::text::CellSize;

/// The meaning of choosing a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Play this move.
    Play(String),
    /// Select the piece there.
    Select(PointId),
    /// Deselect the selected piece.
    Deselect,
    /// There is no such move.
    Illegal,
}

/// Returns the meaning of choosing a point while a piece may be selected.
pub fn choose(view: &View, selected: Option<PointId>, point: PointId) -> Choice {
    let move_from = |from| view.moves.iter().find(|mv| mv.path.points == [from, point]);
    let is_placement = |points: &[PointId], also: &[PointId]| points == [point] || also.contains(&point);
    let placement = || view.moves.iter().find(|mv| is_placement(&mv.path.points, &mv.path.also));
    if let Some(mv) = selected.and_then(move_from).or_else(placement) {
        return Choice::Play(mv.text.clone());
    }
    let has_moves = view.moves.iter().any(|mv| mv.path.points.len() == 2 && mv.path.points[0] == point);
    match selected {
        Some(from) if from == point => Choice::Deselect,
        _ if has_moves => Choice::Select(point),
        _ => Choice::Illegal,
    }
}

/// Returns the points that can be chosen now.
pub fn targets(view: &View, selected: Option<PointId>) -> Vec<PointId> {
    let mut targets: Vec<PointId> = view
        .moves
        .iter()
        .filter_map(|mv| match (selected, mv.path.points.as_slice()) {
            (None, &[point] | &[point, _]) => Some(point),
            (Some(from), &[start, end]) if start == from => Some(end),
            _ => None,
        })
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Returns the move that needs no point, such as a pass.
pub fn button(view: &View) -> Option<&str> {
    view.moves.iter().find(|mv| mv.path.points.is_empty()).map(|mv| mv.text.as_str())
}

/// Returns where the cursor starts: the point nearest to the centre of the board where a
/// legal move begins, if there is one.
pub fn cursor_start(layout: &Layout, view: &View) -> PointId {
    let distance = |id: PointId| {
        let point = &layout.points[usize::from(id)];
        (point.x - layout.width / 2.0).powi(2) + (point.y - layout.height / 2.0).powi(2)
    };
    let begins_no_move = |id| choose(view, None, id) == Choice::Illegal;
    let order = |a: PointId, b: PointId| {
        begins_no_move(a).cmp(&begins_no_move(b)).then(distance(a).total_cmp(&distance(b)))
    };
    (0..layout.points.len() as PointId).min_by(|&a, &b| order(a, b)).unwrap_or(0)
}

/// Returns the cursor for the next move: where it was or, outside the playable regions,
/// the target nearest to their centre.
pub fn cursor_home(layout: &Layout, view: &View, cursor: PointId) -> PointId {
    let point = |id: PointId| &layout.points[usize::from(id)];
    let targets = targets(view, None);
    let playable = |region| view.playable.contains(&region);
    if view.playable.is_empty() || targets.is_empty() || point(cursor).region.is_some_and(playable) {
        return cursor;
    }
    let mean = |along: fn(&Point) -> f32| {
        targets.iter().map(|&id| along(point(id))).sum::<f32>() / targets.len() as f32
    };
    let (x, y) = (mean(|point| point.x), mean(|point| point.y));
    let distance = |id: PointId| (point(id).x - x).powi(2) + (point(id).y - y).powi(2);
    targets.iter().copied().min_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap_or(cursor)
}

/// Returns the next point in a direction: in the same row, or the nearest one of the next
/// row. Every point can be reached, even one between two columns.
pub fn move_cursor(layout: &Layout, from: PointId, (dx, dy): (f32, f32)) -> PointId {
    let Some(here) = layout.points.get(usize::from(from)) else { return from };
    let ahead = (0..).zip(&layout.points).filter_map(|(id, point)| {
        let (x, y) = (point.x - here.x, point.y - here.y);
        let along = x * dx + y * dy;
        let in_row = dx == 0.0 || y.abs() < 0.1;
        (along > 0.1 && in_row).then_some((along, x.abs(), id))
    });
    let next = ahead.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    next.map_or(from, |(_, _, id)| id)
}

/// Returns the point whose cell a click hits. Small cells can be clicked beside their only
/// character, too: on boards of lines a piece stands there, before the name of its point.
pub fn point_at(
    background: Background,
    cell: CellSize,
    points: &[(u16, u16)],
    (x, y): (i32, i32),
) -> Option<PointId> {
    let beside = match background {
        _ if cell.columns > 1 => (0, 0),
        Background::Lines => (2, 1),
        Background::Squares | Background::Rack => (1, 1),
    };
    let is_hit = |point: (i32, i32)| {
        let [left, top, right, bottom] = cell.around(point);
        (left - beside.0..=right + beside.1).contains(&x) && (top..=bottom).contains(&y)
    };
    (0..)
        .zip(points)
        .map(|(id, &(x, y))| (id, (i32::from(x), i32::from(y))))
        .filter(|&(_, point)| is_hit(point))
        .min_by_key(|(_, point)| (x - point.0).abs())
        .map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(game: &str, moves: &str) -> View {
        let mut record = plateau_games::REGISTRY.variant(game).unwrap().start();
        record.play_all(moves).unwrap();
        record.view()
    }

    #[test]
    fn every_cell_of_a_column_plays_there() {
        let view = view("connect4", "4");
        for (point, column) in [(0, "1"), (7, "1"), (35, "1"), (3, "4"), (38, "4")] {
            assert_eq!(choose(&view, None, point), Choice::Play(column.to_owned()), "{point}");
        }
    }

    #[test]
    fn moving_a_piece_takes_two_choices() {
        let view = view("achi", "1 2 3 4 6 7 8 9");
        assert_eq!(choose(&view, None, 0), Choice::Select(0));
        assert_eq!(choose(&view, Some(0), 4), Choice::Play("1-5".to_owned()));
        assert_eq!(choose(&view, Some(0), 2), Choice::Select(2), "another piece can be selected instead");
        assert_eq!(choose(&view, Some(0), 0), Choice::Deselect);
        assert_eq!(choose(&view, None, 4), Choice::Illegal);
        assert_eq!(targets(&view, Some(0)), [4]);
    }

    #[test]
    fn the_cursor_moves_to_the_forced_grid() {
        let sent = view("supermorpion", "5 1");
        let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
        let name = |cursor: PointId| &variant.layout().points[usize::from(cursor)].name;
        let middle = cursor_home(variant.layout(), &sent, 44);
        assert_eq!(name(middle), "1 5");
        assert_eq!(cursor_home(variant.layout(), &sent, 0), 0, "the cursor is in the grid already");
        let taken = cursor_home(variant.layout(), &view("supermorpion", "5 1; 1 5; 5 9; 9 1"), 80);
        assert!(name(taken).starts_with("1 ") && name(taken) != "1 5", "{}", name(taken));
        let connect4 = plateau_games::REGISTRY.variant("connect4").unwrap();
        assert_eq!(cursor_home(connect4.layout(), &view("connect4", "1"), 3), 3, "the game has no regions");
    }

    #[test]
    fn clicks_choose_the_nearest_point() {
        let points = [(4, 1), (6, 1), (6, 2)];
        let small = CellSize { columns: 1, rows: 1 };
        let at = |background, place| point_at(background, small, &points, place);
        assert_eq!(at(Background::Squares, (6, 2)), Some(2));
        assert_eq!(at(Background::Squares, (3, 1)), Some(0));
        assert_eq!(at(Background::Squares, (7, 1)), Some(1));
        assert_eq!(at(Background::Squares, (2, 1)), None, "a click on a label");
        assert_eq!(at(Background::Lines, (2, 1)), Some(0), "a click on a piece before its name");
        assert_eq!(at(Background::Squares, (4, 3)), None);
        let large = CellSize { columns: 7, rows: 2 };
        let at = |place| point_at(Background::Squares, large, &[(4, 1), (12, 1)], place);
        assert_eq!([at((1, 1)), at((7, 2)), at((9, 1))], [Some(0), Some(0), Some(1)]);
        assert_eq!([at((8, 1)), at((4, 0)), at((4, 3))], [None; 3], "clicks on borders");
    }

    #[test]
    fn the_cursor_starts_where_a_legal_move_begins() {
        for game in plateau_games::REGISTRY.games() {
            for options in game.option_lists() {
                let variant = game.with_options(&options).unwrap();
                let view = variant.start().view();
                let cursor = cursor_start(variant.layout(), &view);
                assert_ne!(choose(&view, None, cursor), Choice::Illegal, "{}", variant.name());
            }
        }
        let name = |game: &str, moves: &str| {
            let variant = plateau_games::REGISTRY.variant(game).unwrap();
            let cursor = cursor_start(variant.layout(), &view(game, moves));
            variant.layout().points[usize::from(cursor)].name.clone()
        };
        assert_eq!(name("othello", ""), "d3");
        assert_eq!(name("tictactoe", ""), "b2");
        assert_eq!(name("tictactoe", "b2"), "b3", "the centre is taken");
        assert_eq!(name("achi", "1 2 3 4 6 7 8 9"), "6", "a slide begins at a piece");
    }

    #[test]
    fn arrows_reach_every_point() {
        for game in plateau_games::REGISTRY.games() {
            for options in game.option_lists() {
                let variant = game.with_options(&options).unwrap();
                let layout = variant.layout();
                let mut reached = vec![false; layout.points.len()];
                let mut open: Vec<PointId> = vec![0];
                while let Some(point) = open.pop() {
                    if !std::mem::replace(&mut reached[usize::from(point)], true) {
                        let arrows = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
                        open.extend(arrows.map(|arrow| move_cursor(layout, point, arrow)));
                    }
                }
                assert!(reached.iter().all(|&reached| reached), "{}", variant.name());
            }
        }
    }
}
