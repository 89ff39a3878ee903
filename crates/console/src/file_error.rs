//! What is wrong with a saved game, by the line of its file and the number of the move.

use plateau_core::{Field, Message, NotationError};

use crate::phrases;

/// Returns the message about an error in the text of a file.
pub fn in_file(file: &str, text: &str, error: NotationError) -> Message {
    let at = error.at.or_else(|| line_start(text, error.field));
    let Some(at) = at else {
        return phrases::NOT_A_GAME.message().with("file", file).with("reason", expectation(&error));
    };
    let before: Vec<char> = text.chars().take(at).collect();
    let line = before.iter().filter(|&&c| c == '\n').count() + 1;
    let located = |message: Message| message.with("file", file).with("line", line);
    match (error.field, error.move_number) {
        (Field::Record, _) => {
            located(phrases::NOT_A_GAME_IN_LINE.message()).with("reason", expectation(&error))
        }
        (_, Some(number)) => located(phrases::WRONG_MOVE.message())
            .with("number", number)
            .with("reason", error.short_message()),
        (_, None) => {
            // Editors count characters from the start of the line.
            let column = before.iter().rev().take_while(|&&c| c != '\n').count();
            let error = NotationError { at: error.at.map(|_| column), ..error };
            located(phrases::WRONG_LINE.message()).with("reason", Message::from(error))
        }
    }
}

/// Returns where the line of a field begins, for errors about the whole field.
fn line_start(text: &str, field: Field) -> Option<usize> {
    let name = match field {
        Field::Game | Field::Options => "game",
        Field::Position | Field::Board | Field::LastMove | Field::Side => "start",
        Field::Move => "moves",
        Field::Result => "result",
        Field::Record => return None,
    };
    let mut start = 0;
    for line in text.split('\n') {
        if line.split_once(':').is_some_and(|(before, _)| before.trim() == name) {
            return Some(start);
        }
        start += line.chars().count() + 1;
    }
    None
}

/// Returns an error about a line as a whole, without its offset.
fn expectation(error: &NotationError) -> Message {
    match error.quoted_text() {
        Some(_) => error.short_message(),
        None => error.reason.clone(),
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Lang;
    use plateau_games::REGISTRY;

    use super::*;

    fn errors(text: &str) -> [String; 2] {
        let message = in_file("g.txt", text, REGISTRY.record(text).unwrap_err());
        [Lang::En, Lang::Fr].map(|lang| message.render(lang))
    }

    #[test]
    fn errors_name_the_line_and_the_move() {
        for (text, english, french) in [
            (
                "game: connect4\n# a note\nmoves: 4 4 9\nresult: *\n",
                "g.txt, line 3, move 3: '9' is not a column from 1 to 7",
                "g.txt, ligne 3, coup 3 : « 9 » n'est pas une colonne de 1 à 7",
            ),
            (
                "game: tictactoe\nmoves: b2 b2\n",
                "g.txt, line 2, move 2: b2 is taken",
                "g.txt, ligne 2, coup 2 : b2 est occupé",
            ),
            (
                "game: othello\nmoves: pass\n",
                "g.txt, line 2, move 1: black can't pass: there is a legal move, such as d3",
                "g.txt, ligne 2, coup 1 : les Noirs ne peuvent pas passer : il y a un coup légal, par exemple d3",
            ),
            (
                "game: tictactoe\nstart: 9 y\n",
                "g.txt, line 2: side to move, character 10: found 'y', expected the side to move, x or o",
                "g.txt, ligne 2 : trait, caractère 10 : trouvé : « y » ; attendu : le trait, x ou o",
            ),
            (
                "game: tictactoe\n\nstart: xxx6 o\n",
                "g.txt, line 3: board: x has 3 pieces and o has 0; they can differ by at most one",
                "g.txt, ligne 3 : plateau : x a 3 pièces et o en a 0 ; l'écart est d'un au plus",
            ),
            (
                "# mine\ngame: chess\n",
                "g.txt, line 2: there is no game 'chess'; available: tictactoe, supermorpion, morpion4, connect4, othello, achi, picaria",
                "g.txt, ligne 2 : le jeu « chess » n'existe pas ; jeux disponibles : tictactoe, supermorpion, morpion4, connect4, othello, achi, picaria",
            ),
            (
                "game: tictactoe\nmoves: b2\nresult: x\n",
                "g.txt, line 3: result, character 9: the record says 'x', but the moves lead to '*'",
                "g.txt, ligne 3 : résultat, caractère 9 : la ligne « result: » indique « x », mais les coups mènent à « * »",
            ),
            (
                "game: tictactoe\ndear diary\n",
                "g.txt is not a saved game: line 2: 'dear diary' is not a line 'game:', 'start:', 'moves:' or 'result:', or a note after '#'",
                "g.txt n'est pas une partie enregistrée : ligne 2 : « dear diary » n'est pas une ligne « game: », « start: », « moves: » ou « result: », ou une note après « # »",
            ),
            (
                "game: achi\ngame: achi\n",
                "g.txt is not a saved game: line 2: the line 'game:' appears twice",
                "g.txt n'est pas une partie enregistrée : ligne 2 : la ligne « game: » apparaît deux fois",
            ),
            (
                "moves: b2\n",
                "g.txt is not a saved game: the line 'game:' is missing",
                "g.txt n'est pas une partie enregistrée : la ligne « game: » manque",
            ),
        ] {
            assert_eq!(errors(text), [english, french], "{text}");
        }
    }
}
