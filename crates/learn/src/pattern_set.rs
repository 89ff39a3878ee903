//! Pattern sets: slots on a board, and the row of every configuration of a slot.
//!
//! Slots that a symmetry of the game maps onto each other form a *class* and share rows.
//! Within a class, configurations that a symmetry of the slot itself maps onto each other
//! share a row. A [`Row`] says which symmetry it is.

use plateau_core::hash::mix2;

use crate::group::{Group, Row};

/// The number of codes of a point: empty, own, opponent.
pub const CODES: u32 = 3;

/// The longest slot, with 59,049 configurations.
pub const MAX_SLOT: usize = 10;

/// A map from each point of the board to its image.
pub type PointMap = Vec<u16>;

/// A pattern at a place of the board.
#[derive(Clone, Debug)]
struct Slot {
    /// The first of its points in [`PatternSet::points`], and the end.
    range: std::ops::Range<usize>,
    class: usize,
    /// The symmetry that maps the pattern of the class onto the slot.
    symmetry: u8,
}

/// The slots of a board.
#[derive(Clone, Debug)]
pub struct PatternSet {
    board: usize,
    group: Group,
    /// The points of all slots. Those of a slot are the digits of its index, the first one
    /// the most significant.
    points: Vec<u16>,
    slots: Vec<Slot>,
    /// The slots of each point.
    slots_of: Vec<Vec<u16>>,
    /// The row of each configuration, by class.
    classes: Vec<Vec<Row>>,
    /// The symmetries that leave the representative of each row as it is.
    stabilisers: Vec<u8>,
}

impl PatternSet {
    /// Creates the set of these patterns and of all their images under the symmetries of the
    /// game. Patterns are lists of points of a board with `board` points. Returns `None` if
    /// the symmetries are not a group that starts with the identity.
    pub fn new(board: usize, patterns: &[Vec<u16>], symmetries: &[PointMap]) -> Option<Self> {
        let mut set = Self {
            board,
            group: Group::new(symmetries)?,
            points: Vec::new(),
            slots: Vec::new(),
            slots_of: vec![Vec::new(); board],
            classes: Vec::new(),
            stabilisers: Vec::new(),
        };
        let mut known: Vec<Vec<u16>> = Vec::new();
        for pattern in patterns {
            debug_assert!(pattern.len() <= MAX_SLOT);
            let class = set.classes.len();
            let mut own = Vec::new();
            for (symmetry, map) in (0..).zip(symmetries) {
                let image: Vec<u16> = pattern.iter().map(|&point| map[usize::from(point)]).collect();
                let points = sorted(&image);
                if points == sorted(pattern) {
                    let moves = image.iter().map(|&point| position_of(pattern, point)).collect();
                    own.push(OwnSymmetry { symmetry, moves });
                }
                if !known.contains(&points) {
                    set.push_slot(&image, class, symmetry);
                    known.push(points);
                }
            }
            if set.slots.last().is_some_and(|slot| slot.class == class) {
                let first = set.stabilisers.len() as u32;
                let ClassRows { rows, stabilisers } = ClassRows::new(pattern.len(), &own, first);
                set.classes.push(rows);
                set.stabilisers.extend(stabilisers);
            }
        }
        Some(set)
    }

    fn push_slot(&mut self, points: &[u16], class: usize, symmetry: u8) {
        let number = self.slots.len() as u16;
        for &point in points {
            self.slots_of[usize::from(point)].push(number);
        }
        let first = self.points.len();
        self.points.extend(points);
        self.slots.push(Slot { range: first..self.points.len(), class, symmetry });
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.stabilisers.len()
    }

    /// Returns the symmetries that leave the representative of a row as it is, as a set of
    /// bits.
    pub fn stabiliser(&self, row: usize) -> u8 {
        self.stabilisers[row]
    }

    /// Returns the symmetries of the game.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Returns the number of points of the board.
    pub fn board(&self) -> usize {
        self.board
    }

    /// Returns the slots that a point belongs to.
    pub fn slots_of(&self, point: usize) -> &[u16] {
        &self.slots_of[point]
    }

    /// Returns the points of a slot: the digits of its configurations, the first one the most
    /// significant.
    pub fn points_of(&self, slot: usize) -> &[u16] {
        &self.points[self.slots[slot].range.clone()]
    }

    /// Returns the class of a slot.
    pub fn class_of(&self, slot: usize) -> usize {
        self.slots[slot].class
    }

    /// Returns the rows of all configurations of a class.
    pub fn class_rows(&self, class: usize) -> &[Row] {
        &self.classes[class]
    }

    /// Returns the symmetry that maps the pattern of its class onto a slot: a row of the class is
    /// seen [through](Row::through) it.
    pub fn symmetry_of(&self, slot: usize) -> u8 {
        self.slots[slot].symmetry
    }

    /// Returns the rows of a slot for the first and the second player. `contents` has a code
    /// for each point: 0 if it is empty, 1 or 2 for a piece of the first or second player.
    #[inline]
    pub fn slot_rows(&self, slot: usize, contents: &[u8]) -> [Row; 2] {
        let Slot { range, class, symmetry } = &self.slots[slot];
        let mut index = [0; 2];
        for &point in &self.points[range.clone()] {
            let code = contents[usize::from(point)];
            index[0] = index[0] * CODES + u32::from(code);
            index[1] = index[1] * CODES + u32::from(other_side(code));
        }
        let rows = &self.classes[*class];
        index.map(|index| rows[index as usize].through(&self.group, *symmetry))
    }

    /// Returns a hash of the slots and their rows.
    pub fn hash(&self) -> u64 {
        let slots = self.slots.iter().fold(self.rows() as u64, |hash, slot| {
            let points = self.points[slot.range.clone()].iter();
            points.fold(mix2(hash, slot.class as u64), |hash, &point| mix2(hash, u64::from(point)))
        });
        self.classes.iter().flatten().fold(slots, |hash, row| mix2(hash, row.hash_code()))
    }
}

/// Returns the code of a point for the second player.
#[inline]
fn other_side(code: u8) -> u8 {
    (3 - code) % 3
}

fn sorted(points: &[u16]) -> Vec<u16> {
    let mut points = points.to_vec();
    points.sort_unstable();
    points
}

fn position_of(points: &[u16], point: u16) -> usize {
    points.iter().position(|&other| other == point).unwrap_or(0)
}

/// A symmetry that maps a pattern onto itself.
#[derive(Clone, Debug)]
pub struct OwnSymmetry {
    /// Its number in the group.
    pub symmetry: u8,
    /// The digit that each digit of the pattern moves to.
    pub moves: Vec<usize>,
}

/// The rows of all configurations of a pattern.
#[derive(Clone, Debug)]
pub struct ClassRows {
    /// The row of each configuration.
    pub rows: Vec<Row>,
    /// The symmetries that leave the representative of each row as it is, as sets of bits.
    pub stabilisers: Vec<u8>,
}

impl ClassRows {
    /// Numbers the configurations of a pattern from `first` on: one number for all images
    /// under the pattern's own symmetries, of which the smallest is the representative. The
    /// own symmetries start with the identity.
    pub fn new(length: usize, own: &[OwnSymmetry], first: u32) -> Self {
        let count = CODES.pow(length as u32);
        let place: Vec<u32> = (0..length).map(|digit| CODES.pow((length - 1 - digit) as u32)).collect();
        let mut rows = vec![None; count as usize];
        let mut digits = vec![0; length];
        let mut stabilisers = Vec::new();
        for index in 0..count {
            if rows[index as usize].is_some() {
                continue;
            }
            let row = first + stabilisers.len() as u32;
            for (digit, &place) in digits.iter_mut().zip(&place) {
                *digit = index / place % CODES;
            }
            let mut stabiliser = 0;
            for OwnSymmetry { symmetry, moves } in own {
                let image: u32 = digits.iter().zip(moves).map(|(digit, &to)| digit * place[to]).sum();
                rows[image as usize].get_or_insert(Row::new(row, *symmetry));
                stabiliser |= u8::from(image == index) << symmetry;
            }
            stabilisers.push(stabiliser);
        }
        Self { rows: rows.into_iter().flatten().collect(), stabilisers }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use plateau_core::Symmetry;

    use super::*;

    fn square(size: u32) -> Vec<PointMap> {
        let map = |s: &Symmetry| (0..size * size).map(|i| s.apply_index(i, size, size) as u16).collect();
        Symmetry::SQUARE.iter().map(map).collect()
    }

    #[test]
    fn images_of_a_pattern_share_rows_and_nothing_else_does() {
        // The left column and the top row of 3×3, a corner, and the whole board.
        let symmetries = square(3);
        let patterns = [vec![0, 1, 2], vec![0, 1, 3], (0..9).collect()];
        let set = PatternSet::new(9, &patterns, &symmetries).unwrap();
        assert_eq!(set.slots(), 4 + 4 + 1);
        // By Burnside's lemma.
        assert_eq!(set.rows(), 18 + 18 + 2_862);

        // By brute force: two configurations of two slots share a row exactly if a symmetry
        // maps one onto the other.
        let mut configurations: HashMap<Vec<(u16, u8)>, usize> = HashMap::new();
        for slot in 0..8 {
            let points = &set.points[set.slots[slot].range.clone()];
            for index in 0..27_u8 {
                let mut contents = [0; 9];
                let digits = [index / 9, index / 3 % 3, index % 3];
                for (&point, &code) in points.iter().zip(&digits) {
                    contents[usize::from(point)] = code;
                }
                let mut key: Vec<(u16, u8)> = points.iter().copied().zip(digits).collect();
                key.sort_unstable();
                let [own, other] = set.slot_rows(slot, &contents).map(Row::index);
                let swapped = contents.map(other_side);
                assert_eq!(
                    set.slot_rows(slot, &swapped).map(Row::index),
                    [other, own],
                    "the sides are swapped"
                );
                configurations.insert(key, own);
            }
        }
        for (a, row) in &configurations {
            for (b, other) in &configurations {
                let is_image = symmetries.iter().any(|map| {
                    let mut image: Vec<_> = a.iter().map(|&(p, code)| (map[usize::from(p)], code)).collect();
                    image.sort_unstable();
                    image == *b
                });
                assert_eq!(row == other, is_image, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn the_symmetry_of_a_row_maps_the_representative_onto_the_board() {
        let symmetries = square(3);
        let set = PatternSet::new(9, &[vec![0, 1, 3], vec![0, 1, 2], (0..9).collect()], &symmetries).unwrap();
        let mut contents = [0_u8; 9];
        for seed in 0..300 {
            for (point, code) in contents.iter_mut().enumerate() {
                *code = (mix2(seed, point as u64) % 3) as u8;
            }
            let rows = |contents: &[u8]| -> Vec<Row> {
                (0..set.slots()).map(|slot| set.slot_rows(slot, contents)[0]).collect()
            };
            let own = rows(&contents);
            for (symmetry, map) in (0..).zip(&symmetries) {
                let mut image = [0; 9];
                (0..9).for_each(|point| image[usize::from(map[point])] = contents[point]);
                // The same row lies on the image through one more symmetry, up to those that
                // leave the representative as it is.
                let seen = |row: &Row| -> Vec<Row> {
                    let fixing = (0..8).filter(|fixing| set.stabiliser(row.index()) >> fixing & 1 != 0);
                    let through = |fixing| set.group().product(row.symmetry(), fixing);
                    let mut all: Vec<Row> =
                        fixing.map(|fixing| Row::new(row.index() as u32, through(fixing))).collect();
                    all.sort_unstable();
                    all
                };
                let mut expected: Vec<_> =
                    own.iter().map(|row| seen(&row.through(set.group(), symmetry))).collect();
                let mut found: Vec<_> = rows(&image).iter().map(seen).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "symmetry {symmetry} of {contents:?}");
            }
        }
    }

    #[test]
    fn every_row_is_used() {
        let set = PatternSet::new(16, &[vec![0, 1, 2, 3], vec![0, 5, 10, 15]], &square(4)).unwrap();
        let mut used = vec![false; set.rows()];
        for &row in set.classes.iter().flatten() {
            used[row.index()] = true;
        }
        assert!(used.iter().all(|&used| used));
        assert_ne!(set.hash(), PatternSet::new(16, &[vec![0, 1, 2, 3]], &square(4)).unwrap().hash());
    }
}
