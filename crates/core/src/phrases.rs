//! The phrases of this crate, in English and in French.

use crate::phrases;

phrases! {
    /// Name of the first side.
    X = "player.x", "x", "x";
    /// Name of the second side.
    O = "player.o", "o", "o";

    /// Field of a notation: game.
    FIELD_GAME = "field.game", "game", "jeu";
    /// Field of a notation: game options.
    FIELD_OPTIONS = "field.options", "game options", "options du jeu";
    /// Field of a notation: position.
    FIELD_POSITION = "field.position", "position", "position";
    /// Field of a notation: board.
    FIELD_BOARD = "field.board", "board", "plateau";
    /// Field of a notation: last move.
    FIELD_LAST_MOVE = "field.last-move", "last move", "dernier coup";
    /// Field of a notation: side to move.
    FIELD_SIDE = "field.side", "side to move", "trait";
    /// Field of a notation: move.
    FIELD_MOVE = "field.move", "move", "coup";
    /// Field of a notation: result.
    FIELD_RESULT = "field.result", "result", "résultat";
    /// Field of a notation: record.
    FIELD_RECORD = "field.record", "record", "partie";

    /// Error: unexpected text at an offset.
    UNEXPECTED = "error.unexpected",
        "{field}, character {at}: found {found}, expected {expected}",
        "{field}, caractère {at} : trouvé : {found} ; attendu : {expected}";
    /// Error about a typed word.
    IS_NOT = "error.is-not", "{found} is not {expected}", "{found} n'est pas {expected}";
    /// Error about a typed word that is missing.
    EXPECTED = "error.expected", "expected {expected}", "attendu : {expected}";
    /// Error about a whole field.
    WRONG = "error.wrong", "{field}: {reason}", "{field} : {reason}";
    /// Error about a whole field, with its offset.
    WRONG_AT = "error.wrong-at", "{field}, character {at}: {reason}", "{field}, caractère {at} : {reason}";
    /// The unexpected text: the end of the input.
    FOUND_END = "error.found-end", "the end of the text", "la fin du texte";
    /// The unexpected text.
    FOUND_TEXT = "error.found-text", "'{text}'", "« {text} »";

    /// Error: a move after the end of the game.
    GAME_OVER = "move.game-over", "the game is over, there is no move to play", "la partie est finie, il n'y a plus de coup à jouer";
    /// Error: an illegal move.
    NOT_LEGAL = "move.not-legal", "{move} is not a legal move here", "{move} n'est pas un coup légal ici";

    /// Error: a record without a required line.
    RECORD_MISSING_LINE = "record.missing-line", "the line '{name}:' is missing", "la ligne « {name}: » manque";
    /// Expected: a line of a record.
    RECORD_EXPECTED_LINE = "record.expected-line", "a line 'game:', 'start:', 'moves:' or 'result:', or a note after '#'", "une ligne « game: », « start: », « moves: » ou « result: », ou une note après « # »";
    /// Error: a record with a duplicate line.
    RECORD_DUPLICATE_LINE = "record.duplicate-line", "the line '{name}:' appears twice", "la ligne « {name}: » apparaît deux fois";
    /// Error: a record of another game.
    RECORD_OTHER_GAME = "record.other-game", "this is a record of {found}, not of {expected}", "c'est une partie du jeu {found}, pas du jeu {expected}";
    /// Expected: a result.
    EXPECTED_RESULT = "record.expected-result", "x, o or draw, optionally with a margin (x+6) and a reason (o time), or * for an unfinished game", "x, o ou draw, éventuellement avec une marge (x+6) et une raison (o time), ou * pour une partie en cours";
    /// Error: a result that contradicts the moves.
    RESULT_DIFFERS = "record.result-differs", "the record says '{said}', but the moves lead to '{found}'", "la ligne « result: » indique « {said} », mais les coups mènent à « {found} »";

    /// Result: a win.
    WINS = "result.wins", "{player} wins", "{player} {player:gagne|gagnent}";
    /// Result: a win by a margin.
    WINS_BY = "result.wins-by", "{player} wins by {margin}", "{player} {player:gagne|gagnent} de {margin}";
    /// Result: a draw.
    DRAW = "result.draw", "draw", "partie nulle";
    /// A result with its reason.
    BECAUSE = "result.because", "{result} ({reason})", "{result} ({reason})";
    /// Reason: threefold repetition.
    BY_REPETITION = "result.repetition", "threefold repetition", "triple répétition";
    /// Reason: resignation.
    BY_RESIGNATION = "result.resignation", "resignation", "abandon";
    /// Reason: out of time.
    BY_TIME = "result.time", "on time", "au temps";
    /// Reason: forfeit.
    BY_FORFEIT = "result.forfeit", "forfeit", "forfait";
    /// Reason: adjudication.
    BY_ADJUDICATION = "result.adjudication", "adjudication", "décision de l'arbitre";
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_have_both_languages_and_the_same_parameters() {
        assert_eq!(crate::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
