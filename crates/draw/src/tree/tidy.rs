//! A tidy layout: parents over the middle of their children, subtrees as close
//! as their outlines allow, plies in rows.

use std::ops::Range;

/// Where nodes go: the middle of each, in pixels from the leftmost.
pub struct Tidy {
    /// By place in the list of nodes.
    pub x: Vec<f32>,
    /// From the left edge of the leftmost node to the right edge of the
    /// rightmost.
    pub width: f32,
    /// How many rows there are.
    pub rows: usize,
}

/// The outline of a subtree: by row from its root, how far it reaches to the
/// left and to the right of its root's middle.
type Outline = Vec<[f32; 2]>;

/// Lays out nodes of one width, the children of each given by their places,
/// which come after their parent's.
pub fn lay_out(children: &[Range<usize>], node: f32, gap: f32) -> Tidy {
    let mut from_parent = vec![0.0_f32; children.len()];
    let mut outlines: Vec<Outline> = vec![Vec::new(); children.len()];
    for place in (0..children.len()).rev() {
        let mut merged: Outline = Vec::new();
        for child in children[place].clone() {
            let outline = std::mem::take(&mut outlines[child]);
            let room = |(left, right): (&[f32; 2], &[f32; 2])| left[1] - right[0] + gap;
            let shift = merged.iter().zip(&outline).map(room).fold(0.0, f32::max);
            from_parent[child] = shift;
            merge(&mut merged, &outline, shift);
        }
        // The parent stands over the middle of its first and last child.
        let middle = match (children[place].clone().next(), children[place].clone().last()) {
            (Some(first), Some(last)) => f32::midpoint(from_parent[first], from_parent[last]),
            _ => 0.0,
        };
        children[place].clone().for_each(|child| from_parent[child] -= middle);
        let mut outline = vec![[-node / 2.0, node / 2.0]];
        outline.extend(merged.into_iter().map(|[left, right]| [left - middle, right - middle]));
        outlines[place] = outline;
    }
    let root = outlines.first().map(Vec::as_slice).unwrap_or_default();
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
    Tidy { x, width: right - left, rows: root.len() }
}

/// Adds the outline of the next subtree, so far to the right.
fn merge(merged: &mut Outline, outline: &[[f32; 2]], shift: f32) {
    for (row, &[left, right]) in outline.iter().enumerate() {
        match merged.get_mut(row) {
            Some(reach) => *reach = [reach[0].min(left + shift), reach[1].max(right + shift)],
            None => merged.push([left + shift, right + shift]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_centred_and_subtrees_keep_apart() {
        // 0 has 1, 2, 3; 1 has 4, 5; 3 has 6.
        let children = [1..4, 4..6, 0..0, 6..7, 0..0, 0..0, 0..0];
        let tidy = lay_out(&children, 10.0, 2.0);
        assert_eq!(tidy.rows, 3);
        let x = &tidy.x;
        assert!((x[0] - f32::midpoint(x[1], x[3])).abs() < 0.01, "{x:?}");
        assert!((x[1] - f32::midpoint(x[4], x[5])).abs() < 0.01, "{x:?}");
        for row in [&[1, 2, 3][..], &[4, 5, 6]] {
            assert!(row.windows(2).all(|pair| x[pair[1]] - x[pair[0]] >= 12.0 - 0.01), "{x:?}");
        }
        let reach = x.iter().fold([f32::MAX, f32::MIN], |[least, most], &x| [least.min(x), most.max(x)]);
        assert!((reach[0] - 5.0).abs() < 0.01 && (reach[1] + 5.0 - tidy.width).abs() < 0.01, "{x:?}");
    }

    #[test]
    fn twenty_thousand_nodes_of_any_shape_are_laid_out() {
        let line: Vec<_> = (1..2_000).map(|i| i..i + 1).chain(std::iter::once(0..0)).collect();
        assert_eq!(lay_out(&line, 10.0, 2.0).rows, 2_000);
        let broom: Vec<_> = std::iter::once(1..20_000).chain(vec![0..0; 19_999]).collect();
        assert!((lay_out(&broom, 10.0, 2.0).width - (19_999.0 * 12.0 - 2.0)).abs() < 100.0);
    }
}
