//! The phrases that several games share, in English and in French.

use plateau_core::phrases;

phrases! {
    /// An unknown game.
    GAME_KNOWN = "game.known", "one of {games}", "l'un de {games}";
    /// An unknown game that is nearly a known one.
    GAME_NEAR = "game.near", "{near}, or another of {games}", "{near}, ou un autre de {games}";
    /// The same option twice.
    OPTION_TWICE = "options.twice", "{word} is given twice", "{word} est donné deux fois";
    /// No option where one should be.
    OPTIONS_EMPTY = "options.empty", "an option after the colon: {expected}", "une option après le deux-points : {expected}";
    /// Options that exclude each other.
    OPTIONS_CLASH = "options.clash", "{first} and {second} can't both be chosen", "{first} et {second} ne peuvent être choisis ensemble";
    /// Two sizes.
    SIZE_TWICE = "options.size-twice", "the size is given twice", "la taille est donnée deux fois";
    /// What options there are.
    OPTIONS_KNOWN = "options.known", "one of {words}", "l'un de {words}";
    /// What options there are.
    OPTIONS_OR = "options.or", "one of {words}, or {size}", "l'un de {words}, ou {size}";
    /// What options there are.
    OPTIONS_NONE = "options.none", "no options: this game has none", "aucune option : ce jeu n'en a pas";

    /// An unknown engine.
    ENGINE_UNKNOWN = "engine.unknown", "there is no engine '{name}'; there are {names}", "il n'y a pas de moteur « {name} » ; il y a {names}";
    /// An engine that does not fit a game.
    RULES_NEED_LINES = "engine.rules-need-lines", "the engine 'rules' plays games won by a line, and {game} is not one", "le moteur « rules » joue aux jeux gagnés par un alignement, et {game} n'en est pas un";
    /// A record handed to another game's engine.
    OTHER_GAME = "engine.other-game", "this engine does not play {game}", "ce moteur ne joue pas à {game}";

    /// An unknown evaluator.
    EVALUATOR_UNKNOWN = "tree.evaluator-unknown", "there is no evaluator '{name}'; there are {names}", "il n'y a pas d'évaluation « {name} » ; il y a {names}";
    /// A tree without end.
    TREE_ENDLESS = "tree.endless", "in {game} positions come back, so that its tree has no end: give a depth", "à {game} des positions reviennent, son arbre est donc sans fin : donnez une profondeur";

    /// What a position is made of.
    EXPECTED_BOARD = "cells.expected-board", "the board", "le plateau";
    /// What a position is made of.
    EXPECTED_SIDE = "cells.expected-side", "the side to move, x or o", "le trait, x ou o";
    /// What ends a position.
    EXPECTED_END = "cells.expected-end", "nothing more", "rien de plus";
    /// What a board is made of.
    EXPECTED_CELL_DIGIT = "cells.expected-cell-digit", "x, o, or a digit from 1 to 9 for that many empty cells", "x, o, ou un chiffre de 1 à 9 pour autant de cases vides";
    /// What a board is made of.
    EXPECTED_CELL_NUMBER = "cells.expected-cell-number", "x, o, or a number of empty cells", "x, o, ou un nombre de cases vides";
    /// A run of nothing.
    EXPECTED_RUN = "cells.expected-run", "a number of empty cells from 1 to {most}", "un nombre de cases vides de 1 à {most}";
    /// Too short a board.
    TOO_FEW_CELLS = "cells.too-few", "more cells: {size} in all, {read} so far", "d'autres cases : {size} en tout, {read} jusqu'ici";
    /// Too long a board.
    TOO_MANY_CELLS = "cells.too-many", "the end of the board after its {size} cells", "la fin du plateau après ses {size} cases";
    /// Too short a row.
    ROW_TOO_SHORT = "cells.row-too-short", "more cells: {size} in row {row}, {read} so far", "d'autres cases : {size} dans la rangée {row}, {read} jusqu'ici";
    /// Too long a row.
    ROW_TOO_LONG = "cells.row-too-long", "the end of row {row} after its {size} cells", "la fin de la rangée {row} après ses {size} cases";
    /// Too few rows.
    TOO_FEW_ROWS = "cells.too-few-rows", "a / and row {row}: the board has {size} rows", "un / et la rangée {row} : le plateau a {size} rangées";
    /// Too many rows.
    TOO_MANY_ROWS = "cells.too-many-rows", "the end of the board after its {size} rows", "la fin du plateau après ses {size} rangées";
    /// Counts that no game leads to.
    COUNTS_APART = "cells.counts-apart", "pieces of x: {x}, of o: {o}; they may differ by one at most", "pièces de x : {x}, de o : {o} ; l'écart est d'un au plus";
    /// Counts that no game leads to.
    MOVER_HAS_MORE = "cells.mover-has-more", "{player} has more pieces, so it can't be {player}'s turn", "{player} a plus de pièces, ce ne peut être son tour";
    /// Two winners.
    BOTH_HAVE_LINES = "cells.both-have-lines", "both sides have a line, but the game ends with the first", "les deux camps ont un alignement, or la partie finit au premier";
    /// The winner is to move.
    WINNER_TO_MOVE = "cells.winner-to-move", "{player} has a line, so {player} moved last and it can't be {player}'s turn", "{player} a un alignement, donc {player} vient de jouer et n'a pas le trait";
    /// Lines that can't have come about by one move.
    LINES_APART = "cells.lines-apart", "{player} has lines that no single last move can have made", "{player} a des alignements qu'aucun dernier coup n'a pu faire à lui seul";

    /// A cell that is not free.
    CELL_TAKEN = "move.cell-taken", "{cell} is taken", "{cell} est occupé";
}
