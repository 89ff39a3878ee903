//! The phrases of this crate, in English and in French.

use crate::phrases;

phrases! {
    /// A side, by its letter.
    X = "player.x", "x", "x";
    /// A side, by its letter.
    O = "player.o", "o", "o";

    /// A field of notation.
    FIELD_GAME = "field.game", "game", "jeu";
    /// A field of notation.
    FIELD_OPTIONS = "field.options", "game options", "options du jeu";
    /// A field of notation.
    FIELD_POSITION = "field.position", "position", "position";
    /// A field of notation.
    FIELD_BOARD = "field.board", "board", "diagramme";
    /// A field of notation.
    FIELD_LAST_MOVE = "field.last-move", "last move", "dernier coup";
    /// A field of notation.
    FIELD_SIDE = "field.side", "side to move", "trait";
    /// A field of notation.
    FIELD_MOVE = "field.move", "move", "coup";
    /// A field of notation.
    FIELD_RESULT = "field.result", "result", "résultat";
    /// A field of notation.
    FIELD_RECORD = "field.record", "record", "partie";

    /// An error with its place.
    UNEXPECTED = "error.unexpected",
        "{field}, character {at}: found {found}, expected {expected}",
        "{field}, caractère {at} : trouvé : {found} ; attendu : {expected}";
    /// An error of the whole field.
    WRONG = "error.wrong", "{field}: {reason}", "{field} : {reason}";
    /// An error of the whole field, with its place.
    WRONG_AT = "error.wrong-at", "{field}, character {at}: {reason}", "{field}, caractère {at} : {reason}";
    /// What was found, when nothing was.
    FOUND_END = "error.found-end", "the end of the text", "la fin du texte";
    /// What was found.
    FOUND_TEXT = "error.found-text", "'{text}'", "« {text} »";

    /// The game is over.
    GAME_OVER = "move.game-over", "the game is over, there is no move to play", "la partie est finie, il n'y a plus de coup à jouer";
    /// A move that the rules don't allow.
    NOT_LEGAL = "move.not-legal", "{move} is not a legal move here", "{move} n'est pas un coup légal ici";

    /// A record without a needed line.
    RECORD_LACKS = "record.lacks", "there is no line '{name}:'", "il n'y a pas de ligne « {name}: »";
    /// A record's line that is not known.
    RECORD_LINES = "record.lines", "a line 'game:', 'start:', 'moves:' or 'result:', or a note after '#'", "une ligne « game: », « start: », « moves: » ou « result: », ou une note après « # »";
    /// A record's line given twice.
    RECORD_TWICE = "record.twice", "the line '{name}:' is given twice", "la ligne « {name}: » est donnée deux fois";
    /// Another game's record.
    RECORD_OTHER_GAME = "record.other-game", "this is a record of {found}, not of {expected}", "c'est une partie de {found}, pas de {expected}";
    /// A result in its written form.
    RESULT_FORM = "record.result-form", "x, o or draw, perhaps with a margin (x+6) and a reason (o time), or * for a game that goes on", "x, o ou draw, avec au besoin une marge (x+6) et une raison (o time), ou * pour une partie en cours";
    /// A result that the moves contradict.
    RESULT_DIFFERS = "record.result-differs", "the record says '{said}', but the moves lead to '{found}'", "la partie dit « {said} », mais les coups mènent à « {found} »";

    /// How a game stands.
    WINS = "result.wins", "{player} wins", "{player} gagne";
    /// How a game stands.
    WINS_BY = "result.wins-by", "{player} wins by {margin}", "{player} gagne de {margin}";
    /// How a game stands.
    DRAW = "result.draw", "draw", "partie nulle";
    /// How a game ended.
    BECAUSE = "result.because", "{result} ({reason})", "{result} ({reason})";
    /// How a game ended.
    BY_REPETITION = "result.repetition", "third repetition", "troisième répétition";
    /// How a game ended.
    BY_RESIGNATION = "result.resignation", "resignation", "abandon";
    /// How a game ended.
    BY_TIME = "result.time", "time", "temps dépassé";
    /// How a game ended.
    BY_FORFEIT = "result.forfeit", "forfeit", "forfait";
    /// How a game ended.
    BY_ADJUDICATION = "result.adjudication", "adjudication", "arbitrage";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(crate::text::faults(super::ALL), Vec::<String>::new());
    }
}
