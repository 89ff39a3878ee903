//! Messages of `match` and `tournament`, in English and French.

use plateau_core::phrases;

phrases! {
    /// A game that was lost by a fault.
    FAULT = "arena.fault", "game {number}, {player}: {fault}", "partie {number}, {player} : {fault}";
    /// The directory of the logs.
    LOGS = "arena.logs", "error output of the programs: {directory}", "sorties d'erreur des programmes : {directory}";
    /// The prompt for a move.
    YOUR_MOVE = "arena.your-move", "your move ({player}): ", "à vous de jouer ({player}) : ";
    /// The prompt for a move, with the time left.
    YOUR_MOVE_TIMED = "arena.your-move-timed", "your move ({player}), {left} left: ", "à vous de jouer ({player}), il reste {left} : ";
    /// What can be typed.
    PROMPT_HELP = "arena.prompt-help", "type a move, or: moves, board, resign, quit", "tapez un coup, ou : coups, plateau, abandonner, quitter";
    /// The score of a running match.
    MATCH_PROGRESS = "arena.match-progress", "+{wins} ={draws} -{losses}  {share} %", "+{wins} ={draws} -{losses}  {share} %";
    /// The latest game of a running tournament.
    TOURNAMENT_PROGRESS = "arena.tournament-progress", "{first} – {second} {result}", "{first} – {second} {result}";
    /// The conditions of a match.
    CONDITIONS = "arena.conditions", "{game}, {control}, openings {openings}, seed {seed}", "{game}, {control}, ouvertures {openings}, graine {seed}";
    /// The result of a match.
    SCORE = "arena.score", "{first} – {second}: +{wins} ={draws} -{losses} of {games} games, {share} %", "{first} – {second} : +{wins} ={draws} -{losses} sur {games} parties, {share} %";
    /// The result of a match of one game.
    SCORE_OF_ONE = "arena.score-of-one", "{first} – {second}: +{wins} ={draws} -{losses} of {games} game, {share} %", "{first} – {second} : +{wins} ={draws} -{losses} sur {games} partie, {share} %";
    /// A result without games.
    NO_GAME = "arena.no-game", "no game was played", "aucune partie n'a été jouée";
    /// Games of pairs with one game only.
    UNPAIRED_GAMES = "arena.unpaired-games", "games of unfinished pairs, not counted in the Elo: {count}", "parties de paires inachevées, non comptées dans l'Elo : {count}";
    /// An odd number of games.
    ODD_GAMES = "arena.odd-games", "{found} is odd, but games are played in pairs: choose an even number", "{found} est impair, mais les parties se jouent par paires : choisissez un nombre pair";
    /// `--resume` without a database.
    RESUME_NEEDS_DB = "arena.resume-needs-db", "--resume needs the database of the match: add --db FILE", "--resume demande la base de données du match : ajoutez --db FICHIER";
    /// The difference in strength.
    ELO = "arena.elo", "Elo {elo}, 95 % within {low} … {high}; likelihood of superiority {los} %", "Elo {elo}, à 95 % entre {low} et {high} ; vraisemblance de supériorité {los} %";
    /// The pentanomial counts.
    PAIRS = "arena.pairs", "pairs of 0, ½, 1, 1½, 2 points: {counts}", "paires de 0, ½, 1, 1½, 2 points : {counts}";
    /// The state of an SPRT.
    SPRT = "arena.sprt", "SPRT of {elo0} against {elo1} Elo: {ratio} within {low} … {high}, {verdict}", "SPRT de {elo0} contre {elo1} Elo : {ratio} entre {low} et {high}, {verdict}";
    /// An SPRT without a decision.
    UNDECIDED = "arena.undecided", "not decided", "indécis";
    /// An SPRT that accepted the lower hypothesis.
    ACCEPTED_ELO0 = "arena.accepted-elo0", "H0 accepted ({elo0})", "H0 acceptée ({elo0})";
    /// An SPRT that accepted the upper hypothesis.
    ACCEPTED_ELO1 = "arena.accepted-elo1", "H1 accepted ({elo1})", "H1 acceptée ({elo1})";
    /// The time and the faults of a player.
    USAGE = "arena.usage", "{player}: {seconds} s, faults: {faults}", "{player} : {seconds} s, fautes : {faults}";
    /// A stopped tournament that can be resumed.
    STOPPED = "arena.stopped", "stopped; continue it with --resume", "interrompu ; continuez avec --resume";
    /// A stopped match that cannot be resumed.
    STOPPED_FOR_GOOD = "arena.stopped-for-good", "stopped", "interrompu";
    /// A file that cannot be read.
    CANNOT_READ_FILE = "arena.cannot-read-file", "cannot read {file}: {reason}", "impossible de lire {file} : {reason}";
    /// An error in a tournament file.
    IN_FILE = "arena.in-file", "{file}: {reason}", "{file} : {reason}";
    /// A tournament without a file.
    NO_FILE = "arena.no-file", "give a tournament file; --example prints one to start from", "indiquez un fichier de tournoi ; --example en affiche un pour commencer";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_has_both_languages() {
        assert_eq!(plateau_core::text::phrase_errors(super::ALL), Vec::<String>::new());
    }
}
