//! What the program says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// No place for games.
    NO_DATA_DIRECTORY = "serve.no-data-directory", "there is no home directory to keep games in: give --data DIR", "il n'y a pas de dossier personnel où garder les parties : donnez --data DOSSIER";
    /// A page for others, too.
    OPEN_AT = "serve.open-at", "other machines find it at {page}: whoever reaches it may watch, play and set engines thinking", "les autres machines la trouvent à {page} : quiconque y accède peut regarder, jouer et faire réfléchir les moteurs";
    /// A page for others, too.
    OPEN_TO_ALL = "serve.open-to-all", "it listens on every address of this machine, port {port}: whoever reaches it may watch, play and set engines thinking", "elle écoute à toutes les adresses de cette machine, port {port} : quiconque y accède peut regarder, jouer et faire réfléchir les moteurs";
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
    /// Standard input that could not be read.
    CANNOT_READ_INPUT = "cli.cannot-read-input", "standard input can't be read: {reason}", "l'entrée standard ne peut être lue : {reason}";
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

    /// A game in a list.
    GAME = "games.game", "{name} — {summary}", "{name} — {summary}";
    /// A game's other names.
    ALSO = "games.also", "also: {names}", "aussi : {names}";
    /// A game's options.
    OPTIONS = "games.options", "options:", "options :";
    /// The sizes of a board.
    SIZES = "games.sizes", "{least} to {most}", "{least} à {most}";
    /// A size, with the one that needs no option.
    SIZE_HELP = "games.size-help", "{help} ({standard} if not given)", "{help} ({standard} par défaut)";
    /// An option that changes nothing.
    DEFAULT = "games.default", "{help} (the same as no option)", "{help} (comme sans option)";
    /// How options are written.
    HOW_TO_CHOOSE = "games.how-to-choose",
        "A game with options is written with a colon, and commas between options: {example}",
        "Les options s'écrivent après un deux-points, séparées par des virgules : {example}";

    /// A game and its name in commands.
    TITLE = "show.title", "{name} ({variant})", "{name} ({variant})";
    /// A side whose name is not its letter on the board.
    PLAYER = "show.player", "{name} ({letter})", "{name} ({letter})";
    /// A number for each side.
    BOTH = "show.both", "{first} {a}, {second} {b}", "{first} {a}, {second} {b}";
    /// A field.
    TO_MOVE = "show.to-move", "to move", "trait";
    /// A field.
    NOTE = "show.note", "note", "note";
    /// A field.
    LAST = "show.last", "last move", "dernier coup";
    /// A field.
    IN_HAND = "show.in-hand", "in hand", "en main";
    /// A field.
    RESULT = "show.result", "result", "résultat";
    /// A field.
    MOVES = "show.moves", "moves ({count})", "coups ({count})";
    /// A field.
    POSITION = "show.position", "position", "position";

    /// A column.
    COLUMN_MOVE = "analyse.move", "move", "coup";
    /// A column.
    COLUMN_VALUE = "analyse.value", "value", "valeur";
    /// A column.
    COLUMN_SCORE = "analyse.score", "score", "score";
    /// A column.
    COLUMN_PROOF = "analyse.proof", "proof", "preuve";
    /// A column.
    COLUMN_LINE = "analyse.line", "line", "suite";
    /// What distances count.
    IN_PLIES = "analyse.in-plies", "distances in plies, values for {player}, who is to move", "distances en demi-coups, valeurs pour {player}, qui a le trait";
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
    /// What is known while a search goes on.
    SO_FAR = "progress.so-far", "depth {depth}, {nodes} nodes, {best}: {value}", "profondeur {depth}, {nodes} nœuds, {best} : {value}";
    /// A setting of engines that is no option.
    EVAL_IN_ENGINE = "effort.eval-in-engine", "--eval is an option of tree; here it belongs to the engine: --engine alphabeta:eval={name}", "--eval est une option de tree ; ici elle appartient au moteur : --engine alphabeta:eval={name}";
    /// An engine that has no opinion.
    DOES_NOT_JUDGE = "effort.does-not-judge", "the engine '{engine}' only chooses a move and judges none; choose one that searches, such as best", "le moteur « {engine} » ne fait que choisir un coup et n'en juge aucun ; prenez-en un qui cherche, comme best";
    /// What is solved.
    VALUE = "solve.value", "value", "valeur";
    /// What is solved.
    LINE = "solve.line", "line", "suite";
    /// What is solved.
    SEARCH = "solve.search", "search", "recherche";
    /// What is left of a clock.
    EXPECTED_SECONDS = "bot.expected-seconds", "'{found}' is no number of seconds, such as 900 or 0.5", "« {found} » n'est pas un nombre de secondes, comme 900 ou 0.5";
    /// A last move that there is not.
    NO_MOVE = "bot.no-move", "none", "aucun";
    /// What is counted.
    BENCHED = "bench.benched", "{game}: {nodes} nodes in {seconds} s", "{game} : {nodes} nœuds en {seconds} s";
    /// What is counted.
    BENCH_TOTAL = "bench.total", "nodes: {nodes}, {speed} nodes/s", "nœuds : {nodes}, {speed} nœuds/s";

    /// A count below a move.
    DIVIDED = "perft.divided", "{move}: {nodes}", "{move} : {nodes}";
    /// A count with its time.
    COUNTED = "perft.counted",
        "depth {depth}: {nodes} in {seconds} s, {speed} nodes/s",
        "profondeur {depth} : {nodes} en {seconds} s, {speed} nœuds/s";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::faults(super::ALL), Vec::<String>::new());
    }
}
