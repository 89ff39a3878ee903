//! The phrases of tic-tac-toe, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "tictactoe.name", "tic-tac-toe", "morpion";
    /// The valid moves, in an error message.
    EXPECTED_CELL = "tictactoe.expected-cell", "a cell, a1 to c3, or 1 to 9 from the top left", "une case, de a1 à c3, ou de 1 à 9 depuis le haut à gauche";
    /// The game in one line.
    SUMMARY = "tictactoe.summary", "three in a row on 3×3", "trois alignés sur 3×3";
    /// The rules.
    RULES = "tictactoe.rules",
        "Players place their signs in turn in empty cells. Three of your signs in a row, a column or a diagonal win; a full board without a line is a draw.",
        "Les joueurs placent tour à tour leur signe dans une case vide. Trois de vos signes en ligne, en colonne ou en diagonale gagnent ; une grille pleine sans alignement est nulle.";
}
