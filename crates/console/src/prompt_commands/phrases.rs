//! The names and help texts of the commands, and their answers, in English and French.

use plateau_core::phrases;

phrases! {
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
    /// The best move and its value.
    HINT = "play.hint", "hint: {move} ({value})", "indice : {move} ({value})";
    /// Nothing to undo.
    NOTHING_TO_UNDO = "play.nothing-to-undo", "you have no move to undo", "vous n'avez aucun coup à annuler";
    /// Nothing to redo.
    NOTHING_TO_REDO = "play.nothing-to-redo", "there is no undone move to redo", "aucun coup annulé à rejouer";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
