//! Messages shared by the programs, in English and French.

use plateau_core::phrases;

phrases! {
    /// Where a live game can be watched.
    WATCH_AT = "live.watch-at", "watch this game at {link}", "regardez cette partie sur {link}";
    /// A live game that no server shows.
    NOT_LIVE = "live.not-live", "this game is not live: {reason}", "cette partie n'est pas en direct : {reason}";
    /// A live game whose server is gone.
    NO_LONGER_LIVE = "live.no-longer-live", "this game is no longer live: {reason}", "cette partie n'est plus en direct : {reason}";
    /// There is no server at the address, or another one.
    NO_SERVER = "live.no-server", "no Plateau server answers at {address}; start one with 'plateau serve'", "aucun serveur Plateau ne répond à l'adresse {address} ; lancez-en un avec « plateau serve »";
    /// The server refuses a request.
    SERVER_REFUSES = "live.server-refuses", "the server at {address} refused: {reason}", "le serveur {address} a refusé : {reason}";

    /// A file that cannot be read.
    CANNOT_READ_FILE = "play.cannot-read-file", "cannot read {file}: {reason}", "impossible de lire {file} : {reason}";
    /// A file that is not a game.
    NOT_A_GAME = "play.not-a-game", "{file} is not a saved game: {reason}", "{file} n'est pas une partie enregistrée : {reason}";
    /// A file that is not a game, because of a line.
    NOT_A_GAME_IN_LINE = "play.not-a-game-in-line", "{file} is not a saved game: line {line}: {reason}", "{file} n'est pas une partie enregistrée : ligne {line} : {reason}";
    /// An error in a line of a saved game.
    WRONG_LINE = "play.wrong-line", "{file}, line {line}: {reason}", "{file}, ligne {line} : {reason}";
    /// A move of a saved game that cannot be played.
    WRONG_MOVE = "play.wrong-move", "{file}, line {line}, move {number}: {reason}", "{file}, ligne {line}, coup {number} : {reason}";
    /// A game of another variant.
    OTHER_GAME = "play.other-game", "{file} is a game of {found}, not of {expected}", "{file} contient une partie du jeu {found}, pas du jeu {expected}";
    /// A file that is too large to be a game.
    FILE_TOO_LARGE = "play.file-too-large", "{file} is not a saved game: it is too large", "{file} n'est pas une partie enregistrée : il est trop grand";
    /// Neither a game nor a file with one.
    NO_GAME = "cli.no-game", "name a game ('plateau games' lists them) or a file with --load FILE", "indiquez un jeu (« plateau games » les liste) ou un fichier avec --load FICHIER";

    /// Standard output that cannot be written.
    CANNOT_WRITE = "cli.cannot-write", "cannot write the output: {reason}", "impossible d'écrire la sortie : {reason}";
    /// A board that does not fit the terminal.
    BOARD_TOO_WIDE = "cli.board-too-wide", "the board needs {needed} columns, but this terminal has {width}; widen it, or use plateau show -o board.svg", "le plateau demande {needed} colonnes, mais ce terminal en a {width} ; élargissez-le, ou utilisez plateau show -o board.svg";
    /// A file that cannot be written.
    CANNOT_WRITE_FILE = "cli.cannot-write-file", "cannot write {file}: {reason}", "impossible d'écrire {file} : {reason}";
    /// A file name without a known extension.
    FORMAT_UNKNOWN = "cli.format-unknown", "the file name '{file}' has no known extension; use one of {formats}", "le nom de fichier « {file} » n'a pas d'extension connue ; utilisez l'une de celles-ci : {formats}";
    /// A file name that contradicts `--format`.
    FORMAT_DIFFERS = "cli.format-differs", "{file} has the extension of {named}, but --format is {format}", "{file} a l'extension du format {named}, mais --format vaut {format}";
    /// A picture that cannot be rendered.
    CANNOT_DRAW = "cli.cannot-draw", "cannot draw the picture: {reason}", "impossible de dessiner l'image : {reason}";
    /// A terminal that cannot be used.
    TERMINAL_FAILED = "cli.terminal-failed", "cannot use the terminal: {reason}", "impossible d'utiliser le terminal : {reason}";
    /// An engine that failed.
    ENGINE_FAILED = "cli.engine-failed", "the engine failed: {reason}", "le moteur a échoué : {reason}";
    /// A PNG that would go to a terminal.
    PNG_TO_TERMINAL = "cli.png-to-terminal", "a PNG cannot be printed on a terminal; use -o FILE", "un PNG ne s'affiche pas dans un terminal ; utilisez -o FICHIER";

    /// A command that does not exist, and a similar one.
    COMMAND_SIMILAR = "usage.command-similar", "there is no command '{found}'; did you mean {similar}?", "la commande « {found} » n'existe pas ; vouliez-vous dire {similar} ?";
    /// A command that does not exist.
    COMMAND_UNKNOWN = "usage.command-unknown", "there is no command '{found}'; {program} --help lists the commands", "la commande « {found} » n'existe pas ; {program} --help donne la liste des commandes";
    /// An option that a command does not have, and a similar one.
    OPTION_SIMILAR = "usage.option-similar", "there is no option {option}; did you mean {similar}?", "l'option {option} n'existe pas ; vouliez-vous dire {similar} ?";
    /// An option of other commands.
    OPTION_ELSEWHERE = "usage.option-elsewhere", "{option} is not an option of {command}, but of {others}", "la commande {command} n'a pas d'option {option} ; elle existe dans {others}";
    /// An option that is a setting of engines.
    OPTION_IN_ENGINE = "usage.option-in-engine", "{option} is not an option of {command}, but a setting of the engines {engines}, as in {example}", "la commande {command} n'a pas d'option {option} ; c'est un réglage des moteurs {engines}, comme dans {example}";
    /// An option that a command does not have.
    OPTION_UNKNOWN = "usage.option-unknown", "there is no option {option}; {usage} --help lists the options", "l'option {option} n'existe pas ; {usage} --help donne la liste des options";
    /// A word too many.
    ARGUMENT_UNEXPECTED = "usage.argument-unexpected", "'{found}' is one argument too many; {usage} --help explains the arguments", "« {found} » est un argument de trop ; {usage} --help explique les arguments";
    /// Missing arguments.
    ARGUMENT_MISSING = "usage.argument-missing", "missing: {arguments}; for example: {example}", "il manque {arguments} ; par exemple : {example}";
    /// An argument that is not text.
    ARGUMENT_NOT_UTF8 = "usage.argument-not-utf8", "an argument is not text in UTF-8", "un argument n'est pas du texte en UTF-8";
    /// A value that an option refuses, and why.
    BAD_VALUE = "usage.bad-value", "{option}: {reason}", "{option} : {reason}";
    /// A value that is not in the list, and a similar one.
    VALUE_SIMILAR = "usage.value-similar", "{option} cannot be '{found}'; did you mean {similar}?", "{option} ne peut pas être « {found} » ; vouliez-vous dire {similar} ?";
    /// A value that is not in the list.
    VALUE_NOT_LISTED = "usage.value-not-listed", "{option} cannot be '{found}'; possible values: {values}", "{option} ne peut pas être « {found} » ; valeurs possibles : {values}";
    /// A value that an option refuses without a reason.
    VALUE_WRONG = "usage.value-wrong", "{option} cannot be '{found}'; {usage} --help explains it", "{option} ne peut pas être « {found} » ; {usage} --help l'explique";
    /// An option without its value.
    NEEDS_VALUE = "usage.needs-value", "{option} needs a value: {option} {value}", "{option} demande une valeur : {option} {value}";
    /// A value of an option that takes none.
    TAKES_NO_VALUE = "usage.takes-no-value", "{option} takes no value", "{option} ne prend pas de valeur";
    /// Mutually exclusive options.
    CONFLICT = "usage.conflict", "{option} and {others} cannot be combined", "{option} et {others} ne peuvent pas être combinées";
    /// An option that occurs twice.
    GIVEN_TWICE = "usage.given-twice", "{option} is given twice", "{option} figure deux fois";
    /// Any other error of the command line.
    BAD_COMMAND_LINE = "usage.bad-command-line", "invalid command line; see {usage} --help", "ligne de commande invalide ; voyez {usage} --help";
    /// The end of a list.
    AND = "usage.and", "{first} and {last}", "{first} et {last}";
    /// A value that is not a whole number, or out of range.
    NOT_A_WHOLE_NUMBER = "usage.not-a-whole-number", "'{found}' is not a whole number from {least} to {most}", "« {found} » n'est pas un nombre entier de {least} à {most}";
    /// A value that is not a whole number, or too small, where only the type limits it.
    NOT_A_LARGE_NUMBER = "usage.not-a-large-number", "'{found}' must be a whole number, {least} or more", "« {found} » doit être un entier supérieur ou égal à {least}";
    /// A value that is not a port.
    NOT_A_PORT = "usage.not-a-port", "'{found}' is not a port: use a number from 0 to 65535", "« {found} » n'est pas un port : utilisez un nombre de 0 à 65535";
    /// A value that is not an address.
    NOT_AN_ADDRESS = "usage.not-an-address", "'{found}' is not an address: use localhost, or an IP address such as 127.0.0.1 or 0.0.0.0", "« {found} » n'est pas une adresse : utilisez localhost, ou une adresse IP comme 127.0.0.1 ou 0.0.0.0";
    /// A value of `--public-name`.
    NOT_A_HOST_NAME = "usage.not-a-host-name", "'{found}' is not a host name: use a name such as play.school.example, without http:// and without a port", "« {found} » n'est pas un nom d'hôte : utilisez un nom comme play.school.example, sans http:// ni port";
    /// A value of `--join-code`.
    NOT_A_JOIN_CODE = "usage.not-a-join-code", "'{found}' is not a join code: use 6 to 64 letters, digits and signs without spaces or accents", "« {found} » n'est pas un code d'accès : utilisez de 6 à 64 lettres, chiffres et signes, sans espaces ni accents";

    /// A PNG that had to be scaled down.
    PNG_SCALED = "tree.png-scaled", "the picture is scaled to {percent} %; -o tree.svg and -o tree.html keep all details", "l'image est réduite à {percent} % ; -o tree.svg et -o tree.html gardent tous les détails";
    /// A tree that is too large for a PNG.
    PNG_FULL = "tree.png-full", "the tree is too large for a PNG; reduce it with --depth or --breadth, or use -o tree.svg or -o tree.html", "l'arbre est trop grand pour un PNG ; réduisez-le avec --depth ou --breadth, ou utilisez -o tree.svg ou -o tree.html";
    /// A tree that is too large to build.
    TREE_TOO_LARGE = "tree.too-large", "the tree has more than {limit} nodes; choose a smaller --depth", "l'arbre a plus de {limit} nœuds ; choisissez un --depth plus petit";
    /// The nodes that both algorithms searched.
    BOTH_COUNTS = "tree.both-counts", "minimax {minimax}, alpha-beta {alphabeta}: {saved} % saved", "minimax {minimax}, alpha-bêta {alphabeta} : {saved} % d'économie";
    /// The nodes of alpha-beta, where minimax has too many.
    PRUNED_COUNT = "tree.pruned-count", "minimax more than {limit} nodes, alpha-beta {alphabeta}", "minimax plus de {limit} nœuds, alpha-bêta {alphabeta}";
    /// A digraph that is slow to lay out.
    DOT_SLOW = "tree.dot-slow", "dot is slow with {nodes} nodes; -o tree.svg and -o tree.html are fast", "dot est lent avec {nodes} nœuds ; -o tree.svg et -o tree.html sont rapides";

    /// A label, with its colon.
    FIELD = "cli.field", "{name}:", "{name} :";
    /// A game and its id.
    TITLE = "cli.title", "{name} ({variant})", "{name} ({variant})";
    /// A player and its letter or piece on the board.
    PLAYER = "cli.player", "{name} ({letter})", "{name} ({letter})";
    /// A player and its piece on the board, in brackets.
    PLAYER_AND_PIECE = "cli.player-and-piece", "{name}, {piece}", "{name}, {piece}";
    /// A value for each player.
    BOTH = "cli.both", "{first} {a}, {second} {b}", "{first} {a}, {second} {b}";
    /// Label: the side to move.
    TO_MOVE = "cli.to-move", "to move", "trait";
    /// Label: the last move.
    LAST_MOVE = "cli.last-move", "last move", "dernier coup";
    /// Label: pieces in hand.
    IN_HAND = "cli.in-hand", "in hand", "en main";
    /// Label: the value of a position.
    VALUE = "cli.value", "value", "valeur";
    /// Label: the principal variation.
    LINE = "cli.line", "line", "variante";
    /// Label: search statistics.
    SEARCH = "cli.search", "search", "recherche";

    /// Depth, nodes, time and speed of a search, and why it stopped.
    SEARCH_SUMMARY = "search.summary", "depth {depth}, {nodes}, {seconds} s, {speed} nodes/s; {reason}", "profondeur {depth}, {nodes}, {seconds} s, {speed} nœuds/s ; {reason}";
    /// What a running search has found.
    SEARCH_PROGRESS = "search.progress", "depth {depth}, {nodes}, {speed} nodes/s, {best}: {value}", "profondeur {depth}, {nodes}, {speed} nœuds/s, {best} : {value}";
    /// Progress of a job: step number and message.
    STEP = "progress.step", "{step} of {steps}: {message}", "{step} sur {steps} : {message}";
    /// The time left of a job.
    TIME_LEFT = "progress.time-left", "{time} left", "reste {time}";
    /// Why a search stopped: the value is proven.
    STOP_PROVEN = "stop.proven", "proven", "prouvé";
    /// Why a search stopped: `--depth`.
    STOP_DEPTH = "stop.depth", "depth limit reached", "limite de profondeur atteinte";
    /// Why a search stopped: `--nodes`.
    STOP_NODES = "stop.nodes", "node limit reached", "limite de nœuds atteinte";
    /// Why a search stopped: `--time`.
    STOP_TIME = "stop.time", "time limit reached", "limite de temps atteinte";
    /// Why a search stopped: Ctrl-C.
    STOP_STOPPED = "stop.stopped", "stopped", "interrompue";
    /// Why a search stopped: there is only one move.
    STOP_FORCED = "stop.forced", "only one legal move", "un seul coup légal";
    /// A move of the opening book.
    STOP_BOOK = "stop.book", "opening book", "bibliothèque d'ouvertures";
    /// Why a search stopped: there is no move.
    STOP_FINISHED = "stop.finished", "the game is over", "la partie est finie";
    /// A search for a move in a finished game.
    NO_MOVE_TO_FIND = "search.no-move-to-find", "{over}; there is no move to find", "{over} ; il n'y a pas de coup à trouver";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
