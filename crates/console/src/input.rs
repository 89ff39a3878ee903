//! Reading what is typed, line by line.

use std::io::{BufRead, ErrorKind};

/// More of a line than this is not kept: no move and no file's name is longer.
const LONGEST: usize = 5_000;

/// The next line, or `None` when there is no more input. Of a line without end
/// only the beginning is kept.
pub fn read_line(input: &mut dyn BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // What can't be read is not there.
            Err(_) => &[],
        };
        let end = part.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(part.len(), |end| end + 1);
        bytes.extend_from_slice(&part[..used.min(LONGEST.saturating_sub(bytes.len()))]);
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
    fn lines_are_read_one_by_one() {
        let text = format!("b2\r\n\n{}\n5 b2", "x".repeat(100_000));
        // A small buffer, so that lines come in parts.
        let mut input = std::io::BufReader::with_capacity(7, text.as_bytes());
        assert_eq!(read_line(&mut input).as_deref(), Some("b2"));
        assert_eq!(read_line(&mut input).as_deref(), Some(""));
        assert_eq!(read_line(&mut input).map(|line| line.len()), Some(LONGEST));
        assert_eq!(read_line(&mut input).as_deref(), Some("5 b2"));
        assert_eq!(read_line(&mut input), None);
        assert_eq!(read_line(&mut &b"\xff\n"[..]).as_deref(), Some("\u{fffd}"));
    }
}
