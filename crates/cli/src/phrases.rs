//! Messages of the commands, in English and French.

use plateau_core::phrases;

phrases! {
    /// The heading of the options of `serve` in the help text of `plateau`.
    OPTIONS_WITHOUT_COMMAND = "help.options-without-command", "Options without a command:", "Options sans commande :";
    /// The heading of the name in a manual page.
    MAN_NAME = "man.name", "NAME", "NOM";
    /// The heading of the references in a manual page.
    MAN_SEE_ALSO = "man.see-also", "SEE ALSO", "VOIR AUSSI";
    /// A game where a command should be.
    GAME_AS_COMMAND = "usage.game-as-command", "'{game}' is a game, not a command: use plateau play {game}, or plateau --help for the other commands", "« {game} » est un jeu, pas une commande : utilisez plateau play {game}, ou plateau --help pour les autres commandes";

    /// A settings file that cannot be used.
    BAD_SETTINGS = "serve.bad-settings", "cannot use the settings in {file}: {reason}", "impossible d'utiliser les réglages de {file} : {reason}";
    /// Reason for [`BAD_SETTINGS`].
    AT_LINE = "serve.at-line", "line {line}: {reason}", "ligne {line} : {reason}";
    /// No server to administer.
    NO_RUNNING_SERVER = "admin.no-server", "no server is running with the games in {directory}; name its directory with --data", "aucun serveur n'est en marche avec les parties de {directory} ; indiquez son dossier avec --data";
    /// A text that cannot be the id of a game.
    BAD_GAME_ID = "admin.bad-id", "{id} is not the id of a game; plateau admin list shows them", "{id} n'est pas l'identifiant d'une partie ; plateau admin list les donne";
    /// The admin token of a running server cannot be read.
    NO_ADMIN_TOKEN = "admin.no-token", "cannot read the admin token in {directory}: {reason}", "impossible de lire le jeton d'administration dans {directory} : {reason}";
    /// A running server does not do what it should.
    SERVER_FAILED = "admin.server-failed", "the server at {address} answers: {reason}", "le serveur à l'adresse {address} répond : {reason}";
    /// No directory for the games of the server.
    NO_DATA_DIRECTORY = "serve.no-data-directory", "no home directory to store games in; use --data DIR", "aucun dossier personnel où enregistrer les parties ; utilisez --data DOSSIER";
    /// The address for other machines, and a warning.
    PUBLIC_ADDRESS = "serve.public-address", "other machines can open {page}: anyone who reaches it can watch, play and run engines", "les autres machines peuvent ouvrir {page} : toute personne qui y accède peut regarder, jouer et lancer des moteurs";
    /// The same where the address is not known.
    PUBLIC_PORT = "serve.public-port", "listening on all addresses, port {port}: anyone who reaches it can watch, play and run engines", "à l'écoute sur toutes les adresses, port {port} : toute personne qui y accède peut regarder, jouer et lancer des moteurs";

    /// Standard input that cannot be read.
    CANNOT_READ_INPUT = "cli.cannot-read-input", "cannot read standard input: {reason}", "impossible de lire l'entrée standard : {reason}";

    /// A game in the list.
    GAME = "games.game", "{name} — {summary}", "{name} — {summary}";
    /// Other names of a game.
    ALIASES = "games.aliases", "also: {names}", "aussi : {names}";
    /// The heading of a game's options.
    OPTIONS = "games.options", "options:", "options :";
    /// The range of board sizes.
    SIZES = "games.sizes", "{least} to {most}", "{least} à {most}";
    /// What a size means, and the default.
    SIZE_HELP = "games.size-help", "{help} (default: {standard})", "{help} (par défaut : {standard})";
    /// An option that is the default.
    DEFAULT = "games.default", "{help} (default)", "{help} (par défaut)";
    /// How options are written.
    OPTION_SYNTAX = "games.option-syntax",
        "Write options after a colon, separated by commas: {example}",
        "Les options s'écrivent après un deux-points, séparées par des virgules : {example}";

    /// A field: a note on the position.
    NOTE = "show.note", "note", "note";
    /// A field: the result.
    RESULT = "show.result", "result", "résultat";
    /// A field: the legal moves.
    MOVES = "show.moves", "moves ({count})", "coups ({count})";
    /// Legal moves that are not listed.
    MOVES_FOLDED = "show.moves-folded", "--list-moves lists them", "--list-moves les affiche";
    /// A field: the position.
    POSITION = "show.position", "position", "position";

    /// A column: the move.
    COLUMN_MOVE = "analyse.move", "move", "coup";
    /// A column: its value.
    COLUMN_VALUE = "analyse.value", "value", "valeur";
    /// A column: its value in the unit of the game.
    COLUMN_SCORE = "analyse.score", "score", "score";
    /// A column: whether the value is exact, a bound or an estimate.
    COLUMN_CERTAINTY = "analyse.certainty", "certainty", "certitude";
    /// A column: the principal variation.
    COLUMN_LINE = "analyse.line", "line", "variante";
    /// The point of view of values, and the unit of distances.
    IN_PLIES = "analyse.in-plies", "values for {player}, the side to move; distances in plies", "valeurs pour {player}, qui {player:a|ont} le trait ; distances en demi-coups";
    /// The point of view of values, and the unit of margins.
    IN_PIECES = "analyse.in-pieces", "values for {player}, the side to move; margins in {pieces}", "valeurs pour {player}, qui {player:a|ont} le trait ; écarts en {pieces}";
    /// The point of view of values that are margins without a unit.
    FOR_PLAYER = "analyse.for-player", "values for {player}, the side to move", "valeurs pour {player}, qui {player:a|ont} le trait";
    /// The heading of the engines of a game.
    ENGINES = "engines.engines", "Engines, for --engine and as players:", "Moteurs, pour --engine et comme joueurs :";
    /// The heading of the settings of engines.
    ENGINE_SETTINGS = "engines.settings", "Settings, written as NAME:KEY=VALUE,KEY=VALUE:", "Réglages, écrits NOM:CLÉ=VALEUR,CLÉ=VALEUR :";
    /// The heading of the evaluators of a game.
    EVALUATORS = "engines.evaluators", "Evaluators, for eval= and --eval:", "Évaluateurs, pour eval= et --eval :";
    /// The heading of the levels.
    LEVELS = "engines.levels", "Levels:", "Niveaux :";
    /// The settings of an engine.
    SETTINGS_OF = "engines.settings-of", "settings: {settings}", "réglages : {settings}";
    /// An engine spec.
    EXAMPLE = "engines.example", "example: {spec}", "exemple : {spec}";

    /// A field: the evaluator.
    EVALUATOR = "eval.evaluator", "evaluator", "évaluateur";
    /// An evaluator and what it is.
    NAME_AND_SUMMARY = "eval.name-and-summary", "{name}, {summary}", "{name}, {summary}";
    /// A column: what is valued.
    COLUMN_TERM = "eval.term", "term", "terme";
    /// A column: the value of each.
    COLUMN_EACH = "eval.each", "each", "chacun";
    /// The sum of the terms.
    SUM = "eval.sum", "sum", "somme";
    /// A number with its sign.
    SIGNED = "eval.signed", "{sign}{digits}", "{sign}{digits}";
    /// The unit and the point of view.
    EVAL_UNIT = "eval.unit", "in hundredths of a piece, for {player}, the side to move: {estimate}", "en centièmes de pièce, pour {player}, qui {player:a|ont} le trait : {estimate}";
    /// A value that is known without a search.
    EVAL_PROVEN = "eval.proven", "proven without a search: {value}; alpha-beta uses that instead of the sum", "prouvé sans recherche : {value} ; l'alpha-bêta s'en sert à la place de la somme";

    /// A column: the number of a move in the game.
    COLUMN_NUMBER = "review.number", "no.", "n°";
    /// A column: the side that moved.
    COLUMN_SIDE = "review.side", "side", "camp";
    /// A column: the better move.
    COLUMN_BETTER = "review.better", "better", "mieux";
    /// A column: how bad the move was.
    COLUMN_MARK = "review.mark", "mark", "verdict";
    /// The title: the game, its length and its result.
    REVIEW_TITLE = "review.title", "{title}, {count} moves: {result}", "{title}, {count} coups : {result}";
    /// A game without a result.
    UNFINISHED = "review.unfinished", "unfinished", "inachevée";
    /// A better move and its value.
    BETTER = "review.better-move", "{move} ({value})", "{move} ({value})";
    /// A mistake.
    MISTAKE = "review.mistake", "? mistake", "? erreur";
    /// A small mistake.
    INACCURACY = "review.inaccuracy", "?! inaccuracy", "?! imprécision";
    /// A blunder.
    BLUNDER = "review.blunder", "?? blunder", "?? gaffe";
    /// The unit of distances, and the point of view of values.
    REVIEW_IN_PLIES = "review.in-plies", "values for the side that moved; distances in plies", "valeurs pour le camp qui a joué ; distances en demi-coups";
    /// The unit of margins, and the point of view of values.
    REVIEW_IN_PIECES = "review.in-pieces", "values for the side that moved; margins in {pieces}", "valeurs pour le camp qui a joué ; écarts en {pieces}";
    /// The point of view of values that are margins without a unit.
    REVIEW_FOR_PLAYER = "review.for-player", "values for the side that moved", "valeurs pour le camp qui a joué";
    /// The mistakes of a side.
    REVIEW_COUNTS = "review.counts", "{player}: inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}", "{player} : imprécisions {inaccuracies}, erreurs {mistakes}, gaffes {blunders}";
    /// The accuracy and the mistakes of a side.
    REVIEW_SIDE = "review.accuracy", "{player}: accuracy {accuracy} %, inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}", "{player} : précision {accuracy} %, imprécisions {inaccuracies}, erreurs {mistakes}, gaffes {blunders}";
    /// A review that was interrupted.
    REVIEW_STOPPED = "review.stopped", "stopped: the first {count} moves were not analysed", "interrompu : les {count} premiers coups n'ont pas été analysés";
    /// A review that was interrupted after every move had a value.
    REVIEW_NOT_SETTLED = "review.not-settled", "stopped: the values are rough", "interrompu : les valeurs sont approximatives";
    /// Progress of the first pass of a review.
    REVIEW_ROUGH = "review.rough", "rough values: {count} moves", "valeurs approximatives : {count} coups";
    /// Progress of the later passes of a review.
    REVIEW_DEEP = "review.deep", "values of {count} moves", "valeurs de {count} coups";
    /// A game without moves.
    NO_MOVES_TO_REVIEW = "review.no-moves", "the game has no moves to analyse; to analyse its position: plateau analyse {game} '{position}'", "la partie n'a aucun coup à analyser ; pour analyser sa position : plateau analyse {game} '{position}'";

    /// A question for a number.
    ASK_RANGE = "ask.range", "{name} ({least} to {most}) [{default}]: ", "{name} ({least} à {most}) [{default}] : ";
    /// A question for one of the options listed above.
    ASK_CHOICE = "ask.choice", "which one? [{default}]: ", "laquelle ? [{default}] : ";
    /// A question whether an option is wanted.
    ASK_WHETHER = "ask.whether", "{option}? (y/n) [{default}]: ", "{option} ? (o/n) [{default}] : ";
    /// The short answer yes.
    ASK_YES = "ask.yes", "y", "o";
    /// The short answer no.
    ASK_NO = "ask.no", "n", "n";
    /// No option.
    ASK_NONE = "ask.none", "none", "aucune";
    /// An answer that is not a number, or out of range.
    NOT_IN_RANGE = "ask.not-in-range", "'{found}' is not a whole number from {least} to {most}", "« {found} » n'est pas un nombre entier de {least} à {most}";
    /// An answer that is not one of the options.
    NOT_A_CHOICE = "ask.not-a-choice", "'{found}' is not one of {names}", "« {found} » n'est pas l'une des options {names}";
    /// An answer that is neither yes nor no.
    NOT_YES_OR_NO = "ask.not-yes-or-no", "'{found}' is neither y nor n", "« {found} » n'est ni o ni n";

    /// An engine without values.
    NO_EVALUATION = "search.no-evaluation", "the engine '{engine}' chooses moves without evaluating them; use one that searches, such as best", "le moteur « {engine} » choisit un coup sans l'évaluer ; utilisez un moteur qui cherche, comme best";

    /// The nodes of a game in the benchmark.
    BENCH_GAME = "bench.game", "{game}: {nodes} nodes in {seconds} s", "{game} : {nodes} nœuds en {seconds} s";
    /// The nodes of all games.
    BENCH_TOTAL = "bench.total", "nodes: {nodes}, {speed} nodes/s", "nœuds : {nodes}, {speed} nœuds/s";

    /// The count below a move.
    DIVIDE = "perft.divide", "{move}: {nodes}", "{move} : {nodes}";
    /// The count below a move, while the others are still being counted.
    PERFT_STEP = "perft.step", "move {move}, {nodes}", "coup {move}, {nodes}";
    /// The count, in a time too short to tell a speed.
    PERFT_QUICK = "perft.quick",
        "depth {depth}: {nodes} in less than 0.001 s",
        "profondeur {depth} : {nodes} en moins de 0,001 s";
    /// The count, its time and its speed.
    PERFT = "perft.perft",
        "depth {depth}: {nodes} in {seconds} s, {speed} nodes/s",
        "profondeur {depth} : {nodes} en {seconds} s, {speed} nœuds/s";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
