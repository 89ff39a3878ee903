//! What is said in a game, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Who plays.
    OPENING = "play.opening", "{title}: {first} is {a}, {second} is {b}; 'help' tells what can be typed", "{title} : {first} est {a}, {second} est {b} ; « aide » dit ce qu'on peut taper";
    /// Whose turn it is.
    PROMPT = "play.prompt", "{player} to move: ", "trait à {player} : ";
    /// An engine's move.
    ENGINE_PLAYS = "play.engine-plays", "{player} plays {move} ({nodes}, {seconds} s)", "{player} joue {move} ({nodes}, {seconds} s)";
    /// A hint.
    HINT = "play.hint", "hint: {move} ({value})", "conseil : {move} ({value})";
    /// The clocks.
    CLOCKS = "play.clocks", "clocks", "pendules";
    /// The result.
    RESULT = "play.result", "Game over: {result}", "Partie finie : {result}";
    /// Nothing to do.
    NOTHING_TO_UNDO = "play.nothing-to-undo", "there is no move of yours to take back", "vous n'avez aucun coup à reprendre";
    /// Nothing to do.
    NOTHING_TO_REDO = "play.nothing-to-redo", "no move was taken back", "aucun coup n'a été repris";
    /// A save without a name.
    SAVE_WHERE = "play.save-where", "save needs the name of a file: save game.txt", "il faut le nom d'un fichier : sauver partie.txt";
    /// A game that was written.
    SAVED = "play.saved", "the game is in {file}", "la partie est dans {file}";
    /// A file that can't be read.
    CANNOT_READ_FILE = "play.cannot-read-file", "{file} can't be read: {reason}", "{file} ne peut être lu : {reason}";
    /// A file that holds no game.
    BAD_FILE = "play.bad-file", "{file} holds no game: {reason}", "{file} ne contient pas de partie : {reason}";
    /// A file with another game.
    OTHER_GAME = "play.other-game", "{file} holds a game of {found}, not of {expected}", "{file} contient une partie de {found}, pas de {expected}";
    /// A file that holds no game.
    TOO_LONG = "play.too-long", "{file} holds no game: it is too long", "{file} ne contient pas de partie : il est trop long";
    /// A file that a game is not to be kept in.
    KEEPS_ANOTHER = "play.keeps-another", "{file} already holds another game; save to another file, or go on with that one by --load", "{file} contient déjà une autre partie ; sauvez dans un autre fichier, ou continuez celle-là par --load";
    /// A game that was found in its file.
    GOES_ON = "play.goes-on", "the game in {file} goes on", "la partie de {file} continue";
    /// A question.
    WRITE_OVER = "play.write-over", "{file} holds something else; write over it? (y/n) ", "{file} contient autre chose ; l'écraser ? (o/n) ";
    /// A file that stays as it is.
    NOT_SAVED = "play.not-saved", "the game is not saved", "la partie n'est pas sauvée";
    /// How to move.
    HELP_MOVE = "play.help-move", "a move, such as {move}", "un coup, comme {move}";

    /// A word to type.
    WORD_UNDO = "play.word-undo", "undo", "reprendre";
    /// What it does.
    HELP_UNDO = "play.help-undo", "take back your last move", "reprendre votre dernier coup";
    /// A word to type.
    WORD_REDO = "play.word-redo", "redo", "refaire";
    /// What it does.
    HELP_REDO = "play.help-redo", "play again what was taken back", "rejouer ce qui a été repris";
    /// A word to type.
    WORD_HINT = "play.word-hint", "hint", "conseil";
    /// What it does.
    HELP_HINT = "play.help-hint", "the best move and what it is worth", "le meilleur coup et ce qu'il vaut";
    /// A word to type.
    WORD_MOVES = "play.word-moves", "moves", "coups";
    /// What it does.
    HELP_MOVES = "play.help-moves", "all legal moves", "tous les coups légaux";
    /// A word to type.
    WORD_BOARD = "play.word-board", "board", "plateau";
    /// What it does.
    HELP_BOARD = "play.help-board", "the board again", "le plateau de nouveau";
    /// A word to type.
    WORD_SAVE = "play.word-save", "save", "sauver";
    /// What it does.
    HELP_SAVE = "play.help-save", "with the name of a file: write the game to it", "avec le nom d'un fichier : y écrire la partie";
    /// A word to type.
    WORD_RESIGN = "play.word-resign", "resign", "abandonner";
    /// What it does.
    HELP_RESIGN = "play.help-resign", "give up", "abandonner la partie";
    /// A word to type.
    WORD_HELP = "play.word-help", "help", "aide";
    /// What it does.
    HELP_HELP = "play.help-help", "this list", "cette liste";
    /// A word to type.
    WORD_QUIT = "play.word-quit", "quit", "quitter";
    /// What it does.
    HELP_QUIT = "play.help-quit", "leave the game", "quitter la partie";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
