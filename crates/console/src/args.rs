//! Value parsers of command-line options. Each error says what would be right.

use std::net::{IpAddr, Ipv4Addr};
use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use plateau_core::error::excerpt;
use plateau_core::text::Argument;
use plateau_games::engines::DEEPEST;
use plateau_games::time::{parse_duration, parse_time_control};
use plateau_search::time::TimeControl;
use plateau_search::transposition::TranspositionTable;

use crate::command_line::ArgumentError;
use crate::phrases;

/// Parses a duration: `500ms`, `1s`, `2m`, or a number of seconds.
pub fn duration(text: &str) -> Result<Duration, ArgumentError> {
    Ok(parse_duration(text)?)
}

/// Parses a time control, such as `15m+30s`.
pub fn time_control(text: &str) -> Result<TimeControl, ArgumentError> {
    Ok(parse_time_control(text)?)
}

/// Parses a search depth in plies.
pub fn depth(text: &str) -> Result<u32, ArgumentError> {
    whole_number(text, &(1..=DEEPEST))
}

/// Parses a node limit.
pub fn nodes(text: &str) -> Result<u64, ArgumentError> {
    whole_number(text, &(1..=u64::MAX))
}

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<usize, ArgumentError> {
    whole_number(text, &(1..=256))
}

/// Parses the size of the transposition table in megabytes.
pub fn hash_mb(text: &str) -> Result<usize, ArgumentError> {
    whole_number(text, &TranspositionTable::MEGABYTES)
}

/// Parses the seed of random choices.
pub fn seed(text: &str) -> Result<u64, ArgumentError> {
    whole_number(text, &(0..=u64::MAX))
}

/// Parses a whole number within a range.
pub fn whole_number<N>(text: &str, range: &RangeInclusive<N>) -> Result<N, ArgumentError>
where
    N: FromStr + PartialOrd + Copy + TryInto<usize>,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    let count = |end: N| end.try_into().unwrap_or(usize::MAX);
    number.ok_or_else(|| {
        let most = count(*range.end());
        let too_large = text.parse::<u64>().is_err_and(|error| *error.kind() == IntErrorKind::PosOverflow);
        // A limit of twenty digits only helps those who exceed it.
        let message = if most == usize::MAX && !too_large {
            phrases::NOT_A_LARGE_NUMBER.message()
        } else {
            phrases::NOT_A_WHOLE_NUMBER.message().with("most", Argument::Count(most))
        };
        message.with("found", excerpt(text)).with("least", Argument::Count(count(*range.start()))).into()
    })
}

/// Parses a port. Its digits are not grouped in messages, as nobody writes ports that way.
pub fn port(text: &str) -> Result<u16, ArgumentError> {
    text.parse().map_err(|_| phrases::NOT_A_PORT.message().with("found", excerpt(text)).into())
}

/// Parses an address to listen on: an IP address, or `localhost`.
pub fn bind_address(text: &str) -> Result<IpAddr, ArgumentError> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    // Browsers write IPv6 addresses in brackets.
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().map_err(|_| phrases::NOT_AN_ADDRESS.message().with("found", excerpt(text)).into())
}

/// Parses a host name: letters, digits, hyphens and dots, without a scheme or a port.
pub fn host_name(text: &str) -> Result<String, ArgumentError> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    if text.is_empty() || text.len() > 253 || !text.chars().all(is_allowed) {
        return Err(phrases::NOT_A_HOST_NAME.message().with("found", excerpt(text)).into());
    }
    Ok(text.to_owned())
}

/// Parses a join code: visible ASCII characters, which can be sent in a header, and enough of them to
/// withstand guesses.
pub fn join_code(text: &str) -> Result<String, ArgumentError> {
    if !(6..=64).contains(&text.len()) || !text.chars().all(|c| c.is_ascii_graphic()) {
        return Err(phrases::NOT_A_JOIN_CODE.message().with("found", excerpt(text)).into());
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_names_and_join_codes_are_checked() {
        assert_eq!(host_name("play.school.example").unwrap(), "play.school.example");
        for wrong in ["", "http://school.example", "school.example:80", "école.example", "a b"] {
            assert!(host_name(wrong).unwrap_err().to_string().contains("is not a host name"), "{wrong}");
        }
        assert_eq!(join_code("tulip-7").unwrap(), "tulip-7");
        for wrong in ["", "tulip", "two words", "la clé", &"x".repeat(65)] {
            assert!(join_code(wrong).unwrap_err().to_string().contains("is not a join code"), "{wrong}");
        }
    }

    #[test]
    fn addresses_are_numbers_or_localhost() {
        for (text, address) in
            [("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("::1", "::1"), ("[::1]", "::1")]
        {
            assert_eq!(bind_address(text).unwrap().to_string(), address, "{text}");
        }
        let error = bind_address("my-machine").unwrap_err().to_string();
        assert_eq!(
            error,
            "'my-machine' is not an address: use localhost, or an IP address such as 127.0.0.1 or 0.0.0.0"
        );
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_the_range() {
        assert_eq!(whole_number("7", &(1..=7_u16)).unwrap(), 7);
        for text in ["0", "8", "-1", "abc", "", "1.5", "99999999999999999999"] {
            let error = whole_number(text, &(1..=7_u16)).unwrap_err().to_string();
            assert_eq!(error, format!("'{text}' is not a whole number from 1 to 7"));
        }
        for text in ["-1", "many", "1.5", ""] {
            let refused = |error: ArgumentError| error.to_string();
            assert_eq!(
                [nodes(text).map_err(refused), seed(text).map_err(refused)],
                [1, 0].map(|least| Err(format!("'{text}' must be a whole number, {least} or more")))
            );
        }
        assert_eq!(
            seed("99999999999999999999").unwrap_err().to_string(),
            "'99999999999999999999' is not a whole number from 0 to 18,446,744,073,709,551,615"
        );
        assert_eq!(port("65535").unwrap(), 65_535);
        assert_eq!(
            port("99999").unwrap_err().to_string(),
            "'99999' is not a port: use a number from 0 to 65535"
        );
    }
}
