//! Messages of a game at the terminal, in English and French.

use plateau_core::phrases;

pub use plateau_console::prompt_commands::phrases::{HINT, NOTHING_TO_REDO, NOTHING_TO_UNDO};

phrases! {
    /// The first line: the game and its players.
    INTRODUCTION = "play.introduction", "{title}: {first} is {a}, {second} is {b}. Type 'help' for the commands.", "{title} : {first}, {a} ; {second}, {b}. Tapez « aide » pour la liste des commandes.";
    /// The prompt for a move in a game between humans.
    PROMPT = "play.prompt", "{player} to move: ", "à {player} de jouer : ";
    /// The prompt for a move in a game against an engine.
    YOUR_TURN = "play.your-turn", "your turn ({player}): ", "à vous de jouer ({player}) : ";
    /// The answer to an empty line.
    TYPE_A_MOVE = "play.type-a-move", "type a move, such as {move}, or 'help' for the other commands", "tapez un coup, par exemple {move}, ou « aide » pour les autres commandes";
    /// An engine's move.
    ENGINE_PLAYS = "play.engine-plays", "{player} plays {move} ({nodes}, {seconds} s)", "{player} {player:joue|jouent} {move} ({nodes}, {seconds} s)";
    /// An engine's pass.
    ENGINE_PASSES = "play.engine-passes", "{player} passes ({nodes}, {seconds} s)", "{player} {player:passe|passent} ({nodes}, {seconds} s)";
    /// A move of a program that reports no nodes.
    PROGRAM_PLAYS = "play.program-plays", "{player} plays {move} ({seconds} s)", "{player} {player:joue|jouent} {move} ({seconds} s)";
    /// A pass of a program that reports no nodes.
    PROGRAM_PASSES = "play.program-passes", "{player} passes ({seconds} s)", "{player} {player:passe|passent} ({seconds} s)";
    /// The prompt after a program failed to move.
    PROGRAM_FAILED = "play.program-failed", "press Enter to retry, or type undo, save FILE or quit: ", "Entrée pour réessayer, ou tapez annuler, enregistrer FICHIER ou quitter : ";
    /// A move typed for a program that failed.
    PROGRAMS_TURN = "play.programs-turn", "it is the turn of {player}", "c'est à {player} de jouer";
    /// The name of the clocks.
    CLOCKS = "play.clocks", "clocks", "pendules";
    /// The result of the game.
    RESULT = "play.result", "Game over: {result}", "Partie terminée : {result}";
    /// `save` without a file name.
    SAVE_NEEDS_NAME = "play.save-needs-name", "give a file name, such as: save game.txt", "indiquez un nom de fichier, par exemple : enregistrer partie.txt";
    /// The game was saved.
    SAVED = "play.saved", "game saved to {file}", "partie enregistrée dans {file}";
    /// `--save` with the file of another game.
    HOLDS_OTHER_GAME = "play.holds-other-game", "{file} already holds another game; choose another file, or continue that game with --load", "{file} contient déjà une autre partie ; choisissez un autre fichier, ou continuez cette partie avec --load";
    /// A saved game was resumed.
    RESUMED = "play.resumed", "resuming the game saved in {file}", "reprise de la partie enregistrée dans {file}";
    /// Confirmation before a file is overwritten.
    CONFIRM_OVERWRITE = "play.confirm-overwrite", "{file} already exists and is not this game; overwrite it? (y/n) ", "{file} existe déjà et n'est pas cette partie ; l'écraser ? (o/n) ";
    /// The file was not overwritten.
    NOT_SAVED = "play.not-saved", "game not saved", "partie non enregistrée";
    /// How to enter a move.
    HELP_MOVE = "play.help-move", "a move, such as {move}", "un coup, par exemple {move}";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
