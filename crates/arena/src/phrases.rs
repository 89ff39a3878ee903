//! What the arena says, in English and in French.

use plateau_core::phrases;

phrases! {
    /// A protocol that is not known.
    PROTOCOL_UNKNOWN = "player.protocol-unknown", "the protocol '{found}' is not known; there are {protocols}", "le protocole « {found} » est inconnu ; il y a {protocols}";
    /// A program without a name.
    NO_COMMAND = "player.no-command", "after {protocol}! comes the command of a program, such as {protocol}!./bot", "après {protocol}! vient la commande d'un programme, comme {protocol}!./bot";
    /// A quote that does not end.
    UNCLOSED = "player.unclosed", "in '{text}', a quote does not end", "dans « {text} », un guillemet n'est pas fermé";
    /// A protocol of one game.
    OTHER_GAME = "player.other-game", "{protocol} is spoken for {games}, not for {variant}", "{protocol} se parle pour {games}, pas pour {variant}";
    /// Gomocup knows five in a row only.
    ONLY_FIVE = "player.only-five", "gomocup knows five in a row only, and {variant} is another game; morpion4:15x15x5 is one it knows", "gomocup ne connaît que cinq en ligne, et {variant} est un autre jeu ; il connaît morpion4:15x15x5";
    /// A protocol that can't be told an opening.
    NO_OPENINGS = "player.no-openings", "{protocol} begins from the empty board: play it without openings", "{protocol} commence sur le plateau vide : jouez sans ouvertures";
    /// A protocol that counts seconds.
    WHOLE_SECONDS = "player.whole-seconds", "{protocol} counts time in whole seconds: give one at least", "{protocol} compte le temps en secondes entières : donnez-en une au moins";
    /// A program that is not there.
    NOT_THERE = "player.not-there", "the program of '{name}' can't be started: {program}, seen from {directory}: {reason}", "le programme de « {name} » ne peut être lancé : {program}, vu de {directory} : {reason}";
    /// A person where there is nobody to ask.
    NOBODY = "player.nobody", "there is nobody to ask here: name an engine or a program", "il n'y a personne à interroger ici : nommez un moteur ou un programme";

    /// A fault.
    ILLEGAL = "fault.illegal", "it played '{text}', which is not legal", "il a joué « {text} », qui n'est pas légal";
    /// A fault.
    NONSENSE = "fault.nonsense", "it answered '{text}', which is no move", "il a répondu « {text} », qui n'est pas un coup";
    /// A fault.
    LATE = "fault.late", "it took {seconds} s longer than it had", "il a pris {seconds} s de plus qu'il n'avait";
    /// A fault.
    SILENT = "fault.silent", "no answer in {seconds} s", "pas de réponse en {seconds} s";
    /// A fault.
    UNHEARD = "fault.unheard", "it said '{text}', which is no answer, until its time was up", "il a dit « {text} », qui n'est pas une réponse, jusqu'à la fin de son temps";
    /// A fault.
    UNENDED = "fault.unended", "it said '{text}' without a newline at the end, until its time was up", "il a dit « {text} » sans fin de ligne, jusqu'à la fin de son temps";
    /// A fault.
    FLOOD = "fault.flood", "it wrote far more than an answer", "il a écrit bien plus qu'une réponse";
    /// A fault.
    DIED = "fault.died", "it ended ({how})", "il s'est terminé ({how})";
    /// A fault.
    NOT_STARTED = "fault.not-started", "it could not be started: {reason}", "il n'a pas pu être lancé : {reason}";
    /// A fault.
    NOT_READY = "fault.not-ready", "it never said '{word}', by which it is ready", "il n'a jamais dit « {word} », signe qu'il est prêt";
    /// A fault.
    NOT_STOPPED = "fault.not-stopped", "it did not end when it was told to", "il ne s'est pas terminé quand on le lui a dit";
    /// A fault.
    CHILD = "fault.child", "it left 1 process behind", "il a laissé 1 processus derrière lui";
    /// A fault.
    CHILDREN = "fault.children", "it left {count} processes behind", "il a laissé {count} processus derrière lui";
    /// A fault.
    RESIGNED = "fault.resigned", "resigned", "abandon";

    /// A line for `plateau engine` that can't be read.
    ENGINE_UNREAD = "engine.unread", "'{line}' is not understood", "« {line} » n'est pas compris";
    /// A number that is none.
    ENGINE_NUMBER = "engine.number", "'{found}' is not a whole number", "« {found} » n'est pas un nombre entier";
    /// A limit that is none.
    ENGINE_GO = "engine.go", "'{found}' limits no search: after go come p1time, p2time, p1inc, p2inc, movetime, depth or nodes, each with a number, or infinite", "« {found} » ne limite aucune recherche : après go viennent p1time, p2time, p1inc, p2inc, movetime, depth ou nodes, chacun avec un nombre, ou infinite";
    /// A limit without its number.
    ENGINE_GO_NUMBER = "engine.go-number", "after {word} comes a whole number", "après {word} vient un nombre entier";
    /// A line that is no text.
    ENGINE_BYTES = "engine.bytes", "a line that is no UTF-8 is left out", "une ligne qui n'est pas en UTF-8 est ignorée";
    /// A question before there is a position.
    ENGINE_OVER = "engine.over", "there is no move to find", "il n'y a pas de coup à trouver";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_phrase_speaks_both_languages() {
        let all: Vec<_> = super::ALL.iter().chain(crate::check::phrases::ALL).copied().collect();
        assert_eq!(plateau_core::text::phrase_errors(&all), Vec::<String>::new());
    }
}
