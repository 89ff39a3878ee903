//! The phrases of Achi, shared with Picaria, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "achi.name", "Achi", "Achi";
    /// The game in one line.
    SUMMARY = "achi.summary",
        "drop four pieces each on nine points, then slide them: three in a line win",
        "chacun pose quatre pièces sur neuf points, puis les déplace : trois alignées gagnent";
    /// The rules.
    RULES = "achi.rules",
        "Players drop their pieces in turn on empty points; when all pieces are on the board, they slide one along a line to an empty point. Three of your pieces in a line win. Unless an option changes it, a player who cannot move loses. A position that occurs three times is a draw.",
        "Les joueurs posent tour à tour leurs pièces sur des points vides ; quand toutes sont posées, ils en déplacent une le long d'une ligne vers un point vide. Trois de vos pièces alignées gagnent. Sauf option contraire, un joueur bloqué perd. Une position répétée trois fois est nulle.";
    /// The help of the option `k3`.
    K3 = "achi.option.k3", "three pieces each, as in tapatan", "trois pièces chacun, comme au tapatan";
    /// The help of the option `pass`.
    PASS = "achi.option.pass", "a player who cannot move passes", "un joueur bloqué passe son tour";
    /// The help of the option `draw`.
    DRAW = "achi.option.draw",
        "the game is a draw when a player cannot move",
        "la partie est nulle quand un joueur est bloqué";
    /// The help of the option `nocentre`.
    NO_CENTRE = "achi.option.nocentre",
        "the first piece cannot be dropped on the centre",
        "la première pièce ne peut pas être posée au centre";
    /// The label of the option `k3`.
    K3_LABEL = "achi.label.k3", "three pieces", "trois pièces";
    /// The label of the option `pass`.
    PASS_LABEL = "achi.label.pass", "blocked players pass", "un joueur bloqué passe son tour";
    /// The label of the option `draw`.
    DRAW_LABEL = "achi.label.draw", "draw if a player is blocked", "nulle si un joueur est bloqué";
    /// The label of the option `nocentre`.
    NO_CENTRE_LABEL = "achi.label.nocentre", "first piece not on the centre", "première pièce hors du centre";

    /// The error for too many pieces.
    TOO_MANY_PIECES = "achi.too-many-pieces",
        "{player} has {count} pieces, but each side has at most {most}",
        "{player} a {count} pièces, mais chaque camp en a au plus {most}";
    /// The error for a piece on the centre before all pieces are dropped.
    CENTRE_TOO_EARLY = "achi.centre-too-early",
        "there is a piece on the centre, 5, which stays empty until all pieces are on the board",
        "il y a une pièce au centre, 5, qui reste vide jusqu'à ce que toutes soient posées";
    /// The error for a first drop on the centre.
    CENTRE_NOT_FIRST = "achi.centre-not-first",
        "the first piece of the game cannot be dropped on the centre, 5",
        "la première pièce de la partie ne peut pas être posée au centre, 5";
    /// The error for a drop on the centre.
    CENTRE_BANNED = "achi.centre-banned",
        "pieces cannot be dropped on the centre, 5",
        "aucune pièce ne peut être posée au centre, 5";

    /// The valid moves, in an error message.
    EXPECTED_MOVE = "achi.expected-move",
        "a point, 1 to {last}, or a slide from one to another such as 5-9",
        "un point, de 1 à {last}, ou un déplacement de l'un à l'autre comme 5-9";
    /// The valid moves, in an error message.
    EXPECTED_MOVE_OR_PASS = "achi.expected-move-or-pass",
        "a point, 1 to {last}, a slide from one to another such as 5-9, or pass",
        "un point, de 1 à {last}, un déplacement de l'un à l'autre comme 5-9, ou pass pour passer";
    /// The valid points, in an error message.
    EXPECTED_POINT = "achi.expected-point",
        "a point of the board, 1 to {last}",
        "un point du plateau, de 1 à {last}";

    /// The error for a drop when all pieces are on the board.
    ALL_DROPPED = "achi.all-dropped",
        "all pieces of {player} are on the board: slide one, such as {example}",
        "toutes les pièces de {player} sont posées : déplacez-en une, par exemple {example}";
    /// The error for a slide while pieces are left to drop.
    STILL_DROPPING = "achi.still-dropping",
        "{player} still has pieces to drop: name an empty point, such as {example}",
        "{player} {player:a|ont} encore des pièces à poser : nommez un point vide, par exemple {example}";
    /// The error for a slide from an empty point.
    NO_PIECE = "achi.no-piece", "there is no piece on {point}", "il n'y a pas de pièce sur {point}";
    /// The error for a slide of the opponent's piece.
    OPPONENTS_PIECE = "achi.opponents-piece",
        "the piece on {point} belongs to {owner}, but {player} is to move",
        "la pièce sur {point} est à {owner}, mais {player} {player:a|ont} le trait";
    /// The error for a slide between points that are not connected.
    NOT_CONNECTED = "achi.not-connected",
        "{from} and {to} are not connected: from {from} a piece can slide to {connected}",
        "{from} et {to} ne sont pas reliés : de {from} une pièce peut aller vers {connected}";
    /// The error for a pass in a variant without passes.
    PASS_NEVER = "achi.pass-never", "you cannot pass in this game", "on ne peut pas passer dans ce jeu";
    /// The note on a blocked player who must pass.
    MUST_PASS = "achi.must-pass", "{player} has no move and must pass", "{player} {player:est bloqué et doit|sont bloqués et doivent} passer";
    /// The note on a blocked player.
    STUCK = "achi.stuck", "{player} cannot move", "{player} {player:est bloqué|sont bloqués}";

    /// About the engine `best`.
    BEST = "achi.best", "perfect play by retrograde analysis of the whole game", "jeu parfait par analyse rétrograde de toute la partie";
    /// About the evaluator.
    EVAL_LINES = "achi.eval-lines", "the points of lines open to each side, and the mobility of its pieces", "les points des alignements ouverts à chaque camp, et la mobilité de ses pièces";
    /// A term: empty points on open lines.
    OPEN_EMPTY = "achi.open-empty", "empty points on open lines", "points vides sur un alignement ouvert";
    /// A term: pieces on open lines.
    OPEN_PIECES = "achi.open-pieces", "pieces on open lines", "pièces sur un alignement ouvert";
    /// A term: points that complete a line.
    COMPLETING = "achi.completing", "empty points that would complete a line", "points vides qui compléteraient un alignement";
    /// A term: mobility.
    MOBILITY = "achi.mobility", "empty points beside the pieces", "points vides à côté des pièces";
}
