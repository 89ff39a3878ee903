//! What this game and its machinery say, in English and in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "achi.name", "Achi", "Achi";
    /// What it is about.
    SUMMARY = "achi.summary",
        "drop four pieces each on nine points, then slide them: three in a line win",
        "posez quatre pièces chacun sur neuf points, puis glissez-les : trois alignées gagnent";
    /// How it is played.
    RULES = "achi.rules",
        "The players drop their pieces in turn on empty points; when all are down, they slide one along a line to an empty point. Three of one's own in a line win. Unless an option says otherwise, a player who can't move loses. A position met three times is a draw.",
        "Les joueurs posent tour à tour leurs pièces sur des points vides ; quand toutes sont posées, ils en font glisser une le long d'un trait vers un point vide. Trois des siennes alignées gagnent. Sauf option contraire, un joueur qui ne peut bouger perd. Une position rencontrée trois fois est nulle.";
    /// An option.
    K3 = "achi.option.k3", "three pieces each, as in tapatan", "trois pièces chacun, comme au tapatan";
    /// An option.
    PASS = "achi.option.pass", "a player who cannot move passes", "le joueur bloqué passe son tour";
    /// An option.
    DRAW = "achi.option.draw",
        "the game is a draw when a player cannot move",
        "la partie est nulle quand un joueur est bloqué";
    /// An option.
    NO_CENTRE = "achi.option.nocentre",
        "the first piece may not be dropped on the centre",
        "la première pièce ne se pose pas au centre";
    /// The same in short.
    K3_LABEL = "achi.label.k3", "three pieces", "trois pièces";
    /// The same in short.
    PASS_LABEL = "achi.label.pass", "who is blocked passes", "qui est bloqué passe";
    /// The same in short.
    DRAW_LABEL = "achi.label.draw", "blocked is a draw", "bloqué : nulle";
    /// The same in short.
    NO_CENTRE_LABEL = "achi.label.nocentre", "not the centre first", "pas le centre d'abord";

    /// More pieces than a side has.
    TOO_MANY_PIECES = "achi.too-many-pieces",
        "{player} has {count} pieces: each side has {most} at most",
        "{player} a {count} pièces : chaque camp en a {most} au plus";
    /// A piece on the centre that can't have got there.
    CENTRE_TOO_EARLY = "achi.centre-too-early",
        "there is a piece on the centre, 5, which stays empty until all pieces are down",
        "il y a une pièce au centre, 5, qui reste vide jusqu'à ce que toutes soient posées";
    /// The centre is forbidden.
    CENTRE_NOT_FIRST = "achi.centre-not-first",
        "the first piece of the game may not be dropped on the centre, 5",
        "la première pièce de la partie ne se pose pas au centre, 5";
    /// The centre is forbidden.
    CENTRE_BANNED = "achi.centre-banned",
        "no piece may be dropped on the centre, 5",
        "aucune pièce ne se pose au centre, 5";

    /// What a move looks like.
    EXPECTED_MOVE = "achi.expected-move",
        "a point, 1 to {last}, or a slide from one to another such as 5-9",
        "un point, de 1 à {last}, ou un glissement de l'un à l'autre comme 5-9";
    /// What a move looks like.
    EXPECTED_MOVE_OR_PASS = "achi.expected-move-or-pass",
        "a point, 1 to {last}, a slide from one to another such as 5-9, or pass",
        "un point, de 1 à {last}, un glissement de l'un à l'autre comme 5-9, ou pass";
    /// What a point looks like.
    EXPECTED_POINT = "achi.expected-point",
        "a point of the board, 1 to {last}",
        "un point du plateau, de 1 à {last}";

    /// A drop that comes too late.
    ALL_DOWN = "achi.all-down",
        "all pieces of {player} are down: slide one, for instance {example}",
        "toutes les pièces de {player} sont posées : glissez-en une, par exemple {example}";
    /// A slide that comes too early.
    STILL_DROPPING = "achi.still-dropping",
        "{player} still has pieces to drop: name an empty point, for instance {example}",
        "{player} a encore des pièces à poser : nommez un point vide, par exemple {example}";
    /// A slide from an empty point.
    NO_PIECE = "achi.no-piece", "there is no piece on {point}", "il n'y a pas de pièce sur {point}";
    /// A slide of the opponent's piece.
    NOT_YOURS = "achi.not-yours",
        "the piece on {point} is {owner}'s, and {player} is to move",
        "la pièce sur {point} est à {owner}, et {player} a le trait";
    /// A slide along no road.
    NOT_JOINED = "achi.not-joined",
        "{from} and {to} are not joined: from {from} a piece slides to one of {joined}",
        "{from} et {to} ne sont pas reliés : de {from} une pièce glisse vers l'un de {joined}";
    /// A pass in a game without one.
    PASS_NEVER = "achi.pass-never", "there is no passing in this game", "on ne passe pas dans ce jeu";
    /// A pass by a player who can move.
    PASS_NOT_NOW = "achi.pass-not-now",
        "{player} can move, for instance {example}, so {player} can't pass",
        "{player} peut jouer, par exemple {example}, donc {player} ne peut pas passer";
    /// A player who can only pass.
    MUST_PASS = "achi.must-pass", "{player} cannot move and must pass", "{player} est bloqué et doit passer";
    /// A player who cannot move.
    STUCK = "achi.stuck", "{player} cannot move", "{player} est bloqué";
}
