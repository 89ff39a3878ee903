//! From points to moves: where a cursor goes, and what a click means.

use plateau_core::layout::{Background, Point, PointId};
use plateau_core::{Layout, View};

/// What choosing a point means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This move.
    Play(String),
    /// The piece there is the one to slide.
    Pick(PointId),
    /// The piece that was picked is put down again.
    PutDown,
    /// Nothing.
    Nothing,
}

/// What choosing a point means, when a piece to slide was perhaps picked before.
pub fn choose(view: &View, picked: Option<PointId>, point: PointId) -> Choice {
    let slide = |from| view.moves.iter().find(|mv| mv.path.points == [from, point]);
    let single = |points: &[PointId], also: &[PointId]| points == [point] || also.contains(&point);
    let placed = || view.moves.iter().find(|mv| single(&mv.path.points, &mv.path.also));
    if let Some(mv) = picked.and_then(slide).or_else(placed) {
        return Choice::Play(mv.text.clone());
    }
    let slides = view.moves.iter().any(|mv| mv.path.points.len() == 2 && mv.path.points[0] == point);
    match picked {
        Some(from) if from == point => Choice::PutDown,
        _ if slides => Choice::Pick(point),
        _ => Choice::Nothing,
    }
}

/// The points that mean something now.
pub fn targets(view: &View, picked: Option<PointId>) -> Vec<PointId> {
    let mut targets: Vec<PointId> = view
        .moves
        .iter()
        .filter_map(|mv| match (picked, mv.path.points.as_slice()) {
            (None, &[point] | &[point, _]) => Some(point),
            (Some(from), &[start, end]) if start == from => Some(end),
            _ => None,
        })
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// The move that needs no point, such as a pass.
pub fn button(view: &View) -> Option<&str> {
    view.moves.iter().find(|mv| mv.path.points.is_empty()).map(|mv| mv.text.as_str())
}

/// Where the keys go on: where they were, or where that is in no region to play in,
/// at the target nearest to the middle of all.
pub fn home(layout: &Layout, view: &View, cursor: PointId) -> PointId {
    let point = |id: PointId| &layout.points[usize::from(id)];
    let targets = targets(view, None);
    let playable = |region| view.playable.contains(&region);
    if view.playable.is_empty() || targets.is_empty() || point(cursor).region.is_some_and(playable) {
        return cursor;
    }
    let middle = |along: fn(&Point) -> f32| {
        targets.iter().map(|&id| along(point(id))).sum::<f32>() / targets.len() as f32
    };
    let (x, y) = (middle(|point| point.x), middle(|point| point.y));
    let far = |id: PointId| (point(id).x - x).powi(2) + (point(id).y - y).powi(2);
    targets.iter().copied().min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap_or(cursor)
}

/// The next point in a direction: along the row, or the nearest of the next row.
/// So every point can be reached, also those half-way between others.
pub fn step(layout: &Layout, from: PointId, (dx, dy): (f32, f32)) -> PointId {
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

/// The point nearest to a place of the picture, if one is near. Where points have
/// names, a piece stands before its point's name, and both can be clicked.
pub fn point_at(ground: Background, points: &[(u16, u16)], (x, y): (i32, i32)) -> Option<PointId> {
    let before = if ground == Background::Lines { 2 } else { 1 };
    (0..)
        .zip(points)
        .filter(|(_, place)| i32::from(place.1) == y)
        .map(|(id, place)| (x - i32::from(place.0), id))
        .filter(|(off, _)| (-before..=1).contains(off))
        .min_by_key(|(off, _)| off.abs())
        .map(|(_, id)| id)
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
    fn a_whole_column_is_one_move() {
        let view = view("connect4", "4");
        for (point, column) in [(0, "1"), (7, "1"), (35, "1"), (3, "4"), (38, "4")] {
            assert_eq!(choose(&view, None, point), Choice::Play(column.to_owned()), "{point}");
        }
    }

    #[test]
    fn a_slide_is_two_picks() {
        let view = view("achi", "1 2 3 4 6 7 8 9");
        assert_eq!(choose(&view, None, 0), Choice::Pick(0));
        assert_eq!(choose(&view, Some(0), 4), Choice::Play("1-5".to_owned()));
        assert_eq!(choose(&view, Some(0), 2), Choice::Pick(2), "another piece instead");
        assert_eq!(choose(&view, Some(0), 0), Choice::PutDown);
        assert_eq!(choose(&view, None, 4), Choice::Nothing);
        assert_eq!(targets(&view, Some(0)), [4]);
    }

    #[test]
    fn the_keys_go_where_a_player_is_sent() {
        let sent = view("supermorpion", "5 1");
        let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
        let name = |cursor: PointId| &variant.layout().points[usize::from(cursor)].name;
        let middle = home(variant.layout(), &sent, 44);
        assert_eq!(name(middle), "1 5");
        assert_eq!(home(variant.layout(), &sent, 0), 0, "who is there stays");
        let taken = home(variant.layout(), &view("supermorpion", "5 1; 1 5; 5 9; 9 1"), 80);
        assert!(name(taken).starts_with("1 ") && name(taken) != "1 5", "{}", name(taken));
        let connect4 = plateau_games::REGISTRY.variant("connect4").unwrap();
        assert_eq!(home(connect4.layout(), &view("connect4", "1"), 3), 3, "it has no regions");
    }

    #[test]
    fn clicks_find_the_nearest_point() {
        let points = [(4, 1), (6, 1), (6, 2)];
        let at = |ground, place| point_at(ground, &points, place);
        assert_eq!(at(Background::Squares, (6, 2)), Some(2));
        assert_eq!(at(Background::Squares, (3, 1)), Some(0));
        assert_eq!(at(Background::Squares, (7, 1)), Some(1));
        assert_eq!(at(Background::Squares, (2, 1)), None, "labels are no points");
        assert_eq!(at(Background::Lines, (2, 1)), Some(0), "a piece before its name is");
        assert_eq!(at(Background::Squares, (4, 3)), None);
    }

    #[test]
    fn every_point_is_reached_by_the_arrows() {
        for game in plateau_games::REGISTRY.games() {
            for options in game.option_lists() {
                let variant = game.with_options(&options).unwrap();
                let layout = variant.layout();
                let mut reached = vec![false; layout.points.len()];
                let mut open: Vec<PointId> = vec![0];
                while let Some(point) = open.pop() {
                    if !std::mem::replace(&mut reached[usize::from(point)], true) {
                        let arrows = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
                        open.extend(arrows.map(|arrow| step(layout, point, arrow)));
                    }
                }
                assert!(reached.iter().all(|&reached| reached), "{}", variant.name());
            }
        }
    }
}
