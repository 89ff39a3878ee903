//! The phrases of this crate, in English and in French.

use plateau_core::phrases;

phrases! {
    /// The name of a human player.
    HUMAN = "play.human", "human", "humain";
    /// The name of any other player, its spec.
    PLAYER_SPEC = "play.player-spec", "{spec}", "{spec}";

    /// Error: a protocol name is unknown.
    UNKNOWN_PROTOCOL = "play.unknown-protocol",
        "there is no protocol '{found}'; available: {protocols}",
        "le protocole « {found} » n'existe pas ; protocoles disponibles : {protocols}";
    /// Error: a protocol name is unknown, but similar to one.
    PROTOCOL_SIMILAR = "play.protocol-similar",
        "there is no protocol '{found}'; did you mean {similar}?",
        "le protocole « {found} » n'existe pas ; vouliez-vous dire {similar} ?";
    /// Error: an engine and its settings without a colon.
    ENGINE_WITH_SPACE = "play.engine-with-space",
        "'{text}': settings of an engine follow a colon; did you mean {spec}?",
        "« {text} » : les réglages d'un moteur suivent un deux-points ; vouliez-vous dire {spec} ?";
    /// Error: a program without its protocol.
    PROGRAM_WITHOUT_PROTOCOL = "play.program-without-protocol",
        "'{text}' looks like a program: write its protocol first, as in 'oneshot!{text}'; protocols: {protocols}",
        "« {text} » ressemble à un programme : écrivez d'abord son protocole, comme dans « oneshot!{text} » ; protocoles : {protocols}";
    /// Error: a program spec has no command.
    NO_COMMAND = "play.no-command",
        "{protocol}! needs the command of a program, such as {protocol}!./bot",
        "{protocol}! doit être suivi de la commande d'un programme, par exemple {protocol}!./bot";
    /// Error: a program spec has an unclosed quote.
    UNCLOSED_QUOTE = "play.unclosed-quote",
        "'{text}' has an unclosed quote",
        "« {text} » contient un guillemet non fermé";
    /// Error: an external program where only built-in engines can play.
    PROGRAM_NOT_ALLOWED = "play.program-not-allowed",
        "external programs such as '{text}' play in `plateau play`, `match` and `tournament` only; choose human or a built-in engine",
        "les programmes externes comme « {text} » ne jouent que dans `plateau play`, `match` et `tournament` ; choisissez human ou un moteur intégré";
    /// Error: a protocol plays another game.
    PROTOCOL_OTHER_GAME = "play.protocol-other-game",
        "the protocol {protocol} only plays {game}, not {variant}",
        "le protocole {protocol} ne joue qu'à {game}, pas à {variant}";
    /// Error: Gomocup plays five in a row only.
    GOMOCUP_ONLY_FIVE = "play.gomocup-only-five",
        "the protocol gomocup only plays five in a row, not {variant}; try morpion4:15x15x5",
        "le protocole gomocup ne joue qu'à cinq en ligne, pas à {variant} ; essayez morpion4:15x15x5";
    /// Error: a protocol cannot set up openings.
    PROTOCOL_NO_OPENINGS = "play.protocol-no-openings",
        "the protocol {protocol} always starts from the empty board; play without openings",
        "le protocole {protocol} part toujours du plateau vide ; jouez sans ouvertures";
    /// Error: an engine panicked.
    ENGINE_PANICKED = "play.engine-panicked",
        "internal error: {reason}",
        "erreur interne : {reason}";
    /// Error: the system could not start a thread for an engine.
    ENGINE_NO_THREAD = "play.engine-no-thread",
        "could not start a search thread: {reason}",
        "impossible de lancer un fil de recherche : {reason}";

    /// System error: a file that does not exist.
    FILE_NOT_FOUND = "io.not-found", "no such file or directory", "fichier ou dossier introuvable";
    /// System error: a missing permission.
    PERMISSION_DENIED = "io.permission-denied", "permission denied", "permission refusée";
    /// System error: a file that exists.
    ALREADY_EXISTS = "io.already-exists", "it already exists", "le fichier existe déjà";
    /// System error: a directory instead of a file.
    IS_A_DIRECTORY = "io.is-a-directory", "it is a directory", "c'est un dossier";
    /// System error: a file instead of a directory.
    NOT_A_DIRECTORY = "io.not-a-directory", "part of the path is not a directory", "une partie du chemin n'est pas un dossier";
    /// System error: no space left.
    STORAGE_FULL = "io.storage-full", "no space left on the disk", "il n'y a plus de place sur le disque";
    /// System error: a read-only file system.
    READ_ONLY = "io.read-only", "the file system is read-only", "le système de fichiers est en lecture seule";
    /// System error: an impossible file name.
    INVALID_FILE_NAME = "io.invalid-file-name", "invalid file name", "nom de fichier invalide";
    /// System error: a file that is not text.
    NOT_UTF8 = "io.not-utf8", "it is not text in UTF-8", "ce n'est pas du texte en UTF-8";
    /// System error: the address of another machine.
    NOT_OUR_ADDRESS = "io.not-our-address", "this machine does not have that address", "cette machine n'a pas cette adresse";
    /// System error: any other, in the words of the system.
    SYSTEM_ERROR = "io.other", "{text}", "{text}";

    /// A win in a number of plies.
    WIN_IN = "value.win-in", "win in {plies}", "gain en {plies}";
    /// A loss in a number of plies.
    LOSS_IN = "value.loss-in", "loss in {plies}", "perte en {plies}";
    /// A drawn game.
    DRAWN = "value.draw", "draw", "nulle";
    /// A win by a margin.
    WIN_BY = "value.win-by", "win by {margin}", "gain de {margin}";
    /// A loss by a margin.
    LOSS_BY = "value.loss-by", "loss by {margin}", "perte de {margin}";
    /// An estimate in pieces.
    ABOUT_VALUE = "value.about", "about {value}", "environ {value}";
    /// An estimate as the expected result.
    ABOUT_SHARE = "value.about-share", "about {percent} %", "environ {percent} %";
    /// A proven bound: a win or a loss in no more plies than this.
    AT_MOST = "value.at-most", "{value} at most", "{value} au plus";
    /// A proven bound: a win or a loss by no less than this.
    AT_LEAST = "value.at-least", "{value} at least", "{value} au moins";
    /// A proven lower bound.
    AT_WORST = "value.at-worst", "{value} at worst", "{value} au pire";
    /// A proven upper bound.
    AT_BEST = "value.at-best", "{value} at best", "{value} au mieux";
    /// A lower bound of a draw.
    AT_LEAST_DRAW = "value.at-least-draw", "at least a draw", "au moins la nulle";
    /// An upper bound of a draw.
    AT_MOST_DRAW = "value.at-most-draw", "at most a draw", "au plus la nulle";
    /// Both bounds.
    BETWEEN = "value.between", "{lower}, {upper}", "{lower}, {upper}";

    /// Certainty of a value: proven.
    EXACT = "analyse.exact", "exact", "exact";
    /// Certainty of a value: a proven bound.
    BOUND = "analyse.bound", "bound", "borne";
    /// Certainty of a value: estimated by the evaluation.
    ESTIMATE = "analyse.estimate", "estimate", "estimation";
    /// Certainty of a value: the expected result of Monte-Carlo tree search.
    EXPECTED_RESULT = "analyse.expected-result", "expected result", "résultat attendu";
    /// The position to analyse is the end of a game.
    GAME_IS_OVER = "best.game-over", "the game is over, {result}", "la partie est finie, {result}";
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_have_both_languages_and_the_same_parameters() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
