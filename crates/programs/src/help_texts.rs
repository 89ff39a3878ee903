//! The help texts of the programs, English and French. The English ones are the doc comments
//! of their command lines; a test finds each that is missing here.

use plateau_console::help::HelpTexts;

/// The help texts of all programs.
pub const TEXTS: HelpTexts = &[
    // tttree
    (
        "Draw the game tree of a tic-tac-toe position, as a Graphviz digraph or a picture",
        "Dessiner l'arbre de jeu d'une position de morpion, en graphe Graphviz ou en image",
    ),
    (
        "POSITION is nine cells row by row from the top left (x, o, or a digit for that many empty cells) and the side to move. The tree goes to standard output or a file, everything else to standard error.",
        "POSITION est formée de neuf cases, rangée par rangée depuis le haut à gauche (x, o, ou un chiffre pour autant de cases vides), et du trait. L'arbre va sur la sortie standard ou dans un fichier, le reste sur la sortie d'erreur.",
    ),
    (
        "Position, quoted or as separate words; the empty board is '9 x'",
        "Position, entre guillemets ou en plusieurs mots ; le plateau vide est '9 x'",
    ),
    // sm-bot
    (
        "Print the best move of a super-morpion position, as GRID CELL",
        "Afficher le meilleur coup d'une position de super-morpion, sous la forme GRILLE CASE",
    ),
    (
        "POSITION is 81 cells grid by grid (x, o, a digit for that many empty cells, X or O for a grid that is won), the last move (00 for none) and the side to move, as one word or three. `SECONDS_LEFT` is the time left on a clock of 15 minutes plus 30 seconds per move, before the increment of this move. Decimals are allowed; negative numbers count as 0, and more than a day as a day. No move takes more than five minutes.",
        "POSITION est formée de 81 cases, grille par grille (x, o, un chiffre pour autant de cases vides, X ou O pour une grille gagnée), du dernier coup (00 s'il n'y en a pas) et du trait, en un mot ou trois. `SECONDS_LEFT` est le temps qui reste, en secondes, sur une pendule de 15 minutes plus 30 secondes par coup, avant l'incrément de ce coup. Les décimales sont permises ; un nombre négatif compte pour 0, et plus d'un jour pour un jour. Aucun coup ne prend plus de cinq minutes.",
    ),
    ("Print the move without a space", "Afficher le coup sans espace"),
    (
        "Print the board and the search to standard error",
        "Afficher le plateau et la recherche sur la sortie d'erreur",
    ),
    ("Number of search threads", "Nombre de fils de recherche"),
    // sm-refresh
    (
        "Play super-morpion against an engine, and follow the game in a browser",
        "Jouer au super-morpion contre un moteur, et suivre la partie dans un navigateur",
    ),
    (
        "Writes g.dot, g.png and refresh.html after each move. Open refresh.html in a browser: it updates itself.",
        "Écrit g.dot, g.png et refresh.html après chaque coup. Ouvrez refresh.html dans un navigateur : la page se met à jour d'elle-même.",
    ),
    ("How the engine searches", "Méthode de recherche du moteur"),
    ("Every move, as in textbooks", "Tous les coups, comme dans les manuels"),
    ("With pruning: the strongest", "Avec élagage : la plus forte"),
    (
        "Depth limit of the engine in plies [default: 6, without --time]",
        "Profondeur maximale du moteur en demi-coups [par défaut : 6, sans --time]",
    ),
    ("Time limit of the engine per move: 1s, 500ms, 2m", "Temps maximal du moteur par coup : 1s, 500ms, 2m"),
    ("Your side; x moves first", "Votre camp ; x commence"),
    (
        "Position to start from, quoted or as separate words",
        "Position de départ, entre guillemets ou en plusieurs mots",
    ),
    ("Directory for g.dot, g.png and refresh.html", "Dossier pour g.dot, g.png et refresh.html"),
];
