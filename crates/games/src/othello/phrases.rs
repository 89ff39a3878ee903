//! The phrases of Othello, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "othello.name", "Othello", "Othello";
    /// The first player.
    BLACK = "othello.black", "black", "les Noirs";
    /// The second player.
    WHITE = "othello.white", "white", "les Blancs";
    /// The label of the tally.
    DISCS = "othello.discs", "discs", "pions";
    /// The game in one line.
    SUMMARY = "othello.summary", "outflank your opponent's discs to flip them; the most discs win", "encadrez les pions adverses pour les retourner ; celui qui a le plus de pions gagne";
    /// The rules.
    RULES = "othello.rules",
        "Place a disc so that your opponent's discs lie in a straight line between it and another of your discs: they are flipped to your colour. A player who cannot flip a disc passes. When neither player can move, the player with more discs wins, and the score is the difference; empty squares count for the winner, unless the option discs is set.",
        "Posez un pion de façon à encadrer en ligne droite des pions adverses entre lui et un autre de vos pions : ils sont retournés à votre couleur. Un joueur qui ne peut rien retourner passe son tour. Quand aucun joueur ne peut jouer, celui qui a le plus de pions gagne, et le score est la différence ; les cases vides comptent pour le gagnant, sauf avec l'option discs.";

    /// The help of the option `4`.
    HELP_4 = "othello.help-4", "a board of 4×4", "un plateau de 4×4";
    /// The help of the option `6`.
    HELP_6 = "othello.help-6", "a board of 6×6", "un plateau de 6×6";
    /// The help of the option `8`.
    HELP_8 = "othello.help-8", "a board of 8×8", "un plateau de 8×8";
    /// The help of the option `discs`.
    HELP_DISCS = "othello.help-discs", "only discs count; empty squares do not count for the winner", "seuls les pions comptent ; les cases vides ne comptent pas pour le gagnant";
    /// The label of the option `4`.
    LABEL_4 = "othello.label-4", "4×4", "4×4";
    /// The label of the option `6`.
    LABEL_6 = "othello.label-6", "6×6", "6×6";
    /// The label of the option `8`.
    LABEL_8 = "othello.label-8", "8×8", "8×8";
    /// The label of the option `discs`.
    LABEL_DISCS = "othello.label-discs", "only discs count", "seuls les pions comptent";

    /// The valid characters of a board, in an error message.
    EXPECTED_DISC = "othello.expected-disc", "X for black, O for white or - for an empty square", "X pour les Noirs, O pour les Blancs ou - pour une case vide";
    /// The error for a board of the wrong length.
    WRONG_COUNT = "othello.wrong-count", "the board must have {size} letters, one for each square, but has {count}", "le plateau doit avoir {size} lettres, une par case, mais en a {count}";
    /// The error for an empty centre square.
    CENTRE_EMPTY = "othello.centre-empty", "{square} is empty, but the four centre squares are always taken", "{square} est vide, mais les quatre cases du centre sont toujours occupées";
    /// The error for a disc that is not connected to the centre.
    DISC_DISCONNECTED = "othello.disc-disconnected", "the disc on {square} is not connected to the centre", "le pion en {square} n'est pas relié au centre";

    /// The valid moves, in an error message.
    EXPECTED_MOVE = "othello.expected-move", "a square of the board, a1 to {last}, or pass", "une case du plateau, de a1 à {last}, ou pass pour passer";
    /// The error for a move that flips nothing.
    FLIPS_NOTHING = "othello.flips-nothing", "{square} flips no disc", "{square} ne retourne aucun pion";
    /// The note on a side without a move.
    MUST_PASS = "othello.must-pass", "{player} has no move and must pass", "{player} {player:n'a|n'ont} pas de coup et {player:doit|doivent} passer";

    /// The note on a pass.
    PASSED = "othello.passed", "{player} passed", "{player} {player:a|ont} passé";
    /// The note on empty squares that count for the winner.
    EMPTIES_COUNT = "othello.empties-count", "empty squares counted for {player}: {count}", "cases vides comptées pour {player} : {count}";

    /// About the engine `best`.
    BEST = "othello.best", "alpha-beta with the strongest evaluator, and an endgame solver that is exact with about 20 empty squares", "l'alpha-bêta avec le meilleur évaluateur, et un solveur de finales exact vers 20 cases vides";
    /// About the evaluator `plateau`.
    EVAL_PATTERNS = "othello.eval-patterns", "the expected final margin, from mobility, corners, stability, frontier and parity, and on 8×8 from patterns of lines, edges and corners, with weights fitted to games", "l'écart final attendu, d'après la mobilité, les coins, la stabilité, la frontière et la parité, et en 8×8 d'après des motifs de lignes, de bords et de coins, aux poids ajustés sur des parties";
    /// About the evaluator `baseline`.
    EVAL_BASELINE = "othello.eval-baseline", "the sum of fixed weights of the squares held on 8×8, where a corner is worth 500; the difference of discs on smaller boards", "la somme de poids fixes des cases tenues en 8×8, où un coin vaut 500 ; la différence de pions sur les petits plateaux";
    /// A term: corners held.
    TERM_CORNERS = "othello.term-corners", "corners", "coins";
    /// A term: C-squares.
    TERM_C_SQUARES = "othello.term-c-squares", "C-squares, beside a corner on the edge", "cases C, à côté d'un coin sur le bord";
    /// A term: X-squares.
    TERM_X_SQUARES = "othello.term-x-squares", "X-squares, beside a corner on the diagonal", "cases X, à côté d'un coin en diagonale";
    /// A term: the squares that are symmetric to one.
    TERM_LIKE = "othello.term-like", "squares like {square}", "cases comme {square}";
    /// A term: mobility.
    TERM_MOBILITY = "othello.term-mobility", "mobility: 32 √moves", "mobilité : 32 √coups";
    /// A term: moves to corners.
    TERM_CORNER_MOVES = "othello.term-corner-moves", "corners that can be taken now", "coins prenables tout de suite";
    /// A term: potential mobility.
    TERM_POTENTIAL = "othello.term-potential", "potential mobility: empty squares beside opposing discs", "mobilité potentielle : cases vides bordant un pion adverse";
    /// A term: frontier discs.
    TERM_FRONTIER = "othello.term-frontier", "frontier: discs beside an empty square", "frontière : pions à côté d'une case vide";
    /// A term: discs on C-squares of empty corners.
    TERM_EMPTY_C_SQUARES = "othello.term-empty-c", "C-squares of empty corners", "cases C de coins vides";
    /// A term: discs on X-squares of empty corners.
    TERM_EMPTY_X_SQUARES = "othello.term-empty-x", "X-squares of empty corners", "cases X de coins vides";
    /// A term: stable edge discs.
    TERM_STABLE = "othello.term-stable", "stable discs on edges", "pions stables sur les bords";
    /// A term: other edge discs.
    TERM_EDGES = "othello.term-edges", "other discs on edges", "autres pions sur les bords";
    /// A term: the right to move.
    TERM_TEMPO = "othello.term-tempo", "tempo: having the move", "tempo : avoir le trait";
    /// A term: parity.
    TERM_PARITY = "othello.term-parity", "parity of the empty squares", "parité des cases vides";
    /// A pattern: an edge.
    PATTERN_EDGE = "othello.pattern-edge", "patterns: edges with their X-squares", "motifs : bords avec leurs cases X";
    /// A pattern: a second row or column.
    PATTERN_LINE_2 = "othello.pattern-line-2", "patterns: rows 2 and 7, columns b and g", "motifs : lignes 2 et 7, colonnes b et g";
    /// A pattern: a third row or column.
    PATTERN_LINE_3 = "othello.pattern-line-3", "patterns: rows 3 and 6, columns c and f", "motifs : lignes 3 et 6, colonnes c et f";
    /// A pattern: a fourth row or column.
    PATTERN_LINE_4 = "othello.pattern-line-4", "patterns: rows 4 and 5, columns d and e", "motifs : lignes 4 et 5, colonnes d et e";
    /// A pattern: a main diagonal.
    PATTERN_DIAGONAL_8 = "othello.pattern-diagonal-8", "patterns: diagonals of 8", "motifs : diagonales de 8";
    /// A pattern: a diagonal of seven squares.
    PATTERN_DIAGONAL_7 = "othello.pattern-diagonal-7", "patterns: diagonals of 7", "motifs : diagonales de 7";
    /// A pattern: a diagonal of six squares.
    PATTERN_DIAGONAL_6 = "othello.pattern-diagonal-6", "patterns: diagonals of 6", "motifs : diagonales de 6";
    /// A pattern: a diagonal of five squares.
    PATTERN_DIAGONAL_5 = "othello.pattern-diagonal-5", "patterns: diagonals of 5", "motifs : diagonales de 5";
    /// A pattern: a diagonal of four squares.
    PATTERN_DIAGONAL_4 = "othello.pattern-diagonal-4", "patterns: diagonals of 4", "motifs : diagonales de 4";
    /// A pattern: a corner.
    PATTERN_CORNER = "othello.pattern-corner", "patterns: corners of 3×3", "motifs : coins de 3×3";
    /// A game collection that is none.
    NOT_WTHOR = "othello.not-wthor", "this is not a WTHOR file of games on 8×8", "ce n'est pas un fichier WTHOR de parties en 8×8";
    /// A game collection of a wrong length.
    WTHOR_LENGTH = "othello.wthor-length", "it is damaged or incomplete: its header says {games} games of 68 bytes, but it has {found} bytes", "il est abîmé ou incomplet : son en-tête annonce {games} parties de 68 octets, mais il a {found} octets";
    /// A game collection with an illegal move.
    WTHOR_MOVE = "othello.wthor-move", "game {number} is damaged: its move {move} is illegal", "la partie {number} est abîmée : son coup {move} est illégal";
    /// The note on the stage of the game, which chooses the weights.
    STAGE = "othello.stage", "weights of stage {stage} of {stages}: {empty} empty squares", "poids de la phase {stage} sur {stages} : {empty} cases vides";
}
