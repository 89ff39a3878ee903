//! What this game says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "supermorpion.name", "super-morpion", "super-morpion";
    /// What it is about.
    SUMMARY = "supermorpion.summary", "ultimate tic-tac-toe: nine grids, the cell played names the next grid", "neuf grilles, la case jouée désigne la grille suivante";
    /// How it is played.
    RULES = "supermorpion.rules",
        "Nine grids of nine cells. The cell played in its grid names the grid where the other must play; when that grid is won or full, any open grid will do. Three in a row win a grid, three grids in a row win the game. Grids, and cells in their grid, are counted from 1 at the top left: 5 2 is cell 2 of grid 5.",
        "Neuf grilles de neuf cases. La case jouée dans sa grille désigne la grille où l'autre doit jouer ; si elle est gagnée ou pleine, toute grille ouverte convient. Trois alignés gagnent une grille, trois grilles alignées gagnent la partie. Les grilles, et les cases dans leur grille, se comptent depuis 1 en haut à gauche : 5 2 est la case 2 de la grille 5.";
    /// An option.
    MOST = "supermorpion.most", "a final tie goes to the side with more grids", "à égalité finale, le camp qui a le plus de grilles gagne";
    /// The same in short.
    MOST_LABEL = "supermorpion.most-label", "more grids win a tie", "plus de grilles gagnent à égalité";
    /// A place on the board.
    CELL = "supermorpion.cell", "grid {grid}, cell {cell}", "grille {grid}, case {cell}";

    /// What is counted.
    GRIDS = "supermorpion.grids", "grids won", "grilles gagnées";
    /// Why a game without a line is won.
    MORE_GRIDS = "supermorpion.more-grids", "no grid is open, and {player} has more of them", "plus aucune grille n'est ouverte, et {player} en a davantage";
    /// Where to play.
    FORCED_GRID = "supermorpion.forced-grid", "{player} must play in grid {grid}", "{player} doit jouer dans la grille {grid}";
    /// Where to play.
    ANY_GRID = "supermorpion.any-grid", "{player} may play in any open grid", "{player} peut jouer dans toute grille ouverte";

    /// What a board is made of.
    EXPECTED_CELL = "supermorpion.expected-cell", "x, o, a digit for that many empty cells, or X or O for a grid won", "x, o, un chiffre pour autant de cases vides, ou X ou O pour une grille gagnée";
    /// A won grid that does not begin where a grid does.
    CAPITAL_INSIDE = "supermorpion.capital-inside", "x, o or a digit: grid {grid} has begun, and a capital stands for a whole grid", "x, o ou un chiffre : la grille {grid} est entamée, et une capitale vaut une grille entière";
    /// An impossible grid.
    GRID_WON_TWICE = "supermorpion.grid-won-twice", "both sides have a line in grid {grid}, but the first closes it", "les deux camps ont un alignement dans la grille {grid}, or le premier la ferme";
    /// An impossible grid.
    GRID_LINES_APART = "supermorpion.grid-lines-apart", "the lines in grid {grid} can't have been made by one move", "les alignements de la grille {grid} ne peuvent venir d'un seul coup";
    /// Impossible counts.
    COUNTS_IMPOSSIBLE = "supermorpion.counts-impossible", "whatever stands in the won grids, {x} x and {o} o elsewhere can't come from moves in turn", "quoi que contiennent les grilles gagnées, {x} x et {o} o ailleurs ne peuvent venir de coups alternés";
    /// What a position is made of.
    EXPECTED_LAST_MOVE = "supermorpion.expected-last-move", "the last move, grid and cell from 1 to 9 each, or 00 for none", "le dernier coup, grille puis case, de 1 à 9 chacune, ou 00 s'il n'y en a pas";
    /// An impossible last move.
    LAST_NOT_DECISIVE = "supermorpion.last-not-decisive", "{player} has three grids in line, but a move in grid {grid} did not make that line", "{player} a trois grilles alignées, mais un coup dans la grille {grid} n'a pu les aligner";
    /// An impossible last move.
    LAST_ON_EMPTY = "supermorpion.last-on-empty", "grid {grid}, cell {cell} is empty, so it can't be the last move", "la case {cell} de la grille {grid} est vide, ce ne peut être le dernier coup";
    /// An impossible last move.
    LAST_ON_OTHER = "supermorpion.last-on-other", "{player} moved last, but the piece on grid {grid}, cell {cell} is not {player}'s", "{player} vient de jouer, mais la pièce de la grille {grid}, case {cell}, n'est pas à {player}";
    /// An impossible last move.
    LAST_IN_WON_GRID = "supermorpion.last-in-won-grid", "grid {grid} was won without {player} playing cell {cell}, so that can't be the last move", "la grille {grid} a été gagnée sans que {player} joue la case {cell}, ce ne peut être le dernier coup";

    /// What a move is.
    EXPECTED_MOVE = "supermorpion.expected-move", "a grid and a cell, such as 5 2 or 5 b3", "une grille et une case, comme 5 2 ou 5 b3";
    /// What a grid is.
    EXPECTED_GRID = "supermorpion.expected-grid", "a grid from 1 to 9", "une grille de 1 à 9";
    /// What a cell is.
    EXPECTED_MOVE_CELL = "supermorpion.expected-move-cell", "a cell, a1 to c3 or 1 to 9", "une case, de a1 à c3 ou de 1 à 9";
    /// The wrong grid.
    OTHER_GRID = "supermorpion.other-grid", "you were sent to grid {grid} and must play there", "vous êtes envoyé dans la grille {grid} et devez y jouer";
    /// No grid.
    NAME_THE_GRID = "supermorpion.name-the-grid", "you may play in any open grid: name it before the cell, such as {example}", "vous pouvez jouer dans toute grille ouverte : nommez-la avant la case, comme {example}";
    /// A closed grid.
    GRID_IS_WON = "supermorpion.grid-is-won", "grid {grid} is already won", "la grille {grid} est déjà gagnée";
    /// A closed grid.
    GRID_IS_FULL = "supermorpion.grid-is-full", "grid {grid} is full", "la grille {grid} est pleine";
}
