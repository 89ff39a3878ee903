//! Serves scripts and style sheets without their comments and indentation, a third of their size.

/// Removes the comments that begin a line, the types within lines (`/** @type … */`), and the
/// indentation of a script. Lines keep their numbers, so that errors in a browser's console name the
/// lines of the sources.
///
/// A text over several lines would be damaged. A test makes sure that our scripts have none.
pub fn script(source: &str) -> String {
    let mut compact = String::with_capacity(source.len());
    for line in code_lines(source) {
        if !line.starts_with("//") {
            push_without_types(&mut compact, line);
        }
        compact.push('\n');
    }
    compact
}

/// Removes the comments that begin a line, and the spaces and semicolons that mean nothing, from a style sheet. No rule
/// of ours has such a space within a text.
pub fn style_sheet(source: &str) -> String {
    let lines = code_lines(source).filter(|line| !line.is_empty());
    let mut compact: String = lines.flat_map(|line| [line, "\n"]).collect();
    let spaces = [(": ", ":"), ("; ", ";"), (" {", "{"), ("{ ", "{"), (" }", "}"), (", ", ",")];
    // The last semicolon of a rule.
    let semicolons = [(";}", "}"), (";\n}", "}")];
    for (long, short) in spaces.into_iter().chain(semicolons) {
        compact = compact.replace(long, short);
    }
    compact
}

/// Returns the lines without indentation and without block comments that begin a line.
fn code_lines(source: &str) -> impl Iterator<Item = &str> {
    let mut is_in_block = false;
    source.lines().map(move |line| {
        let line = line.trim();
        if !is_in_block && !line.starts_with("/*") {
            return line;
        }
        // Code may follow, as after the type of a cast.
        let end = line.split_once("*/");
        is_in_block = end.is_none();
        end.map_or("", |(_, code)| code.trim_start())
    })
}

fn push_without_types(compact: &mut String, mut line: &str) {
    while let Some((before, rest)) = line.split_once("/** @") {
        let Some((_, after)) = rest.split_once("*/") else { break };
        compact.push_str(before);
        line = after.trim_start();
    }
    compact.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_types_go_and_lines_stay() {
        let source = "// @ts-check\n/**\n * Adds.\n * @param {number} a\n */\nexport function add(a) {\n  /** @type {A} */ (a).b; // why\n  \
                      const b = /** @type {B} */ (a), c = /** @type {C} */ (b);\n  return \"// a\" + a;\n}\n";
        let expected = "\n\n\n\n\nexport function add(a) {\n(a).b; // why\nconst b = (a), c = (b);\n\
                        return \"// a\" + a;\n}\n";
        assert_eq!(script(source), expected);
    }

    #[test]
    fn spaces_of_style_sheets_go() {
        let source = "/* one\n   two */\n.a, .b:hover > i { width: calc(1px + 2px); }\n/* three */ .c .d { margin: 0 auto; }\n";
        let expected = ".a,.b:hover > i{width:calc(1px + 2px)}\n.c .d{margin:0 auto}\n";
        assert_eq!(style_sheet(source), expected);
    }
}
