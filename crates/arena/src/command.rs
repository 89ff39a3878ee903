//! A command line as words, as a shell would split it; no shell is run.

/// The words of a command line: separated by blanks, kept together by `'…'` and
/// `"…"`, and `\` before a letter takes it as it is (not between `'…'`). None where a
/// quote does not end.
pub fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '"' => break,
                        '\\' => match letters.next()? {
                            escaped @ ('"' | '\\') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        other => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(letters.next()?),
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        for (text, words) in [
            ("./bot --fast", vec!["./bot", "--fast"]),
            ("  a\tb  ", vec!["a", "b"]),
            ("'my bot' \"an \\\"other\\\"\" x\\ y", vec!["my bot", "an \"other\"", "x y"]),
            ("a''b \"\" '\\'", vec!["ab", "", "\\"]),
            ("\"a\\n\" $HOME *", vec!["a\\n", "$HOME", "*"]),
            ("", vec![]),
        ] {
            assert_eq!(split(text), Some(words.into_iter().map(str::to_owned).collect()), "{text}");
        }
        for text in ["'a", "\"a", "a\\", "\"\\"] {
            assert_eq!(split(text), None, "{text}");
        }
    }
}
