//! The phrases of Picaria besides those shared with Achi, in English and French.

use plateau_core::phrases;

phrases! {
    /// The game's name.
    NAME = "picaria.name", "Picaria", "Picaria";
    /// The game in one line.
    SUMMARY = "picaria.summary",
        "drop three pieces each on nine or thirteen points, then slide them: three in a line win",
        "chacun pose trois pièces sur neuf ou treize points, puis les déplace : trois alignées gagnent";
    /// The rules.
    RULES = "picaria.rules",
        "Players drop three pieces each in turn on empty points; when all pieces are on the board, they slide one along a line to an empty point. Three of your pieces in a line win. A position that occurs three times is a draw.",
        "Les joueurs posent tour à tour trois pièces chacun sur des points vides ; quand toutes sont posées, ils en déplacent une le long d'une ligne vers un point vide. Trois de vos pièces alignées gagnent. Une position répétée trois fois est nulle.";
    /// The label and the help of the option `13`.
    THIRTEEN = "picaria.option.13", "thirteen points", "treize points";
    /// The help of the option `nocentre`.
    NO_CENTRE = "picaria.option.nocentre",
        "pieces cannot be dropped on the centre",
        "aucune pièce ne peut être posée au centre";
    /// The label of the option `nocentre`.
    NO_CENTRE_LABEL = "picaria.label.nocentre", "no drop on the centre", "pas de pose au centre";
}
