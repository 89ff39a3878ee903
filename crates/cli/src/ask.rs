//! `play --ask`: questions about the options of a game, whatever the registry declares.

use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;

use plateau_console::input::read_line;
use plateau_console::output::two_columns;
use plateau_console::phrases::CANNOT_WRITE;
use plateau_console::prompt_commands::is_yes;
use plateau_core::error::excerpt;
use plateau_core::{Lang, Message};
use plateau_games::game::write_size;
use plateau_games::{Choice, Game, Registry, Sizes};
use plateau_play::io_error;

use crate::phrases;

/// What a person answers for "no option", in both languages.
const NONE: [&str; 2] = ["none", "aucune"];

/// What a person answers instead of yes, in both languages.
const NO: [&str; 3] = ["n", "no", "non"];

/// Asks for the options of a game, in English or French. Enter, or the end of the input,
/// keeps the options that the name gives, or the default. Returns the name of the variant.
pub fn ask_options(
    registry: &Registry,
    name: &str,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    (echo, lang): (bool, Lang),
) -> Result<String, Message> {
    let variant = registry.variant(name)?;
    let Some(game) = registry.game_of(variant.name()) else { return Ok(variant.name().to_owned()) };
    let given = variant.name().split_once(':').map_or("", |(_, options)| options);
    let mut questions = Questions { input, out, echo, lang, is_over: false };
    loop {
        let name = questions
            .ask(game, &given.split(',').collect::<Vec<_>>())
            .map_err(|error| cannot_write(&error))?;
        match registry.variant(&name) {
            Ok(variant) => return Ok(variant.name().to_owned()),
            // Numbers that are right on their own may not fit together.
            Err(error) if questions.is_over => return Err(error.into()),
            Err(error) => questions.print(&error.into()).map_err(|error| cannot_write(&error))?,
        }
    }
}

fn cannot_write(error: &io::Error) -> Message {
    CANNOT_WRITE.message().with("reason", io_error::reason(error))
}

struct Questions<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    /// Whether to print the input, which no terminal does.
    echo: bool,
    lang: Lang,
    /// Whether the input has ended.
    is_over: bool,
}

impl Questions<'_> {
    /// Asks all questions about a game and returns the name of the variant.
    fn ask(&mut self, game: &Game, given: &[&str]) -> io::Result<String> {
        let mut words = Vec::new();
        if let Some(sizes) = &game.sizes {
            words.push(write_size(&self.size(sizes, given)?));
        }
        for choice in game.choices {
            let chosen = choice.options.iter().map(|option| option.name).find(|name| given.contains(name));
            words.extend(self.choice(choice, chosen.or(choice.default))?.map(str::to_owned));
        }
        Ok(if words.is_empty() { game.id.to_owned() } else { format!("{}:{}", game.id, words.join(",")) })
    }

    /// Asks for the numbers of a size.
    fn size(&mut self, sizes: &Sizes, given: &[&str]) -> io::Result<Vec<u32>> {
        let numbers = |word: &&str| word.split('x').map(|number| number.parse().ok()).collect::<Option<_>>();
        let given: Vec<u32> = given.iter().find_map(numbers).unwrap_or_default();
        let mut size = Vec::new();
        for (i, range) in sizes.ranges.iter().enumerate() {
            let default = given.get(i).or(sizes.standard.get(i)).copied().unwrap_or(*range.start());
            size.push(self.number(i, range, default)?);
        }
        Ok(size)
    }

    fn number(&mut self, index: usize, range: &RangeInclusive<u32>, default: u32) -> io::Result<u32> {
        let name = match index {
            0 => phrases::ASK_WIDTH.message(),
            1 => phrases::ASK_HEIGHT.message(),
            2 => phrases::ASK_IN_A_ROW.message(),
            _ => phrases::ASK_NUMBER.message().with("number", index + 1),
        };
        let between = |message: Message| message.with("least", *range.start()).with("most", *range.end());
        let question = between(phrases::ASK_RANGE.message().with("name", name)).with("default", default);
        self.answer(&question, default, |text| {
            let number = text.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| between(phrases::NOT_IN_RANGE.message().with("found", excerpt(text))))
        })
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
        let rows: Vec<_> = choice
            .options
            .iter()
            .map(|option| (option.name.to_owned(), vec![option.help.template(self.lang).to_owned()]))
            .collect();
        write!(self.out, "{}", two_columns(&rows, 2))?;
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
                self.is_over = true;
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

    use super::*;

    /// Answers the questions about a game; returns the variant and what was printed.
    fn ask(name: &str, typed: &str, lang: Lang) -> (Result<String, Message>, String) {
        let mut out = Vec::new();
        let chosen = ask_options(&REGISTRY, name, &mut typed.as_bytes(), &mut out, (true, lang));
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
