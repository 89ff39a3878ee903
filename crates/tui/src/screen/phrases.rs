//! What the full screen says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// The keys.
    KEYS = "screen.keys", "arrows, Enter or mouse: play|p pass|h hint|a values|u undo|r redo|R resign|n new|o opponents|s save|l load|? rules|q quit", "flèches, Entrée ou souris : jouer|p passer|h conseil|a valeurs|u reprendre|r refaire|R abandon|n nouvelle|o joueurs|s sauver|l charger|? règles|q quitter";
    /// A window that is too small.
    TOO_SMALL = "screen.too-small", "This window is too small for the board: it needs {width} columns and {height} rows.", "Cette fenêtre est trop petite pour le plateau : il faut {width} colonnes et {height} lignes.";
    /// Whose turn it is.
    TO_MOVE = "screen.to-move", "{player} to move", "trait à {player}";
    /// A name, with its colon, and what it stands for.
    NAMED = "screen.named", "{name} {content}", "{name} {content}";
    /// An engine that thinks.
    THINKING = "screen.thinking", "depth {depth}, {value}", "profondeur {depth}, {value}";
    /// A hint is being looked for.
    SEARCHING = "screen.searching", "looking for a hint …", "je cherche un conseil …";
    /// A point without a move.
    NO_MOVE = "screen.no-move", "there is no move there", "il n'y a pas de coup ici";
    /// A pass that there never is.
    NO_PASS = "screen.no-pass", "there is no pass here", "on ne passe pas ici";
    /// Engines that wait.
    HELD = "screen.held", "the engines wait: u goes back, r goes forward", "les moteurs attendent : u recule, r avance";
    /// No move to go to.
    NO_STEP = "screen.no-step", "there is no move that way", "il n'y a pas de coup de ce côté";
    /// A file name that is offered.
    FILE = "screen.file", "game.txt", "partie.txt";
    /// It is not a person's turn.
    NOT_YOURS = "screen.not-yours", "it is the engine's turn", "c'est au moteur de jouer";
    /// What there is no room for.
    MORE = "screen.more", "… {count} more", "… encore {count}";
    /// The moves played.
    MOVES = "screen.moves", "moves", "coups";
    /// The values of all moves.
    VALUES = "screen.values", "values for {player}", "valeurs pour {player}";
    /// A question.
    SAVE_TO = "screen.save-to", "save to: ", "sauver dans : ";
    /// A question.
    LOAD_FROM = "screen.load-from", "load from: ", "charger : ";
    /// A question.
    SURE_TO_LOSE = "screen.sure-to-lose", "the moves of this game will be gone; go on? (y/n)", "les coups de cette partie seront perdus ; continuer ? (o/n)";
    /// A question.
    SURE_TO_RESIGN = "screen.sure-to-resign", "give up this game? (y/n)", "abandonner cette partie ? (o/n)";
    /// A dialogue.
    OPPONENTS = "screen.opponents", "Opponents", "Adversaires";
    /// How to use it.
    OPPONENTS_KEYS = "screen.opponents-keys", "arrows choose, Enter accepts, Esc leaves", "les flèches choisissent, Entrée accepte, Échap annule";
    /// A dialogue.
    RULES = "screen.rules", "Rules", "Règles";
    /// How to leave it.
    ANY_KEY = "screen.any-key", "any key goes back to the game", "une touche ramène à la partie";
    /// A move is written so.
    WRITTEN = "screen.written", "In lists a move is written {move}.", "Dans les listes un coup s'écrit {move}.";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
