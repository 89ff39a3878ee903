//! Messages to the authors of bots.

use plateau_core::phrases;

phrases! {
    /// Only programs can be checked.
    NOT_A_PROGRAM = "check.no-program", "'{name}' is not a program: use PROTOCOL!COMMAND, such as 'oneshot!python3 bot.py'", "« {name} » n'est pas un programme : utilisez PROTOCOLE!COMMANDE, par exemple « oneshot!python3 bot.py »";
    /// The bot passed.
    PASSED = "check.all-well", "all tests passed: {count} legal moves, slowest answer {seconds} s", "tous les tests sont réussis : {count} coups légaux, réponse la plus lente {seconds} s";

    /// An illegal or unreadable answer.
    WRONG_ANSWER = "check.wrong-answer",
        "sent: {sent} — received: '{found}' — {reason} — expected: {expected} — likely cause: {cause}",
        "envoyé : {sent} — reçu : « {found} » — {reason} — attendu : {expected} — cause probable : {cause}";
    /// The legal moves.
    ONE_OF = "check.one-of", "{moves} ({count} in total)", "{moves} ({count} au total)";
    /// The first of many legal moves.
    ONE_OF_MANY = "check.one-of-many", "{moves} … ({count} in total)", "{moves} … ({count} au total)";
    /// The answer is not a move.
    NOT_A_MOVE = "check.not-read", "this is not a move", "ce n'est pas un coup";

    /// The bot could not be started.
    CHECK_START = "check.start",
        "cannot start '{command}': {reason} — expected: an executable program — likely cause: wrong path, or missing execute permission (chmod +x)",
        "impossible de lancer « {command} » : {reason} — attendu : un programme exécutable — cause probable : chemin erroné, ou droit d'exécution manquant (chmod +x)";
    /// The bot exited.
    CHECK_EXITED = "check.died",
        "sent: {sent} — the bot exited ({how}) without an answer — expected: a move — likely cause: {cause}",
        "envoyé : {sent} — le bot s'est arrêté ({how}) sans répondre — attendu : un coup — cause probable : {cause}";
    /// The bot did not report that it is ready.
    CHECK_NOT_READY = "check.not-ready",
        "sent: {sent} — no answer within {seconds} s — expected: '{word}' — likely cause: {cause}",
        "envoyé : {sent} — aucune réponse en {seconds} s — attendu : « {word} » — cause probable : {cause}";
    /// The bot printed nothing.
    CHECK_NO_ANSWER = "check.silent",
        "sent: {sent} — no answer in time, even with a margin of {seconds} s — expected: a move — likely cause: {cause}",
        "envoyé : {sent} — aucune réponse dans les temps, même avec une marge de {seconds} s — attendu : un coup — cause probable : {cause}";
    /// The bot printed something that is not an answer.
    CHECK_UNEXPECTED_OUTPUT = "check.unheard",
        "sent: {sent} — the bot printed '{output}' but no answer before its time ran out — expected: a line such as '{move}' — likely cause: {cause}",
        "envoyé : {sent} — le bot a affiché « {output} » mais aucune réponse avant la fin de son temps — attendu : une ligne comme « {move} » — cause probable : {cause}";
    /// The bot answered late.
    CHECK_LATE = "check.late",
        "sent: {sent} — the bot answered after {seconds} s — expected: a move within its time — likely cause: {cause}",
        "envoyé : {sent} — le bot a répondu après {seconds} s — attendu : un coup dans le temps imparti — cause probable : {cause}";
    /// The bot exceeded the output limit.
    CHECK_TOO_MUCH_OUTPUT = "check.flood",
        "sent: {sent} — the bot printed too much output — expected: one line with a move — likely cause: {cause}",
        "envoyé : {sent} — le bot a affiché beaucoup trop de texte — attendu : une seule ligne avec un coup — cause probable : {cause}";
    /// The bot did not exit.
    CHECK_DID_NOT_EXIT = "check.stop",
        "sent: {sent} — the bot answered but was still running {seconds} s later — expected: it exits — likely cause: {cause}",
        "envoyé : {sent} — le bot a répondu mais tournait encore {seconds} s plus tard — attendu : il s'arrête — cause probable : {cause}";
    /// The bot left processes running.
    CHECK_LEFTOVER_PROCESSES = "check.children",
        "the bot exited and left {count} of its processes running — expected: none — likely cause: {cause}",
        "le bot s'est arrêté en laissant {count} de ses processus actifs — attendu : aucun — cause probable : {cause}";

    /// Cause: counting from 0.
    CAUSE_FROM_ZERO = "check.cause-from-zero", "the bot counts from 0, but this notation counts from 1", "le bot compte à partir de 0, mais cette notation compte à partir de 1";
    /// Cause: counting from 1.
    CAUSE_FROM_ONE = "check.cause-from-one", "the bot counts from 1, but this protocol counts from 0", "le bot compte à partir de 1, mais ce protocole compte à partir de 0";
    /// Cause: cell before grid.
    CAUSE_GRID_SWAPPED = "check.cause-grid-last", "grid and cell are swapped: the grid comes first", "la grille et la case sont inversées : la grille vient en premier";
    /// Cause: row and column.
    CAUSE_ROW_SWAPPED = "check.cause-row-last", "row and column are swapped", "la ligne et la colonne sont inversées";
    /// Cause: debug output.
    CAUSE_DEBUG_OUTPUT = "check.cause-talk", "the bot prints more than its move: print debug messages to standard error", "le bot affiche plus que son coup : écrivez vos messages de débogage sur la sortie d'erreur";
    /// Cause: notation.
    CAUSE_NOTATION = "check.cause-notation", "the bot writes moves in a different notation", "le bot écrit les coups dans une autre notation";
    /// Cause: rules.
    CAUSE_RULES = "check.cause-rules", "the bot misreads the position or misses a rule", "le bot lit mal la position ou oublie une règle";
    /// Cause: an error message.
    CAUSE_STDERR = "check.cause-error", "its standard error ends with '{line}'", "sa sortie d'erreur se termine par « {line} »";
    /// Cause: no output.
    CAUSE_PRINTED_NOTHING = "check.cause-printed-nothing", "the bot exits without printing, or prints to standard error", "le bot s'arrête sans rien afficher, ou affiche sur la sortie d'erreur";
    /// Cause: no loop.
    CAUSE_NO_LOOP = "check.cause-loop", "the bot answers once and exits instead of reading the next line", "le bot répond une fois et s'arrête au lieu de lire la ligne suivante";
    /// Cause: a crash.
    CAUSE_CRASH = "check.cause-crash", "the bot crashed without a message on standard error", "le bot a planté sans message sur la sortie d'erreur";
    /// Cause: no flush.
    CAUSE_NO_FLUSH = "check.cause-flush", "its output is not flushed: use print(…, flush=True) in Python, fflush(stdout) in C", "sa sortie n'est pas vidée : utilisez print(…, flush=True) en Python, fflush(stdout) en C";
    /// Cause: no `bestmove`.
    CAUSE_NO_BESTMOVE = "check.cause-bestmove", "an answer must begin with bestmove, in lower case", "une réponse doit commencer par bestmove, en minuscules";
    /// Cause: no newline.
    CAUSE_NO_NEWLINE = "check.cause-newline", "the newline at the end of the line is missing", "il manque le saut de ligne à la fin de la ligne";
    /// Cause: no move.
    CAUSE_NO_MOVE = "check.cause-no-move", "the move is missing: the bot found none or printed an empty one", "le coup manque : le bot n'en a pas trouvé ou en a affiché un vide";
    /// Cause: reads standard input.
    CAUSE_READS_STDIN = "check.cause-waits", "the bot waits for standard input or ignores the clock: the position and the seconds left are its arguments", "le bot attend l'entrée standard ou ignore la pendule : la position et les secondes restantes sont ses arguments";
    /// Cause: ignores the clock.
    CAUSE_IGNORES_CLOCK = "check.cause-clock", "the bot ignores the seconds left", "le bot ne tient pas compte des secondes restantes";
    /// Cause: endless output.
    CAUSE_ENDLESS_LOOP = "check.cause-endless", "an endless loop that prints", "une boucle infinie qui affiche du texte";
    /// Cause: a one-shot program that waits.
    CAUSE_NO_EXIT = "check.cause-exit", "the bot waits for more input: a one-shot program exits after its move", "le bot attend d'autres entrées : un programme « oneshot » s'arrête après son coup";
    /// Cause: ignores `quit`.
    CAUSE_IGNORES_QUIT = "check.cause-quit", "the bot ignores the quit command and the end of its input", "le bot ignore la commande de fin et la fin de son entrée";
    /// Cause: child processes.
    CAUSE_CHILD_PROCESSES = "check.cause-children", "the bot starts processes and does not wait for them", "le bot lance des processus sans attendre leur fin";
}
