//! A tidy tree layout in the style of Reingold and Tilford: plies in rows, parents centred over
//! their children, and subtrees as close as their contours allow.

use std::ops::Range;

/// The horizontal positions of nodes.
pub struct TidyLayout {
    /// The centre of each node, in pixels from the left edge.
    pub x: Vec<f32>,
    /// The width of the tree.
    pub width: f32,
    /// The number of rows.
    pub rows: usize,
}

/// The contour of a subtree: for each row, its extent to the left and to the right of the
/// centre of its root.
type Contour = Vec<[f32; 2]>;

/// Lays out nodes of equal width. `children` holds the indices of the children of each node,
/// which come after their parent.
pub fn tidy_layout(children: &[Range<usize>], node_width: f32, gap: f32) -> TidyLayout {
    let mut from_parent = vec![0.0_f32; children.len()];
    let mut contours: Vec<Contour> = vec![Vec::new(); children.len()];
    for place in (0..children.len()).rev() {
        let mut merged: Contour = Vec::new();
        for child in children[place].clone() {
            let contour = std::mem::take(&mut contours[child]);
            let room = |(left, right): (&[f32; 2], &[f32; 2])| left[1] - right[0] + gap;
            let shift = merged.iter().zip(&contour).map(room).fold(0.0, f32::max);
            from_parent[child] = shift;
            merge(&mut merged, &contour, shift);
        }
        // Centre the parent over its first and last child.
        let middle = match (children[place].clone().next(), children[place].clone().last()) {
            (Some(first), Some(last)) => f32::midpoint(from_parent[first], from_parent[last]),
            _ => 0.0,
        };
        children[place].clone().for_each(|child| from_parent[child] -= middle);
        let mut contour = vec![[-node_width / 2.0, node_width / 2.0]];
        contour.extend(merged.into_iter().map(|[left, right]| [left - middle, right - middle]));
        contours[place] = contour;
    }
    let root = contours.first().map(Vec::as_slice).unwrap_or_default();
    let left = root.iter().map(|row| row[0]).fold(0.0, f32::min);
    let right = root.iter().map(|row| row[1]).fold(0.0, f32::max);
    let mut x = from_parent;
    if let Some(root) = x.first_mut() {
        *root = -left;
    }
    for place in 0..children.len() {
        let own = x[place];
        children[place].clone().for_each(|child| x[child] += own);
    }
    TidyLayout { x, width: right - left, rows: root.len() }
}

/// Adds the contour of the next subtree, shifted to the right.
fn merge(merged: &mut Contour, contour: &[[f32; 2]], shift: f32) {
    for (row, &[left, right]) in contour.iter().enumerate() {
        match merged.get_mut(row) {
            Some(extent) => *extent = [extent[0].min(left + shift), extent[1].max(right + shift)],
            None => merged.push([left + shift, right + shift]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_centred_and_subtrees_do_not_overlap() {
        // 0 has 1, 2, 3; 1 has 4, 5; 3 has 6.
        let children = [1..4, 4..6, 0..0, 6..7, 0..0, 0..0, 0..0];
        let tidy = tidy_layout(&children, 10.0, 2.0);
        assert_eq!(tidy.rows, 3);
        let x = &tidy.x;
        assert!((x[0] - f32::midpoint(x[1], x[3])).abs() < 0.01, "{x:?}");
        assert!((x[1] - f32::midpoint(x[4], x[5])).abs() < 0.01, "{x:?}");
        for row in [&[1, 2, 3][..], &[4, 5, 6]] {
            assert!(row.windows(2).all(|pair| x[pair[1]] - x[pair[0]] >= 12.0 - 0.01), "{x:?}");
        }
        let extent = x.iter().fold([f32::MAX, f32::MIN], |[least, most], &x| [least.min(x), most.max(x)]);
        assert!((extent[0] - 5.0).abs() < 0.01 && (extent[1] + 5.0 - tidy.width).abs() < 0.01, "{x:?}");
    }

    #[test]
    fn deep_and_wide_trees_are_laid_out() {
        let path: Vec<_> = (1..2_000).map(|i| i..i + 1).chain(std::iter::once(0..0)).collect();
        assert_eq!(tidy_layout(&path, 10.0, 2.0).rows, 2_000);
        let star: Vec<_> = std::iter::once(1..20_000).chain(vec![0..0; 19_999]).collect();
        assert!((tidy_layout(&star, 10.0, 2.0).width - (19_999.0 * 12.0 - 2.0)).abs() < 100.0);
    }
}
