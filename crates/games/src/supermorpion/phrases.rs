//! The phrases of super-morpion, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "supermorpion.name", "super-morpion", "super-morpion";
    /// The game in one line.
    SUMMARY = "supermorpion.summary", "ultimate tic-tac-toe: nine grids, the cell you play decides the next grid", "neuf grilles, la case jouée désigne la grille suivante";
    /// The rules.
    RULES = "supermorpion.rules",
        "Nine grids of nine cells. The cell you play decides the grid your opponent must play in; if that grid is won or full, your opponent can play in any open grid. Three in a row win a grid, three grids in a row win the game. Grids, and the cells of a grid, are numbered from 1 at the top left: 5 2 is cell 2 of grid 5.",
        "Neuf grilles de neuf cases. La case que vous jouez désigne la grille où l'adversaire doit jouer ; si cette grille est gagnée ou pleine, il joue dans la grille ouverte de son choix. Trois alignés gagnent une grille, trois grilles alignées gagnent la partie. Les grilles, et les cases d'une grille, sont numérotées depuis 1 en haut à gauche : 5 2 est la case 2 de la grille 5.";
    /// The help of the option `most`.
    MOST = "supermorpion.most", "without three grids in a row, the side with more grids wins", "sans trois grilles alignées, le camp qui a le plus de grilles gagne";
    /// The label of the option `most`.
    MOST_LABEL = "supermorpion.most-label", "most grids win", "victoire à la majorité des grilles";
    /// The description of a cell.
    CELL = "supermorpion.cell", "grid {grid}, cell {cell}", "grille {grid}, case {cell}";

    /// The label of the tally.
    GRIDS = "supermorpion.grids", "grids won", "grilles gagnées";
    /// The note on a game won by the number of grids.
    MORE_GRIDS = "supermorpion.more-grids", "no grid is open, and {player} has won more grids", "plus aucune grille n'est ouverte, et {player} en a gagné davantage";
    /// The note on a forced grid.
    FORCED_GRID = "supermorpion.forced-grid", "{player} must play in grid {grid}", "{player} doit jouer dans la grille {grid}";
    /// The note on a free choice.
    ANY_GRID = "supermorpion.any-grid", "{player} can play in any open grid", "{player} peut jouer dans n'importe quelle grille ouverte";
    /// The note to a player with a free choice.
    YOU_ANY_GRID = "supermorpion.you-any-grid", "you can play in any open grid", "vous pouvez jouer dans n'importe quelle grille ouverte";

    /// The valid characters of a board, in an error message.
    EXPECTED_CELL = "supermorpion.expected-cell", "x, o, a digit for that many empty cells, or X or O for a won grid", "x, o, un chiffre pour autant de cases vides, ou X ou O pour une grille gagnée";
    /// The error for a capital letter within a grid.
    CAPITAL_INSIDE = "supermorpion.capital-inside", "x, o or a digit within grid {grid}: a capital letter stands for a whole grid", "x, o ou un chiffre dans la grille {grid} : une majuscule vaut une grille entière";
    /// The error for a grid won by both sides.
    GRID_WON_TWICE = "supermorpion.grid-won-twice", "both sides have a line in grid {grid}, but the first line closes it", "les deux camps ont un alignement dans la grille {grid}, mais le premier la ferme";
    /// The error for a grid won by two moves.
    GRID_LINES_APART = "supermorpion.grid-lines-apart", "the lines in grid {grid} cannot come from one move", "les alignements de la grille {grid} ne peuvent pas provenir d'un même coup";
    /// The error for impossible numbers of pieces.
    COUNTS_IMPOSSIBLE = "supermorpion.counts-impossible", "{x} x and {o} o outside the won grids are impossible: players move in turn", "{x} x et {o} o hors des grilles gagnées sont impossibles : les joueurs jouent tour à tour";
    /// The valid last moves, in an error message.
    EXPECTED_LAST_MOVE = "supermorpion.expected-last-move", "the last move, grid and cell from 1 to 9 each, or 00 for none", "le dernier coup, grille puis case, de 1 à 9 chacune, ou 00 s'il n'y en a pas";
    /// The error for a last move that did not complete the line of grids.
    LAST_NOT_DECISIVE = "supermorpion.last-not-decisive", "{player} has three grids in a row, but a move in grid {grid} did not complete them", "{player} a trois grilles alignées, mais un coup dans la grille {grid} ne les a pas complétées";
    /// The error for a last move on an empty cell.
    LAST_ON_EMPTY = "supermorpion.last-on-empty", "grid {grid}, cell {cell} is empty, so it cannot be the last move", "la case {cell} de la grille {grid} est vide, ce n'est donc pas le dernier coup";
    /// The error for a last move of the wrong side.
    LAST_ON_OTHER = "supermorpion.last-on-other", "{player} moved last, but the piece on grid {grid}, cell {cell} is not {player}'s", "{player} vient de jouer, mais la pièce de la grille {grid}, case {cell}, n'est pas à {player}";
    /// The error for a last move in a grid that was won before.
    LAST_IN_WON_GRID = "supermorpion.last-in-won-grid", "grid {grid} was won without {player} playing cell {cell}, so it cannot be the last move", "la grille {grid} a été gagnée sans que {player} joue la case {cell}, ce n'est donc pas le dernier coup";

    /// The valid moves, in an error message.
    EXPECTED_MOVE = "supermorpion.expected-move", "a grid and a cell, such as 5 2 or 5 b3", "une grille et une case, comme 5 2 ou 5 b3";
    /// The valid grids, in an error message.
    EXPECTED_GRID = "supermorpion.expected-grid", "a grid from 1 to 9", "une grille de 1 à 9";
    /// The valid cells, in an error message.
    EXPECTED_MOVE_CELL = "supermorpion.expected-move-cell", "a cell, a1 to c3 or 1 to 9", "une case, de a1 à c3 ou de 1 à 9";
    /// The error for a move in the wrong grid, and the note on a forced grid, to the player.
    YOU_FORCED_GRID = "supermorpion.other-grid", "you must play in grid {grid}", "vous devez jouer dans la grille {grid}";
    /// The error for a move without a grid.
    NAME_THE_GRID = "supermorpion.name-the-grid", "{player} can play in any open grid: name it before the cell, such as {example}", "{player} peut jouer dans n'importe quelle grille ouverte : nommez-la avant la case, comme {example}";
    /// The error for a move without a grid, to the player.
    YOU_NAME_THE_GRID = "supermorpion.you-name-the-grid", "you can play in any open grid: name it before the cell, such as {example}", "vous pouvez jouer dans n'importe quelle grille ouverte : nommez-la avant la case, comme {example}";
    /// The error for a move in a won grid.
    GRID_IS_WON = "supermorpion.grid-is-won", "grid {grid} is already won by {player}", "la grille {grid} est déjà gagnée par {player}";
    /// The error for a move to a taken cell.
    CELL_IS_TAKEN = "supermorpion.cell-is-taken", "{cell} is taken by {player}", "la case {cell} est déjà prise par {player}";
    /// The error for a move in a full grid.
    GRID_IS_FULL = "supermorpion.grid-is-full", "grid {grid} is full", "la grille {grid} est pleine";

    /// About the evaluator `plateau`.
    EVAL_CHANCES = "supermorpion.eval-chances", "the chance of each side to win each grid, and from these each line of grids", "la probabilité de chaque camp de gagner chaque grille, et de là chaque alignement de grilles";
    /// About the learned evaluator.
    EVAL_LEARNED = "supermorpion.eval-learned", "a small net learned by self-play: the contents of each grid, lines of grids, and the grid to play in", "un petit réseau appris en jouant contre soi-même : le contenu de chaque grille, les alignements de grilles et la grille où jouer";
    /// About the table of weights.
    EVAL_WEIGHTS = "supermorpion.eval-weights", "weights learned by self-play, one for each thing that the net sees", "des poids appris en jouant contre soi-même, un pour chaque chose que voit le réseau";
    /// A term: the contents of grids.
    LEARNED_GRIDS = "supermorpion.learned-grids", "contents of the grids", "contenu des grilles";
    /// A term: lines of grids.
    LEARNED_LINES = "supermorpion.learned-lines", "lines of grids", "alignements de grilles";
    /// A term: which grids are won.
    LEARNED_WON = "supermorpion.learned-won", "grids won", "grilles gagnées";
    /// A term: the target grid.
    LEARNED_TARGET = "supermorpion.learned-target", "the grid to play in", "la grille où jouer";
    /// A term: having the move.
    LEARNED_BIAS = "supermorpion.learned-bias", "having the move", "avoir le trait";
    /// About the evaluator `baseline`.
    EVAL_BASELINE = "supermorpion.eval-baseline", "weights for the lines of every grid, and ten times as much for lines of grids", "des poids pour les alignements de chaque grille, et dix fois plus pour ceux de grilles";
    /// A term: lines of two in grids.
    CELLS_TWO = "supermorpion.cells-two", "lines of two and an empty cell", "alignements de deux pions et d'une case vide";
    /// A term: lines of one in grids.
    CELLS_ONE = "supermorpion.cells-one", "lines of one and two empty cells", "alignements d'un pion et de deux cases vides";
    /// A term: middles of lines in grids.
    CELLS_MIDDLE = "supermorpion.cells-middle", "lines whose middle is held", "alignements dont le milieu est tenu";
    /// A term: lines through an own centre of a grid.
    CELLS_OWN_CENTRE = "supermorpion.cells-own-centre", "of these through the centre, side to move", "dont passant par le centre (camp au trait)";
    /// A term: lines through the opponent's centre of a grid.
    CELLS_OPPONENT_CENTRE = "supermorpion.cells-opponent-centre", "of these through the centre, opponent", "dont passant par le centre (adversaire)";
    /// A term: lines with two grids won.
    GRIDS_TWO = "supermorpion.grids-two", "lines with two grids won and one open", "alignements avec deux grilles gagnées et une ouverte";
    /// A term: lines with one grid won.
    GRIDS_ONE = "supermorpion.grids-one", "lines with one grid won and two open", "alignements avec une grille gagnée et deux ouvertes";
    /// A term: middles of lines of grids.
    GRIDS_MIDDLE = "supermorpion.grids-middle", "lines of grids whose middle is won", "alignements de grilles dont le milieu est gagné";
    /// A term: lines through the own centre grid.
    GRIDS_OWN_CENTRE = "supermorpion.grids-own-centre", "of these through grid 5, side to move", "dont passant par la grille 5 (camp au trait)";
    /// A term: lines through the opponent's centre grid.
    GRIDS_OPPONENT_CENTRE = "supermorpion.grids-opponent-centre", "of these through grid 5, opponent", "dont passant par la grille 5 (adversaire)";
    /// A term: the free choice of a grid.
    FREE_CHOICE = "supermorpion.free-choice", "free choice of the grid", "libre choix de la grille";
    /// A term: the chances of lines of grids.
    CHANCE_OF_LINES = "supermorpion.chance-of-lines", "lines of grids: the lead in chances to win all three", "alignements de grilles : avance en chances de gagner les trois";
    /// A term: the chances of grids.
    CHANCE_OF_GRIDS = "supermorpion.chance-of-grids", "grids: the lead in chances to win each", "grilles : avance en chances de gagner chacune";
    /// The title of the map of grids.
    MAP_GRIDS = "supermorpion.map-grids", "what each grid adds to the value", "ce que chaque grille ajoute à la valeur";
    /// The title of the map of own chances.
    MAP_OWN_CHANCES = "supermorpion.map-own-chances", "the side to move's chance to win each grid, in percent", "chances du camp au trait de gagner chaque grille, en pour cent";
    /// The title of the map of the opponent's chances.
    MAP_OPPONENT_CHANCES = "supermorpion.map-opponent-chances", "the opponent's chance to win each grid, in percent", "chances de l'adversaire de gagner chaque grille, en pour cent";
}
