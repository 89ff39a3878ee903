//! What pictures say, in English and in French.

use plateau_core::phrases;

phrases! {
    /// A way to search.
    MINIMAX = "tree.minimax", "minimax", "minimax";
    /// A way to search.
    NEGAMAX = "tree.negamax", "negamax", "negamax";
    /// A way to search.
    ALPHABETA = "tree.alphabeta", "alpha-beta", "alpha-bêta";
    /// What a tree shows.
    HEADING = "tree.heading", "{title} — {algorithm}, {nodes} nodes, value {value} {perspective}", "{title} — {algorithm}, {nodes} nœuds, valeur {value} {perspective}";
    /// Whose value it is.
    FOR_FIRST = "tree.for-first", "for {player}", "pour {player}";
    /// Whose value it is.
    FOR_MOVER = "tree.for-mover", "for the side to move", "pour le camp au trait";
    /// A picture that is not whole.
    LEFT_OUT = "tree.left-out", "{drawn} of {total} nodes are drawn, those nearest the root", "{drawn} nœuds sur {total} sont dessinés, les plus proches de la racine";
    /// Moves that are not drawn.
    MORE = "tree.more", "{count} more", "{count} de plus";
    /// What a shape means.
    TO_MOVE = "tree.to-move", "{player} to move", "trait à {player}";
    /// What a line means.
    BEST_LINE = "tree.best-line", "best line", "meilleure ligne";
    /// What a dashed frame means.
    NEVER = "tree.never", "never searched", "jamais exploré";
    /// Why a branch was cut.
    CUT_AT_MOST = "tree.cut-at-most", "{player} already has a move worth ≤ {bound} elsewhere", "{player} a déjà ailleurs un coup qui vaut ≤ {bound}";
    /// Why a branch was cut.
    CUT_AT_LEAST = "tree.cut-at-least", "{player} already has a move worth ≥ {bound} elsewhere", "{player} a déjà ailleurs un coup qui vaut ≥ {bound}";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::faults(super::ALL), Vec::<String>::new());
    }
}
