//! The phrases of Morpion 4, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "morpion4.name", "Morpion 4", "Morpion 4";
    /// The valid moves, in an error message.
    EXPECTED_CELL = "morpion4.expected-cell", "a cell, row,column from 1,1 to {last}, or a column letter and the row, a1 to {corner}", "une case, rangée,colonne de 1,1 à {last}, ou une lettre de colonne et la rangée, de a1 à {corner}";
    /// The game in one line.
    SUMMARY = "morpion4.summary", "four in a row on a large board; pieces go on any empty cell", "quatre alignés sur un grand plateau ; les pièces vont sur n'importe quelle case vide";
    /// The rules.
    RULES = "morpion4.rules",
        "Players place their signs in turn on any empty cell. {k} or more of your signs in a row, in any of the four directions, win; a full board without a line is a draw.",
        "Les joueurs posent tour à tour leur signe sur une case vide. {k} de vos signes alignés ou plus, dans l'une des quatre directions, gagnent ; un plateau plein sans alignement est nul.";
    /// The valid sizes, in an error message.
    SIZES = "morpion4.sizes", "a size COLUMNSxROWSxK, columns and rows from 3 to 20, K from 3 to 6", "une taille COLONNESxRANGÉESxK, colonnes et rangées de 3 à 20, K de 3 à 6";

    /// About the engine `best`.
    BEST = "morpion4.best", "a search for forced wins by threats, then alpha-beta", "une recherche de gains forcés par menaces, puis l'alpha-bêta";
    /// About the evaluator `plateau`.
    EVAL_OPEN_LINES = "morpion4.eval-open-lines", "the lines open to each side by the stones in them; those of the side to move count a quarter more", "les alignements ouverts à chaque camp selon leurs pions ; ceux du camp au trait comptent un quart de plus";
    /// About the evaluator `baseline`.
    EVAL_BASELINE = "morpion4.eval-baseline", "a table of weights for what the last move creates and blocks within two cells", "une table de poids pour ce que le dernier coup crée et bloque à deux cases de distance";
    /// A term: the bonus of the side to move.
    TEMPO = "morpion4.tempo", "tempo: lines of the side to move count a quarter more", "trait : les alignements du camp au trait comptent un quart de plus";
    /// The note on a position without a last move.
    NO_LAST_MOVE = "morpion4.no-last-move", "this evaluator values the last move only, and none is given here", "cet évaluateur ne juge que le dernier coup, et aucun n'est donné ici";
    /// A term: a run of three.
    TRIO_CREATED = "morpion4.trio-created", "trio created", "trio créé";
    /// A term: a run of two.
    DUO_CREATED = "morpion4.duo-created", "duo created", "duo créé";
    /// A term: three stones of the other side split.
    TRIO_BLOCKED = "morpion4.trio-blocked", "trio blocked", "trio bloqué";
    /// A term: two stones of the other side blocked.
    DUO_BLOCKED = "morpion4.duo-blocked", "duo blocked", "duo bloqué";
    /// A term: `.xxx`.
    OPEN_THREE = "morpion4.open-three", "three in a row beside an empty cell", "trois alignés à côté d'une case vide";
    /// A term: `.xx`.
    OPEN_TWO = "morpion4.open-two", "two in a row beside an empty cell", "deux alignés à côté d'une case vide";
    /// A term: `oxx.`.
    HALF_OPEN_TWO = "morpion4.half-open-two", "two in a row, blocked on one side", "deux alignés, bloqués d'un côté";
    /// A term: `x.x`.
    SPLIT_TWO = "morpion4.split-two", "two around an empty cell", "deux autour d'une case vide";
    /// A term: `ox.x.`.
    HALF_SPLIT_TWO = "morpion4.half-split-two", "two around an empty cell, blocked on one side", "deux autour d'une case vide, bloqués d'un côté";
    /// A term: `ox.xo`.
    DEAD_SPLIT_TWO = "morpion4.dead-split-two", "two around an empty cell, blocked on both sides", "deux autour d'une case vide, bloqués des deux côtés";
    /// A term: `.x`.
    OPEN_ONE = "morpion4.open-one", "alone beside an empty cell", "seul à côté d'une case vide";
    /// A term: stones around.
    NEIGHBOURS = "morpion4.neighbours", "stones on the eight cells around", "pions sur les huit cases voisines";
    /// A term: the factor of a side.
    PLAYER_FACTOR = "morpion4.player-factor", "times {factor} for moves of {player}", "fois {factor} pour les coups de {player}";
    /// A term: the factor for plies.
    PLY_FACTOR = "morpion4.ply-factor", "times {factor} for each ply ({plies})", "fois {factor} par demi-coup ({plies})";
}
