//! Messages shared by the command-line programs, in English and French.

use plateau_core::phrases;

phrases! {
    /// Where a game is watched.
    WATCHED_AT = "live.watched-at", "the game can be watched at {link}", "la partie se regarde à {link}";
    /// A game without a page.
    NOT_WATCHED = "live.not-watched", "the game can't be watched, and goes on without: {reason}", "la partie ne peut être regardée et se joue sans cela : {reason}";
    /// A page that is gone.
    NO_LONGER_WATCHED = "live.no-longer-watched", "the game can't be watched any more: {reason}", "la partie ne peut plus être regardée : {reason}";
    /// No server, or none of ours.
    NO_PAGE = "live.no-page", "no page answers at {address}; plateau serve starts one", "aucune page ne répond à {address} ; plateau serve en ouvre une";
    /// A server that does not want it.
    PAGE_REFUSES = "live.page-refuses", "the page at {address} refuses: {reason}", "la page {address} refuse : {reason}";
    /// An answer that went nowhere.
    CANNOT_WRITE = "cli.cannot-write", "the answer can't be written: {reason}", "la réponse ne peut être écrite : {reason}";
    /// A board that does not fit.
    BOARD_TOO_WIDE = "cli.board-too-wide", "the board needs {needed} columns, and this terminal has {width}; a wider one shows it, or plateau show with -o board.svg", "le plateau demande {needed} colonnes, et ce terminal en a {width} ; un plus large le montre, ou plateau show avec -o board.svg";
    /// A file that can't be written.
    CANNOT_WRITE_FILE = "cli.cannot-write-file", "{file} can't be written: {reason}", "{file} ne peut être écrit : {reason}";
    /// A file of a format that is not known.
    FORMAT_UNKNOWN = "cli.format-unknown", "the name '{file}' tells no format; there are {formats}", "le nom « {file} » n'indique aucun format ; il y a {formats}";
    /// A format that something has not.
    FORMAT_NOT_HERE = "cli.format-not-here", "there is no {format} of this; there are {formats}", "il n'y a pas de {format} de ceci ; il y a {formats}";
    /// A file whose name says another format.
    FORMAT_DIFFERS = "cli.format-differs", "{file} is the name of a file of {named}, but --format says {format}", "{file} est le nom d'un fichier {named}, mais --format dit {format}";
    /// A picture that can't be made.
    NO_PICTURE = "cli.no-picture", "the picture can't be drawn: {reason}", "l'image ne peut être dessinée : {reason}";
    /// A terminal that can't be used.
    NO_TERMINAL = "cli.no-terminal", "the terminal can't be used: {reason}", "le terminal est inutilisable : {reason}";
    /// An engine that has no move.
    ENGINE_FAILED = "cli.engine-failed", "the engine failed: {reason}", "le moteur a échoué : {reason}";
    /// A picture that is not for a terminal.
    PNG_TO_TERMINAL = "cli.png-to-terminal", "a PNG is no text for a terminal: give -o FILE", "un PNG n'est pas un texte pour un terminal : donnez -o FICHIER";
    /// A picture that did not fit.
    PNG_SCALED = "tree.png-scaled", "the picture is scaled to {percent} %; -o tree.svg and -o tree.html keep every detail", "l'image est réduite à {percent} % ; -o tree.svg et -o tree.html gardent tous les détails";
    /// A picture that shows too little.
    DRAW_MORE = "tree.draw-more", "a PNG has no room for more; --depth or --breadth make the tree smaller, and -o tree.svg or -o tree.html show more of it", "un PNG n'a pas plus de place ; --depth ou --breadth réduisent l'arbre, et -o tree.svg ou -o tree.html en montrent davantage";
    /// A tree that is too large.
    TREE_TOO_LARGE = "tree.too-large", "the tree has more than {limit} nodes; --depth makes it smaller", "l'arbre a plus de {limit} nœuds ; --depth le réduit";
    /// The nodes of two algorithms.
    BOTH_COUNTS = "tree.both-counts", "minimax {minimax}, alpha-beta {alphabeta}: {saved} % saved", "minimax {minimax}, alpha-bêta {alphabeta} : {saved} % épargnés";
    /// The nodes of one, where the other has too many.
    PRUNED_COUNT = "tree.pruned-count", "minimax more than {limit} nodes, alpha-beta {alphabeta}", "minimax plus de {limit} nœuds, alpha-bêta {alphabeta}";
    /// A warning.
    DOT_SLOW = "tree.dot-slow", "with {nodes} nodes dot will be slow; -o tree.svg and -o tree.html are not", "avec {nodes} nœuds dot sera lent ; -o tree.svg et -o tree.html ne le sont pas";
    /// A name and what it stands for.
    FIELD = "cli.field", "{name}:", "{name} :";
    /// A game and its name in commands.
    TITLE = "show.title", "{name} ({variant})", "{name} ({variant})";
    /// A side whose name is not its letter on the board.
    PLAYER = "show.player", "{name} ({letter})", "{name} ({letter})";
    /// A number for each side.
    BOTH = "show.both", "{first} {a}, {second} {b}", "{first} {a}, {second} {b}";
    /// A field.
    TO_MOVE = "show.to-move", "to move", "trait";
    /// A field.
    LAST = "show.last", "last move", "dernier coup";
    /// A field.
    IN_HAND = "show.in-hand", "in hand", "en main";
    /// What the search did.
    SEARCHED = "analyse.searched", "depth {depth}, {nodes}, {seconds} s, {speed} nodes/s; {reason}", "profondeur {depth}, {nodes}, {seconds} s, {speed} nœuds/s ; {reason}";
    /// Why a search ended.
    STOP_PROVEN = "stop.proven", "proven", "prouvé";
    /// Why a search ended.
    STOP_DEPTH = "stop.depth", "the depth is reached", "la profondeur est atteinte";
    /// Why a search ended.
    STOP_NODES = "stop.nodes", "the nodes are used up", "les nœuds sont épuisés";
    /// Why a search ended.
    STOP_TIME = "stop.time", "the time is used up", "le temps est écoulé";
    /// Why a search ended.
    STOP_STOPPED = "stop.stopped", "stopped", "arrêté";
    /// Why a search ended.
    STOP_FORCED = "stop.forced", "there is only one move", "il n'y a qu'un coup";
    /// Why a search ended.
    STOP_FINISHED = "stop.finished", "the game is over", "la partie est finie";
    /// A question about a finished game.
    NO_MOVE_TO_FIND = "best.no-move-to-find", "{over}; there is no move to find", "{over} ; il n'y a pas de coup à trouver";
    /// What is solved.
    VALUE = "solve.value", "value", "valeur";
    /// What is solved.
    LINE = "solve.line", "line", "suite";
    /// What is solved.
    SEARCH = "solve.search", "search", "recherche";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
