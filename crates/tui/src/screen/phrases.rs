//! Messages of the full screen, in English and French.

use plateau_core::phrases;

phrases! {
    /// The keys, separated by bars.
    KEYS = "screen.keys", "arrows, Enter or mouse: play|m type a move|h hint|a values|u undo|r redo|R resign|n new|G games|o players|s save|l load|? rules|q quit", "flèches+Entrée jouer|m coup|h indice|a valeurs|u annuler|r refaire|G jeux|R abandon|n nouvelle|o joueurs|s enregistrer|l charger|? règles|q quitter";
    /// The field for a move.
    MOVE = "screen.move", "your move: ", "votre coup : ";
    /// The keys of a field.
    FIELD_KEYS = "screen.field-keys", "Enter: accept, Esc: cancel", "Entrée : valider, Échap : annuler";
    /// The button that passes.
    PASS = "screen.pass", "pass", "passer";
    /// The button that ends the search of an engine.
    MOVE_NOW = "screen.move-now", "move now", "jouer tout de suite";
    /// A button and its key.
    BUTTON = "screen.button", "[{key} {action}]", "[{key} {action}]";
    /// No engine is searching a move.
    NOT_THINKING = "screen.not-thinking", "no engine is thinking", "aucun moteur ne réfléchit";
    /// An external program cannot be made to move at once.
    BOT_DECIDES = "screen.bot-decides", "a bot decides for itself when to move", "un bot décide lui-même quand jouer";
    /// The title of the menu of games.
    GAMES = "screen.games", "Games", "Jeux";
    /// The keys of that menu.
    GAMES_KEYS = "screen.games-keys", "arrows: game and variant, Enter: play, Esc: cancel", "flèches : jeu et variante, Entrée : jouer, Échap : annuler";
    /// The field for the options of a variant.
    TYPE_OPTIONS = "screen.type-options", "Type another size or options: {text}", "Tapez une autre taille ou des options : {text}";
    /// A variant without options.
    STANDARD = "screen.standard", "standard", "standard";
    /// A window that is too small.
    TOO_SMALL = "screen.too-small", "This window is too small for the board: it needs {width} columns and {height} rows.", "Cette fenêtre est trop petite pour le plateau : il faut {width} colonnes et {height} lignes.";
    /// The turn of an engine, or of one of two humans.
    TO_MOVE = "screen.to-move", "{player} to move", "à {player} de jouer";
    /// The turn of the only human.
    YOUR_TURN = "screen.your-turn", "Your turn ({player})", "À vous de jouer ({player})";
    /// A name, with its colon, and its content.
    NAMED = "screen.named", "{name} {content}", "{name} {content}";
    /// The state of the engine's search.
    THINKING = "screen.thinking", "depth {depth}, {value}", "profondeur {depth}, {value}";
    /// A hint is being searched.
    SEARCHING = "screen.searching", "searching for a hint …", "recherche d'un indice …";
    /// A point without a move.
    NO_MOVE = "screen.no-move", "you cannot play there", "vous ne pouvez pas jouer là";
    /// A game without passes.
    NO_PASS = "screen.no-pass", "you cannot pass in this game", "on ne peut pas passer dans ce jeu";
    /// Engines that are paused while their earlier moves are shown.
    PAUSED = "screen.paused", "the engines are paused: u goes back, r forward", "les moteurs sont en pause : u recule, r avance";
    /// No earlier or later move to show.
    NO_STEP = "screen.no-step", "there are no more moves", "il n'y a plus de coups";
    /// The suggested file name.
    FILE_NAME = "screen.file-name", "game.txt", "partie.txt";
    /// It is not a human's turn.
    ENGINES_TURN = "screen.engines-turn", "it is the engine's turn", "c'est au moteur de jouer";
    /// A program that failed to move, and what can be done.
    PROGRAM_FAILED = "screen.program-failed", "{reason}. Press u to undo your move, or o then Enter to retry", "{reason}. Tapez u pour annuler votre coup, ou o puis Entrée pour réessayer";
    /// Values that do not fit.
    MORE = "screen.more", "… {count} more", "… encore {count}";
    /// The list of moves played.
    MOVES = "screen.moves", "Moves", "Coups";
    /// The list of values.
    VALUES = "screen.values", "Values for {player}", "Valeurs pour {player}";
    /// The field for the file to save to.
    SAVE_TO = "screen.save-to", "save to: ", "enregistrer dans : ";
    /// The field for the file to load.
    LOAD_FROM = "screen.load-from", "load from: ", "charger : ";
    /// Confirmation before unsaved moves are discarded.
    CONFIRM_DISCARD = "screen.confirm-discard", "discard the unsaved moves of this game? (y/n)", "perdre les coups non enregistrés de cette partie ? (o/n)";
    /// Confirmation before resigning.
    CONFIRM_RESIGN = "screen.confirm-resign", "resign this game? (y/n)", "abandonner cette partie ? (o/n)";
    /// The title of the dialog that changes the players.
    OPPONENTS = "screen.opponents", "Players", "Joueurs";
    /// The keys of that dialog.
    OPPONENTS_KEYS = "screen.opponents-keys", "arrows: choose, Enter: accept, Esc: cancel", "flèches : choisir, Entrée : accepter, Échap : annuler";
    /// The title of the dialog that shows the rules.
    RULES = "screen.rules", "Rules", "Règles";
    /// How to close that dialog.
    ANY_KEY = "screen.any-key", "Press any key to return to the game.", "Appuyez sur une touche pour revenir à la partie.";
    /// An example of the notation.
    NOTATION = "screen.notation", "Notation: a move is written {move}.", "Notation : un coup s'écrit {move}.";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
