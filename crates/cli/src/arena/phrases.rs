//! What the arena says at the command line, in English and in French.

use plateau_core::phrases;

phrases! {
    /// A game that was lost by a fault.
    AT_FAULT = "arena.at-fault", "game {number}, {player}: {fault}", "partie {number}, {player} : {fault}";
    /// Where the logs are.
    LOGS = "arena.logs", "what programs wrote to standard error is in {directory}", "ce que des programmes ont écrit sur leur sortie d'erreur est dans {directory}";
    /// A person's turn.
    YOUR_MOVE = "arena.your-move", "{player} to move: ", "trait à {player} : ";
    /// A person's turn, with a clock.
    YOUR_MOVE_IN = "arena.your-move-in", "{player} to move, {left} left: ", "trait à {player}, il reste {left} : ";
    /// What can be typed.
    WHAT_TO_TYPE = "arena.what-to-type", "type a move, or: moves, board, resign, quit", "tapez un coup, ou : coups, plateau, abandonner, quitter";
    /// How far a match is.
    MATCH_SO_FAR = "arena.match-so-far", "{played}/{planned}  +{wins} ={draws} -{losses}  {share} %", "{played}/{planned}  +{wins} ={draws} -{losses}  {share} %";
    /// How far a tournament is.
    GAME_SO_FAR = "arena.game-so-far", "{played}/{planned}  {first} – {second} {result}", "{played}/{planned}  {first} – {second} {result}";
    /// What was played, and how.
    PLAYED = "arena.played", "{game}, {control}, openings {openings}, seed {seed}", "{game}, {control}, ouvertures {openings}, graine {seed}";
    /// The result of a match.
    SCORE = "arena.score", "{first} – {second}: +{wins} ={draws} -{losses} of {games} games, {share} %", "{first} – {second} : +{wins} ={draws} -{losses} sur {games} parties, {share} %";
    /// The result of one game.
    SCORE_OF_ONE = "arena.score-of-one", "{first} – {second}: +{wins} ={draws} -{losses} of {games} game, {share} %", "{first} – {second} : +{wins} ={draws} -{losses} sur {games} partie, {share} %";
    /// Nothing to tell.
    NO_GAME = "arena.no-game", "no game was played", "aucune partie n'a été jouée";
    /// Games without the other of their pair.
    HALF_PAIRS = "arena.half-pairs", "games of unfinished pairs, not counted in the Elo: {count}", "parties de paires inachevées, non comptées dans l'Elo : {count}";
    /// Nothing to go on with.
    RESUME_WHAT = "arena.resume-what", "--resume goes on with what a database holds: name it by --db", "--resume reprend ce que contient une base : nommez-la par --db";
    /// The difference in strength.
    ELO = "arena.elo", "Elo {elo}, 95 % within {low} … {high}; likelihood of superiority {los} %", "Elo {elo}, à 95 % entre {low} … {high} ; vraisemblance de supériorité {los} %";
    /// The counts of pairs.
    PAIRS = "arena.pairs", "pairs of 0, ½, 1, 1½, 2 points: {counts}", "paires de 0, ½, 1, 1½, 2 points : {counts}";
    /// A test.
    SPRT = "arena.sprt", "SPRT of {elo0} against {elo1} Elo: {ratio} within {low} … {high}, {verdict}", "SPRT de {elo0} contre {elo1} Elo : {ratio} entre {low} … {high}, {verdict}";
    /// A test that goes on.
    UNDECIDED = "arena.undecided", "not decided", "indécis";
    /// A test that is decided.
    LESSER = "arena.lesser", "decided for {elo0}", "décidé pour {elo0}";
    /// A test that is decided.
    GREATER = "arena.greater", "decided for {elo1}", "décidé pour {elo1}";
    /// What a player took.
    USED = "arena.used", "{player}: {seconds} s, faults: {faults}", "{player} : {seconds} s, fautes : {faults}";
    /// A tournament that was stopped.
    STOPPED = "arena.stopped", "stopped; --resume goes on with it", "arrêté ; --resume le reprend";
    /// A match that was stopped.
    STOPPED_FOR_GOOD = "arena.stopped-for-good", "stopped", "arrêté";
    /// A file that can't be read.
    UNREADABLE = "arena.unreadable", "{file} can't be read: {reason}", "{file} ne peut être lu : {reason}";
    /// What is wrong in a file.
    IN_FILE = "arena.in-file", "{file}: {reason}", "{file} : {reason}";
    /// No file.
    NO_FILE = "arena.no-file", "give the file of a tournament; --example prints one to begin with", "donnez le fichier d'un tournoi ; --example en affiche un pour commencer";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
