//! The phrases of Othello, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "othello.name", "Othello", "Othello";
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
    BEST = "othello.best", "an opening book on 8×8, alpha-beta with the strongest evaluator, and an endgame solver that is exact with about 20 empty squares; perfect on 4×4, and on 6×6 with a few seconds a move", "une bibliothèque d'ouvertures en 8×8, l'alpha-bêta avec le meilleur évaluateur, et un solveur de finales exact vers 20 cases vides ; parfait en 4×4, et en 6×6 avec quelques secondes par coup";
    /// About the evaluator `plateau`.
    EVAL_LEARNED = "othello.eval-learned", "the expected final margin, learned from games: the weights of patterns of edges, corners, lines and diagonals, of mobility and of parity, by stage", "l'écart final attendu, appris sur des parties : les poids de motifs de bords, de coins, de lignes et de diagonales, de la mobilité et de la parité, selon la phase";
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
    /// A term: the right to move and the parity.
    TERM_PARITY = "othello.term-parity", "having the move, and the parity of the empty squares", "avoir le trait, et la parité des cases vides";
    /// A term: the moves of the side to move.
    TERM_OWN_MOVES = "othello.term-own-moves", "moves of the side to move: {count}", "coups du joueur au trait : {count}";
    /// A term: the moves of the opponent.
    TERM_OPPONENT_MOVES = "othello.term-opponent-moves", "moves of the opponent: {count}", "coups de l'adversaire : {count}";
    /// A pattern: an edge.
    PATTERN_EDGE = "othello.pattern-edge", "patterns: edges with their X-squares", "motifs : bords avec leurs cases X";
    /// A pattern: a corner.
    PATTERN_CORNER = "othello.pattern-corner", "patterns: corners of {size}", "motifs : coins de {size}";
    /// A pattern: a triangle in a corner.
    PATTERN_TRIANGLE = "othello.pattern-triangle", "patterns: triangles in corners", "motifs : triangles dans les coins";
    /// A pattern: a row or column.
    PATTERN_LINE = "othello.pattern-line", "patterns: rows and columns {number}, counted from the edge", "motifs : lignes et colonnes {number}, à compter du bord";
    /// A pattern: a diagonal.
    PATTERN_DIAGONAL = "othello.pattern-diagonal", "patterns: diagonals of {length}", "motifs : diagonales de {length}";
    /// A game collection that is none.
    NOT_WTHOR = "othello.not-wthor", "this is not a WTHOR file of games on 8×8", "ce n'est pas un fichier WTHOR de parties en 8×8";
    /// A game collection of a wrong length.
    WTHOR_LENGTH = "othello.wthor-length", "it is damaged or incomplete: its header says {games} games of 68 bytes, but it has {found} bytes", "il est abîmé ou incomplet : son en-tête annonce {games} parties de 68 octets, mais il a {found} octets";
    /// A game collection with an impossible score.
    WTHOR_SCORE = "othello.wthor-score", "game {number} is damaged: its theoretical score is {found} discs of 64", "la partie {number} est abîmée : son score théorique est de {found} pions sur 64";
    /// A game collection with an illegal move.
    WTHOR_MOVE = "othello.wthor-move", "game {number} is damaged: its move {move} is illegal", "la partie {number} est abîmée : son coup {move} est illégal";
    /// The note on the weights, which depend on the number of empty squares.
    STAGE = "othello.stage", "weights for {empty} empty squares", "poids pour {empty} cases vides";
}
