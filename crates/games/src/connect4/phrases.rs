//! The phrases of Connect Four, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "connect4.name", "Connect Four", "Puissance 4";
    /// The first player.
    RED = "connect4.red", "red", "les Rouges";
    /// The second player.
    YELLOW = "connect4.yellow", "yellow", "les Jaunes";
    /// The game in one line.
    SUMMARY = "connect4.summary", "four in a row, pieces fall to the bottom", "quatre alignés, les pièces tombent au fond";
    /// The rules.
    RULES = "connect4.rules",
        "Players drop pieces into the columns in turn; a piece falls to the lowest empty cell. {k} of your pieces in a row, a column or a diagonal win; a full board without a line is a draw. The score counts the pieces that the winner has left, plus one: +1 is a win with your last piece, +2 with the one before it, −1 a loss to your opponent's last piece.",
        "Les joueurs lâchent tour à tour une pièce dans une colonne ; elle tombe sur la case libre la plus basse. {k} de vos pièces en ligne, en colonne ou en diagonale gagnent ; un plateau plein sans alignement est nul. Le score compte les pièces qui restent au gagnant, plus une : +1 est un gain avec votre dernière pièce, +2 avec l'avant-dernière, −1 une défaite sur la dernière pièce de l'adversaire.";
    /// The valid sizes, in an error message.
    SIZES = "connect4.sizes", "a size COLUMNSxROWS, both from 3 to 10, or COLUMNSxROWSxK for K in a row, K from 3 to 6 instead of 4", "une taille COLONNESxRANGÉES, toutes deux de 3 à 10, ou COLONNESxRANGÉESxK pour K alignés, K de 3 à 6 au lieu de 4";
    /// The error for a piece above an empty cell.
    FLOATING = "connect4.floating", "the piece in column {column}, row {row} from the bottom has an empty cell below it", "la pièce de la colonne {column}, rangée {row} depuis le bas, a une case vide sous elle";
    /// The valid moves, in an error message.
    COLUMNS = "connect4.columns", "a column from 1 to {last}", "une colonne de 1 à {last}";
    /// The error for a move in a full column.
    COLUMN_FULL = "connect4.column-full", "column {column} is full", "la colonne {column} est pleine";

    /// About the engine `best`.
    BEST = "connect4.best", "an opening book on 7×6 and a perfect solver; alpha-beta until they have an answer", "une bibliothèque d'ouvertures en 7×6 et un solveur parfait ; l'alpha-bêta tant qu'ils n'ont pas de réponse";
    /// About the evaluator `plateau`.
    EVAL_THREATS = "connect4.eval-threats", "threats (empty cells that complete a line) by height and parity, and open lines that lack two pieces or more", "les menaces (cases vides qui complètent un alignement) selon leur hauteur et leur parité, et les alignements ouverts auxquels il manque au moins deux pièces";
    /// About the evaluator `baseline`.
    EVAL_BASELINE = "connect4.eval-baseline", "every window as long as a line with pieces of one side only: 1, 10, 50, 250 or 1,250 for one to five pieces", "chaque fenêtre de la longueur d'un alignement occupée par un seul camp : 1, 10, 50, 250 ou 1 250 pour une à cinq pièces";
    /// A term: threats.
    THREATS = "connect4.threats", "threats", "menaces";
    /// A term: the rows below threats.
    THREAT_HEIGHTS = "connect4.threat-heights", "rows below the threats", "rangées sous les menaces";
    /// A term: threats on rows that parity gives to their side.
    PARITY_THREATS = "connect4.parity-threats", "threats on rows of the right parity", "menaces sur une rangée de bonne parité";
    /// A term: threats on top of each other.
    STACKED_THREATS = "connect4.stacked-threats", "threats with another on top", "menaces surmontées d'une autre";
    /// The title of the map of threats.
    MAP_THREATS = "connect4.map-threats", "what each threat adds to the value", "ce que chaque menace ajoute à la valeur";
}
