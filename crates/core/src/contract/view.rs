//! The promises of layout and view.

use std::collections::{BTreeSet, HashSet};

use super::Suite;
use crate::layout::{Layout, PointId, RegionId, View};
use crate::position::Position;
use crate::record::Record;
use crate::variant::Variant;

impl<V: Variant> Suite<'_, V> {
    pub(super) fn layout_is_sound(&self) -> Result<(), String> {
        let Layout { width, height, points, edges, regions, .. } = &self.layout;
        promise!(!points.is_empty() && points.len() < usize::from(u16::MAX), "a board has points");
        let mut names = HashSet::new();
        for point in points {
            let inside = (0.0..=*width).contains(&point.x) && (0.0..=*height).contains(&point.y);
            promise!(inside, "point {} is on the board", point.name);
            promise!(names.insert(&point.name), "point {} has a name of its own", point.name);
            let region = point.region.is_none_or(|region| usize::from(region) < regions.len());
            promise!(region, "point {} has a region", point.name);
        }
        for [a, b] in edges {
            promise!(a != b && usize::from(*a.max(b)) < points.len(), "edge {a}-{b} joins two points");
        }
        Ok(())
    }

    /// Checks the view of a record and returns it, given the view before the
    /// last move where that is known.
    pub(super) fn view(&self, record: &Record<V>, before: Option<&View>) -> Result<View, String> {
        let position = record.position();
        let view = self.variant.view(record);
        promise!(view.pieces.len() == self.layout.points.len(), "the view has a place for every point");
        promise!(view.turn == position.turn(), "the view tells the turn");
        promise!(view.finish == record.finish(), "the view tells the end");
        let shown = [&view.last, &view.turned, &view.line];
        promise!(shown.into_iter().all(|ids| self.on_board(ids)), "the view is on the board");
        let regions = self.layout.regions.len();
        let marked = view.marks.iter().map(|mark| &mark.region);
        let mut told = marked.chain(&view.playable).chain(&view.region_line);
        promise!(told.all(|&id| usize::from(id) < regions), "the view speaks of regions there are");
        let texts: Vec<&str> = view.moves.iter().map(|mv| mv.text.as_str()).collect();
        let expected: Vec<String> = match view.finish {
            Some(_) => Vec::new(),
            None => position.legal_moves().map(|mv| self.variant.print_move(position, mv)).collect(),
        };
        promise!(texts == expected, "the view offers the legal moves {expected:?}, not {texts:?}");
        self.clicks(&view)?;
        self.last_move(record, &view, before)?;
        Ok(view)
    }

    fn on_board(&self, ids: &[PointId]) -> bool {
        ids.iter().all(|&id| usize::from(id) < self.layout.points.len())
    }

    fn region(&self, point: PointId) -> Option<RegionId> {
        self.layout.points[usize::from(point)].region
    }

    fn clicks(&self, view: &View) -> Result<(), String> {
        let (mut clicks, mut clicked, mut playable) = (HashSet::new(), HashSet::new(), BTreeSet::new());
        for mv in &view.moves {
            let (text, points) = (&mv.text, &mv.path.points);
            promise!(self.on_board(points) && self.on_board(&mv.path.also), "move {text} is on the board");
            promise!(points.len() <= 2, "move {text} is at most two clicks");
            promise!(clicks.insert(points), "move {text} has clicks of its own");
            clicked.extend(points.iter().copied());
            if let Some(&last) = points.last() {
                promise!(view.pieces[usize::from(last)].is_none(), "move {text} ends on an empty point");
                playable.extend(self.region(last));
            }
        }
        let mut others = HashSet::new();
        for mv in &view.moves {
            for also in &mv.path.also {
                let alone = !clicked.contains(also) && others.insert(also);
                promise!(alone, "point {also}, beside the clicks of {}, is no other move's", mv.text);
            }
        }
        let told: BTreeSet<RegionId> = view.playable.iter().copied().collect();
        promise!(told == playable, "playable are the regions moves go to, {playable:?}, not {told:?}");
        Ok(())
    }

    fn last_move(&self, record: &Record<V>, view: &View, before: Option<&View>) -> Result<(), String> {
        let Some((position, mv)) = record.last_move() else {
            return Ok(());
        };
        let text = self.variant.print_move(position, mv);
        promise!(view.last_text.as_ref() == Some(&text), "the view tells the last move, {text}");
        let Some(offered) = before.and_then(|before| before.moves.iter().find(|mv| mv.text == text)) else {
            return Ok(());
        };
        let points = &offered.path.points;
        promise!(view.last == *points, "the view shows the last move {text} where it was clicked");
        if let Some(&point) = points.last() {
            let region = self.region(point);
            let closed = view.marks.iter().any(|mark| Some(mark.region) == region);
            let stands = view.pieces[usize::from(point)] == Some(position.turn());
            promise!(stands || closed, "the piece of {text} stands where the move ended");
        }
        Ok(())
    }
}
