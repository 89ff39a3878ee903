//! Messages about nets and training, in English and French.

use plateau_core::phrases;

phrases! {
    /// A file that is no net.
    NOT_A_NET = "learn.not-a-net", "this is not a file that plateau train wrote", "ce n'est pas un fichier écrit par plateau train";
    /// A net in another version of the format.
    OTHER_VERSION = "learn.other-version", "it has format version {found}, but this program reads version {expected}: train it again", "il est au format {found}, mais ce programme lit le format {expected} : refaites l'apprentissage";
    /// A net with a wrong checksum.
    DAMAGED = "learn.damaged", "it is damaged or incomplete: its checksum is wrong", "il est abîmé ou incomplet : sa somme de contrôle est fausse";
    /// A net with numbers that training does not write.
    INVALID = "learn.invalid", "it is invalid: its header or its weights are not what plateau train writes", "il est invalide : son en-tête ou ses poids ne sont pas ceux qu'écrit plateau train";
    /// A net for another variant.
    OTHER_GAME = "learn.other-game", "it was trained for {found}, not for {expected}", "il a été entraîné pour {found}, pas pour {expected}";
    /// A net with other patterns.
    OTHER_PATTERNS = "learn.other-patterns", "it was trained with other patterns of {game} than this program has: train it again", "il a été entraîné avec d'autres motifs de {game} que ceux de ce programme : refaites l'apprentissage";
    /// A board without patterns.
    NO_PATTERNS = "learn.no-patterns", "{game} cannot be trained: its board must have 1 to {points} points and at most {slots} patterns", "{game} ne se prête pas à l'apprentissage : son plateau doit avoir 1 à {points} points et au plus {slots} motifs";
    /// Stored games that cannot be played again.
    MISSING_GENERATION = "learn.missing-generation", "the games of generation {generation} are damaged, and the net that played them is missing: delete the training in progress", "les parties de la génération {generation} sont abîmées, et le réseau qui les a jouées manque : supprimez l'apprentissage en cours";
    /// Training in progress with other settings.
    OTHER_SETTINGS = "learn.other-settings", "the training in progress has other settings ({found}): use the same ones, or delete it", "l'apprentissage en cours a d'autres réglages ({found}) : reprenez les mêmes, ou supprimez-le";
    /// Training in progress without its settings.
    MISSING_SETTINGS = "learn.missing-settings", "the training in progress has lost its file of settings: delete it", "l'apprentissage en cours a perdu son fichier de réglages : supprimez-le";
    /// A game of `--from` that is no game of this variant.
    BAD_GAME = "learn.bad-game", "game {number} cannot be read: {reason}", "la partie {number} est illisible : {reason}";
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_are_complete_in_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
