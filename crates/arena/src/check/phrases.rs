//! Messages to the authors of bots.

use plateau_core::phrases;

phrases! {
    /// Only programs can be checked.
    NOT_A_PROGRAM = "check.no-program", "'{name}' is not a program: use PROTOCOL!COMMAND, such as 'oneshot!python3 bot.py'", "« {name} » n'est pas un programme : utilisez PROTOCOLE!COMMANDE, par exemple « oneshot!python3 bot.py »";
    /// The verdict on a bot that passed.
    PASSED = "check.all-well", "all tests passed", "tous les tests sont réussis";
    /// The verdict on a bot that failed.
    FAILED = "check.failed", "failed: {problem}", "échec : {problem}";

    /// A fact: what was sent.
    SENT = "check.sent", "sent", "envoyé";
    /// A fact: the command that was started.
    COMMAND = "check.command", "command", "commande";
    /// A fact: what came back.
    RECEIVED = "check.received", "received", "reçu";
    /// A fact: what is wrong.
    PROBLEM = "check.problem", "problem", "problème";
    /// A fact: what would be right.
    EXPECTED = "check.expected", "expected", "attendu";
    /// A fact: the likely cause.
    CAUSE = "check.cause", "likely cause", "cause probable";
    /// A fact: the number of legal moves.
    LEGAL_MOVES = "check.legal-moves", "legal moves", "coups légaux";
    /// A fact: the slowest answer.
    SLOWEST_ANSWER = "check.slowest-answer", "slowest answer", "réponse la plus lente";
    /// A text that is the same in every language.
    TEXT = "check.text", "{text}", "{text}";
    /// An excerpt of a program's output.
    QUOTED = "check.quoted", "'{text}'", "« {text} »";
    /// A time.
    SECONDS = "check.seconds", "{seconds} s", "{seconds} s";

    /// An illegal or unreadable answer.
    WRONG_ANSWER = "check.wrong-answer", "the answer is not a legal move", "la réponse n'est pas un coup légal";
    /// The legal moves.
    ONE_OF = "check.one-of", "{moves} ({count} in total)", "{moves} ({count} au total)";
    /// The first of many legal moves.
    ONE_OF_MANY = "check.one-of-many", "{moves} … ({count} in total)", "{moves} … ({count} au total)";
    /// The answer is not a move.
    NOT_A_MOVE = "check.not-read", "this is not a move", "ce n'est pas un coup";

    /// The bot could not be started.
    CHECK_START = "check.start", "the bot cannot be started", "impossible de lancer le bot";
    /// The bot exited.
    CHECK_EXITED = "check.died", "the bot exited ({how}) without an answer", "le bot s'est arrêté ({how}) sans répondre";
    /// The bot did not report that it is ready.
    CHECK_NOT_READY = "check.not-ready", "no answer within {seconds} s", "aucune réponse en {seconds} s";
    /// The bot printed nothing.
    CHECK_NO_ANSWER = "check.silent", "no answer in time, even with a margin of {seconds} s", "aucune réponse dans les temps, même avec une marge de {seconds} s";
    /// The bot printed something that is not an answer.
    CHECK_UNEXPECTED_OUTPUT = "check.unheard", "the bot printed something, but no answer before its time ran out", "le bot a affiché quelque chose, mais aucune réponse avant la fin de son temps";
    /// The bot answered late.
    CHECK_LATE = "check.late", "the bot answered after {seconds} s", "le bot a répondu après {seconds} s";
    /// The bot exceeded the output limit.
    CHECK_TOO_MUCH_OUTPUT = "check.flood", "the bot printed too much output", "le bot a affiché beaucoup trop de texte";
    /// The bot did not exit.
    CHECK_DID_NOT_EXIT = "check.stop", "the bot answered but was still running {seconds} s later", "le bot a répondu mais tournait encore {seconds} s plus tard";
    /// The bot left processes running.
    CHECK_LEFTOVER_PROCESSES = "check.children", "the bot exited and left {count} of its processes running", "le bot s'est arrêté en laissant {count} de ses processus actifs";

    /// Expected: a program.
    EXPECTED_PROGRAM = "check.expected-program", "an executable program", "un programme exécutable";
    /// Expected: a move.
    EXPECTED_MOVE = "check.expected-move", "a move", "un coup";
    /// Expected: a move in time.
    EXPECTED_IN_TIME = "check.expected-in-time", "a move within its time", "un coup dans le temps imparti";
    /// Expected: an answer.
    EXPECTED_LINE = "check.expected-line", "a line such as '{line}'", "une ligne comme « {line} »";
    /// Expected: one line.
    EXPECTED_ONE_LINE = "check.expected-one-line", "one line with a move", "une seule ligne avec un coup";
    /// Expected: an exit.
    EXPECTED_EXIT = "check.expected-exit", "it exits", "il s'arrête";
    /// Expected: no processes left.
    EXPECTED_NO_PROCESS = "check.expected-no-process", "none", "aucun";

    /// Cause: not executable.
    CAUSE_NOT_EXECUTABLE = "check.cause-not-executable", "wrong path, or missing execute permission (chmod +x)", "chemin erroné, ou droit d'exécution manquant (chmod +x)";
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
