//! What this game says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "othello.name", "Othello", "Othello";
    /// A side.
    BLACK = "othello.black", "black", "noir";
    /// A side.
    WHITE = "othello.white", "white", "blanc";
    /// What is counted.
    DISCS = "othello.discs", "discs", "pions";
    /// What it is about.
    SUMMARY = "othello.summary", "outflank discs to turn them over; the most discs win", "encadrer des pions pour les retourner ; qui a le plus de pions gagne";
    /// How it is played.
    RULES = "othello.rules",
        "A disc is placed so that it outflanks, in a straight line, discs of the other side between itself and another of one's own: they are turned over. A side that can't outflank passes. When neither can, the side with more discs wins, and how many more is its score; squares that stay empty count for it too, unless the option discs is chosen.",
        "On pose un pion de façon à encadrer en ligne droite des pions adverses entre lui et un autre des siens : ils sont retournés. Un camp qui ne peut rien encadrer passe. Quand aucun ne le peut, le camp qui a le plus de pions gagne, et combien de plus est son score ; les cases restées vides comptent aussi pour lui, sauf avec l'option discs.";

    /// An option.
    HELP_4 = "othello.help-4", "a board of 4×4", "un plateau de 4×4";
    /// An option.
    HELP_6 = "othello.help-6", "a board of 6×6", "un plateau de 6×6";
    /// An option.
    HELP_8 = "othello.help-8", "a board of 8×8", "un plateau de 8×8";
    /// An option.
    HELP_DISCS = "othello.help-discs", "only the discs on the board count, empty squares go to nobody", "seuls les pions sur le plateau comptent, les cases vides ne vont à personne";
    /// The same in short.
    LABEL_4 = "othello.label-4", "4×4", "4×4";
    /// The same in short.
    LABEL_6 = "othello.label-6", "6×6", "6×6";
    /// The same in short.
    LABEL_8 = "othello.label-8", "8×8", "8×8";
    /// The same in short.
    LABEL_DISCS = "othello.label-discs", "only discs count", "seuls les pions comptent";

    /// What a board is made of.
    EXPECTED_DISC = "othello.expected-disc", "X for black, O for white or - for an empty square", "X pour noir, O pour blanc ou - pour une case vide";
    /// Too short or too long a board.
    WRONG_COUNT = "othello.wrong-count", "the board is {size} letters, one for each square, not {count}", "le plateau s'écrit en {size} lettres, une par case, et non {count}";
    /// A position no game leads to.
    CENTRE_EMPTY = "othello.centre-empty", "{square} is empty, but the four squares of the centre never are", "{square} est vide, or les quatre cases du centre ne le sont jamais";
    /// A position no game leads to.
    DISC_APART = "othello.disc-apart", "no chain of neighbours joins the disc on {square} to the centre", "aucune suite de voisins ne relie au centre le pion en {square}";

    /// What a move looks like.
    EXPECTED_MOVE = "othello.expected-move", "a square of the board, a1 to {last}, or pass", "une case du plateau, de a1 à {last}, ou pass";
    /// A move that captures nothing.
    TURNS_NOTHING = "othello.turns-nothing", "{square} turns no disc", "{square} ne retourne aucun pion";
    /// A move by a side that has none.
    MUST_PASS = "othello.must-pass", "{player} can turn no disc and must pass", "{player} ne peut retourner aucun pion et doit passer";
    /// A pass by a side that can move.
    MAY_NOT_PASS = "othello.may-not-pass", "{player} may not pass while there is a move, {move} for instance", "{player} ne peut passer tant qu'il y a un coup, par exemple {move}";

    /// The last move was none.
    PASSED = "othello.passed", "{player} passed", "{player} a passé";
    /// Why the margin is not the difference of the discs.
    EMPTIES_COUNT = "othello.empties-count", "empty squares that count for {player}: {count}", "cases vides comptées pour {player} : {count}";
}
