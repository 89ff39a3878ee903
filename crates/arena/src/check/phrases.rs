//! What is told to the authors of bots.

use plateau_core::phrases;

phrases! {
    /// Only programs are checked.
    NO_PROGRAM = "check.no-program", "'{name}' is no program: write PROTOCOL!COMMAND, such as 'oneshot!python3 bot.py'", "« {name} » n'est pas un programme : écrire PROTOCOLE!COMMANDE, comme « oneshot!python3 bot.py »";
    /// All is well.
    ALL_WELL = "check.all-well", "all is well: {count} legal answers, the slowest after {seconds} s", "tout va bien : {count} réponses légales, la plus lente après {seconds} s";

    /// A wrong answer.
    WRONG_ANSWER = "check.wrong-answer",
        "sent: {sent} — answered: '{found}' — {reason} — expected: {expected} — likely cause: {cause}",
        "envoyé : {sent} — répondu : « {found} » — {reason} — attendu : {expected} — cause probable : {cause}";
    /// What was expected.
    ONE_OF = "check.one-of", "{moves} ({count} in all)", "{moves} ({count} en tout)";
    /// What was expected.
    ONE_OF_MANY = "check.one-of-many", "{moves} … ({count} in all)", "{moves} … ({count} en tout)";
    /// An answer that is no move.
    NOT_READ = "check.not-read", "this is no move", "ce n'est pas un coup";

    /// It did not start.
    CHECK_START = "check.start",
        "'{command}' can't be started: {reason} — expected: a program that can be run here — likely cause: its path is wrong, or it may not be executed (chmod +x)",
        "« {command} » ne peut être lancé : {reason} — attendu : un programme exécutable ici — cause probable : le chemin est faux, ou il n'est pas exécutable (chmod +x)";
    /// It ended.
    CHECK_DIED = "check.died",
        "sent: {sent} — it ended ({how}) without an answer — expected: a move — likely cause: {cause}",
        "envoyé : {sent} — il s'est terminé ({how}) sans réponse — attendu : un coup — cause probable : {cause}";
    /// It did not get ready.
    CHECK_NOT_READY = "check.not-ready",
        "sent: {sent} — no answer in {seconds} s — expected: '{word}' — likely cause: {cause}",
        "envoyé : {sent} — pas de réponse en {seconds} s — attendu : « {word} » — cause probable : {cause}";
    /// It said nothing.
    CHECK_SILENT = "check.silent",
        "sent: {sent} — no answer when the time was up, nor {seconds} s later — expected: a move — likely cause: {cause}",
        "envoyé : {sent} — pas de réponse à la fin du temps, ni {seconds} s après — attendu : un coup — cause probable : {cause}";
    /// It said what is no answer.
    CHECK_UNHEARD = "check.unheard",
        "sent: {sent} — it said '{said}' and nothing else until its time was up — expected: a line such as '{move}' — likely cause: {cause}",
        "envoyé : {sent} — il a dit « {said} » et rien d'autre jusqu'à la fin de son temps — attendu : une ligne comme « {move} » — cause probable : {cause}";
    /// It was late.
    CHECK_LATE = "check.late",
        "sent: {sent} — it answered after {seconds} s — expected: a move in less than it had — likely cause: {cause}",
        "envoyé : {sent} — il a répondu après {seconds} s — attendu : un coup en moins de temps qu'il n'avait — cause probable : {cause}";
    /// It wrote too much.
    CHECK_FLOOD = "check.flood",
        "sent: {sent} — it wrote more and more — expected: one line with a move — likely cause: {cause}",
        "envoyé : {sent} — il n'a cessé d'écrire — attendu : une ligne avec un coup — cause probable : {cause}";
    /// It did not end.
    CHECK_STOP = "check.stop",
        "sent: {sent} — it answered, but still ran {seconds} s later — expected: its end — likely cause: {cause}",
        "envoyé : {sent} — il a répondu, mais tournait encore {seconds} s après — attendu : sa fin — cause probable : {cause}";
    /// It left processes behind.
    CHECK_CHILDREN = "check.children",
        "it ended and left {count} of its processes behind — expected: none — likely cause: {cause}",
        "il s'est terminé en laissant {count} de ses processus — attendu : aucun — cause probable : {cause}";

    /// A cause.
    CAUSE_FROM_ZERO = "check.cause-from-zero", "it counts from 0, where this notation counts from 1", "il compte à partir de 0, alors que cette notation compte à partir de 1";
    /// A cause.
    CAUSE_FROM_ONE = "check.cause-from-one", "it counts from 1, where this protocol counts from 0", "il compte à partir de 1, alors que ce protocole compte à partir de 0";
    /// A cause.
    CAUSE_GRID_LAST = "check.cause-grid-last", "grid and cell are swapped: the grid comes first, then the cell", "grille et case sont inversées : d'abord la grille, puis la case";
    /// A cause.
    CAUSE_ROW_LAST = "check.cause-row-last", "the two numbers are swapped: row and column", "les deux nombres sont inversés : ligne et colonne";
    /// A cause.
    CAUSE_TALK = "check.cause-talk", "it prints more than its move: words for yourself belong on standard error", "il imprime plus que son coup : vos propres messages vont sur la sortie d'erreur";
    /// A cause.
    CAUSE_NOTATION = "check.cause-notation", "it writes moves in another notation than the game's", "il écrit les coups dans une autre notation que celle du jeu";
    /// A cause.
    CAUSE_RULES = "check.cause-rules", "it reads the position wrong, or forgets a rule", "il lit mal la position, ou oublie une règle";
    /// A cause.
    CAUSE_ERROR = "check.cause-error", "its standard error ends with '{line}'", "sa sortie d'erreur se termine par « {line} »";
    /// A cause.
    CAUSE_PRINTED_NOTHING = "check.cause-printed-nothing", "it ends without printing, or prints to standard error", "il se termine sans imprimer, ou imprime sur la sortie d'erreur";
    /// A cause.
    CAUSE_LOOP = "check.cause-loop", "it answers once and ends, where it should read the next line", "il répond une fois et se termine, au lieu de lire la ligne suivante";
    /// A cause.
    CAUSE_CRASH = "check.cause-crash", "it crashed, and said nothing on standard error", "il a planté, sans rien dire sur la sortie d'erreur";
    /// A cause.
    CAUSE_FLUSH = "check.cause-flush", "its output is not flushed: print(…, flush=True) in Python, fflush(stdout) in C", "sa sortie n'est pas vidée : print(…, flush=True) en Python, fflush(stdout) en C";
    /// A cause.
    CAUSE_BESTMOVE = "check.cause-bestmove", "the line of an answer must begin with bestmove, in small letters", "la ligne d'une réponse doit commencer par bestmove, en minuscules";
    /// A cause.
    CAUSE_NEWLINE = "check.cause-newline", "there is no newline at the end of the line", "il manque la fin de ligne";
    /// A cause.
    CAUSE_NO_MOVE = "check.cause-no-move", "no move follows: it found none, or printed an empty one", "aucun coup ne suit : il n'en a pas trouvé, ou en a imprimé un vide";
    /// A cause.
    CAUSE_WAITS = "check.cause-waits", "it waits for standard input, or does not look at the clock: the position and the seconds left are its arguments", "il attend l'entrée standard, ou ne regarde pas l'heure : la position et les secondes restantes sont ses arguments";
    /// A cause.
    CAUSE_CLOCK = "check.cause-clock", "it does not look at the seconds left", "il ne regarde pas les secondes restantes";
    /// A cause.
    CAUSE_ENDLESS = "check.cause-endless", "a loop that prints never ends", "une boucle qui imprime ne se termine jamais";
    /// A cause.
    CAUSE_EXIT = "check.cause-exit", "it waits for more: a one-shot program ends after its move", "il attend la suite : un programme « oneshot » se termine après son coup";
    /// A cause.
    CAUSE_QUIT = "check.cause-quit", "it does not end when it is told to, nor when its input ends", "il ne se termine ni quand on le lui dit, ni à la fin de son entrée";
    /// A cause.
    CAUSE_CHILDREN = "check.cause-children", "it starts processes and does not wait for them", "il lance des processus sans les attendre";
}
