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
    /// An option.
    THIRTEEN = "picaria.option.13", "thirteen points", "treize points";
    /// An option.
    NO_CENTRE = "picaria.option.nocentre",
        "no piece may be dropped on the centre",
        "aucune pièce ne se pose au centre";
}
