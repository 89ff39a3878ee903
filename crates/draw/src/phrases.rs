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
    HEADING = "tree.heading", "{title} — {algorithm}, {nodes}, value {value} {perspective}", "{title} — {algorithm}, {nodes}, valeur {value} {perspective}";
    /// Whose value it is.
    FOR_FIRST = "tree.for-first", "for {player}", "pour {player}";
    /// Whose value it is.
    FOR_MOVER = "tree.for-mover", "for the side to move", "pour le camp au trait";
    /// A count.
    NODE = "tree.node", "1 node", "1 nœud";
    /// A count.
    NODES = "tree.nodes", "{nodes} nodes", "{nodes} nœuds";
    /// A picture that is not whole.
    LEFT_OUT = "tree.left-out", "{drawn} of {total} nodes are drawn, {which}", "{drawn} nœuds sur {total} sont dessinés, {which}";
    /// A picture of a root.
    ONE_DRAWN = "tree.one-drawn", "only the root is drawn, 1 of {total} nodes", "seule la racine est dessinée, 1 nœud sur {total}";
    /// Which nodes are drawn.
    NEAREST = "tree.nearest", "those nearest the root", "les plus proches de la racine";
    /// Which nodes are drawn.
    BEST_MOVE = "tree.best-move", "the best move of each position", "le meilleur coup de chaque position";
    /// Which nodes are drawn.
    BEST_MOVES = "tree.best-moves", "the {breadth} best moves of each position", "les {breadth} meilleurs coups de chaque position";
    /// Which nodes are drawn.
    BEST_MOVE_NEAR = "tree.best-move-near", "the best move of each position nearest the root", "le meilleur coup de chaque position proche de la racine";
    /// Which nodes are drawn.
    BEST_MOVES_NEAR = "tree.best-moves-near", "the {breadth} best moves of each position nearest the root", "les {breadth} meilleurs coups de chaque position proche de la racine";
    /// Games that a search did not play to their end.
    GAMES_GO_ON = "tree.games-go-on", "{count} games go on at depth {depth} and are not searched further", "{count} parties continuent à la profondeur {depth} et ne sont pas explorées plus loin";
    /// A game that a search did not play to its end.
    GAME_GOES_ON = "tree.game-goes-on", "1 game goes on at depth {depth} and is not searched further", "1 partie continue à la profondeur {depth} et n'est pas explorée plus loin";
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

/// The words of the page to explore a tree, apart so that they can be handed to
/// it as a whole.
pub mod page {
    use plateau_core::phrases;

    phrases! {
        /// A count.
        NODES = "page.nodes", "nodes searched: {count}", "nœuds explorés : {count}";
        /// A count while the search is played back.
        NODES_SO_FAR = "page.nodes-so-far", "nodes searched: {count} of {total}", "nœuds explorés : {count} sur {total}";
        /// What pruning is good for.
        SAVED = "page.saved", "{share} % of the nodes saved", "{share} % des nœuds épargnés";
        /// A button.
        FIRST = "page.first", "To the start of the search (Home)", "Au début de la recherche (Début)";
        /// A button.
        BACK = "page.back", "One step back (p)", "Un pas en arrière (p)";
        /// A button.
        NEXT = "page.next", "One step forward (n)", "Un pas en avant (n)";
        /// A button.
        LAST = "page.last", "To the end of the search (End)", "À la fin de la recherche (Fin)";
        /// A button.
        PLAY = "page.play", "Play or stop (space)", "Lire ou arrêter (espace)";
        /// A button.
        FIT = "page.fit", "Fit (0)", "Ajuster (0)";
        /// A button.
        CLOSER = "page.closer", "Closer (+)", "Plus près (+)";
        /// A button.
        FARTHER = "page.farther", "Farther (−)", "Plus loin (−)";
        /// A button.
        EXPAND = "page.expand", "Expand all (e)", "Tout déplier (e)";
        /// A button.
        THEME = "page.theme", "Light or dark (t)", "Clair ou sombre (t)";
        /// A button.
        LANGUAGE = "page.language", "En français (l)", "In English (l)";
        /// The slider.
        STEP = "page.step", "step {step} of {steps}", "pas {step} sur {steps}";
        /// The keys.
        KEYS = "page.keys", "Arrows walk the tree, Enter folds and unfolds, Tab changes trees; n and p step through the search, space plays it; + − 0 zoom, drag or wheel moves.", "Les flèches parcourent l'arbre, Entrée plie et déplie, Tab change d'arbre ; n et p suivent la recherche pas à pas, espace la joue ; + − 0 zooment, la souris déplace.";
        /// The root.
        ROOT = "page.root", "the root", "la racine";
        /// A value.
        VALUE = "page.value", "value {value}", "valeur {value}";
        /// A value that is not known yet.
        OPEN = "page.open", "value not known yet", "valeur pas encore connue";
        /// A window.
        WINDOW = "page.window", "window from {alpha} to {beta}", "fenêtre de {alpha} à {beta}";
        /// The window when the search came to a node.
        WINDOW_ON_ENTRY = "page.window-on-entry", "window on entry from {alpha} to {beta}", "fenêtre à l'entrée de {alpha} à {beta}";
        /// What is left of it.
        WINDOW_NOW = "page.window-now", "now from {alpha} to {beta}", "à présent de {alpha} à {beta}";
        /// A node of the best line.
        ON_BEST = "page.on-best", "on the best line", "sur la meilleure ligne";
        /// Folded.
        FOLDED = "page.folded", "moves folded: {count}", "coups repliés : {count}";
        /// Not drawn.
        HIDDEN = "page.hidden", "moves not in this page: {count}", "coups absents de cette page : {count}";
        /// A cut.
        CUT = "page.cut", "the other {count} moves are never searched", "les {count} autres coups ne sont jamais explorés";
        /// A cut of one move.
        CUT_ONE = "page.cut-one", "the other move is never searched", "l'autre coup n'est jamais exploré";
        /// Who won.
        WINS = "page.wins", "{player} wins", "{player} gagne";
        /// Nobody won.
        DRAW = "page.draw", "draw", "partie nulle";
        /// A symmetric move.
        ALIKE = "page.alike", "{count} moves alike", "{count} coups semblables";
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        let all: Vec<_> = super::ALL.iter().chain(super::page::ALL).copied().collect();
        assert_eq!(plateau_core::text::phrase_errors(&all), Vec::<String>::new());
    }
}
