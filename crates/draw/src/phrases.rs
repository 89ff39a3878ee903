//! The phrases of this crate, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Algorithm name.
    MINIMAX = "tree.minimax", "minimax", "minimax";
    /// Algorithm name.
    NEGAMAX = "tree.negamax", "negamax", "negamax";
    /// Algorithm name.
    ALPHABETA = "tree.alphabeta", "alpha-beta", "alpha-bêta";
    /// Algorithm name.
    NEGAMAX_ALPHABETA = "tree.negamax-alphabeta", "negamax with alpha-beta", "negamax avec alpha-bêta";
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
    TO_MOVE = "tree.to-move", "{player} to move", "à {player} de jouer";
    /// Legend: the principal variation.
    BEST_LINE = "tree.best-line", "best line", "meilleure variante";
    /// Legend: a dashed frame.
    NEVER = "tree.never", "never searched", "jamais exploré";
    /// Reason of an alpha cutoff.
    CUT_AT_MOST = "tree.cut-at-most", "{player} already has a move worth ≤ {bound} elsewhere", "{player} {player:a|ont} déjà ailleurs un coup qui vaut ≤ {bound}";
    /// Reason of a beta cutoff.
    CUT_AT_LEAST = "tree.cut-at-least", "{player} already has a move worth ≥ {bound} elsewhere", "{player} {player:a|ont} déjà ailleurs un coup qui vaut ≥ {bound}";
}

/// Messages of the tree explorer, in a module of their own because the page carries them
/// all.
pub mod page {
    use plateau_core::phrases;

    phrases! {
        /// How many nodes were searched.
        NODES = "page.nodes", "nodes searched: {count}", "nœuds explorés : {count}";
        /// How many nodes were searched, while the search is played back.
        NODES_SO_FAR = "page.nodes-so-far", "nodes searched: {count} of {total}", "nœuds explorés : {count} sur {total}";
        /// How many nodes alpha-beta searches less than minimax.
        SAVED = "page.saved", "{share} % fewer nodes", "{share} % de nœuds en moins";
        /// Button: first step of the search.
        FIRST = "page.first", "First step (Home)", "Première étape (Début)";
        /// Button: previous step.
        BACK = "page.back", "Previous step (p)", "Étape précédente (p)";
        /// Button: next step.
        NEXT = "page.next", "Next step (n)", "Étape suivante (n)";
        /// Button: last step.
        LAST = "page.last", "Last step (End)", "Dernière étape (Fin)";
        /// Button: play the search step by step.
        PLAY = "page.play", "Play / pause (Space)", "Lecture / pause (Espace)";
        /// Button: fit the tree to the window.
        FIT = "page.fit", "Show the whole tree (0)", "Afficher tout l'arbre (0)";
        /// Button: zoom in.
        CLOSER = "page.closer", "Zoom in (+)", "Zoom avant (+)";
        /// Button: zoom out.
        FARTHER = "page.farther", "Zoom out (−)", "Zoom arrière (−)";
        /// Button: expand all nodes.
        EXPAND = "page.expand", "Expand all (e)", "Tout déplier (e)";
        /// Button: light or dark theme.
        THEME = "page.theme", "Light or dark theme (t)", "Thème clair ou sombre (t)";
        /// Button: the other language, named in that language.
        LANGUAGE = "page.language", "Passer en français (l)", "Switch to English (l)";
        /// The position of the slider.
        STEP = "page.step", "step {step} of {steps}", "étape {step} sur {steps}";
        /// Keyboard and mouse help.
        KEYS = "page.keys", "Arrow keys move in the tree, Enter expands or collapses a node, Tab switches trees. n and p step through the search, Space plays or pauses it. + − 0 zoom, dragging scrolls.", "Les flèches se déplacent dans l'arbre, Entrée déplie ou replie un nœud, Tab change d'arbre. n et p suivent la recherche pas à pas, Espace la lance ou la met en pause. + − 0 zooment, glisser fait défiler.";
        /// The root node.
        ROOT = "page.root", "root", "racine";
        /// The value of a node.
        VALUE = "page.value", "value {value}", "valeur {value}";
        /// A node whose value is not known at this step.
        OPEN = "page.open", "not evaluated yet", "pas encore évalué";
        /// The window of a node.
        WINDOW = "page.window", "window from {alpha} to {beta}", "fenêtre de {alpha} à {beta}";
        /// The window a node was entered with.
        WINDOW_ON_ENTRY = "page.window-on-entry", "window on entry from {alpha} to {beta}", "fenêtre à l'entrée de {alpha} à {beta}";
        /// The window as narrowed so far.
        WINDOW_NOW = "page.window-now", "now from {alpha} to {beta}", "maintenant de {alpha} à {beta}";
        /// A node of the principal variation.
        ON_BEST = "page.on-best", "on the best line", "dans la meilleure variante";
        /// The children of a collapsed node.
        FOLDED = "page.folded", "collapsed moves: {count}", "coups repliés : {count}";
        /// Children that the page does not contain.
        HIDDEN = "page.hidden", "moves not shown: {count}", "coups non affichés : {count}";
        /// Children that were pruned.
        CUT = "page.cut", "the remaining {count} moves are pruned", "les {count} coups restants sont élagués";
        /// One child that was pruned.
        CUT_ONE = "page.cut-one", "the remaining move is pruned", "le coup restant est élagué";
        /// The winner at the end of the game.
        WINS = "page.wins", "{player} wins", "{player} {player:gagne|gagnent}";
        /// A drawn game.
        DRAW = "page.draw", "draw", "partie nulle";
        /// Symmetric moves that one node stands for.
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
