//! What `sm-refresh` says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// How to play.
    WELCOME = "refresh.welcome",
        "super-morpion: you are {player}. Type a cell such as b2, or a grid and a cell such as 5 b2; quit leaves.",
        "super-morpion : vous êtes {player}. Tapez une case comme b2, ou une grille et une case comme 5 b2 ; quit arrête.";
    /// What can be typed.
    HELP = "refresh.help",
        "a cell such as b2 or 5, from the top left, in the grid you are sent to; a grid and a cell such as 5 b2 or 5 5 where you are free; quit leaves",
        "une case comme b2 ou 5, depuis le coin en haut à gauche, dans la grille où l'on est envoyé ; une grille et une case comme 5 b2 ou 5 5 quand on est libre ; quit arrête";
    /// Where the game can be seen.
    PAGE = "refresh.page", "{page} shows the game in a browser", "{page} montre la partie dans un navigateur";
    /// What was played.
    PLAYED = "refresh.played", "{player} played {move}", "{player} a joué {move}";
    /// What the computer plays.
    PLAYS = "refresh.plays", "{player} plays {move}: {value} for {player}; depth {depth}, {nodes}, {seconds} s", "{player} joue {move} : {value} pour {player} ; profondeur {depth}, {nodes}, {seconds} s";
    /// A board drawn again.
    GRID = "refresh.grid", "grid {grid}", "grille {grid}";
    /// What can be played.
    LEGAL = "refresh.legal", "legal moves: {moves}", "coups légaux : {moves}";
    /// What can be played where the grid is free.
    LEGAL_ANYWHERE = "refresh.legal-anywhere", "legal moves, a grid and a cell:", "coups légaux, une grille et une case :";
    /// A question.
    ASK_MOVE = "refresh.ask-move", "{player}> ", "{player}> ";
    /// A question.
    ASK_START = "refresh.ask-start", "start position> ", "position de départ> ";
    /// The end.
    OVER = "refresh.over", "the game is over: {result}", "la partie est finie : {result}";
    /// A position that is no beginning.
    START_IS_OVER = "refresh.start-is-over", "the game is already over in this position: {result}", "la partie est déjà finie dans cette position : {result}";
    /// Files that can't be written.
    NO_PICTURES = "refresh.no-pictures", "{file} can't be written: {reason}; the game goes on without", "{file} ne peut être écrit : {reason} ; la partie continue sans";
    /// A list.
    MOVES = "refresh.moves", "moves played", "coups joués";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
