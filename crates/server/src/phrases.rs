//! The server's messages, in English and French.

use plateau_core::phrases;

phrases! {
    /// A body that cannot be parsed.
    INVALID_BODY = "server.invalid-body", "invalid request body: {reason}", "corps de requête invalide : {reason}";
    /// Reason for [`INVALID_BODY`].
    JSON_SYNTAX = "server.json-syntax", "JSON syntax error at line {line}, column {column}", "erreur de syntaxe JSON, ligne {line}, colonne {column}";
    /// Reason for [`INVALID_BODY`].
    NOT_AN_OBJECT = "server.not-an-object", "expected a JSON object", "un objet JSON est attendu";
    /// Reason for [`INVALID_BODY`].
    MISSING_FIELD = "server.missing-field", "\"{field}\" is missing", "le champ « {field} » est absent";
    /// Reason for [`INVALID_BODY`].
    INVALID_FIELD = "server.invalid-field", "\"{field}\" must be {expected}", "« {field} » doit être {expected}";
    /// Reason for [`INVALID_BODY`].
    INVALID_FIELDS = "server.invalid-fields", "invalid fields: {reason}", "champs invalides : {reason}";
    /// Expected type of a field.
    A_STRING = "server.a-string", "a string", "une chaîne de caractères";
    /// Expected type of a field.
    A_NUMBER = "server.a-number", "a non-negative integer", "un entier positif ou nul";
    /// Expected type of a field.
    A_BOOLEAN = "server.a-boolean", "true or false", "true ou false";
    /// Expected type of a field.
    A_LIST = "server.a-list", "a string or a list of strings", "une chaîne de caractères ou une liste de chaînes";
    /// Expected type of a field.
    ONE_OF = "server.one-of", "one of {names}", "l'une de ces valeurs : {names}";
    /// A request rejected by the HTTP framework.
    MALFORMED_REQUEST = "server.malformed-request", "malformed request", "requête mal formée";
    /// No seat token, or one of another game.
    INVALID_TOKEN = "server.invalid-token", "this requires a seat token of this game", "cette action demande un jeton de joueur de cette partie";
    /// A move out of turn.
    NOT_YOUR_TURN = "server.not-your-turn", "it is {player}'s turn", "c'est à {player} de jouer";
    /// An action reserved to humans, on an engine's seat.
    ENGINE_SEAT = "server.engine-seat", "{player} is played by an engine", "{player} {player:est joué|sont joués} par un moteur";
    /// Replacing the human opponent by an engine.
    OPPONENT_SEAT = "server.opponent-seat", "only your opponent can replace {player} with an engine", "seul votre adversaire peut confier son camp ({player}) à un moteur";
    /// Answering a request of one's own.
    OWN_REQUEST = "server.own-request", "your opponent has to answer this request", "c'est à votre adversaire de répondre à cette demande";
    /// A request from another site.
    CROSS_ORIGIN = "server.cross-origin", "requests from other sites are not allowed", "les requêtes d'autres sites ne sont pas autorisées";
    /// A request without a `Host` header, or with several.
    ONE_HOST = "server.one-host", "a request must have exactly one Host header", "une requête doit avoir un seul en-tête Host";
    /// A host name that is not one of the server.
    UNKNOWN_HOST = "server.unknown-host", "this server does not answer to {host}; if that is its name, start it with --public-name {host}", "ce serveur ne répond pas au nom {host} ; si c'est le sien, lancez-le avec --public-name {host}";
    /// Metrics asked for by another machine.
    METRICS_NOT_PUBLIC = "server.metrics-not-public", "metrics are for this machine only; start the server with --public-metrics to allow others", "les métriques sont réservées à cette machine ; lancez le serveur avec --public-metrics pour les ouvrir à d'autres";
    /// The join code is missing or wrong.
    JOIN_CODE = "server.join-code", "this server needs a join code", "ce serveur demande un code d'accès";
    /// Join codes are guessed.
    TOO_MANY_JOIN_CODES = "server.too-many-join-codes", "too many join codes from your address; try again in a moment", "trop de codes d'accès depuis votre adresse ; réessayez dans un instant";
    /// The admin token is missing or wrong.
    NOT_ADMINISTRATOR = "server.not-administrator", "this requires the admin token of the server", "cette action demande le jeton d'administration du serveur";
    /// An invitation that someone else has opened.
    INVITATION_USED = "server.invitation-used", "this invitation has already been used", "cette invitation a déjà été utilisée";
    /// A move with the token of an invitation that nobody has opened.
    SEAT_NOT_TAKEN = "server.seat-not-taken", "this seat is kept for the guest, who has not come yet", "cette place est gardée pour l'invité, qui n'est pas encore arrivé";
    /// An analysis of a game between people.
    NO_HINTS = "server.no-hints", "two people are playing this position: there are no hints until their game is over", "deux personnes jouent cette position : pas d'aide avant la fin de leur partie";
    /// An unknown game id.
    GAME_NOT_FOUND = "server.game-not-found", "game not found", "partie introuvable";
    /// An unknown path.
    NOT_FOUND = "server.not-found", "page not found", "page introuvable";
    /// The link on the 404 page.
    BACK_TO_GAMES = "server.back-to-games", "Back to the games", "Retour aux jeux";
    /// A method that the path does not support.
    METHOD_NOT_ALLOWED = "server.method-not-allowed", "this path does not support this HTTP method", "cette méthode HTTP n'est pas acceptée ici";
    /// A change based on an old revision.
    STALE_REVISION = "server.stale-revision", "the game has changed in the meantime", "la partie a changé entre-temps";
    /// A body that is too large.
    BODY_TOO_LARGE = "server.body-too-large", "the request body is larger than {max} kB", "le corps de la requête dépasse {max} ko";
    /// A text that is too long.
    TEXT_TOO_LONG = "server.text-too-long", "text too long: at most {max} characters are allowed", "texte trop long : {max} caractères au maximum";
    /// An id of a request that can be guessed.
    REQUEST_ID_TOO_SHORT = "server.request-id-too-short", "the id of a request that creates a game or takes a seat must be random and have at least {min} characters", "l'identifiant d'une requête qui crée une partie ou prend une place doit être aléatoire et avoir au moins {min} caractères";
    /// A game that is too long.
    TOO_MANY_MOVES = "server.too-many-moves", "a game can have at most {max} moves", "une partie peut avoir {max} coups au maximum";
    /// A body of another content type.
    NOT_JSON = "server.not-json", "the request body must be JSON in UTF-8 (Content-Type: application/json)", "le corps de la requête doit être du JSON en UTF-8 (Content-Type: application/json)";
    /// Undo at the start of a game.
    NOTHING_TO_UNDO = "server.nothing-to-undo", "there is no move to undo", "il n'y a aucun coup à annuler";
    /// Redo without a move undone.
    NOTHING_TO_REDO = "server.nothing-to-redo", "there is no move to redo", "il n'y a aucun coup à rejouer";
    /// An answer without a request.
    NO_PENDING_REQUEST = "server.no-pending-request", "there is no request to answer", "il n'y a aucune demande en attente";
    /// Stop while no engine is thinking.
    ENGINE_IDLE = "server.engine-idle", "no engine is thinking", "aucun moteur ne réfléchit";
    /// An action that needs a game in progress.
    GAME_OVER = "server.game-over", "the game is over", "la partie est terminée";
    /// An action that needs a finished game.
    GAME_NOT_OVER = "server.game-not-over", "the game is not over yet", "la partie n'est pas encore terminée";
    /// An analysis time above the limit.
    TIME_TOO_LONG = "server.time-too-long", "{time} is too long: the limit is {max} s", "{time} est trop long : la limite est de {max} s";
    /// A clock above the limit.
    CLOCK_TOO_LONG = "server.clock-too-long", "a clock can have at most {max} hours", "le temps est limité à {max} heures";
    /// A clock that starts at zero.
    CLOCK_ZERO = "server.clock-zero", "a clock must start with more than 0 s", "une pendule doit démarrer avec plus de 0 s";
    /// An engine that cannot analyse.
    NO_EVALUATION = "server.no-evaluation", "{engine} has no evaluation: it only chooses moves", "{engine} n'a pas d'évaluation : il choisit seulement des coups";
    /// A tree depth out of range.
    INVALID_DEPTH = "server.invalid-depth", "the depth must be an integer from 1 to {max}", "la profondeur doit être un entier de 1 à {max}";
    /// A number of tree nodes out of range.
    INVALID_NODES = "server.invalid-nodes", "the number of nodes must be an integer from 1 to {max}", "le nombre de nœuds doit être un entier de 1 à {max}";
    /// A tree above the limit.
    TREE_TOO_LARGE = "server.tree-too-large", "the tree has more than {limit} nodes; choose a smaller depth", "l'arbre a plus de {limit} nœuds ; choisissez une profondeur plus petite";
    /// The limit of games is reached.
    TOO_MANY_GAMES = "server.too-many-games", "too many games in progress; try again later", "trop de parties en cours ; réessayez plus tard";
    /// Games are created too fast.
    TOO_MANY_NEW_GAMES = "server.too-many-new-games", "too many new games from your address; try again in a moment", "trop de nouvelles parties depuis votre adresse ; réessayez dans un instant";
    /// Client ids are asked for too fast.
    TOO_MANY_CLIENTS = "server.too-many-clients", "too many new clients from your address; try again in a moment", "trop de nouveaux clients depuis votre adresse ; réessayez dans un instant";
    /// The limit of event streams is reached.
    TOO_MANY_STREAMS = "server.too-many-streams", "too many viewers; try again later", "trop de spectateurs ; réessayez plus tard";
    /// The limit of engines is reached.
    TOO_MANY_ENGINES = "server.too-many-engines", "all engines are busy; try again later", "tous les moteurs sont occupés ; réessayez plus tard";
    /// A tournament is running.
    ARENA_BUSY = "server.arena-busy", "a tournament is already running ({played} of {planned} games played); watch it; you can start yours when it is over, or in {minutes} min", "un tournoi est déjà en cours ({played} parties jouées sur {planned}) ; suivez-le, vous pourrez lancer le vôtre quand il sera terminé, ou dans {minutes} min";
    /// There is no tournament to stop.
    ARENA_IDLE = "server.arena-idle", "no tournament is running", "aucun tournoi n'est en cours";
    /// Too few or too many players.
    ARENA_PLAYERS = "server.arena-players", "a tournament has {least} to {most} players", "un tournoi compte de {least} à {most} joueurs";
    /// Too few or too many games.
    ARENA_PAIRS = "server.arena-pairs", "\"pairs\" must be between {least} and {most}", "« pairs » doit être compris entre {least} et {most}";
    /// A human in a tournament of engines.
    ARENA_HUMAN = "server.arena-human", "only engines play in this tournament", "seuls des moteurs jouent dans ce tournoi";
    /// A wrong token of a tournament.
    ARENA_TOKEN = "server.arena-token", "only the browser that started the tournament can stop it", "seul le navigateur qui a lancé le tournoi peut l'arrêter";
    /// The server is shutting down.
    SHUTTING_DOWN = "server.shutting-down", "the server is shutting down", "le serveur s'arrête";
    /// A request that arrives too slowly.
    REQUEST_TIMEOUT = "server.request-timeout", "the request took too long to arrive", "la requête a mis trop de temps à arriver";
    /// A panic in the server.
    INTERNAL_ERROR = "server.internal-error", "internal server error", "erreur interne du serveur";
    /// A change that could not be written.
    NOT_SAVED = "server.not-saved", "the game could not be saved, so nothing was changed: {reason}", "la partie n'a pas pu être enregistrée, rien n'a donc été changé : {reason}";

    /// A game that could not be read.
    NOT_LOADED = "server.not-loaded", "the game could not be read: {reason}", "la partie n'a pas pu être lue : {reason}";
    /// A game whose stored state makes no sense.
    GAME_DAMAGED = "server.game-damaged", "game {id} is damaged and was set aside: {reason}", "la partie {id} est endommagée et a été mise de côté : {reason}";
    /// A backup that could not be made by a running server.
    NO_BACKUP = "server.no-backup", "the backup could not be made: {reason}", "la sauvegarde n'a pas pu être faite : {reason}";

    /// Name of a human player.
    HUMAN = "server.human", "human", "humain";
    /// Name of an engine by level.
    LEVEL = "server.level", "level {level}", "niveau {level}";
    /// Name of the strongest engine.
    STRONGEST = "server.strongest", "strongest engine", "moteur le plus fort";

    /// A port in use.
    PORT_IN_USE = "server.port-in-use", "port {port} of {bind} is already in use; choose another with --port", "le port {port} de {bind} est déjà utilisé ; choisissez-en un autre avec --port";
    /// An address that cannot be bound.
    CANNOT_LISTEN = "server.cannot-listen", "cannot listen on {bind} port {port}: {reason}", "impossible d'écouter sur {bind}, port {port} : {reason}";
    /// A data directory that cannot be written.
    DATA_NOT_WRITABLE = "server.data-not-writable", "cannot save games in {directory}: {reason}; choose another directory with --data", "impossible d'enregistrer les parties dans {directory} : {reason} ; choisissez un autre dossier avec --data";
    /// The file of the admin token cannot be read or written.
    NO_ADMIN_TOKEN = "server.no-admin-token", "cannot read or write the admin token in {file}: {reason}", "impossible de lire ou d'écrire le jeton d'administration dans {file} : {reason}";
    /// A database whose games cannot be read.
    GAMES_NOT_READABLE = "server.games-not-readable", "cannot read the games in {file}: {reason}", "impossible de lire les parties de {file} : {reason}";
    /// A database file that was emptied.
    DATA_EMPTY = "server.data-empty", "{file} is empty, so its games are lost: restore a backup, or delete the file to start without games", "{file} est vide, ses parties sont donc perdues : restaurez une sauvegarde, ou supprimez le fichier pour repartir sans parties";
    /// A database that is gone, but not its log.
    DATA_MISSING = "server.data-missing", "{file} is missing although its log {file}-wal is there: restore a backup, or delete the log to start without games", "{file} est absent alors que son journal {file}-wal est là : restaurez une sauvegarde, ou supprimez le journal pour repartir sans parties";
    /// A damaged database.
    DATA_DAMAGED = "server.data-damaged", "{file} is damaged: {reason}; restore a backup", "{file} est endommagé : {reason} ; restaurez une sauvegarde";
    /// The database of a tournament where that of the server should be.
    DATA_OF_TOURNAMENT = "server.data-of-tournament", "{file} is the database of a tournament, not of the server's games; choose another directory with --data", "{file} est la base de données d'un tournoi, pas celle des parties du serveur ; choisissez un autre dossier avec --data";
    /// The database of another program where that of the server should be.
    DATA_FOREIGN = "server.data-foreign", "{file} is the database of another program; choose another directory with --data", "{file} est la base de données d'un autre programme ; choisissez un autre dossier avec --data";
    /// A directory without games.
    NO_GAMES = "server.no-games", "there are no games of a server in {directory}", "il n'y a pas de parties d'un serveur dans {directory}";
    /// Games that were set aside.
    DAMAGED_GAMES = "server.damaged-games", "{number} damaged games are set aside: {games}", "{number} parties endommagées sont mises de côté : {games}";
    /// A backup that cannot be written.
    BACKUP_FAILED = "server.backup-failed", "cannot write the backup {file}: {reason}", "impossible d'écrire la sauvegarde {file} : {reason}";
    /// Reason for [`BACKUP_FAILED`].
    NOT_A_BACKUP = "server.not-a-backup", "the copy is not a database of games", "la copie n'est pas une base de données de parties";
    /// A database of a newer version.
    DATA_TOO_NEW = "server.data-too-new", "the games in {directory} were saved by a newer version of Plateau (schema {found}, this version reads up to {supported})", "les parties de {directory} ont été enregistrées par une version plus récente de Plateau (schéma {found}, cette version lit jusqu'au {supported})";
    /// A database locked by another server.
    DATA_IN_USE = "server.data-in-use", "another server is using {directory}; choose another directory with --data", "un autre serveur utilise {directory} ; choisissez un autre dossier avec --data";
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_have_the_same_parameters_in_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
