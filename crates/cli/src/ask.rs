//! `play --ask`: questions about the options of a game, whatever the registry declares.

use std::io::{self, BufRead, Write};

use plateau_console::input::read_line;
use plateau_console::output::{cannot_write_output, width};
use plateau_console::prompt_commands::is_yes;
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::error::excerpt;
use plateau_core::{Lang, Message};
use plateau_games::sizes::write_size;
use plateau_games::{Choice, Game, Registry, Sizes};
use plateau_play::ReportedError;

use crate::phrases;

/// What a person answers for "no option", in both languages.
const NONE: [&str; 2] = ["none", "aucune"];

/// What a person answers instead of yes, in both languages.
const NO: [&str; 3] = ["n", "no", "non"];

/// Questions about the options of a game, in English or French.
pub struct Questions<'a> {
    /// Where answers are read from.
    pub input: &'a mut dyn BufRead,
    /// Where questions are printed.
    pub out: &'a mut dyn Write,
    /// Whether to print the input, which no terminal does.
    pub echo: bool,
    /// The language of the questions.
    pub lang: Lang,
}

impl Questions<'_> {
    /// Asks for the options of a game. Enter, or the end of the input, keeps the options that
    /// the name gives, or the default. Returns the name of the variant.
    pub fn ask_options(&mut self, registry: &Registry, name: &str) -> Result<String, ReportedError> {
        let variant = registry.variant(name)?;
        let Some(game) = registry.game_of(variant.name()) else { return Ok(variant.name().to_owned()) };
        let given: Vec<&str> =
            variant.name().split_once(':').map_or_else(Vec::new, |(_, options)| options.split(',').collect());
        let name = self.ask(game, &given).map_err(|error| cannot_write_output(&error))?;
        Ok(registry.variant(&name)?.name().to_owned())
    }

    /// Asks all questions about a game and returns the name of the variant.
    fn ask(&mut self, game: &Game, given: &[&str]) -> io::Result<String> {
        let mut words = Vec::new();
        if let Some(sizes) = &game.sizes {
            words.push(write_size(&self.size(game.id, sizes, given)?));
        }
        for choice in game.choices {
            let chosen = choice.options.iter().map(|option| option.name).find(|name| given.contains(name));
            words.extend(self.choice(choice, chosen.or(choice.default))?.map(str::to_owned));
        }
        Ok(if words.is_empty() { game.id.to_owned() } else { format!("{}:{}", game.id, words.join(",")) })
    }

    /// Asks for the numbers of a size. Where no number is possible, returns one that a check of
    /// the size refuses.
    fn size(&mut self, id: &str, sizes: &Sizes, given: &[&str]) -> io::Result<Vec<u32>> {
        let numbers = |word: &&str| word.split('x').map(|number| number.parse().ok()).collect::<Option<_>>();
        let given: Vec<u32> = given.iter().find_map(numbers).unwrap_or_default();
        let mut size = Vec::new();
        while let Some((number, range)) = sizes.numbers.get(size.len()).zip(sizes.next_range(&size)) {
            let default = given.get(size.len()).copied().unwrap_or(number.standard);
            if range.is_empty() {
                size.push(*range.start());
                continue;
            }
            let default = default.clamp(*range.start(), *range.end());
            let between = |message: Message| message.with("least", *range.start()).with("most", *range.end());
            let question = between(phrases::ASK_RANGE.message().with("name", number.dimension.name()));
            let answer = self.answer(&question.with("default", default), default, |text| {
                match text.parse().ok().filter(|answer| number.range.contains(answer)) {
                    Some(answer) if range.contains(&answer) => Ok(answer),
                    // In the range of the game, but too long for this board.
                    Some(answer) => sizes.check(id, &[&size[..], &[answer]].concat()).map(|()| answer),
                    None => Err(between(phrases::NOT_IN_RANGE.message().with("found", excerpt(text)))),
                }
            })?;
            size.push(answer);
        }
        Ok(size)
    }

    /// Asks for one of several options, or whether the only one is wanted.
    fn choice(&mut self, choice: &Choice, default: Option<&'static str>) -> io::Result<Option<&'static str>> {
        if let ([only], None) = (choice.options, choice.default) {
            let initial = if default.is_some() { &phrases::ASK_YES } else { &phrases::ASK_NO };
            let question = phrases::ASK_WHETHER.message().with("option", only.help).with("default", initial);
            return self.answer(&question, default, |text| match text.to_lowercase().as_str() {
                answer if is_yes(answer) => Ok(Some(only.name)),
                answer if NO.contains(&answer) => Ok(None),
                _ => Err(phrases::NOT_YES_OR_NO.message().with("found", excerpt(text))),
            });
        }
        let mut table = TwoColumns::default();
        for option in choice.options {
            table.row(option.name, Content::Words(option.help.template(self.lang).to_owned()));
        }
        write!(self.out, "{}", table.format(2, width()))?;
        let names: Vec<&str> = choice.options.iter().map(|option| option.name).collect();
        let none = || phrases::ASK_NONE.template(self.lang);
        let question = phrases::ASK_CHOICE.message().with("default", default.unwrap_or_else(none));
        self.answer(&question, default, |text| {
            let named = choice.options.iter().find(|option| option.name.eq_ignore_ascii_case(text));
            match named {
                Some(option) => Ok(Some(option.name)),
                None if NONE.contains(&text.to_lowercase().as_str()) && choice.default.is_none() => Ok(None),
                None => {
                    let message = phrases::NOT_A_CHOICE.message().with("found", excerpt(text));
                    Err(message.with("names", names.join(", ")))
                }
            }
        })
    }

    /// Asks until the answer is right.
    fn answer<T>(
        &mut self,
        question: &Message,
        default: T,
        parse: impl Fn(&str) -> Result<T, Message>,
    ) -> io::Result<T> {
        loop {
            write!(self.out, "{}", question.render(self.lang))?;
            self.out.flush()?;
            let Some(line) = read_line(self.input) else {
                writeln!(self.out)?;
                return Ok(default);
            };
            if self.echo {
                writeln!(self.out, "{line}")?;
            }
            match line.trim() {
                "" => return Ok(default),
                text => match parse(text) {
                    Ok(answer) => return Ok(answer),
                    Err(reason) => self.print(&reason)?,
                },
            }
        }
    }

    fn print(&mut self, message: &Message) -> io::Result<()> {
        writeln!(self.out, "{}", message.render(self.lang))
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;
    use plateau_games::sizes::{Dimension, SizeNumber};

    use super::*;

    /// Answers the questions about a game; returns the variant and what was printed.
    fn ask(name: &str, typed: &str, lang: Lang) -> (Result<String, ReportedError>, String) {
        let mut out = Vec::new();
        let mut input = typed.as_bytes();
        let mut questions = Questions { input: &mut input, out: &mut out, echo: true, lang };
        let chosen = questions.ask_options(&REGISTRY, name);
        (chosen, String::from_utf8(out).unwrap())
    }

    #[test]
    fn sizes_are_asked_for_again_until_they_are_right() {
        let (chosen, text) = ask("connect4", "99\nsix\n6\n7\n", Lang::En);
        assert_eq!(chosen.as_deref(), Ok("connect4:6x7"));
        assert!(text.contains("[7]: 99\n'99' is not a whole number from "), "{text}");
        assert!(text.contains("\n'six' is not a whole number from "), "{text}");
        assert!(text.contains("height ("), "{text}");
    }

    /// The user types numbers, not a name: the answer must not speak of characters of one.
    #[test]
    fn lines_that_do_not_fit_are_refused_in_words_of_the_question() {
        let (chosen, text) = ask("connect4", "3\n3\n4\n3\n", Lang::En);
        assert_eq!(chosen.as_deref(), Ok("connect4:3x3x3"));
        let question = "pieces in a row to win (3 to 3) [3]: ";
        let answer = "4 in a row does not fit on 3×3: choose 3 at most, as in connect4:3x3x3";
        assert!(text.ends_with(&format!("{question}4\n{answer}\n{question}3\n")), "{text}");
        let (chosen, text) = ask("morpion4:15x15x5", "4\n4\n6\n\n", Lang::Fr);
        assert_eq!(chosen.as_deref(), Ok("morpion4:4x4x4"), "the default shrinks with the board");
        let answer =
            "un alignement de 6 ne tient pas sur 4×4 : choisissez 4 au plus, comme dans morpion4:4x4x4\n";
        assert!(text.contains(answer), "{text}");
        assert_eq!(ask("connect4", "3\n3\n", Lang::En).0.as_deref(), Ok("connect4:3x3x3"));
    }

    #[test]
    fn a_board_without_room_for_a_line_is_refused() {
        const NUMBERS: &[SizeNumber] = &[
            SizeNumber::new(Dimension::Columns, 2..=5, 3),
            SizeNumber::new(Dimension::Rows, 2..=5, 3),
            SizeNumber::new(Dimension::Line, 3..=4, 3),
        ];
        let sizes = Sizes { numbers: NUMBERS, expected: &phrases::ASK_NONE };
        let (mut input, mut out) = ("2\n2\n".as_bytes(), Vec::new());
        let mut questions = Questions { input: &mut input, out: &mut out, echo: true, lang: Lang::En };
        let size = questions.size("tiny", &sizes, &[]).unwrap();
        assert_eq!(
            sizes.check("tiny", &size).unwrap_err().to_string(),
            "3 in a row does not fit on 2×2: choose a larger board, as in tiny:3x3x3"
        );
    }

    #[test]
    fn enter_keeps_the_given_options_in_every_game() {
        for game in REGISTRY.games() {
            for options in game.option_lists() {
                let name =
                    if options.is_empty() { game.id.to_owned() } else { format!("{}:{options}", game.id) };
                let expected = REGISTRY.variant(&name).unwrap().name().to_owned();
                for typed in ["", "\n\n\n\n\n\n"] {
                    assert_eq!(ask(&name, typed, Lang::En).0.as_deref(), Ok(expected.as_str()), "{name}");
                }
            }
        }
    }

    #[test]
    fn choices_are_asked_for_by_name_or_yes_and_no() {
        assert_eq!(ask("othello", "7\n6\nmaybe\ny\n", Lang::En).0.as_deref(), Ok("othello:6,discs"));
        assert_eq!(ask("othello:6,discs", "8\nn\n", Lang::En).0.as_deref(), Ok("othello"));
        assert_eq!(ask("achi:pass", "o\naucune\nnon\n", Lang::Fr).0.as_deref(), Ok("achi:k3"));
        let (_, text) = ask("achi", "", Lang::Fr);
        assert!(text.contains("trois pièces chacun, comme au tapatan ? (o/n) [n] : "), "{text}");
        let (_, none) = ask("tictactoe", "", Lang::En);
        assert_eq!(none, "", "there is nothing to ask");
    }
}
