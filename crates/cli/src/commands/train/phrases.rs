//! Messages of `plateau train`, in English and French.

use plateau_core::phrases;

phrases! {
    /// A wrong length of rows.
    NOT_A_SIZE = "train.not-a-size", "'{found}' is not a size: use 1, 16, 32 or 64", "« {found} » n'est pas une taille : utilisez 1, 16, 32 ou 64";
    /// A name of a file that no engine spec could contain.
    NOT_A_FILE = "train.not-a-file", "the net cannot be written to '{file}': use a name such as mine.net, without commas", "le réseau ne peut pas être écrit dans « {file} » : utilisez un nom comme mien.net, sans virgule";
    /// Two trainings of one file.
    IN_USE = "train.in-use", "another program is training {file}: wait for it, or use another file", "un autre programme entraîne {file} : attendez-le, ou utilisez un autre fichier";
    /// A training in progress without `--resume`.
    IN_PROGRESS = "train.in-progress", "{directory} holds a training in progress: continue it with --resume, or delete it", "{directory} contient un apprentissage en cours : reprenez-le avec --resume, ou supprimez-le";
    /// A database without games of the variant.
    NO_GAMES = "train.no-games", "{file} has no game of {game}", "{file} ne contient aucune partie de {game}";
    /// Databases without games that training can use.
    NO_FINISHED_GAMES = "train.no-finished-games", "none of the games can be learned from: {unfinished} unfinished, {stopped} not ended by the rules, {elsewhere} from another position", "aucune partie ne peut servir à l'apprentissage : {unfinished} inachevées, {stopped} terminées autrement que par les règles, {elsewhere} depuis une autre position";
    /// The games that a training begins with.
    INITIAL_GAMES = "train.initial-games", "{games} games to begin with; not used: {unfinished} unfinished, {stopped} not ended by the rules, {elsewhere} from another position", "{games} parties pour commencer ; inutilisées : {unfinished} inachevées, {stopped} terminées autrement que par les règles, {elsewhere} depuis une autre position";
    /// Progress: games.
    PLAYING = "train.playing", "generation {generation}: game {done} of {all}", "génération {generation} : partie {done} sur {all}";
    /// Progress: fit.
    FITTING = "train.fitting", "generation {generation}: fitting, step {done} of {all}", "génération {generation} : ajustement, étape {done} sur {all}";
    /// Progress: gate.
    GATE = "train.gate", "generation {generation}: match against the previous one, game {done} of {all}", "génération {generation} : match contre la précédente, partie {done} sur {all}";
    /// Progress: the gate's other evaluators.
    OPPONENTS = "train.opponents", "generation {generation}: match against another evaluator, game {done} of {all}", "génération {generation} : match contre un autre évaluateur, partie {done} sur {all}";
    /// Progress: levels.
    LEVELS = "train.levels", "generation {generation}: match against a level, game {done} of {all}", "génération {generation} : match contre un niveau, partie {done} sur {all}";
    /// The first generation.
    FIRST = "train.first", "generation 1: {score} % against no evaluation; later ones must beat it", "génération 1 : {score} % contre aucune évaluation ; les suivantes devront la battre";
    /// A finished generation whose net is accepted.
    ACCEPTED = "train.kept", "generation {generation}: {score} % against the previous one, accepted", "génération {generation} : {score} % contre la précédente, acceptée";
    /// A finished generation whose net is rejected.
    REJECTED = "train.dropped", "generation {generation}: {score} % against the previous one, rejected", "génération {generation} : {score} % contre la précédente, rejetée";
    /// A finished generation whose net is rejected because of its score against other evaluators.
    REJECTED_BY_OTHERS = "train.dropped-by-others", "generation {generation}: {score} % against the previous one, but weaker against other evaluators, rejected", "génération {generation} : {score} % contre la précédente, mais plus faible contre d'autres évaluateurs, rejetée";
    /// The result.
    TRAINED = "train.trained", "{file}: {generations} generations, {positions} positions; play with --engine {spec}", "{file} : {generations} générations, {positions} positions ; jouez avec --engine {spec}";
    /// The result of a training that can be continued.
    TRAINED_SO_FAR = "train.trained-so-far", "{file}: {generations} generations, {positions} positions; play with --engine {spec}, or continue with --resume", "{file} : {generations} générations, {positions} positions ; jouez avec --engine {spec}, ou continuez avec --resume";
    /// No generation was finished.
    NOTHING_FINISHED = "train.nothing-finished", "no generation was finished, so {file} was not written: continue with --resume", "aucune génération n'a été terminée, {file} n'a donc pas été écrit : continuez avec --resume";

    /// Title of the report.
    TITLE = "train.title", "Training of {game}", "Apprentissage de {game}";
    /// Heading: strength.
    STRENGTH = "train.strength", "Elo by minute, from games against the levels (the weakest has 0)", "Elo par minute, d'après des parties contre les niveaux (le plus faible a 0)";
    /// A curve: the net.
    NET = "train.net", "net, with the 95 % confidence interval", "réseau, avec l'intervalle de confiance à 95 %";
    /// Heading: gates.
    GATES = "train.gates", "Scores in the gate, by generation", "Scores des matchs de sélection, par génération";
    /// Heading: loss.
    LOSS = "train.loss", "Training and validation loss, by generation", "Perte d'entraînement et de validation, par génération";
    /// Heading: calibration.
    CALIBRATION = "train.calibration", "Calibration of the last generation: prediction and target, in ten bins", "Calibration de la dernière génération : prédiction et cible, en dix classes";
    /// A column: the generation.
    GENERATION = "train.generation", "generation", "génération";
    /// A column: minutes.
    MINUTES = "train.minutes", "minutes", "minutes";
    /// A column: the training loss.
    TRAINING = "train.fitted", "training", "entraînement";
    /// A column: the validation loss.
    VALIDATION = "train.held-out", "validation", "validation";
    /// A column: the score against the previous net.
    AGAINST_PREVIOUS = "train.against-before", "against the previous one", "contre la précédente";
    /// A column: whether the new net replaced the previous one.
    IS_ACCEPTED = "train.is-accepted", "accepted", "acceptée";
    /// A cell of that column.
    YES = "train.yes", "yes", "oui";
    /// A cell of that column.
    NO = "train.no", "no", "non";
    /// How the strength was measured.
    HOW = "train.how", "The net plays with {nodes} nodes a move, {games} games against each level in each generation, up to the first level that is far stronger.", "Le réseau joue avec {nodes} nœuds par coup, {games} parties contre chaque niveau à chaque génération, jusqu'au premier niveau bien plus fort.";
    /// A number in a table.
    CELL = "train.cell", "{value}", "{value}";
    /// An axis: predictions.
    PREDICTED = "train.predicted", "prediction", "prédiction";
    /// A curve: targets.
    TARGET = "train.scored", "target", "cible";
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_are_complete_in_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
