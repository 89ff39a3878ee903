//! Messages of `plateau`, in English and French.

use plateau_core::phrases;

phrases! {
    /// No place for games.
    NO_DATA_DIRECTORY = "serve.no-data-directory", "there is no home directory to keep games in: give --data DIR", "il n'y a pas de dossier personnel où garder les parties : donnez --data DOSSIER";
    /// A page for others, too.
    OPEN_AT = "serve.open-at", "other machines find it at {page}: whoever reaches it may watch, play and set engines thinking", "les autres machines la trouvent à {page} : quiconque y accède peut regarder, jouer et faire réfléchir les moteurs";
    /// A page for others, too.
    OPEN_TO_ALL = "serve.open-to-all", "it listens on every address of this machine, port {port}: whoever reaches it may watch, play and set engines thinking", "elle écoute à toutes les adresses de cette machine, port {port} : quiconque y accède peut regarder, jouer et faire réfléchir les moteurs";
    /// Standard input that could not be read.
    CANNOT_READ_INPUT = "cli.cannot-read-input", "standard input can't be read: {reason}", "l'entrée standard ne peut être lue : {reason}";
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
    /// A field.
    NOTE = "show.note", "note", "note";
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
    /// What is known while a search goes on.
    SO_FAR = "progress.so-far", "depth {depth}, {nodes} nodes, {best}: {value}", "profondeur {depth}, {nodes} nœuds, {best} : {value}";
    /// A setting of engines that is no option.
    EVAL_IN_ENGINE = "effort.eval-in-engine", "--eval is an option of tree; here it belongs to the engine: --engine alphabeta:eval={name}", "--eval est une option de tree ; ici elle appartient au moteur : --engine alphabeta:eval={name}";
    /// An engine that has no opinion.
    DOES_NOT_JUDGE = "effort.does-not-judge", "the engine '{engine}' only chooses a move and judges none; choose one that searches, such as best", "le moteur « {engine} » ne fait que choisir un coup et n'en juge aucun ; prenez-en un qui cherche, comme best";
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
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
