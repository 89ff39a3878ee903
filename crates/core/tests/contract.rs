//! The contract can fail: a sound game passes it, and the same game with one
//! fault at a time breaks the promise that is about that fault.

use plateau_core::contract::check;

#[path = "contract/row.rs"]
mod row;

use row::Row;

macro_rules! faults {
    ($($fault:ident: $breach:literal,)*) => {
        /// What can be wrong with a row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Fault {
            Sound,
            $($fault,)*
        }

        /// Every fault, with words of the promise it breaks.
        const FAULTS: &[(Fault, &str)] = &[$((Fault::$fault, $breach),)*];
    };
}

faults! {
    LongList: "the move list is as long as it says",
    DuplicateMove: "no move is listed twice",
    IsLegalDisagrees: "is legal exactly when it is listed",
    PlayDisagrees: "can be played exactly when it is listed",
    UnknownMove: "is one of all the variant's moves",
    EarlyOutcome: "a game without moves is over, and only then",
    SameSideAgain: "turns alternate over",
    MarginInDistance: "a win has a margin exactly when games are played for it",
    IndexClash: "every move has an index of its own",
    IndexBeyondSpan: "indices stay below the span",
    Recurs: "no position of the game comes back",
    Endless: "random games end, or repeat, in legal moves",
    ConstantKey: "its key is no other's",
    KeyOfClass: "its key is no other's",
    KeyOfHistory: "its key is the key of the position built anew",
    HashOfHistory: "its hash is the hash of the position built anew",
    TextUnreadable: "its own text is read",
    TextOfHistory: "its text is canonical",
    TextLosesSide: "its text keeps the side to move",
    TextLosesStones: "its text reads back as the same position",
    OutcomeOfHistory: "its text keeps the outcome",
    MovesOfHistory: "its text keeps the legal moves",
    MoveTextTwice: "has a text of its own",
    MoveReadAmiss: "reads back as itself",
    MoveLostInList: "is one move of a list",
    IllegalMoveRead: "only legal moves are read",
    IdentityLast: "the identity is the first symmetry",
    IdentityMoves: "the identity changes nothing",
    SymmetryTwice: "no symmetry is listed twice",
    WrongInverse: "MirrorColumns can be undone",
    SymmetryTurns: "MirrorColumns keeps the side to move",
    OneSidedLine: "MirrorColumns keeps the outcome",
    OwnCanonical: "MirrorColumns keeps the canonical form",
    SymmetryLosesMoves: "MirrorColumns maps legal moves to legal moves",
    NoCommuting: "MirrorColumns then",
    NameTwice: "has a name of its own",
    EdgeOffBoard: "joins two points",
    ViewShort: "the view has a place for every point",
    ViewOtherTurn: "the view tells the turn",
    ViewEndless: "the view tells the end",
    ViewLineOffBoard: "the view is on the board",
    ViewUnknownMark: "the view speaks of regions there are",
    ViewEmpty: "stands where the move ended",
    ViewFull: "ends on an empty point",
    ViewWrongMoves: "the view offers the legal moves",
    ViewMovesAfterResigning: "the view offers the legal moves []",
    PathOffBoard: "move a is on the board",
    PathTooLong: "is at most two clicks",
    PathShared: "has clicks of its own",
    AlsoOfAnother: "is no other move's",
    AlsoShared: "is no other move's",
    PlayableLost: "playable are the regions moves go to",
    PlayableTooMany: "playable are the regions moves go to",
    LastTextLost: "the view tells the last move",
    LastElsewhere: "where it was clicked",
    NameUnreadable: "its record is read",
    LaterStartUnreadable: "its record is read",
}

#[test]
fn a_sound_game_keeps_the_contract() {
    let coverage = check(&Row(Fault::Sound), 1, 100).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(coverage.games == 100 && coverage.positions > 500, "{coverage:?}");
    assert_eq!(check(&Row(Fault::Sound), 1, 100), Ok(coverage), "the same seed plays the same games");
}

#[test]
fn every_fault_breaks_the_promise_about_it() {
    for (fault, what) in FAULTS {
        match check(&Row(*fault), 1, 100) {
            Ok(coverage) => panic!("{fault:?} went unnoticed: {coverage:?}"),
            Err(breach) => assert!(breach.what.contains(what), "{fault:?}: {breach}"),
        }
    }
}
