//! What is said of players and values, in English and in French.

use plateau_core::phrases;

phrases! {
    /// A person.
    HUMAN = "play.human", "human", "humain";
    /// An engine, as it was named.
    ENGINE = "play.engine", "{spec}", "{spec}";

    /// A value.
    WIN_IN = "value.win-in", "win in {plies}", "gain en {plies}";
    /// A value.
    LOSS_IN = "value.loss-in", "loss in {plies}", "perte en {plies}";
    /// A value.
    DRAWN = "value.draw", "draw", "nulle";
    /// A value of a game played for a margin.
    WIN_BY = "value.win-by", "win by {margin}", "gain de {margin}";
    /// A value of a game played for a margin.
    LOSS_BY = "value.loss-by", "loss by {margin}", "perte de {margin}";
    /// A value that is not proven.
    ABOUT_VALUE = "value.about", "about {value}", "environ {value}";
    /// A value that is not proven, the mean of playouts.
    ABOUT_SHARE = "value.about-share", "about {percent} %", "environ {percent} %";
    /// A value of which one side is proven.
    AT_MOST = "value.at-most", "{value} at most", "{value} au plus";
    /// A value of which one side is proven.
    AT_LEAST = "value.at-least", "{value} at least", "{value} au moins";
    /// A value of which one side is proven.
    AT_WORST = "value.at-worst", "{value} at worst", "{value} au pire";
    /// A value of which one side is proven.
    AT_BEST = "value.at-best", "{value} at best", "{value} au mieux";
    /// A value of which one side is proven.
    AT_LEAST_DRAW = "value.at-least-draw", "at least a draw", "au moins la nulle";
    /// A value of which one side is proven.
    AT_MOST_DRAW = "value.at-most-draw", "at most a draw", "au plus la nulle";
    /// A value of which both sides are proven.
    BETWEEN = "value.between", "{lower}, {upper}", "{lower}, {upper}";

    /// How sure a value is.
    EXACT = "analyse.exact", "exact", "exact";
    /// How sure a value is.
    BOUND = "analyse.bound", "bound", "borne";
    /// How sure a value is.
    ESTIMATE = "analyse.estimate", "estimate", "estimation";
    /// How sure a value is.
    PLAYOUTS = "analyse.playouts", "mean of playouts", "moyenne de parties simulées";
    /// A finished game.
    GAME_IS_OVER = "best.game-over", "the game is over, {result}", "la partie est finie, {result}";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::faults(super::ALL), Vec::<String>::new());
    }
}
