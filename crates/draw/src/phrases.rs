//! The phrases of this crate, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Algorithm name.
    MINIMAX = "tree.minimax", "minimax", "minimax";
    /// Algorithm name.
    NEGAMAX = "tree.negamax", "negamax", "negamax";
    /// Algorithm name.
    ALPHABETA = "tree.alphabeta", "alpha-beta", "alpha-bêta";
    /// Heading of a tree.
    HEADING = "tree.heading", "{title} — {algorithm}, {nodes}, value {value} {perspective}", "{title} — {algorithm}, {nodes}, valeur {value} {perspective}";
    /// Perspective of the value: the first player.
    FOR_FIRST = "tree.for-first", "for {player}", "pour {player}";
    /// Perspective of the value: the side to move.
    FOR_MOVER = "tree.for-mover", "for the side to move", "pour le camp au trait";
    /// Node count of one.
    NODE = "tree.node", "1 node", "1 nœud";
    /// Node count.
    NODES = "tree.nodes", "{nodes} nodes", "{nodes} nœuds";
    /// Note: only some nodes are drawn.
    NODES_DRAWN = "tree.nodes-drawn", "{drawn} of {total} nodes are drawn, {which}", "{drawn} nœuds sur {total} sont dessinés, {which}";
    /// Note: only the root is drawn.
    ONLY_ROOT_DRAWN = "tree.only-root-drawn", "only the root is drawn, 1 of {total} nodes", "seule la racine est dessinée, 1 nœud sur {total}";
    /// Selection of the drawn nodes.
    NEAREST = "tree.nearest", "those nearest the root", "les plus proches de la racine";
    /// Selection of the drawn nodes.
    BEST_MOVE = "tree.best-move", "the best move of each position", "le meilleur coup de chaque position";
    /// Selection of the drawn nodes.
    BEST_MOVES = "tree.best-moves", "the {breadth} best moves of each position", "les {breadth} meilleurs coups de chaque position";
    /// Selection of the drawn nodes.
    BEST_MOVE_NEAR = "tree.best-move-near", "the best move of each position nearest the root", "le meilleur coup de chaque position proche de la racine";
    /// Selection of the drawn nodes.
    BEST_MOVES_NEAR = "tree.best-moves-near", "the {breadth} best moves of each position nearest the root", "les {breadth} meilleurs coups de chaque position proche de la racine";
    /// Note: leaves at the depth limit.
    DEPTH_LIMIT_LEAVES = "tree.depth-limit-leaves", "{count} positions stopped at the depth limit ({depth})", "{count} positions arrêtées à la limite de profondeur ({depth})";
    /// Note: one leaf at the depth limit.
    DEPTH_LIMIT_LEAF = "tree.depth-limit-leaf", "1 position stopped at the depth limit ({depth})", "1 position arrêtée à la limite de profondeur ({depth})";
    /// Number of hidden moves of a node.
    MORE = "tree.more", "{count} more", "{count} de plus";
    /// Legend: the shape of a side.
    TO_MOVE = "tree.to-move", "{player} to move", "trait à {player}";
    /// Legend: the principal variation.
    BEST_LINE = "tree.best-line", "best line", "meilleure ligne";
    /// Legend: a dashed frame.
    NEVER = "tree.never", "never searched", "jamais exploré";
    /// Reason of an alpha cutoff.
    CUT_AT_MOST = "tree.cut-at-most", "{player} already has a move worth ≤ {bound} elsewhere", "{player} a déjà ailleurs un coup qui vaut ≤ {bound}";
    /// Reason of a beta cutoff.
    CUT_AT_LEAST = "tree.cut-at-least", "{player} already has a move worth ≥ {bound} elsewhere", "{player} a déjà ailleurs un coup qui vaut ≥ {bound}";
}

/// The phrases of the interactive page, separate so that they can be passed to it together.
pub mod page {
    use plateau_core::phrases;

    phrases! {
        /// Node count.
        NODES = "page.nodes", "nodes searched: {count}", "nœuds explorés : {count}";
        /// Node count during playback.
        NODES_SO_FAR = "page.nodes-so-far", "nodes searched: {count} of {total}", "nœuds explorés : {count} sur {total}";
        /// Effect of pruning.
        SAVED = "page.saved", "{share} % of the nodes saved", "{share} % de nœuds en moins";
        /// Tooltip of a button.
        FIRST = "page.first", "Start of the search (Home)", "Début de la recherche (Début)";
        /// Tooltip of a button.
        BACK = "page.back", "Step back (p)", "Étape précédente (p)";
        /// Tooltip of a button.
        NEXT = "page.next", "Step forward (n)", "Étape suivante (n)";
        /// Tooltip of a button.
        LAST = "page.last", "End of the search (End)", "Fin de la recherche (Fin)";
        /// Tooltip of a button.
        PLAY = "page.play", "Play / pause (space)", "Lecture / pause (espace)";
        /// Tooltip of a button.
        FIT = "page.fit", "Fit to window (0)", "Ajuster à la fenêtre (0)";
        /// Tooltip of a button.
        CLOSER = "page.closer", "Zoom in (+)", "Zoom avant (+)";
        /// Tooltip of a button.
        FARTHER = "page.farther", "Zoom out (−)", "Zoom arrière (−)";
        /// Tooltip of a button.
        EXPAND = "page.expand", "Expand all (e)", "Tout déplier (e)";
        /// Tooltip of a button.
        THEME = "page.theme", "Light / dark (t)", "Clair / sombre (t)";
        /// Tooltip of a button.
        LANGUAGE = "page.language", "En français (l)", "In English (l)";
        /// Label of the slider.
        STEP = "page.step", "step {step} of {steps}", "étape {step} sur {steps}";
        /// Help on keys.
        KEYS = "page.keys", "Arrow keys move through the tree, Enter expands or collapses, Tab switches trees; n and p step through the search, space plays it; + − 0 zoom, drag or scroll to move.", "Les flèches parcourent l'arbre, Entrée déplie ou replie, Tab change d'arbre ; n et p suivent la recherche pas à pas, espace la joue ; + − 0 zooment, glissez ou faites défiler pour vous déplacer.";
        /// Description of the root.
        ROOT = "page.root", "the root", "la racine";
        /// Value of a node.
        VALUE = "page.value", "value {value}", "valeur {value}";
        /// A node without a value so far.
        OPEN = "page.open", "value not known yet", "valeur pas encore connue";
        /// Alpha-beta window of a node.
        WINDOW = "page.window", "window from {alpha} to {beta}", "fenêtre de {alpha} à {beta}";
        /// Window when the search entered a node.
        WINDOW_ON_ENTRY = "page.window-on-entry", "window on entry from {alpha} to {beta}", "fenêtre à l'entrée de {alpha} à {beta}";
        /// Current window of a node.
        WINDOW_NOW = "page.window-now", "now from {alpha} to {beta}", "à présent de {alpha} à {beta}";
        /// A node of the principal variation.
        ON_BEST = "page.on-best", "on the best line", "sur la meilleure ligne";
        /// Number of collapsed moves.
        FOLDED = "page.folded", "moves collapsed: {count}", "coups repliés : {count}";
        /// Number of hidden moves.
        HIDDEN = "page.hidden", "moves not drawn: {count}", "coups non dessinés : {count}";
        /// A cutoff.
        CUT = "page.cut", "the other {count} moves are never searched", "les {count} autres coups ne sont jamais explorés";
        /// A cutoff of one move.
        CUT_ONE = "page.cut-one", "the other move is never searched", "l'autre coup n'est jamais exploré";
        /// Result: a win.
        WINS = "page.wins", "{player} wins", "{player} gagne";
        /// Result: a draw.
        DRAW = "page.draw", "draw", "partie nulle";
        /// Number of symmetric moves.
        ALIKE = "page.alike", "{count} symmetric moves", "{count} coups symétriques";
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_have_both_languages_and_the_same_parameters() {
        let all: Vec<_> = super::ALL.iter().chain(super::page::ALL).copied().collect();
        assert_eq!(plateau_core::text::phrase_errors(&all), Vec::<String>::new());
    }
}
