//! The file of a net: a text header, little-endian 16-bit weights and a checksum.
//!
//! ```text
//! plateau-net 1
//! game: supermorpion
//! patterns: grids 6f1d0c5a2b3e4f78
//! size: 32
//! …                   also `knots: 31` in a table of weights by stage
//!                     an empty line, then 16-bit numbers:
//! hidden biases, the weights and the bias (two numbers) of each stage,
//! one bit per row that is not zero, these rows, and the checksum of all this (64 bits)
//! ```
//!
//! In a table by stage, weights change little from knot to knot. The row is written as the differences
//! from one weight to the next, each in one to three bytes (zigzag and LEB128).

use plateau_core::Message;
use plateau_core::hash::mix2;

use crate::features::{Shape, Signature};
use crate::net::{MAX_STAGES, Net, OutputLayer, SIZES};
use crate::phrases;

/// The first word of the file.
const NAME: &str = "plateau-net";

/// The version of the format.
pub const VERSION: u32 = 1;

/// What the header says about a net. Together with the length of rows, it names all settings
/// that determine the file.
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
    /// Games per generation.
    pub games: usize,
    /// The evaluator that played the first generation, if one did.
    pub teacher: Option<String>,
    /// The checksum of the games of `--from` that the training began with, if there were any.
    pub from: Option<u64>,
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
        let (row_len, rows) = (net.row_len(), net.rows.len() / net.row_len());
        let Signature { name, hash } = &header.patterns;
        let mut text = format!(
            "{NAME} {VERSION}\ngame: {}\npatterns: {name} {hash:016x}\nsize: {}\nstages: {}\nprogress: {}\nunit: {}\n\
             rows: {rows}\nseed: {}\ngenerations: {}\npositions: {}\nnodes: {}\ngames: {}\n",
            header.game,
            net.size,
            net.stages.len(),
            net.max_progress,
            net.unit,
            header.seed,
            header.generations,
            header.positions,
            header.nodes,
            header.games,
        );
        let optional = [
            (net.knots > 1).then(|| format!("knots: {}\n", net.knots)),
            header.teacher.as_ref().map(|teacher| format!("teacher: {teacher}\n")),
            header.from.map(|from| format!("from: {from:016x}\n")),
        ];
        text.extend(optional.into_iter().flatten());
        text.push('\n');
        let mut bytes = text.into_bytes();
        let mut put = |number: i16| bytes.extend(number.to_le_bytes());
        net.bias.iter().copied().for_each(&mut put);
        for layer in &net.stages {
            layer.weights.iter().copied().for_each(&mut put);
            put(layer.bias as i16);
            put((layer.bias >> 16) as i16);
        }
        let is_used = |row: &[i16]| row.iter().any(|&weight| weight != 0);
        for sixteen in net.rows.chunks(16 * row_len) {
            let used = sixteen.chunks(row_len).enumerate().filter(|(_, row)| is_used(row));
            put(used.fold(0, |bits, (i, _)| bits | 1 << i));
        }
        let used_rows = net.rows.chunks(row_len).filter(|row| is_used(row));
        if net.knots == 1 {
            used_rows.flatten().copied().for_each(&mut put);
        } else {
            used_rows.for_each(|row| put_differences(row, &mut bytes));
        }
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a file for a variant and features of this shape.
    pub fn parse(bytes: &[u8], game: &str, shape: &Shape) -> Result<Self, Message> {
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
        let invalid = || phrases::INVALID.message();
        let (header, dimensions, numbers) = parse_header(body).ok_or_else(invalid)?;
        if header.game != game {
            let found = plateau_core::error::excerpt(&header.game);
            return Err(phrases::OTHER_GAME.message().with("found", found).with("expected", game));
        }
        let Dimensions { size, rows, max_progress, knots, .. } = dimensions;
        let has_other_stages = max_progress != shape.max_progress || knots != shape.knots_of_size(size);
        if header.patterns != shape.patterns || rows != shape.rows || has_other_stages {
            return Err(phrases::OTHER_PATTERNS.message().with("game", game));
        }
        let net = parse_weights(&dimensions, numbers).filter(|net| net.is_valid(shape.slots));
        Ok(Self { header, net: net.ok_or_else(invalid)? })
    }
}

/// What the header says about the numbers after it.
struct Dimensions {
    size: usize,
    stages: usize,
    rows: usize,
    max_progress: u32,
    knots: usize,
    unit: i32,
}

/// Reads the header. Returns it with the bytes after it.
fn parse_header(bytes: &[u8]) -> Option<(Header, Dimensions, &[u8])> {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n")?;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    let field = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    let number = |name: &str| field(name)?.parse::<u64>().ok();
    let small_number = |name: &str| usize::try_from(number(name)?).ok();
    let (name, hash) = field("patterns")?.rsplit_once(' ')?;
    let patterns = Signature { name: name.to_owned(), hash: u64::from_str_radix(hash, 16).ok()? };
    let header = Header {
        game: field("game")?.to_owned(),
        patterns,
        seed: number("seed")?,
        generations: number("generations")?.try_into().ok()?,
        positions: number("positions")?,
        nodes: number("nodes")?,
        games: small_number("games")?,
        teacher: field("teacher").map(str::to_owned),
        from: field("from").and_then(|hash| u64::from_str_radix(hash, 16).ok()),
    };
    let dimensions = Dimensions {
        size: small_number("size").filter(|size| SIZES.contains(size))?,
        stages: small_number("stages").filter(|count| (1..=MAX_STAGES).contains(count))?,
        rows: small_number("rows")?,
        max_progress: number("progress")?.try_into().ok()?,
        knots: if field("knots").is_some() { small_number("knots")? } else { 1 },
        unit: number("unit")?.try_into().ok()?,
    };
    Some((header, dimensions, &bytes[end + 2..]))
}

/// Reads the weights. The numbers of rows and knots must have been checked.
fn parse_weights(dimensions: &Dimensions, bytes: &[u8]) -> Option<Net> {
    let &Dimensions { size, stages, rows: row_count, max_progress, knots, unit } = dimensions;
    let bytes = &mut &*bytes;
    let bias = take_numbers(size, bytes)?;
    let mut layer = || {
        let weights = take_numbers(2 * size, bytes)?;
        let words = take_numbers(2, bytes)?;
        Some(OutputLayer { weights, bias: i32::from(words[1]) << 16 | i32::from(words[0] as u16) })
    };
    let stages = (0..stages).map(|_| layer()).collect::<Option<Vec<_>>>()?;
    let used = take_numbers(row_count.div_ceil(16), bytes)?;
    let mut rows = vec![0; row_count * size * knots];
    for (row, weights) in rows.chunks_exact_mut(size * knots).enumerate() {
        match used[row / 16] >> (row % 16) & 1 {
            0 => {}
            _ if knots > 1 => take_differences(weights, bytes)?,
            _ => weights.copy_from_slice(&take_numbers(weights.len(), bytes)?),
        }
    }
    bytes.is_empty().then_some(Net { size, knots, max_progress, unit, bias, rows, stages })
}

/// Reads 16-bit numbers and removes their bytes.
fn take_numbers(count: usize, bytes: &mut &[u8]) -> Option<Vec<i16>> {
    let (taken, rest) = bytes.split_at_checked(2 * count)?;
    *bytes = rest;
    Some(taken.as_chunks().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
}

/// The bits of a number per byte; the highest bit says that more bytes follow.
const BYTE_BITS: u32 = 7;
const MORE: u8 = 1 << BYTE_BITS;

/// Writes the weights of a row as differences.
fn put_differences(row: &[i16], bytes: &mut Vec<u8>) {
    let mut last = 0;
    for weight in row.iter().map(|&weight| i32::from(weight)) {
        let difference = weight - last;
        last = weight;
        // Zigzag: small numbers of either sign become small.
        let mut rest = (difference << 1 ^ difference >> 31) as u32;
        while rest >= u32::from(MORE) {
            bytes.push(rest as u8 | MORE);
            rest >>= BYTE_BITS;
        }
        bytes.push(rest as u8);
    }
}

/// Reads the weights of a row that [`put_differences`] wrote, and removes their bytes.
fn take_differences(row: &mut [i16], bytes: &mut &[u8]) -> Option<()> {
    // The zigzag number of the difference of two 16-bit numbers has 17 bits.
    const MAX_SHIFT: u32 = 2 * BYTE_BITS;
    let mut last = 0_i32;
    for weight in row {
        let (mut zigzag, mut shift) = (0, 0);
        loop {
            let (&byte, rest) = bytes.split_first()?;
            *bytes = rest;
            zigzag |= u32::from(byte & !MORE) << shift;
            if byte & MORE == 0 {
                break;
            }
            shift += BYTE_BITS;
            if shift > MAX_SHIFT {
                return None;
            }
        }
        last += (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
        *weight = last.try_into().ok()?;
    }
    Some(())
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
    use plateau_core::Lang;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::group::{Group, Row};

    fn shape() -> Shape {
        let patterns = Signature { name: "board".to_owned(), hash: 0xfeed };
        Shape { patterns, rows: 21, slots: 5, max_progress: 9, knots: 1 }
    }

    fn example(size: usize) -> NetFile {
        let header = Header {
            game: "toy:3x3".to_owned(),
            patterns: shape().patterns,
            seed: 7,
            generations: 2,
            positions: 99,
            nodes: 50,
            games: 100,
            teacher: Some("lines".to_owned()),
            from: Some(0xbeef),
        };
        let mut net = Net::zero(size, 2, 200, &shape());
        net.rows[size * 3] = -5;
        net.rows[size * 20] = 300;
        net.bias[0] = 17;
        net.stages[1].bias = -70_000;
        if size > 1 {
            net.stages[0].weights[1] = -16_383;
        }
        NetFile { header, net }
    }

    fn parse(bytes: &[u8]) -> Result<NetFile, String> {
        NetFile::parse(bytes, "toy:3x3", &shape()).map_err(|error| error.to_string())
    }

    /// Returns a file with a correct checksum.
    fn signed(body: &[u8]) -> Vec<u8> {
        [body, &checksum(body).to_le_bytes()].concat()
    }

    /// Returns a file with another text in its header.
    fn edited(size: usize, from: &str, to: &str) -> Vec<u8> {
        let bytes = example(size).to_bytes();
        let body = &bytes[..bytes.len() - 8];
        let end = body.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let header = String::from_utf8(body[..end].to_vec()).unwrap();
        assert!(header.contains(from), "{header}");
        signed(&[header.replace(from, to).as_bytes(), &body[end..]].concat())
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        for size in SIZES {
            assert_eq!(parse(&example(size).to_bytes()), Ok(example(size)), "{size}");
        }
        let rows = example(1).to_bytes().len();
        let empty = NetFile { net: Net::zero(1, 2, 200, &shape()), ..example(1) };
        assert_eq!(rows - empty.to_bytes().len(), 4, "rows of zeros take no space");
        let by_stage = Shape { knots: 4, ..shape() };
        let mut net = Net::zero(1, 2, 200, &by_stage);
        net.rows[4 * 20..].copy_from_slice(&[300, 250, -7, -7]);
        let by_stage_file = NetFile { net, ..example(1) };
        let bytes = by_stage_file.to_bytes();
        assert_eq!(bytes.len(), empty.to_bytes().len() + "knots: 4\n".len() + 6, "one row of four");
        assert_eq!(NetFile::parse(&bytes, "toy:3x3", &by_stage), Ok(by_stage_file));
        assert!(parse(&bytes).unwrap_err().starts_with("it was trained with other patterns"));
        let alone = edited(16, "\nteacher: lines\nfrom: 000000000000beef", "");
        let header = Header { teacher: None, from: None, ..example(16).header };
        assert_eq!(parse(&alone), Ok(NetFile { header, ..example(16) }), "without a teacher or given games");
    }

    #[test]
    fn differences_are_read_as_they_were_written() {
        let row = [0, 63, -1, 64, -64, 127, i16::MAX, i16::MIN, i16::MAX, 0];
        let mut bytes = Vec::new();
        put_differences(&row, &mut bytes);
        let mut read = [0; 10];
        let mut rest = bytes.as_slice();
        assert_eq!((take_differences(&mut read, &mut rest), rest.len(), read), (Some(()), 0, row));
        for length in 0..bytes.len() {
            assert_eq!(take_differences(&mut read, &mut &bytes[..length]), None, "{length} bytes");
        }
        for invalid in [&[0xff, 0xff, 0x83, 0][..], &[0xff, 0xff, 0x7f], &[0x81, 0x81, 0x81, 0]] {
            assert_eq!(take_differences(&mut read[..1], &mut &invalid[..]), None, "{invalid:?}");
        }
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
        assert_eq!(error(&edited(1, "toy:3x3", "other")), "it was trained for other, not for toy:3x3");
        let why = "it was trained with other patterns of toy:3x3 than this program has: train it again";
        for (from, to) in
            [("feed", "feee"), ("rows: 21", "rows: 99999999999999"), ("progress: 9", "progress: 8")]
        {
            assert_eq!(error(&edited(1, from, to)), why, "{to}");
        }
    }

    #[test]
    fn numbers_that_training_does_not_write_are_refused() {
        let why = "it is invalid: its header or its weights are not what plateau train writes";
        for (from, to) in [
            ("size: 16", "size: 17"),
            ("stages: 2", "stages: 0"),
            ("unit: 200", "unit: 0"),
            ("unit: 200", "unit: 2000000000"),
            ("progress: 9", "progress: 4294967296"),
            ("seed: 7\n", ""),
        ] {
            assert_eq!(parse(&edited(16, from, to)).unwrap_err(), why, "{to}");
        }
        let refused = |size: usize, change: fn(&mut Net)| {
            let mut file = example(size);
            change(&mut file.net);
            assert_eq!(parse(&file.to_bytes()).unwrap_err(), why);
        };
        // Five slots of the largest row.
        refused(16, |net| net.rows[3] = 7_000);
        refused(16, |net| net.rows[3] = i16::MIN);
        refused(16, |net| net.bias[3] = i16::MIN);
        refused(16, |net| net.stages[0].weights[3] = i16::MIN);
        refused(16, |net| net.stages[0].bias = i32::MIN);
        refused(1, |net| net.stages[0].bias = i32::MAX);
        refused(1, |net| net.stages[1].weights[0] = 5);
        refused(1, |net| net.stages[1].weights[1] = 1);
    }

    /// A mutated file with a correct checksum is refused by one line in both languages, or it
    /// evaluates without overflow.
    #[test]
    fn mutated_files_are_refused_or_evaluate() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let group = Group::new(&[vec![0, 1], vec![1, 0]]).unwrap();
        let mut accepted = 0;
        for round in 0..20_000 {
            let bytes = example(SIZES[round % 4]).to_bytes();
            let mut body = bytes[..bytes.len() - 8].to_vec();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..body.len());
                match rng.random_range(0..4) {
                    0 => body[at] = rng.random_range(0..=255),
                    1 => body[at] ^= 1 << rng.random_range(0..8),
                    2 => drop(body.remove(at)),
                    _ => body.insert(at, rng.random_range(b'0'..=b'9')),
                }
            }
            match NetFile::parse(&signed(&body), "toy:3x3", &shape()) {
                Err(error) => {
                    for lang in [Lang::En, Lang::Fr] {
                        let text = error.render(lang);
                        assert!(!text.is_empty() && !text.contains('\n'), "{text}");
                    }
                }
                Ok(NetFile { net, .. }) => {
                    accepted += 1;
                    let mut sums = net.empty_sums();
                    for slot in 0..shape().slots {
                        let row = Row::new(rng.random_range(0..21), slot as u8 % 2);
                        net.add(&mut sums, &group, row, slot as u32);
                    }
                    for progress in 0..=9 {
                        net.evaluate(&sums, &sums, progress);
                    }
                }
            }
        }
        assert!(accepted > 1_000, "{accepted}");
    }
}
