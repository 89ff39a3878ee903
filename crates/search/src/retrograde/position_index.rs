//! The positions of a game in the order they were found, and the number of each.

use plateau_core::Position;

/// A place that no position has taken.
const FREE: u32 = u32::MAX;

/// Positions by number and numbers by position. A position's key says where its
/// number stands, or after which others: keys are mixed well, so few are.
pub struct Index<P> {
    positions: Vec<P>,
    /// Numbers of positions, at least half of them free; a power of two.
    places: Vec<u32>,
}

impl<P: Position> Index<P> {
    /// An index of one position, whose number is 0.
    pub fn new(first: P) -> Self {
        let mut index = Self { positions: Vec::new(), places: vec![FREE; 16] };
        index.insert(first);
        index
    }

    /// The positions in the order of their numbers.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The place of a position's number, or the free one it would take. Positions
    /// are compared whole: two with the same key are still two.
    #[inline]
    fn place(&self, position: &P) -> usize {
        let mask = self.places.len() - 1;
        let mut place = position.key() as usize & mask;
        while self.places[place] != FREE && self.positions[self.places[place] as usize] != *position {
            place = (place + 1) & mask;
        }
        place
    }

    /// The number of a position, if it is there.
    #[inline]
    pub fn number(&self, position: &P) -> Option<u32> {
        let number = self.places[self.place(position)];
        (number != FREE).then_some(number)
    }

    /// The number of a position, which is the next one if it is new.
    #[inline]
    pub fn insert(&mut self, position: P) -> u32 {
        let place = self.place(&position);
        if self.places[place] != FREE {
            return self.places[place];
        }
        let number = self.positions.len() as u32;
        self.positions.push(position);
        self.places[place] = number;
        if 2 * self.positions.len() > self.places.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        self.places = vec![FREE; 2 * self.places.len()];
        for number in 0..self.positions.len() {
            let place = self.place(&self.positions[number]);
            self.places[place] = number as u32;
        }
    }
}
