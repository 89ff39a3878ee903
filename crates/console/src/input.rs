//! Lines typed by the user.

use std::io::{BufRead, ErrorKind};

/// Maximum line length in bytes; the rest is discarded. No move and no file name is longer.
const MAX_LENGTH: usize = 5_000;

/// Reads a line, without its end and cut to a maximum length. Returns `None` at the end of
/// the input or when it cannot be read.
pub fn read_line(input: &mut dyn BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let end = part.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(part.len(), |end| end + 1);
        bytes.extend_from_slice(&part[..used.min(MAX_LENGTH.saturating_sub(bytes.len()))]);
        input.consume(used);
        if end.is_some() || used == 0 {
            let is_line = end.is_some() || !bytes.is_empty();
            return is_line.then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_trimmed_and_cut() {
        let text = format!("b2\r\n\n{}\n5 b2", "x".repeat(100_000));
        // A small buffer, so that a line spans several reads.
        let mut input = std::io::BufReader::with_capacity(7, text.as_bytes());
        assert_eq!(read_line(&mut input).as_deref(), Some("b2"));
        assert_eq!(read_line(&mut input).as_deref(), Some(""));
        assert_eq!(read_line(&mut input).map(|line| line.len()), Some(MAX_LENGTH));
        assert_eq!(read_line(&mut input).as_deref(), Some("5 b2"));
        assert_eq!(read_line(&mut input), None);
        assert_eq!(read_line(&mut &b"\xff\n"[..]).as_deref(), Some("\u{fffd}"));
    }
}
