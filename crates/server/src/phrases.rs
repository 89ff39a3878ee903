//! What the server says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// A body that is not what it should be.
    UNREADABLE = "server.unreadable", "the request can't be read: {reason}", "la requête est illisible : {reason}";
    /// Why a body can't be read.
    NO_JSON = "server.no-json", "it is not JSON, at line {line}, column {column}", "ce n'est pas du JSON, ligne {line}, colonne {column}";
    /// Why a body can't be read.
    NO_OBJECT = "server.no-object", "it is not a JSON object", "ce n'est pas un objet JSON";
    /// Why a body can't be read.
    FIELD_MISSING = "server.field-missing", "\"{field}\" is missing", "« {field} » manque";
    /// Why a body can't be read.
    FIELD_WRONG = "server.field-wrong", "\"{field}\" must be {kind}", "« {field} » doit être {kind}";
    /// What a field must be.
    A_TEXT = "server.a-text", "a text", "un texte";
    /// What a field must be.
    A_NUMBER = "server.a-number", "a whole number, not less than 0", "un nombre entier, pas moins de 0";
    /// What a field must be.
    A_FLAG = "server.a-flag", "true or false", "true ou false";
    /// What a field must be.
    A_LIST = "server.a-list", "a text or a list of texts", "un texte ou une liste de textes";
    /// What a field must be.
    ONE_OF = "server.one-of", "one of {names}", "l'un de {names}";
    /// A request that is not even that.
    NOT_UNDERSTOOD = "server.not-understood", "the request can't be understood", "la requête est incompréhensible";
    /// No token, or one of no seat.
    NO_SEAT = "server.no-seat", "this needs the token of a seat of this game", "il faut pour cela le jeton d'une place de cette partie";
    /// A change by the other side.
    NOT_YOUR_TURN = "server.not-your-turn", "it is {player}'s turn", "c'est à {player} de jouer";
    /// A change for an engine.
    NOT_A_PERSON = "server.not-a-person", "{player} is played by an engine", "{player} est joué par un moteur";
    /// A change of a person's seat by the other side.
    HELD_BY_A_PERSON = "server.held-by-a-person", "{player} is played by a person, and only they may hand their seat over", "{player} est joué par une personne, et elle seule peut céder sa place";
    /// An answer by the one who asked.
    NOT_YOURS_TO_ANSWER = "server.not-yours-to-answer", "the other side answers this", "c'est à l'autre de répondre";
    /// A page of somebody else.
    FOREIGN = "server.foreign", "requests from other pages are refused", "les requêtes d'autres pages sont refusées";
    /// A game nobody knows.
    NO_SUCH_GAME = "server.no-such-game", "there is no such game", "il n'y a pas de telle partie";
    /// A path nobody knows.
    NO_SUCH_PAGE = "server.no-such-page", "there is nothing here", "il n'y a rien ici";
    /// The way from there.
    TO_THE_PAGE = "server.to-the-page", "To the games", "Vers les jeux";
    /// A method the path has not.
    WRONG_METHOD = "server.wrong-method", "this can't be asked in this way", "cela ne se demande pas ainsi";
    /// A change of a game that went on.
    STALE = "server.stale", "the game has gone on in the meantime", "la partie a continué entre-temps";
    /// A body that is too large.
    TOO_LARGE = "server.too-large", "the request is larger than {most} kB", "la requête dépasse {most} ko";
    /// A text that is too long.
    TOO_LONG = "server.too-long", "at most {most} characters", "{most} caractères au plus";
    /// A game that is too long.
    TOO_MANY_MOVES = "server.too-many-moves", "a game here has at most {most} moves", "une partie a ici {most} coups au plus";
    /// A body of another kind.
    NOT_JSON = "server.not-json", "the body must be JSON in UTF-8 (Content-Type: application/json)", "le corps doit être du JSON en UTF-8 (Content-Type: application/json)";
    /// Nothing to take back or play again.
    NOTHING_TO_UNDO = "server.nothing-to-undo", "there is nothing to take back", "il n'y a rien à reprendre";
    /// Nothing to play again.
    NOTHING_TO_REDO = "server.nothing-to-redo", "there is nothing to play again", "il n'y a rien à rejouer";
    /// Nothing to answer.
    NOTHING_ASKED = "server.nothing-asked", "nothing was asked", "rien n'a été demandé";
    /// Nothing to stop.
    NOT_THINKING = "server.not-thinking", "no engine is thinking", "aucun moteur ne réfléchit";
    /// A game that has ended.
    OVER = "server.over", "the game is over", "la partie est finie";
    /// A game that has not ended.
    NOT_OVER = "server.not-over", "the game is not over", "la partie n'est pas finie";
    /// A time that is too long.
    TIME_TOO_LONG = "server.time-too-long", "{time} is more than the {most} s there are", "{time}, c'est plus que les {most} s accordées";
    /// A clock that is too long.
    CLOCK_TOO_LONG = "server.clock-too-long", "a clock here has {most} h at most", "une pendule a ici {most} h au plus";
    /// A clock that has run out before it runs.
    CLOCK_EMPTY = "server.clock-empty", "a clock begins with more than 0 s", "une pendule commence avec plus de 0 s";
    /// An engine without values.
    DOES_NOT_JUDGE = "server.does-not-judge", "{engine} only chooses a move and can't judge a position", "{engine} choisit un coup sans pouvoir juger une position";
    /// A depth that can't be.
    BAD_DEPTH = "server.bad-depth", "a depth is a whole number from 1 to {most}", "une profondeur est un nombre entier de 1 à {most}";
    /// A number of nodes that can't be.
    BAD_NODES = "server.bad-nodes", "nodes are a whole number from 1 to {most}", "les nœuds sont un nombre entier de 1 à {most}";
    /// A tree that is too large.
    TREE_TOO_LARGE = "server.tree-too-large", "the tree has more than {limit} nodes; a smaller depth makes it smaller", "l'arbre a plus de {limit} nœuds ; une profondeur moindre le réduit";
    /// No more games.
    TOO_MANY_GAMES = "server.too-many-games", "too many games are being played; try again later", "trop de parties sont en cours ; réessayez plus tard";
    /// No more streams.
    TOO_MANY_STREAMS = "server.too-many-streams", "too many are watching; try again later", "trop de spectateurs ; réessayez plus tard";
    /// No more engines.
    TOO_MANY_ENGINES = "server.too-many-engines", "too many engines are thinking; try again later", "trop de moteurs réfléchissent ; réessayez plus tard";
    /// The end.
    CLOSING = "server.closing", "the server is shutting down", "le serveur s'arrête";
    /// A request that does not arrive.
    SLOW = "server.slow", "the request took too long to arrive", "la requête a mis trop de temps à arriver";
    /// A mistake of the server's own.
    BROKEN = "server.broken", "this failed by a mistake of the server's own", "cela a échoué par une erreur du serveur lui-même";
    /// A change that was not written.
    NOT_KEPT = "server.not-kept", "the change could not be written to the disk, so it was not made: {reason}", "le changement n'a pu être écrit sur le disque et n'a donc pas été fait : {reason}";

    /// A person.
    PERSON = "server.person", "a person", "une personne";
    /// An engine of a level.
    LEVEL = "server.level", "level {level}", "niveau {level}";
    /// The strongest engine.
    STRONGEST = "server.strongest", "the strongest", "le plus fort";

    /// A port in use.
    PORT_TAKEN = "server.port-taken", "port {port} of {bind} is taken; another is chosen by --port", "le port {port} de {bind} est pris ; --port en choisit un autre";
    /// An address that can't be used.
    CANNOT_LISTEN = "server.cannot-listen", "{bind} port {port} can't be used: {reason}", "{bind} port {port} est inutilisable : {reason}";
    /// Data that can't be kept.
    DATA_NOT_WRITABLE = "server.data-not-writable", "games can't be kept in {directory}: {reason}; another directory is chosen by --data", "les parties ne peuvent être gardées dans {directory} : {reason} ; --data choisit un autre dossier";
    /// Data of a later program.
    DATA_NEWER = "server.data-newer", "the games in {directory} are of a newer Plateau (version {found}, this one knows {known})", "les parties de {directory} sont d'un Plateau plus récent (version {found}, celui-ci connaît la {known})";
    /// Data of another server.
    DATA_IN_USE = "server.data-in-use", "another server keeps its games in {directory}; another directory is chosen by --data", "un autre serveur garde ses parties dans {directory} ; --data choisit un autre dossier";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
