//! What the program says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// The program in a sentence.
    ABOUT = "cli.about",
        "Plateau knows these board games for two:",
        "Plateau connaît ces jeux de plateau pour deux :";
    /// A next step.
    TRY_GAMES = "cli.try-games", "their other names and their options", "leurs autres noms et leurs options";
    /// A next step.
    TRY_SHOW = "cli.try-show", "a board and its legal moves", "un plateau et ses coups légaux";
    /// A next step.
    TRY_PERFT = "cli.try-perft", "how many ways there are to play four moves", "combien de façons il y a de jouer quatre coups";
    /// A next step.
    TRY_HELP = "cli.try-help", "all commands; each has a --help of its own", "toutes les commandes ; chacune a sa propre --help";
    /// No next step.
    CANNOT_WRITE = "cli.cannot-write", "the answer can't be written: {reason}", "la réponse ne peut être écrite : {reason}";

    /// A name and what it stands for.
    FIELD = "cli.field", "{name}:", "{name} :";

    /// A game in a list.
    GAME = "games.game", "{name} — {summary}", "{name} — {summary}";
    /// A game's other names.
    ALSO = "games.also", "also: {names}", "aussi : {names}";
    /// A game's options.
    OPTIONS = "games.options", "options:", "options :";
    /// The sizes of a board.
    SIZES = "games.sizes", "{least} to {most}", "{least} à {most}";
    /// A size, with the one that needs no option.
    SIZE_HELP = "games.size-help", "{help} ({standard} if not given)", "{help} ({standard} par défaut)";
    /// An option that changes nothing.
    DEFAULT = "games.default", "{help} (the same as no option)", "{help} (comme sans option)";
    /// How options are written.
    HOW_TO_CHOOSE = "games.how-to-choose",
        "A game with options is written with a colon, and commas between options: {example}",
        "Les options s'écrivent après un deux-points, séparées par des virgules : {example}";

    /// A game and its name in commands.
    TITLE = "show.title", "{name} ({variant})", "{name} ({variant})";
    /// A side whose name is not its letter on the board.
    PLAYER = "show.player", "{name} ({letter})", "{name} ({letter})";
    /// A number for each side.
    BOTH = "show.both", "{first} {a}, {second} {b}", "{first} {a}, {second} {b}";
    /// A field.
    TO_MOVE = "show.to-move", "to move", "trait";
    /// A field.
    NOTE = "show.note", "note", "note";
    /// A field.
    LAST = "show.last", "last move", "dernier coup";
    /// A field.
    IN_HAND = "show.in-hand", "in hand", "en main";
    /// A field.
    RESULT = "show.result", "result", "résultat";
    /// A field.
    MOVES = "show.moves", "moves ({count})", "coups ({count})";
    /// A field.
    POSITION = "show.position", "position", "position";

    /// A count below a move.
    DIVIDED = "perft.divided", "{move}: {nodes}", "{move} : {nodes}";
    /// A count with its time.
    COUNTED = "perft.counted",
        "depth {depth}: {nodes} in {seconds} s, {speed} nodes/s",
        "profondeur {depth} : {nodes} en {seconds} s, {speed} nœuds/s";
    /// A count.
    NODE = "perft.node", "1 node", "1 nœud";
    /// A count.
    NODES = "perft.nodes", "{nodes} nodes", "{nodes} nœuds";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::faults(super::ALL), Vec::<String>::new());
    }
}
