//! The file of a net: a text header, little-endian 16-bit weights and a checksum.
//!
//! ```text
//! plateau-net 1
//! game: supermorpion
//! patterns: grids 6f1d0c5a2b3e4f78
//! size: 32
//! …
//!                     an empty line, then 16-bit numbers:
//! hidden biases, the weights and the bias (two numbers) of each stage,
//! one bit per row that is not zero, these rows, and the checksum of all this (64 bits)
//! ```

use plateau_core::Message;
use plateau_core::hash::mix2;

use crate::features::Signature;
use crate::net::{Net, OutputLayer, SIZES};
use crate::phrases;

/// The first word of the file.
const NAME: &str = "plateau-net";

/// The version of the format.
pub const VERSION: u32 = 1;

/// The most stages of a net.
const MAX_STAGES: usize = 64;

/// What the header says about a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The canonical name of the variant.
    pub game: String,
    /// The features that it was fitted to.
    pub patterns: Signature,
    /// The seed of the training.
    pub seed: u64,
    /// The number of generations.
    pub generations: u32,
    /// The number of positions of all generations.
    pub positions: u64,
    /// Nodes per move of self-play.
    pub nodes: u64,
}

/// A net with its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetFile {
    /// Where the net comes from.
    pub header: Header,
    /// The net.
    pub net: Net,
}

impl NetFile {
    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { header, net } = self;
        let rows = net.rows.len() / net.size;
        let Signature { name, hash } = &header.patterns;
        let text = format!(
            "{NAME} {VERSION}\ngame: {}\npatterns: {name} {hash:016x}\nsize: {}\nstages: {}\nprogress: {}\nunit: {}\n\
             rows: {rows}\nseed: {}\ngenerations: {}\npositions: {}\nnodes: {}\n\n",
            header.game,
            net.size,
            net.stages.len(),
            net.max_progress,
            net.unit,
            header.seed,
            header.generations,
            header.positions,
            header.nodes,
        );
        let mut bytes = text.into_bytes();
        let mut put = |number: i16| bytes.extend(number.to_le_bytes());
        net.bias.iter().copied().for_each(&mut put);
        for layer in &net.stages {
            layer.weights.iter().copied().for_each(&mut put);
            put(layer.bias as i16);
            put((layer.bias >> 16) as i16);
        }
        let is_used = |row: &[i16]| row.iter().any(|&weight| weight != 0);
        for sixteen in net.rows.chunks(16 * net.size) {
            let used = sixteen.chunks(net.size).enumerate().filter(|(_, row)| is_used(row));
            put(used.fold(0, |bits, (i, _)| bits | 1 << i));
        }
        net.rows.chunks(net.size).filter(|row| is_used(row)).flatten().copied().for_each(&mut put);
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a file for a variant and its features.
    pub fn parse(bytes: &[u8], game: &str, patterns: &Signature, rows: usize) -> Result<Self, Message> {
        let file = Self::parse_any(bytes)?;
        if file.header.game != game {
            let message = phrases::OTHER_GAME.message().with("found", file.header.game);
            return Err(message.with("expected", game));
        }
        if file.header.patterns != *patterns || file.net.rows.len() != rows * file.net.size {
            return Err(phrases::OTHER_PATTERNS.message().with("game", game));
        }
        Ok(file)
    }

    /// Reads a file of any variant.
    pub fn parse_any(bytes: &[u8]) -> Result<Self, Message> {
        let not_a_net = || phrases::NOT_A_NET.message();
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let first = std::str::from_utf8(first).map_err(|_| not_a_net())?;
        let version =
            first.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(' ')).ok_or_else(not_a_net)?;
        if version != VERSION.to_string() {
            let found = plateau_core::error::excerpt(version);
            return Err(phrases::OTHER_VERSION.message().with("found", found).with("expected", VERSION));
        }
        let damaged = || phrases::DAMAGED.message();
        let (body, sum) = bytes.split_last_chunk().ok_or_else(damaged)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        parse_body(body).ok_or_else(damaged)
    }
}

/// Reads all but the checksum.
fn parse_body(bytes: &[u8]) -> Option<NetFile> {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n")?;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    let field = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    let number = |name: &str| field(name)?.parse::<u64>().ok();
    let (name, hash) = field("patterns")?.rsplit_once(' ')?;
    let patterns = Signature { name: name.to_owned(), hash: u64::from_str_radix(hash, 16).ok()? };
    let header = Header {
        game: field("game")?.to_owned(),
        patterns,
        seed: number("seed")?,
        generations: number("generations")?.try_into().ok()?,
        positions: number("positions")?,
        nodes: number("nodes")?,
    };
    let size = usize::try_from(number("size")?).ok().filter(|size| SIZES.contains(size))?;
    let stages = usize::try_from(number("stages")?).ok().filter(|count| (1..=MAX_STAGES).contains(count))?;
    let row_count = usize::try_from(number("rows")?).ok().filter(|&rows| rows <= bytes.len() * 16)?;
    let mut numbers = bytes[end + 2..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let mut take = |count: usize| -> Option<Vec<i16>> {
        let taken: Vec<i16> = numbers.by_ref().take(count).collect();
        (taken.len() == count).then_some(taken)
    };
    let bias = take(size)?;
    let mut layer = || {
        let weights = take(2 * size)?;
        let words = take(2)?;
        Some(OutputLayer { weights, bias: i32::from(words[1]) << 16 | i32::from(words[0] as u16) })
    };
    let layers = (0..stages).map(|_| layer()).collect::<Option<Vec<_>>>()?;
    let used = take(row_count.div_ceil(16))?;
    let mut rows = vec![0; row_count * size];
    for (row, weights) in rows.chunks_exact_mut(size).enumerate() {
        if used[row / 16] >> (row % 16) & 1 != 0 {
            for weight in weights {
                *weight = numbers.next()?;
            }
        }
    }
    let max_progress = number("progress")?.try_into().ok()?;
    let unit = number("unit")?.try_into().ok()?;
    let net = Net { size, max_progress, unit, bias, rows, stages: layers };
    numbers.next().is_none().then_some(NetFile { header, net })
}

/// Returns the checksum of bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix2(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix2(hash, u64::from_le_bytes(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(size: usize) -> NetFile {
        let patterns = Signature { name: "board".to_owned(), hash: 0xfeed };
        let header = Header {
            game: "toy:3x3".to_owned(),
            patterns,
            seed: 7,
            generations: 2,
            positions: 99,
            nodes: 50,
        };
        let mut net = Net::zero(size, 21, 2, 9, 200);
        net.rows[size * 3] = -5;
        net.rows[size * 20] = 300;
        net.bias[0] = 17;
        net.stages[1].bias = -70_000;
        net.stages[0].weights[1] = i16::MIN;
        NetFile { header, net }
    }

    fn parse(bytes: &[u8]) -> Result<NetFile, String> {
        let patterns = Signature { name: "board".to_owned(), hash: 0xfeed };
        NetFile::parse(bytes, "toy:3x3", &patterns, 21).map_err(|error| error.to_string())
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        for size in SIZES {
            assert_eq!(parse(&example(size).to_bytes()), Ok(example(size)), "{size}");
        }
        let rows = example(1).to_bytes().len();
        let empty = NetFile { net: Net::zero(1, 21, 2, 9, 200), ..example(1) };
        assert_eq!(rows - empty.to_bytes().len(), 4, "rows of zeros take no space");
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_refused() {
        let bytes = example(1).to_bytes();
        for length in 0..bytes.len() {
            assert!(parse(&bytes[..length]).is_err(), "{length} bytes");
        }
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(parse(&damaged).is_err(), "bit {bit}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert!(parse(&longer).is_err());
    }

    #[test]
    fn the_error_says_what_is_wrong() {
        let error = |bytes: &[u8]| parse(bytes).unwrap_err();
        assert_eq!(error(b"hello"), "this is not a file that plateau train wrote");
        assert_eq!(
            error(b"plateau-net 2\n"),
            "it has format version 2, but this program reads version 1: train it again"
        );
        let bytes = example(16).to_bytes();
        assert_eq!(error(&bytes[..100]), "it is damaged or incomplete: its checksum is wrong");
        let header = Header { game: "other".to_owned(), ..example(1).header };
        let other = NetFile { header, ..example(1) };
        assert_eq!(error(&other.to_bytes()), "it was trained for other, not for toy:3x3");
        let patterns = Signature { name: "board".to_owned(), hash: 1 };
        let other = NetFile { header: Header { patterns, ..example(1).header }, ..example(1) };
        let why = "it was trained with other patterns of toy:3x3 than this program has: train it again";
        assert_eq!(error(&other.to_bytes()), why);
    }
}
