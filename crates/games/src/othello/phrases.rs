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
    /// The note on a side without a move, and the error for a move by it.
    MUST_PASS = "othello.must-pass", "{player} has no move and must pass", "{player} {player:n'a|n'ont} pas de coup et {player:doit|doivent} passer";
    /// The error for a pass by a side that can move.
    CANNOT_PASS = "othello.cannot-pass", "{player} cannot pass while there is a move, such as {move}", "{player} ne {player:peut|peuvent} pas passer tant qu'il y a un coup, par exemple {move}";

    /// The note on a pass.
    PASSED = "othello.passed", "{player} passed", "{player} {player:a|ont} passé";
    /// The note on empty squares that count for the winner.
    EMPTIES_COUNT = "othello.empties-count", "empty squares counted for {player}: {count}", "cases vides comptées pour {player} : {count}";
}
