//! Messages of `sm-refresh`, in English and French.

use plateau_core::phrases;

phrases! {
    /// The first line.
    WELCOME = "refresh.welcome",
        "super-morpion: you are {player}. Type a cell such as b2, or a grid and a cell such as 5 b2; type quit to leave.",
        "super-morpion : vous êtes {player}. Tapez une case comme b2, ou une grille et une case comme 5 b2 ; tapez quit pour quitter.";
    /// What can be typed.
    HELP = "refresh.help",
        "in a forced grid, type a cell such as b2 or 5 (from the top left); elsewhere a grid and a cell such as 5 b2 or 5 5; type quit to leave",
        "dans une grille imposée, tapez une case comme b2 ou 5 (depuis le coin en haut à gauche) ; ailleurs une grille et une case comme 5 b2 ou 5 5 ; tapez quit pour quitter";
    /// The page that shows the game.
    PAGE = "refresh.page", "open {page} in a browser to follow the game", "ouvrez {page} dans un navigateur pour suivre la partie";
    /// The last move.
    PLAYED = "refresh.played", "{player} played {move}", "{player} a joué {move}";
    /// The engine's move.
    PLAYS = "refresh.plays", "{player} plays {move}: {value} for {player}; depth {depth}, {nodes}, {seconds} s", "{player} joue {move} : {value} pour {player} ; profondeur {depth}, {nodes}, {seconds} s";
    /// The title of an enlarged grid.
    GRID = "refresh.grid", "grid {grid}", "grille {grid}";
    /// The legal moves in a forced grid.
    LEGAL = "refresh.legal", "legal moves: {moves}", "coups légaux : {moves}";
    /// The legal moves in all grids.
    LEGAL_ANYWHERE = "refresh.legal-anywhere", "legal moves, grid and cell:", "coups légaux, grille et case :";
    /// The prompt for a move.
    ASK_MOVE = "refresh.ask-move", "{player}> ", "{player}> ";
    /// The prompt for a start position.
    ASK_START = "refresh.ask-start", "start position> ", "position de départ> ";
    /// The result.
    OVER = "refresh.over", "the game is over: {result}", "la partie est finie : {result}";
    /// A start position without a move.
    START_FINISHED = "refresh.start-finished", "the game is already over in this position: {result}", "la partie est déjà finie dans cette position : {result}";
    /// A file that cannot be written.
    CANNOT_WRITE = "refresh.cannot-write", "cannot write {file}: {reason}; the game continues without it", "impossible d'écrire {file} : {reason} ; la partie continue sans ce fichier";
    /// The title of the move list.
    MOVES = "refresh.moves", "moves played", "coups joués";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
