//! The help texts of clap and of the options that several programs share.

use super::HelpTexts;

/// The help texts of clap and of the shared options, English and French.
pub const TEXTS: HelpTexts = &[
    // The words of clap.
    ("Print help", "Afficher l'aide"),
    ("Print help (see more with '--help')", "Afficher l'aide (détaillée avec --help)"),
    ("Print help (see a summary with '-h')", "Afficher l'aide (résumée avec -h)"),
    ("Print version", "Afficher la version"),
    (
        "Print this message or the help of the given subcommand(s)",
        "Afficher cette aide ou celle des commandes indiquées",
    ),
    ("Examples:", "Exemples :"),
    // The names of values.
    ("A", "A"),
    ("ADDRESS", "ADRESSE"),
    ("CODE", "CODE"),
    ("ALGORITHM", "ALGORITHME"),
    ("B", "B"),
    ("DEPTH", "PROFONDEUR"),
    ("DIR", "DOSSIER"),
    ("FILE", "FICHIER"),
    ("FORMAT", "FORMAT"),
    ("GAME", "JEU"),
    ("LIST", "LISTE"),
    ("MB", "Mo"),
    ("N", "N"),
    ("NAME", "NOM"),
    ("NODES", "NŒUDS"),
    ("OPENINGS", "OUVERTURES"),
    ("PORT", "PORT"),
    ("POSITION", "POSITION"),
    ("PROGRAM", "PROGRAMME"),
    ("PROTOCOL!COMMAND", "PROTOCOLE!COMMANDE"),
    ("SEED", "GRAINE"),
    ("SHELL", "SHELL"),
    ("SPEC", "SPEC"),
    ("TC", "CADENCE"),
    ("TEST", "TEST"),
    ("THREADS", "FILS"),
    ("TIME", "TEMPS"),
    ("en|fr", "en|fr"),
    ("x|o", "x|o"),
    // The language.
    (
        "Language of the output [default: that of the locale]",
        "Langue de la sortie [par défaut : celle de la locale]",
    ),
    (
        "Language of the output [default: that of the locale; English in DOT]",
        "Langue de la sortie [par défaut : celle de la locale ; l'anglais en DOT]",
    ),
    // A position.
    (
        "Position in the notation of the game, quoted or as separate words [default: start]",
        "Position dans la notation du jeu, entre guillemets ou en plusieurs mots [par défaut : start]",
    ),
    (
        "Moves to play from the position, separated by spaces or semicolons",
        "Coups à jouer à partir de la position, séparés par des espaces ou des points-virgules",
    ),
    // A tree.
    (
        "Search algorithm; those with alpha-beta also show windows and cuts",
        "Algorithme de recherche ; ceux avec alpha-bêta montrent aussi les fenêtres et les coupures",
    ),
    ("Values for the first player, who maximises", "Valeurs pour le premier joueur, qui maximise"),
    ("Values for the side to move", "Valeurs pour le camp au trait"),
    ("Minimax with alpha-beta pruning", "Minimax avec élagage alpha-bêta"),
    ("Negamax with alpha-beta pruning", "Negamax avec élagage alpha-bêta"),
    (
        "Depth limit in plies [default: to the end of every game]",
        "Profondeur maximale en demi-coups [par défaut : jusqu'à la fin de chaque partie]",
    ),
    (
        "Evaluation of positions at the depth limit, such as baseline [default: none]",
        "Évaluation des positions à la profondeur maximale, par exemple baseline [par défaut : aucune]",
    ),
    (
        "Draw at most this many nodes, those nearest the root [default: dot all, svg and html 20,000, png as many as fit in 32,000 pixels]",
        "Dessiner au plus ce nombre de nœuds, les plus proches de la racine [par défaut : tous en dot, 20\u{202f}000 en svg et html, ce qui tient dans 32\u{202f}000 pixels en png]",
    ),
    (
        "Draw at most this many moves of each position, the best ones",
        "Dessiner au plus ce nombre de coups par position, les meilleurs",
    ),
    (
        "Draw one of several symmetric moves, with their number",
        "Dessiner un seul de plusieurs coups symétriques, avec leur nombre",
    ),
    (
        "Picture format [default: that of the file name, or dot]",
        "Format de l'image [par défaut : celui du nom du fichier, sinon dot]",
    ),
    ("A digraph for Graphviz", "Un graphe pour Graphviz"),
    ("A vector picture", "Une image vectorielle"),
    ("A bitmap", "Une image matricielle"),
    ("An interactive page", "Une page interactive"),
    (
        "Write to a file instead of standard output: tree.dot, .svg, .png or .html",
        "Écrire dans un fichier au lieu de la sortie standard : tree.dot, .svg, .png ou .html",
    ),
    // A live game.
    (
        "Show the game live on the page of a running plateau serve, at its default address or this one",
        "Montrer la partie en direct sur la page d'un plateau serve, à son adresse par défaut ou à celle-ci",
    ),
];
