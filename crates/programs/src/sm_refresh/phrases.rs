//! Messages of `sm-refresh`, in English and French.

use plateau_core::phrases;

phrases! {
    /// The first line.
    WELCOME = "refresh.welcome", "super-morpion: you are {player}", "super-morpion : vous êtes {player}";
    /// How to type a move.
    HELP = "refresh.help",
        "in a forced grid, type a cell such as b2 or 5 (from the top left); elsewhere a grid and a cell such as 5 b2 or 5 5",
        "dans une grille imposée, tapez une case comme b2 ou 5 (depuis le coin en haut à gauche) ; ailleurs une grille et une case comme 5 b2 ou 5 5";
    /// The line above the prompt.
    PROMPT_HINT = "refresh.prompt-hint", "type a move such as {move}, or {commands}", "tapez un coup comme {move}, ou {commands}";
    /// The page that shows the game.
    PAGE = "refresh.page", "open {page} in a browser to follow the game", "ouvrez {page} dans un navigateur pour suivre la partie";
    /// The last move.
    PLAYED = "refresh.played", "{player} played {move}", "{player} a joué {move}";
    /// The engine searches.
    THINKING = "refresh.thinking", "{player} is thinking…", "{player} réfléchit…";
    /// The engine's move.
    PLAYS = "refresh.plays", "{player} plays {move}: {value} for {player}; depth {depth}, {nodes}, {seconds} s", "{player} joue {move} : {value} pour {player} ; profondeur {depth}, {nodes}, {seconds} s";
    /// The turn of the human in one grid.
    YOUR_GRID = "refresh.your-grid", "your turn ({player}): play in grid {grid}", "à vous de jouer ({player}) : jouez dans la grille {grid}";
    /// The turn of the human in several grids.
    YOUR_CHOICE = "refresh.your-choice", "your turn ({player}): play in any open grid", "à vous de jouer ({player}) : jouez dans la grille ouverte de votre choix";
    /// The title of the large board.
    LARGE_BOARD = "refresh.large-board", "large board", "grand plateau";
    /// The sign of a full grid that nobody won.
    DRAWN_GRID = "refresh.drawn-grid", "- drawn", "- nulle";
    /// The title of an enlarged grid.
    GRID = "refresh.grid", "grid {grid}", "grille {grid}";
    /// The legal moves in a forced grid.
    LEGAL = "refresh.legal", "legal moves: {moves}", "coups légaux : {moves}";
    /// The legal moves in all grids.
    LEGAL_ANYWHERE = "refresh.legal-anywhere", "legal moves, grid and cell:", "coups légaux, grille et case :";
    /// The prompt for a move.
    ASK_MOVE = "refresh.ask-move", "{player}> ", "{player}> ";
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
