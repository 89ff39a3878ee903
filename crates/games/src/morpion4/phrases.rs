//! The phrases of Morpion 4, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "morpion4.name", "Morpion 4", "Morpion 4";
    /// The valid moves, in an error message.
    EXPECTED_CELL = "morpion4.expected-cell", "a cell, row,column from 1,1 to {last}, or a column letter and the row, a1 to {corner}", "une case, rangée,colonne de 1,1 à {last}, ou une lettre de colonne et la rangée, de a1 à {corner}";
    /// The game in one line.
    SUMMARY = "morpion4.summary", "k in a row, pieces placed anywhere; four on 12×12, or any m,n,k", "k alignés, pièces posées n'importe où ; quatre sur 12×12, ou tout m,n,k";
    /// The rules.
    RULES = "morpion4.rules",
        "Players place their signs in turn on any empty cell. {k} or more of your signs in a row, in any of the four directions, win; a full board without a line is a draw.",
        "Les joueurs posent tour à tour leur signe sur une case vide. {k} de vos signes alignés ou plus, dans l'une des quatre directions, gagnent ; un plateau plein sans alignement est nul.";
    /// The valid sizes, in an error message.
    SIZES = "morpion4.sizes", "a size COLUMNSxROWSxK, columns and rows from 3 to 20, K from 3 to 6", "une taille COLONNESxRANGÉESxK, colonnes et rangées de 3 à 20, K de 3 à 6";
    /// The label of a size.
    SIZE = "morpion4.size", "{columns}×{rows}, {k} in a row", "{columns}×{rows}, {k} alignés";
}
