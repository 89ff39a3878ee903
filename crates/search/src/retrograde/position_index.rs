//! A numbering of positions: an open-addressing hash table.

use plateau_core::Position;

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// Numbers positions in order of insertion and finds the number of a position.
/// Slots are found by the position's key with linear probing.
pub struct PositionIndex<P> {
    positions: Vec<P>,
    /// Numbers of positions, at least half of the slots empty. The length is a
    /// power of two.
    slots: Vec<u32>,
}

impl<P: Position> PositionIndex<P> {
    /// Creates an index of one position, whose number is 0.
    pub fn new(first: P) -> Self {
        let mut index = Self { positions: Vec::new(), slots: vec![EMPTY; 16] };
        index.insert(first);
        index
    }

    /// Returns the positions in the order of their numbers.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Returns the slot that holds a position's number, or the empty one where it
    /// would go. Positions are compared in full, so equal keys do no harm.
    #[inline]
    fn slot(&self, position: &P) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = position.key() as usize & mask;
        while self.slots[slot] != EMPTY && self.positions[self.slots[slot] as usize] != *position {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Returns the number of a position, if it was inserted.
    #[inline]
    pub fn number(&self, position: &P) -> Option<u32> {
        let number = self.slots[self.slot(position)];
        (number != EMPTY).then_some(number)
    }

    /// Returns the number of a position, inserting it if it is new.
    #[inline]
    pub fn insert(&mut self, position: P) -> u32 {
        let slot = self.slot(&position);
        if self.slots[slot] != EMPTY {
            return self.slots[slot];
        }
        let number = self.positions.len() as u32;
        self.positions.push(position);
        self.slots[slot] = number;
        if 2 * self.positions.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        self.slots = vec![EMPTY; 2 * self.slots.len()];
        for number in 0..self.positions.len() {
            let slot = self.slot(&self.positions[number]);
            self.slots[slot] = number as u32;
        }
    }
}
