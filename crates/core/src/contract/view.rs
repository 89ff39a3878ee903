//! The contract of layouts and views.

use std::collections::{BTreeSet, HashSet};

use super::Checker;
use crate::layout::{Layout, PointId, RegionId, View};
use crate::position::Position;
use crate::record::Record;
use crate::variant::Variant;

impl<V: Variant> Checker<'_, V> {
    pub(super) fn check_layout(&self) -> Result<(), String> {
        let Layout { width, height, points, edges, regions, .. } = &self.layout;
        ensure!(
            !points.is_empty() && points.len() < usize::from(u16::MAX),
            "the board has no points, or too many"
        );
        let mut names = HashSet::new();
        for point in points {
            let inside = (0.0..=*width).contains(&point.x) && (0.0..=*height).contains(&point.y);
            ensure!(inside, "point {} is outside the board", point.name);
            ensure!(names.insert(&point.name), "two points have the name {}", point.name);
            let region = point.region.is_none_or(|region| usize::from(region) < regions.len());
            ensure!(region, "point {} has an unknown region", point.name);
        }
        for [a, b] in edges {
            ensure!(a != b && usize::from(*a.max(b)) < points.len(), "edge {a}-{b} does not join two points");
        }
        Ok(())
    }

    /// Checks the view of a record, given the view before the last move if it is known, and
    /// returns it.
    pub(super) fn check_view(&self, record: &Record<V>, before: Option<&View>) -> Result<View, String> {
        let position = record.position();
        let view = self.variant.view(record);
        ensure!(
            view.pieces.len() == self.layout.points.len(),
            "the view does not have the pieces of every point"
        );
        ensure!(view.turn == position.turn(), "the view has the wrong side to move");
        ensure!(view.finish == record.finish(), "the view has the wrong result");
        let points = [&view.last, &view.turned, &view.line];
        ensure!(points.into_iter().all(|ids| self.on_board(ids)), "the view refers to an unknown point");
        let regions = self.layout.regions.len();
        let marked = view.marks.iter().map(|mark| &mark.region);
        let mut mentioned = marked.chain(&view.playable).chain(&view.region_line);
        ensure!(mentioned.all(|&id| usize::from(id) < regions), "the view refers to an unknown region");
        let texts: Vec<&str> = view.moves.iter().map(|mv| mv.text.as_str()).collect();
        let expected: Vec<String> = match view.finish {
            Some(_) => Vec::new(),
            None => position.legal_moves().map(|mv| self.variant.print_move(position, mv)).collect(),
        };
        ensure!(texts == expected, "the view has the moves {texts:?}, expected {expected:?}");
        self.check_clicks(&view)?;
        self.check_last_move(record, &view, before)?;
        Ok(view)
    }

    fn on_board(&self, ids: &[PointId]) -> bool {
        ids.iter().all(|&id| usize::from(id) < self.layout.points.len())
    }

    fn region(&self, point: PointId) -> Option<RegionId> {
        self.layout.points[usize::from(point)].region
    }

    fn check_clicks(&self, view: &View) -> Result<(), String> {
        let (mut clicks, mut clicked, mut playable) = (HashSet::new(), HashSet::new(), BTreeSet::new());
        for mv in &view.moves {
            let (text, points) = (&mv.text, &mv.path.points);
            ensure!(
                self.on_board(points) && self.on_board(&mv.path.also),
                "move {text} refers to an unknown point"
            );
            ensure!(points.len() <= 2, "move {text} needs more than two clicks");
            ensure!(clicks.insert(points), "move {text} has the clicks of another move");
            clicked.extend(points.iter().copied());
            if let Some(&last) = points.last() {
                ensure!(view.pieces[usize::from(last)].is_none(), "move {text} ends on an occupied point");
                playable.extend(self.region(last));
            }
        }
        let mut others = HashSet::new();
        for mv in &view.moves {
            for also in &mv.path.also {
                let is_unique = !clicked.contains(also) && others.insert(also);
                ensure!(is_unique, "point {also} of move {} also belongs to another move", mv.text);
            }
        }
        let shown: BTreeSet<RegionId> = view.playable.iter().copied().collect();
        ensure!(shown == playable, "the playable regions are {shown:?}, but moves end in {playable:?}");
        Ok(())
    }

    fn check_last_move(&self, record: &Record<V>, view: &View, before: Option<&View>) -> Result<(), String> {
        let Some((position, mv)) = record.last_move() else {
            return Ok(());
        };
        let text = self.variant.print_move(position, mv);
        ensure!(view.last_text.as_ref() == Some(&text), "the view does not have the last move {text}");
        let Some(offered) = before.and_then(|before| before.moves.iter().find(|mv| mv.text == text)) else {
            return Ok(());
        };
        let points = &offered.path.points;
        ensure!(view.last == *points, "the last move {text} is not shown where it was clicked");
        if let Some(&point) = points.last() {
            let region = self.region(point);
            let is_closed = view.marks.iter().any(|mark| Some(mark.region) == region);
            let has_piece = view.pieces[usize::from(point)] == Some(position.turn());
            ensure!(has_piece || is_closed, "the piece of the last move {text} is not where the move ended");
        }
        Ok(())
    }
}
