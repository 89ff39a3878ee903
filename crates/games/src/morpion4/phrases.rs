//! What this game says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "morpion4.name", "Morpion 4", "Morpion 4";
    /// What a move is.
    EXPECTED_CELL = "morpion4.expected-cell", "a cell, row,column from 1,1 to {last}, or a column letter and the row, a1 to {corner}", "une case, rangée,colonne de 1,1 à {last}, ou une lettre de colonne et la rangée, de a1 à {corner}";
    /// What it is about.
    SUMMARY = "morpion4.summary", "k in a row by free placement; four on 12×12, or any m,n,k", "k alignés en placement libre ; quatre sur 12×12, ou tout m,n,k";
    /// How it is played.
    RULES = "morpion4.rules",
        "The players place their signs in turn on any empty cell. A row of {k} or more in any of the four directions wins; a full board without one is a draw.",
        "Les joueurs posent tour à tour leur signe sur une case vide. Un alignement de {k} ou plus dans l'une des quatre directions gagne ; un plateau plein sans cela est nul.";
    /// Its sizes.
    SIZES = "morpion4.sizes", "a size COLUMNSxROWSxK, columns and rows from 3 to 20, K from 3 to 6", "une taille COLONNESxRANGÉESxK, colonnes et rangées de 3 à 20, K de 3 à 6";
}
