//! Messages about players, faults and UGI commands, in English and French.

use plateau_core::phrases;

phrases! {
    /// The protocol sends time in whole seconds.
    WHOLE_SECONDS = "player.whole-seconds", "{protocol} sends time in whole seconds: use at least 1s", "{protocol} transmet le temps en secondes entières : utilisez au moins 1s";
    /// The executable of a program was not found.
    PROGRAM_NOT_FOUND = "player.not-there", "cannot start the program of '{name}': {program} in {directory}: {reason}", "impossible de lancer le programme de « {name} » : {program} dans {directory} : {reason}";
    /// A human player where there is no one to prompt.
    NO_HUMAN_HERE = "player.no-human", "a human cannot play here: choose an engine or a program", "un humain ne peut pas jouer ici : choisissez un moteur ou un programme";

    /// A player that is not a program.
    NOT_A_PROGRAM = "player.not-a-program", "'{player}' is not a program: write PROTOCOL!COMMAND, such as ugi!./bot", "« {player} » n'est pas un programme : écrivez PROTOCOLE!COMMANDE, par exemple ugi!./bot";
    /// A program that failed to move.
    PROGRAM_FAILED = "player.failed", "{player} {fault}", "{player} {fault}";
    /// A program that failed to move, and the last line of its standard error.
    PROGRAM_FAILED_WITH = "player.failed-with", "{player} {fault}; its last error message: {error}", "{player} {fault} ; son dernier message d'erreur : {error}";
    /// A program that was interrupted.
    WAS_STOPPED = "player.was-stopped", "was stopped before it answered", "a été interrompu avant de répondre";
    /// A protocol that cannot set up a position.
    NOT_FROM_HERE = "player.not-from-here", "the protocol {protocol} only plays from the start of a game: it cannot continue from this position", "le protocole {protocol} ne joue que depuis le début d'une partie : il ne peut pas continuer à partir de cette position";

    /// Fault: illegal move.
    ILLEGAL_MOVE = "fault.illegal", "played the illegal move '{text}'", "a joué le coup illégal « {text} »";
    /// Fault: the answer is not a move.
    NOT_A_MOVE = "fault.nonsense", "answered '{text}', which is not a move", "a répondu « {text} », qui n'est pas un coup";
    /// Fault: late answer.
    OUT_OF_TIME = "fault.late", "exceeded its time by {seconds} s", "a répondu avec {seconds} s de retard";
    /// Fault: no answer.
    NO_ANSWER = "fault.silent", "gave no answer within {seconds} s", "n'a pas répondu en {seconds} s";
    /// Fault: output without an answer.
    UNEXPECTED_OUTPUT = "fault.unheard", "printed '{text}' but no answer before its time ran out", "a affiché « {text} » mais aucune réponse avant la fin de son temps";
    /// Fault: output without a final newline.
    UNTERMINATED_OUTPUT = "fault.unended", "printed '{text}' without a newline before its time ran out", "a affiché « {text} » sans fin de ligne avant la fin de son temps";
    /// Fault: output limit exceeded.
    TOO_MUCH_OUTPUT = "fault.flood", "printed too much output", "a affiché beaucoup trop de texte";
    /// Fault: exit before the answer.
    EXITED = "fault.died", "exited ({how})", "s'est arrêté ({how})";
    /// Fault: the program could not be started.
    START_FAILED = "fault.not-started", "could not be started: {reason}", "n'a pas pu être lancé : {reason}";
    /// Fault: not ready.
    NOT_READY = "fault.not-ready", "never sent '{word}'", "n'a jamais envoyé « {word} »";
    /// Fault: still running.
    DID_NOT_EXIT = "fault.not-stopped", "did not exit when asked to", "ne s'est pas arrêté quand on le lui a demandé";
    /// Fault: one leftover process.
    LEFTOVER_PROCESS = "fault.child", "left 1 process running", "a laissé 1 processus actif";
    /// Fault: leftover processes.
    LEFTOVER_PROCESSES = "fault.children", "left {count} processes running", "a laissé {count} processus actifs";
    /// Fault: resignation.
    RESIGNED = "fault.resigned", "resigned", "a abandonné";

    /// UGI: unknown or malformed command.
    UGI_UNKNOWN_COMMAND = "engine.unread", "unknown command '{line}'", "commande inconnue « {line} »";
    /// UGI: malformed `setoption`.
    UGI_SETOPTION = "engine.setoption", "setoption must be followed by name NAME value VALUE", "setoption doit être suivi de name NOM value VALEUR";
    /// UGI: unknown option.
    UGI_UNKNOWN_OPTION = "engine.option", "unknown option '{name}'; available: Game, Engine, Seed, Threads, Hash", "option inconnue « {name} » ; options disponibles : Game, Engine, Seed, Threads, Hash";
    /// UGI: malformed `position`.
    UGI_POSITION = "engine.position", "position must be followed by startpos or fen TEXT, and optionally moves LIST", "position doit être suivi de startpos ou fen TEXTE, puis au besoin de moves LISTE";
    /// UGI: a command that needs a position after an invalid one.
    UGI_NO_POSITION = "engine.no-position", "the last position was invalid: send another one first", "la dernière position était invalide : envoyez-en d'abord une autre";
    /// UGI: not a number.
    UGI_NOT_A_NUMBER = "engine.number", "'{found}' is not a whole number", "« {found} » n'est pas un nombre entier";
    /// UGI: unknown limit.
    UGI_UNKNOWN_LIMIT = "engine.go", "unknown limit '{found}': go accepts infinite, or p1time, p2time, p1inc, p2inc, movetime, depth and nodes, each followed by a number", "limite inconnue « {found} » : go accepte infinite, ou p1time, p2time, p1inc, p2inc, movetime, depth et nodes, chacun suivi d'un nombre";
    /// UGI: limit without a number.
    UGI_LIMIT_WITHOUT_NUMBER = "engine.go-number", "{word} must be followed by a whole number", "{word} doit être suivi d'un nombre entier";
    /// UGI: invalid UTF-8.
    UGI_INVALID_UTF8 = "engine.bytes", "ignored a line that is not valid UTF-8", "ligne ignorée : elle n'est pas en UTF-8 valide";
    /// UGI: `go` without a position that has legal moves.
    UGI_NO_LEGAL_MOVE = "engine.no-legal-move", "no legal moves in this position", "aucun coup légal dans cette position";
}

#[cfg(test)]
mod tests {
    #[test]
    fn phrases_are_complete_in_both_languages() {
        let all: Vec<_> = super::ALL.iter().chain(crate::check::phrases::ALL).copied().collect();
        assert_eq!(plateau_core::text::phrase_errors(&all), Vec::<String>::new());
    }
}
