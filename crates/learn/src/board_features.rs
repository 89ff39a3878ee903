//! The features of any game: patterns found from its layout, read by
//! [`Variant::contents`].

use std::sync::Arc;

use plateau_core::hash::mix2;
use plateau_core::{Player, Position, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board_patterns::{patterns, point_maps};
use crate::features::{Features, RowTable, Signature};
use crate::group::{Group, Row};
use crate::pattern_set::{PatternSet, PointMap};

/// The largest board, so that contents need no allocation.
pub const MAX_POINTS: usize = 400;

/// The largest number of slots.
pub const MAX_SLOTS: usize = 1024;

/// Games played at random to check that contents are symmetric, and their length in plies.
const CHECKS: u64 = 4;
const CHECK_PLIES: usize = 40;

/// The contents of a board.
type Contents = [u8; MAX_POINTS];

/// Patterns of the board of any variant.
#[derive(Clone)]
pub struct BoardFeatures<V> {
    variant: V,
    set: Arc<PatternSet>,
    hash: u64,
}

impl<V: Variant> BoardFeatures<V> {
    /// Finds the patterns of a variant. Returns `None` for a board without points, with more
    /// than [`MAX_POINTS`] points, or with more than [`MAX_SLOTS`] slots.
    pub fn new(variant: V) -> Option<Self> {
        let layout = variant.layout();
        let points = layout.points.len();
        if !(1..=MAX_POINTS).contains(&points) {
            return None;
        }
        // Symmetries of the rules that the layout or the contents do not show are left out.
        let maps = point_maps(&layout, variant.start().symmetries());
        let maps: Vec<_> = maps
            .into_iter()
            .filter(|(symmetry, map)| {
                sample(&variant).iter().all(|position| {
                    let (mut own, mut image) = ([0; MAX_POINTS], [0; MAX_POINTS]);
                    variant.contents(position, &mut own[..points]);
                    variant.contents(&position.transform(*symmetry), &mut image[..points]);
                    (0..points).all(|point| own[point] == image[usize::from(map[point])])
                })
            })
            .map(|(_, map)| map)
            .collect();
        // Those that are left may not be a group: then none is used but the identity.
        let create = |maps: &[PointMap]| PatternSet::new(points, &patterns(&layout, maps), maps);
        let set = create(&maps).or_else(|| create(&[(0..points as u16).collect()]))?;
        let hash = mix2(set.hash(), points as u64);
        (set.slots() <= MAX_SLOTS).then(|| Self { variant, set: Arc::new(set), hash })
    }

    fn contents(&self, position: &V::Position) -> (Contents, u32) {
        let mut contents = [0; MAX_POINTS];
        let board = &mut contents[..self.set.board()];
        self.variant.contents(position, board);
        let taken = board.iter().map(|&code| u32::from(code != 0)).sum();
        (contents, taken)
    }
}

/// Returns positions of a few random games.
fn sample<V: Variant>(variant: &V) -> Vec<V::Position> {
    let mut positions = Vec::new();
    for seed in 0..CHECKS {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = variant.start();
        for _ in 0..CHECK_PLIES {
            let mut moves = position.legal_moves();
            if moves.len() == 0 {
                break;
            }
            let choice = rng.random_range(0..moves.len());
            let Some(mv) = moves.nth(choice) else { break };
            position.play_unchecked(mv);
            positions.push(position);
        }
    }
    positions
}

impl<V: Variant> RowTable for BoardFeatures<V> {
    fn signature(&self) -> Signature {
        Signature { name: "board".to_owned(), hash: self.hash }
    }

    fn group(&self) -> &Group {
        self.set.group()
    }

    fn rows(&self) -> usize {
        self.set.rows()
    }

    fn stabiliser(&self, row: usize) -> u8 {
        self.set.stabiliser(row)
    }

    fn slots(&self) -> usize {
        self.set.slots()
    }

    fn max_progress(&self) -> u32 {
        self.set.board() as u32
    }
}

impl<V: Variant> Features<V::Position> for BoardFeatures<V> {
    /// The number of taken points.
    type State = u32;

    fn progress(&self, _: &V::Position, taken: &u32) -> u32 {
        *taken
    }

    fn active(&self, position: &V::Position, put: &mut impl FnMut(Player, Row)) -> u32 {
        let (contents, taken) = self.contents(position);
        for slot in 0..self.set.slots() {
            let rows = self.set.slot_rows(slot, &contents);
            for (player, row) in Player::BOTH.into_iter().zip(rows) {
                put(player, row);
            }
        }
        taken
    }

    fn changes(
        &self,
        _: &u32,
        before: &V::Position,
        _: <V::Position as Position>::Move,
        after: &V::Position,
        put: &mut impl FnMut(Player, Row, Row),
    ) -> u32 {
        let ((old, _), (new, taken)) = (self.contents(before), self.contents(after));
        let mut seen = [0_u64; MAX_SLOTS / 64];
        for point in 0..self.set.board() {
            if old[point] == new[point] {
                continue;
            }
            for &slot in self.set.slots_of(point) {
                let slot = usize::from(slot);
                if seen[slot / 64] >> (slot % 64) & 1 != 0 {
                    continue;
                }
                seen[slot / 64] |= 1 << (slot % 64);
                let (from, to) = (self.set.slot_rows(slot, &old), self.set.slot_rows(slot, &new));
                for player in Player::BOTH {
                    put(player, from[player.index()], to[player.index()]);
                }
            }
        }
        taken
    }
}
