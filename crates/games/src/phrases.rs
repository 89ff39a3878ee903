//! The phrases shared by all games, in English and French.

use plateau_core::phrases;

phrases! {
    /// The first player of a game with black and white pieces.
    BLACK = "side.black", "black", "les Noirs";
    /// The second player of a game with black and white pieces.
    WHITE = "side.white", "white", "les Blancs";

    /// The error for an unknown game.
    GAME_UNKNOWN = "game.unknown", "there is no game '{name}'; available: {names}", "le jeu « {name} » n'existe pas ; jeux disponibles : {names}";
    /// The error for an unknown game with a similar name.
    GAME_SIMILAR = "game.similar", "there is no game '{name}'; did you mean {similar}?", "le jeu « {name} » n'existe pas ; vouliez-vous dire {similar} ?";
    /// The error for a repeated option.
    OPTION_TWICE = "options.twice", "{word} is given twice", "{word} est donné deux fois";
    /// The error for a colon without options.
    OPTIONS_EMPTY = "options.empty", "an option after the colon: {expected}", "une option après le deux-points : {expected}";
    /// The error for options that exclude each other.
    OPTIONS_CLASH = "options.clash", "{first} and {second} cannot be combined", "{first} et {second} ne peuvent pas être combinés";
    /// The error for a repeated size.
    SIZE_TWICE = "options.size-twice", "the size is given twice", "la taille est donnée deux fois";
    /// A number of a size: columns.
    SIZE_COLUMNS = "size.columns", "width", "largeur";
    /// A number of a size: rows.
    SIZE_ROWS = "size.rows", "height", "hauteur";
    /// A number of a size: the length of a winning line.
    SIZE_LINE = "size.line", "pieces in a row to win", "pions à aligner";
    /// The label of a size.
    SIZE_LABEL = "size.label", "{columns}×{rows}", "{columns}×{rows}";
    /// The label of a size with the length of a winning line.
    SIZE_AND_LINE_LABEL = "size.label-with-line", "{columns}×{rows}, {k} in a row", "{columns}×{rows}, {k} alignés";
    /// The error for a line longer than the board.
    LINE_TOO_LONG = "size.line-too-long", "{k} in a row does not fit on {columns}×{rows}: choose {most} at most, as in {fitting}", "un alignement de {k} ne tient pas sur {columns}×{rows} : choisissez {most} au plus, comme dans {fitting}";
    /// The error for a board on which no line fits.
    BOARD_TOO_SMALL = "size.board-too-small", "{k} in a row does not fit on {columns}×{rows}: choose a larger board, as in {fitting}", "un alignement de {k} ne tient pas sur {columns}×{rows} : choisissez un plateau plus grand, comme dans {fitting}";
    /// The valid options, in an error message.
    OPTIONS_KNOWN = "options.known", "one of {words}", "l'une de ces valeurs : {words}";
    /// The valid options and sizes, in an error message.
    OPTIONS_OR = "options.or", "one of {words}, or {size}", "l'une de ces valeurs : {words}, ou {size}";
    /// The error for an option of a game without options.
    OPTIONS_NONE = "options.none", "no options: this game has none", "aucune option : ce jeu n'en a pas";

    /// The error for an unknown engine.
    ENGINE_UNKNOWN = "engine.unknown", "there is no engine '{name}'; available: {names}", "le moteur « {name} » n'existe pas ; moteurs disponibles : {names}";
    /// The error for an unknown engine with a similar name.
    ENGINE_SIMILAR = "engine.similar", "there is no engine '{name}'; did you mean {similar}?", "le moteur « {name} » n'existe pas ; vouliez-vous dire {similar} ?";
    /// The error for the engine `rules` in a game without lines.
    RULES_NEED_LINES = "engine.rules-need-lines", "the engine 'rules' plays only games won by a line, and {game} is not one", "le moteur « rules » ne joue qu'aux jeux gagnés par un alignement, et {game} n'en est pas un";
    /// The error for a record of another game.
    OTHER_GAME = "engine.other-game", "this engine does not play {game}", "ce moteur ne joue pas à {game}";

    /// The error for an unknown evaluator.
    EVALUATOR_UNKNOWN = "tree.evaluator-unknown", "there is no evaluator '{name}'; available: {names}", "l'évaluateur « {name} » n'existe pas ; évaluateurs disponibles : {names}";
    /// The error for an unknown evaluator with a similar name.
    EVALUATOR_SIMILAR = "tree.evaluator-similar", "there is no evaluator '{name}'; did you mean {similar}?", "l'évaluateur « {name} » n'existe pas ; vouliez-vous dire {similar} ?";
    /// A file of a net that cannot be used.
    NET_REFUSED = "learned.refused", "cannot use {file}: {reason}", "impossible d'utiliser {file} : {reason}";
    /// The sentence about the evaluator of a net.
    EVAL_LEARNED = "learned.eval", "a net that plateau train made", "un réseau produit par plateau train";
    /// The only term of an evaluator that does not explain itself.
    TERM_VALUE = "eval.value", "value", "valeur";
    /// The note on an evaluator without knowledge.
    KNOWS_NOTHING = "eval.knows-nothing", "this evaluator values every unfinished game at 0", "cet évaluateur donne 0 à toute partie en cours";
    /// A term: the lines without a stone of the other side, by their number of stones.
    OPEN_LINES = "eval.open-lines", "open lines, {stones} of {line} filled", "alignements ouverts, remplis à {stones} sur {line}";
    /// A term: a win by the next move.
    WINS_NEXT = "eval.wins-next", "completes a line with the next move", "complète un alignement au prochain coup";
    /// A term: two threats of the opponent.
    TWO_THREATS = "eval.two-threats", "two threats of the opponent, of which only one can be blocked", "deux menaces de l'adversaire, dont une seule peut être bloquée";
    /// The title of a map: what each cell is worth.
    MAP_WEIGHTS = "eval.map-weights", "what each cell is worth to the side that holds it", "ce que chaque case vaut pour le camp qui la tient";
    /// The title of a map: what each point adds to the value.
    MAP_CONTRIBUTIONS = "eval.map-contributions", "what each point adds to the value", "ce que chaque point ajoute à la valeur";
    /// The error for an infinite tree.
    TREE_ENDLESS = "tree.endless", "positions can repeat in {game}, so its tree is infinite: set a depth", "les positions peuvent se répéter dans {game}, son arbre est donc infini : donnez une profondeur";

    /// The error for a pass by a side that can move.
    CANNOT_PASS = "move.cannot-pass", "{player} can't pass: there is a legal move, such as {move}", "{player} {player:ne peut|ne peuvent} pas passer : il y a un coup légal, par exemple {move}";
    /// The error for a pass, to a player who can move.
    YOU_CANNOT_PASS = "move.you-cannot-pass", "you can't pass: you have a legal move, such as {move}", "vous ne pouvez pas passer : vous avez un coup légal, par exemple {move}";
    /// The message to a player without a move.
    YOU_MUST_PASS = "move.you-must-pass", "you have no move and must pass", "vous n'avez aucun coup possible : passez votre tour";

    /// The first field of a position, in an error message.
    EXPECTED_BOARD = "cells.expected-board", "the board", "le plateau";
    /// The last field of a position, in an error message.
    EXPECTED_SIDE = "cells.expected-side", "the side to move, x or o", "le trait, x ou o";
    /// The end of a position, in an error message.
    EXPECTED_END = "cells.expected-end", "nothing more", "rien de plus";
    /// The valid characters of a board with runs as digits, in an error message.
    EXPECTED_CELL_DIGIT = "cells.expected-cell-digit", "x, o, or a digit from 1 to 9 for that many empty cells", "x, o, ou un chiffre de 1 à 9 pour autant de cases vides";
    /// The valid characters of a board with runs as numbers, in an error message.
    EXPECTED_CELL_NUMBER = "cells.expected-cell-number", "x, o, or a number of empty cells", "x, o, ou un nombre de cases vides";
    /// The valid lengths of a run, in an error message.
    EXPECTED_RUN = "cells.expected-run", "a number of empty cells from 1 to {most}", "un nombre de cases vides de 1 à {most}";
    /// The error for a board that is too short.
    TOO_FEW_CELLS = "cells.too-few", "more cells: {size} in all, {read} so far", "d'autres cases : {size} en tout, {read} jusqu'ici";
    /// The error for a board that is too long.
    TOO_MANY_CELLS = "cells.too-many", "the end of the board after its {size} cells", "la fin du plateau après ses {size} cases";
    /// The error for a row that is too short.
    ROW_TOO_SHORT = "cells.row-too-short", "more cells: {size} in row {row}, {read} so far", "d'autres cases : {size} dans la rangée {row}, {read} jusqu'ici";
    /// The error for a row that is too long.
    ROW_TOO_LONG = "cells.row-too-long", "the end of row {row} after its {size} cells", "la fin de la rangée {row} après ses {size} cases";
    /// The error for missing rows.
    TOO_FEW_ROWS = "cells.too-few-rows", "a / and row {row}: the board has {size} rows", "un / et la rangée {row} : le plateau a {size} rangées";
    /// The error for extra rows.
    TOO_MANY_ROWS = "cells.too-many-rows", "the end of the board after its {size} rows", "la fin du plateau après ses {size} rangées";
    /// The error for impossible numbers of pieces.
    COUNTS_APART = "cells.counts-apart", "x has {x} pieces and o has {o}; they can differ by at most one", "x a {x} pièces et o en a {o} ; l'écart est d'un au plus";
    /// The error for a side to move that has more pieces.
    MOVER_HAS_MORE = "cells.mover-has-more", "{player} has more pieces, so it cannot be {player}'s turn", "{player} a plus de pièces, ce n'est donc pas son tour";
    /// The error for two winners.
    BOTH_HAVE_LINES = "cells.both-have-lines", "both sides have a line, but the game ends with the first one", "les deux camps ont un alignement, mais la partie finit au premier";
    /// The error for a winner to move.
    WINNER_TO_MOVE = "cells.winner-to-move", "{player} has a line, so {player} moved last and it cannot be {player}'s turn", "{player} a un alignement, donc {player} vient de jouer et n'a pas le trait";
    /// The error for lines that one move cannot have made.
    LINES_APART = "cells.lines-apart", "{player} has lines that cannot come from one last move", "{player} a des alignements qui ne peuvent pas provenir d'un même coup";

    /// The error for a move to a taken cell.
    CELL_TAKEN = "move.cell-taken", "{cell} is taken", "{cell} est occupé";
}
