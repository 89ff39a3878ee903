//! Texts about engines, their specs, table sizes and time controls.

use plateau_core::phrases;

phrases! {
    /// A spec without an engine name.
    NO_NAME = "spec.no-name", "no engine given: write for instance best, level:3 or alphabeta:depth=6", "aucun moteur indiqué : écrivez par exemple best, level:3 ou alphabeta:depth=6";
    /// A part that is not `key=value`.
    NO_PAIR = "spec.no-pair", "in '{spec}', '{part}' is not a setting: write key=value", "dans « {spec} », « {part} » n'est pas un réglage : écrivez clé=valeur";
    /// A key without a value.
    NO_VALUE = "spec.no-value", "in '{spec}', {key} has no value: write {key}=…", "dans « {spec} », {key} n'a pas de valeur : écrivez {key}=…";
    /// A value without a key, for an engine that has settings.
    NO_KEY = "spec.bare", "in '{spec}', '{part}' is not a setting: write key=value with one of the keys {keys}", "dans « {spec} », « {part} » n'est pas un réglage : écrivez clé=valeur, avec une des clés {keys}";
    /// A value for an engine that has no settings.
    NO_SETTINGS = "spec.bare-none", "in '{spec}', '{part}' is not allowed: {name} has no settings", "dans « {spec} », « {part} » n'est pas accepté : {name} n'a aucun réglage";
    /// A key that occurs twice.
    DUPLICATE_KEY = "spec.twice", "in '{spec}', {key} is set twice", "dans « {spec} », {key} est réglé deux fois";
    /// A key that the engine does not have.
    UNKNOWN_KEY = "spec.unknown-key", "in '{spec}', {key} is not a setting of this engine (settings: {keys})", "dans « {spec} », {key} n'est pas un réglage de ce moteur (réglages : {keys})";
    /// The list of keys of an engine without settings.
    NO_KEYS = "spec.no-keys", "none", "aucun";
    /// An invalid value.
    INVALID_VALUE = "spec.bad-value", "in '{spec}', {key} is {value}, but must be a whole number from {least} to {most}", "dans « {spec} », {key} vaut {value}, mais doit être un nombre entier de {least} à {most}";
    /// An invalid value of a setting that only its type limits.
    INVALID_LARGE_VALUE = "spec.bad-large-value", "in '{spec}', {key} is {value}, but must be a whole number, {least} or more", "dans « {spec} », {key} vaut {value}, mais doit être un entier supérieur ou égal à {least}";
    /// An invalid value of a setting that has names as values.
    INVALID_CHOICE = "spec.bad-choice", "in '{spec}', {key} is {value}, but must be one of {names}", "dans « {spec} », {key} vaut {value}, mais doit être l'un de {names}";

    /// About the engine `best` of most games.
    BEST_ALPHABETA = "engine.best-alphabeta", "alpha-beta with the game's strongest evaluator", "l'alpha-bêta avec le meilleur évaluateur du jeu";
    /// About the engine `best`, of any game.
    BEST = "engine.best", "the game's strongest engine", "le moteur le plus fort du jeu";
    /// About the engine `best`, of one game.
    BEST_OF_GAME = "engine.best-of-game", "{best}: {how}", "{best} : {how}";
    /// About the engine `level`.
    LEVEL = "engine.level", "opponents of increasing strength, limited by positions, never by time, so that they play equally well on every machine", "adversaires de force croissante, limités en positions et jamais en temps, donc aussi forts sur toute machine";
    /// About the engine `alphabeta`.
    ALPHABETA = "engine.alphabeta", "principal-variation search: iterative deepening alpha-beta with a transposition table", "recherche de la variante principale : alpha-bêta à approfondissement itératif, avec table de transposition";
    /// About the engine `mcts`.
    MCTS = "engine.mcts", "Monte-Carlo tree search: PUCT with evaluations or UCT with random playouts, and proven results backed up", "recherche arborescente Monte-Carlo : PUCT avec évaluations ou UCT avec parties aléatoires ; les résultats prouvés remontent";
    /// About the engine `proof`.
    PROOF = "engine.proof", "proof-number search: proves wins and losses, without estimates", "recherche par nombres de preuve : prouve gains et pertes, sans estimation";
    /// About the engine `minimax`.
    MINIMAX = "engine.minimax", "textbook minimax without pruning, 4 plies deep by default", "le minimax des manuels, sans élagage, à 4 demi-coups par défaut";
    /// About the engine `negamax`.
    NEGAMAX = "engine.negamax", "textbook negamax without pruning: minimax with values for the side to move", "le négamax des manuels, sans élagage : le minimax avec des valeurs pour le camp au trait";
    /// About the engine `rules`.
    RULES = "engine.rules", "wins if it can, blocks if it must, and otherwise takes the move with the best evaluation; loses to a fork", "gagne s'il peut, bloque s'il le faut, et joue sinon le coup le mieux évalué ; une fourchette le bat";
    /// About the engine `random`.
    RANDOM = "engine.random", "a random legal move", "un coup légal au hasard";
    /// About the engine `first`.
    FIRST = "engine.first", "the first legal move", "le premier coup légal";

    /// About the setting `level`.
    SETTING_LEVEL = "setting.level", "the level, 1 to {most}; level:3 is short for level:level=3", "le niveau, de 1 à {most} ; level:3 abrège level:level=3";
    /// About the setting `depth`.
    SETTING_DEPTH = "setting.depth", "the search depth in plies, 1 to {most}", "la profondeur de recherche en demi-coups, de 1 à {most}";
    /// About the setting `nodes`.
    SETTING_NODES = "setting.nodes", "the maximum number of positions searched", "le nombre maximal de positions examinées";
    /// About the setting `eval`.
    SETTING_EVAL = "setting.eval", "the evaluator of unfinished games", "l'évaluateur des parties en cours";
    /// About the setting `leaf`.
    SETTING_LEAF = "setting.leaf", "how leaves are valued: evaluation, the default where there is one, or playout, a random game", "la valeur des feuilles : evaluation, par défaut s'il y en a une, ou playout, une partie aléatoire";
    /// About the setting `book`.
    SETTING_BOOK = "setting.book", "on, the default, or off: whether a move may come from the opening book, without a search", "on, par défaut, ou off : si un coup peut venir de la bibliothèque d'ouvertures, sans recherche";
    /// About the setting `seed`.
    SETTING_SEED = "setting.seed", "a whole number, 0 by default: another seed gives another game", "un nombre entier, 0 par défaut : une autre graine donne une autre partie";

    /// About a level that often plays weaker moves.
    LEVEL_OFTEN = "level.often", "searches up to {nodes} positions a move and often plays a weaker move", "examine jusqu'à {nodes} positions par coup et joue souvent un coup plus faible";
    /// About a level that sometimes plays weaker moves.
    LEVEL_SOMETIMES = "level.sometimes", "searches up to {nodes} positions a move and sometimes plays a weaker move", "examine jusqu'à {nodes} positions par coup et joue parfois un coup plus faible";
    /// About a level that rarely plays weaker moves.
    LEVEL_RARELY = "level.rarely", "searches up to {nodes} positions a move and rarely plays a weaker move", "examine jusqu'à {nodes} positions par coup et joue rarement un coup plus faible";
    /// About the level that plays the best move.
    LEVEL_BEST = "level.best", "plays the move that best finds in up to {nodes} positions, about a second", "joue le coup que best trouve en {nodes} positions au plus, environ une seconde";

    /// About the evaluator `none`.
    EVAL_NONE = "engine.eval-none", "values every unfinished game at 0", "donne 0 à toute partie en cours";

    /// A table larger than the available memory.
    TABLE_TOO_LARGE = "memory.table-too-large", "a table of {asked} MB does not fit into memory: {available} MB are free", "une table de {asked} Mo ne tient pas en mémoire : {available} Mo sont libres";
    /// A table larger than the process may allocate.
    TABLE_REFUSED = "memory.table-not-given", "a table of {asked} MB does not fit into memory: the system refused the allocation", "une table de {asked} Mo ne tient pas en mémoire : le système a refusé l'allocation";

    /// An invalid duration.
    INVALID_DURATION = "time.expected-duration", "'{found}' is not a duration: write 1s, 0.5s, 500ms, 15m or 1h, up to a year", "« {found} » n'est pas une durée : écrivez 1s, 0.5s, 500ms, 15m ou 1h, un an au plus";
    /// An invalid time control.
    INVALID_TIME_CONTROL = "time.expected-control", "'{found}' is not a time control: write 15m or 15m+30s", "« {found} » n'est pas une cadence : écrivez 15m ou 15m+30s";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_exists_in_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
