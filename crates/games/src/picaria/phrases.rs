//! What this game says beside the phrases of Achi's machinery, in English and
//! in French.

use plateau_core::phrases;

phrases! {
    /// Its name.
    NAME = "picaria.name", "Picaria", "Picaria";
    /// What it is about.
    SUMMARY = "picaria.summary",
        "drop three pieces each on nine or thirteen points, then slide them: three in a line win",
        "posez trois pièces chacun sur neuf ou treize points, puis glissez-les : trois alignées gagnent";
    /// How it is played.
    RULES = "picaria.rules",
        "The players drop three pieces each in turn on empty points; when all are down, they slide one along a line to an empty point. Three of one's own in a line win. A position met three times is a draw.",
        "Les joueurs posent tour à tour trois pièces chacun sur des points vides ; quand toutes sont posées, ils en font glisser une le long d'un trait vers un point vide. Trois des siennes alignées gagnent. Une position rencontrée trois fois est nulle.";
    /// An option.
    THIRTEEN = "picaria.option.13", "thirteen points", "treize points";
    /// An option.
    NO_CENTRE = "picaria.option.nocentre",
        "no piece may be dropped on the centre",
        "aucune pièce ne se pose au centre";
    /// The same in short.
    NO_CENTRE_LABEL = "picaria.label.nocentre", "no drop on the centre", "rien de posé au centre";
}
