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

    /// About the evaluator `plateau`.
    EVAL_OPEN_LINES = "tictactoe.eval-open-lines", "the lines open to each side by the stones in them, and wins within two plies", "les alignements ouverts à chaque camp selon leurs pions, et les gains en deux demi-coups";
    /// About the evaluator `baseline`.
    EVAL_BASELINE = "tictactoe.eval-baseline", "lines of two with an empty cell, and the cells held: centre 5, corners 3, sides 1", "les alignements de deux avec une case vide, et les cases tenues : centre 5, coins 3, côtés 1";
    /// A term of the baseline: lines of two stones and an empty cell.
    TWO_IN_LINE = "tictactoe.two-in-line", "lines of two and an empty cell", "alignements de deux pions et d'une case vide";
    /// A term of the baseline: the centre.
    CENTRE = "tictactoe.centre", "centre", "centre";
    /// A term of the baseline: the corners.
    CORNERS = "tictactoe.corners", "corners", "coins";
    /// A term of the baseline: the sides.
    SIDES = "tictactoe.sides", "sides", "côtés";
}
