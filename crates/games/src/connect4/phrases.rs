//! What this game says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "connect4.name", "Connect Four", "Puissance 4";
    /// What it is about.
    SUMMARY = "connect4.summary", "four in a row, pieces fall to the bottom", "quatre alignés, les pièces tombent au fond";
    /// How it is played.
    RULES = "connect4.rules",
        "A piece put into a column falls to its lowest free place. Four of one's own in a row, a column or a diagonal win; a full board without them is a draw. A score counts the pieces that the winner has not needed, and one more: +1 wins with one's last piece, +2 with the one before it, −1 loses to the other's last piece.",
        "Une pièce mise dans une colonne tombe à la place libre la plus basse. Quatre des siennes en ligne, en colonne ou en diagonale gagnent ; un plateau plein sans cela est nul. Un score compte les pièces dont le gagnant n'a pas eu besoin, et une de plus : +1 gagne avec sa dernière pièce, +2 avec l'avant-dernière, −1 perd sur la dernière pièce de l'autre.";
    /// Its sizes.
    SIZES = "connect4.sizes", "a size COLUMNSxROWS, both from 4 to 10", "une taille COLONNESxRANGÉES, toutes deux de 4 à 10";
    /// A size.
    SIZE = "connect4.size", "{columns}×{rows}", "{columns}×{rows}";
    /// A stone with nothing under it.
    FLOATING = "connect4.floating", "the piece in column {column}, row {row} from the bottom floats: nothing lies under it", "la pièce de la colonne {column}, rangée {row} depuis le bas, flotte : rien n'est dessous";
    /// What a move is.
    COLUMNS = "connect4.columns", "a column from 1 to {last}", "une colonne de 1 à {last}";
    /// A column without room.
    COLUMN_FULL = "connect4.column-full", "column {column} is full", "la colonne {column} est pleine";
}
