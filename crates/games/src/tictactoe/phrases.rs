//! What this game says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "tictactoe.name", "tic-tac-toe", "morpion";
    /// What a move is.
    EXPECTED_CELL = "tictactoe.expected-cell", "a cell, a1 to c3, or 1 to 9 from the top left", "une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche";
    /// What it is about.
    SUMMARY = "tictactoe.summary", "three in a row on 3×3", "trois alignés sur 3×3";
    /// How it is played.
    RULES = "tictactoe.rules",
        "The players write their signs in turn in empty cells. Three of one's own in a row, a column or a diagonal win; a full board without them is a draw.",
        "Les joueurs inscrivent tour à tour leur signe dans une case vide. Trois des siens en ligne, en colonne ou en diagonale gagnent ; une grille pleine sans cela est nulle.";
}
