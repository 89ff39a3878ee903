//! The blocks of a row, one for each symmetry of the game, and the weights they share.

use crate::group::{Group, MAX_ORDER};

/// How the numbers of a row are arranged.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'g> {
    group: &'g Group,
    /// The number of blocks: 1 in a linear model, whose sum is the same for all of them.
    count: usize,
    /// The length of a block.
    len: usize,
}

impl<'g> Blocks<'g> {
    /// Arranges rows of `size` numbers.
    pub fn new(group: &'g Group, size: usize) -> Self {
        let count = if size == 1 { 1 } else { group.order() };
        Self { group, count, len: size / count }
    }

    /// Returns the block of a row that block `h` of the sums adds.
    #[inline]
    fn source(&self, h: usize, symmetry: u8) -> usize {
        if self.count == 1 { 0 } else { usize::from(self.group.product(h as u8, symmetry)) * self.len }
    }

    /// Adds a row, seen through a symmetry, to sums.
    #[inline]
    pub fn add_row(&self, sums: &mut [f32], row: &[f32], symmetry: u8) {
        match self.len {
            4 => self.add_blocks::<4>(sums, row, symmetry),
            8 => self.add_blocks::<8>(sums, row, symmetry),
            16 => self.add_blocks::<16>(sums, row, symmetry),
            _ => {
                for (h, sums) in sums.chunks_exact_mut(self.len).enumerate() {
                    let from = self.source(h, symmetry);
                    for (sum, weight) in sums.iter_mut().zip(&row[from..from + self.len]) {
                        *sum += weight;
                    }
                }
            }
        }
    }

    /// Adds a row, with a block length that the compiler knows.
    #[inline]
    fn add_blocks<const LEN: usize>(&self, sums: &mut [f32], row: &[f32], symmetry: u8) {
        let row = row.as_chunks::<LEN>().0;
        for (h, sums) in sums.as_chunks_mut::<LEN>().0.iter_mut().enumerate() {
            let block = &row[self.source(h, symmetry) / LEN];
            for i in 0..LEN {
                sums[i] += block[i];
            }
        }
    }

    /// Adds the gradient of sums to the gradient of a row that they see through a symmetry.
    #[inline]
    pub fn add_gradient(&self, row: &mut [f32], sums: &[f32], symmetry: u8) {
        for (h, sums) in sums.chunks_exact(self.len).enumerate() {
            let to = self.source(h, symmetry);
            for (gradient, sum) in row[to..to + self.len].iter_mut().zip(sums) {
                *gradient += sum;
            }
        }
    }

    /// Replaces the blocks of a row that must be equal, because a symmetry leaves its
    /// representative as it is, by their mean.
    pub fn tie_row(&self, row: &mut [f32], stabiliser: u8) {
        if self.count == 1 || stabiliser == 1 {
            return;
        }
        let mut is_done = [false; MAX_ORDER];
        for block in 0..self.count as u8 {
            if is_done[usize::from(block)] {
                continue;
            }
            let fixing = (0..self.count as u8).filter(|symmetry| stabiliser >> symmetry & 1 != 0);
            let equal: Vec<usize> =
                fixing.map(|symmetry| usize::from(self.group.product(block, symmetry))).collect();
            self.tie(row, &equal);
            for &block in &equal {
                is_done[block] = true;
            }
        }
    }

    /// Replaces all blocks of biases or output weights by their mean.
    pub fn tie_all(&self, numbers: &mut [f32]) {
        let all: Vec<usize> = (0..self.count).collect();
        self.tie(numbers, &all);
    }

    fn tie(&self, numbers: &mut [f32], blocks: &[usize]) {
        for i in 0..self.len {
            let sum: f32 = blocks.iter().map(|block| numbers[block * self.len + i]).sum();
            let mean = sum / blocks.len() as f32;
            for block in blocks {
                numbers[block * self.len + i] = mean;
            }
        }
    }

    /// Copies the first block of biases or output weights to all others.
    pub fn copy_first(&self, numbers: &mut [f32]) {
        for block in 1..self.count {
            numbers.copy_within(..self.len, block * self.len);
        }
    }
}
