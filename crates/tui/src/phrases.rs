//! Messages of a game at the terminal, in English and French.

use plateau_core::phrases;

phrases! {
    /// The first line: the game and its players.
    INTRODUCTION = "play.introduction", "{title}: {first} is {a}, {second} is {b}. Type 'help' for the commands.", "{title} : {first}, {a} ; {second}, {b}. Tapez « aide » pour la liste des commandes.";
    /// The prompt for a move in a game between humans.
    PROMPT = "play.prompt", "{player} to move: ", "à {player} de jouer : ";
    /// The prompt for a move in a game against an engine.
    YOUR_TURN = "play.your-turn", "your turn ({player}): ", "à vous de jouer ({player}) : ";
    /// An engine's move.
    ENGINE_PLAYS = "play.engine-plays", "{player} plays {move} ({nodes}, {seconds} s)", "{player} {player:joue|jouent} {move} ({nodes}, {seconds} s)";
    /// A move of a program that reports no nodes.
    PROGRAM_PLAYS = "play.program-plays", "{player} plays {move} ({seconds} s)", "{player} {player:joue|jouent} {move} ({seconds} s)";
    /// The prompt after a program failed to move.
    PROGRAM_FAILED = "play.program-failed", "Enter asks it again; or type undo, save FILE or quit: ", "Entrée pour le relancer ; ou tapez annuler, enregistrer FICHIER ou quitter : ";
    /// A move typed for a program that failed.
    PROGRAMS_TURN = "play.programs-turn", "it is the turn of {player}", "c'est à {player} de jouer";
    /// The best move and its value.
    HINT = "play.hint", "hint: {move} ({value})", "indice : {move} ({value})";
    /// The name of the clocks.
    CLOCKS = "play.clocks", "clocks", "pendules";
    /// The result of the game.
    RESULT = "play.result", "Game over: {result}", "Partie terminée : {result}";
    /// Nothing to undo.
    NOTHING_TO_UNDO = "play.nothing-to-undo", "you have no move to undo", "vous n'avez aucun coup à annuler";
    /// Nothing to redo.
    NOTHING_TO_REDO = "play.nothing-to-redo", "there is no undone move to redo", "aucun coup annulé à rejouer";
    /// `save` without a file name.
    SAVE_NEEDS_NAME = "play.save-needs-name", "give a file name, such as: save game.txt", "indiquez un nom de fichier, par exemple : enregistrer partie.txt";
    /// The game was saved.
    SAVED = "play.saved", "game saved to {file}", "partie enregistrée dans {file}";
    /// `--save` with the file of another game.
    HOLDS_OTHER_GAME = "play.holds-other-game", "{file} already holds another game; choose another file, or continue that game with --load", "{file} contient déjà une autre partie ; choisissez un autre fichier, ou continuez cette partie avec --load";
    /// A saved game was resumed.
    RESUMED = "play.resumed", "resuming the game saved in {file}", "reprise de la partie enregistrée dans {file}";
    /// Confirmation before a file is overwritten.
    CONFIRM_OVERWRITE = "play.confirm-overwrite", "{file} holds something else; overwrite it? (y/n) ", "{file} contient autre chose ; l'écraser ? (o/n) ";
    /// The file was not overwritten.
    NOT_SAVED = "play.not-saved", "game not saved", "partie non enregistrée";
    /// How to enter a move.
    HELP_MOVE = "play.help-move", "a move, such as {move}", "un coup, par exemple {move}";

    /// The command `undo`.
    COMMAND_UNDO = "play.command-undo", "undo", "annuler";
    /// Help text of `undo`.
    HELP_UNDO = "play.help-undo", "undo your last move", "annuler votre dernier coup";
    /// The command `redo`.
    COMMAND_REDO = "play.command-redo", "redo", "refaire";
    /// Help text of `redo`.
    HELP_REDO = "play.help-redo", "redo the move you undid", "rejouer le coup annulé";
    /// The command `hint`.
    COMMAND_HINT = "play.command-hint", "hint", "indice";
    /// Help text of `hint`.
    HELP_HINT = "play.help-hint", "show the best move and its value", "afficher le meilleur coup et sa valeur";
    /// The command `moves`.
    COMMAND_MOVES = "play.command-moves", "moves", "coups";
    /// Help text of `moves`.
    HELP_MOVES = "play.help-moves", "list the legal moves", "lister les coups légaux";
    /// The command `board`.
    COMMAND_BOARD = "play.command-board", "board", "plateau";
    /// Help text of `board`.
    HELP_BOARD = "play.help-board", "show the board again", "réafficher le plateau";
    /// The command `save`.
    COMMAND_SAVE = "play.command-save", "save", "enregistrer";
    /// Help text of `save`.
    HELP_SAVE = "play.help-save", "with a file name: save the game", "avec un nom de fichier : enregistrer la partie";
    /// The command `resign`.
    COMMAND_RESIGN = "play.command-resign", "resign", "abandonner";
    /// Help text of `resign`.
    HELP_RESIGN = "play.help-resign", "resign the game", "abandonner la partie";
    /// The command `help`.
    COMMAND_HELP = "play.command-help", "help", "aide";
    /// Help text of `help`.
    HELP_HELP = "play.help-help", "show this list", "afficher cette liste";
    /// The command `quit`.
    COMMAND_QUIT = "play.command-quit", "quit", "quitter";
    /// Help text of `quit`.
    HELP_QUIT = "play.help-quit", "leave the game", "quitter la partie";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
