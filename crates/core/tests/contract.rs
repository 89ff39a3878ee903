//! Tests the contract check: a correct game passes, and each single fault in it is found.

use plateau_core::contract::check;

#[path = "contract/row.rs"]
mod row;

use row::Row;

macro_rules! faults {
    ($($fault:ident: $violation:literal,)*) => {
        /// A fault in the implementation of [`Row`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Fault {
            Correct,
            $($fault,)*
        }

        /// Every fault, with a part of the violation it must cause.
        const FAULTS: &[(Fault, &str)] = &[$((Fault::$fault, $violation),)*];
    };
}

faults! {
    WrongListLength: "the move list reports a wrong length",
    DuplicateMove: "a move is listed twice",
    IsLegalDisagrees: "is_legal(",
    PlayDisagrees: "play(",
    UnknownMove: "is missing from all_moves",
    EarlyOutcome: "there must be either legal moves or an outcome",
    SameSideAgain: "does not change the side to move",
    UnexpectedMargin: "the margin of a win does not fit the objective",
    DuplicateIndex: "two moves share an index",
    IndexBeyondSpan: "a move index is not below MOVE_SPAN",
    RepeatedPosition: "a position repeats in a game that is not cyclic",
    EndlessGame: "a random game does not end",
    ConstantKey: "two positions share a key",
    KeyOfSymmetryClass: "two positions share a key",
    KeyOfHistory: "its key differs from the key of the parsed position",
    HashOfHistory: "its hash differs from the hash of the parsed position",
    UnparsableText: "its own text does not parse",
    TextOfHistory: "its text changes after parsing",
    TextLosesSide: "its text loses the side to move",
    TextLosesPieces: "its text parses as another position",
    OutcomeOfHistory: "its outcome differs from that of the parsed position",
    MovesOfHistory: "its legal moves differ from those of the parsed position",
    DuplicateMoveText: "two moves have the text",
    MoveParsesWrong: "parses as",
    MoveLostInList: "split_moves does not return move",
    IllegalMoveParses: "the illegal move",
    IdentityLast: "the first symmetry is not the identity",
    IdentityMovesPieces: "the identity changes the position",
    DuplicateSymmetry: "a symmetry is listed twice",
    WrongInverse: "the inverse of MirrorColumns does not restore the position",
    SymmetryChangesSide: "MirrorColumns changes the side to move",
    AsymmetricOutcome: "MirrorColumns changes the outcome",
    WrongCanonical: "MirrorColumns changes the canonical form",
    SymmetryLosesMoves: "MirrorColumns does not map legal moves to legal moves",
    SymmetryDoesNotCommute: "MirrorColumns does not commute with",
    DuplicatePointName: "two points have the name",
    EdgeOffBoard: "does not join two points",
    ViewMissesPoint: "the view does not have the pieces of every point",
    ViewWrongTurn: "the view has the wrong side to move",
    ViewWithoutResult: "the view has the wrong result",
    ViewLineOffBoard: "the view refers to an unknown point",
    ViewUnknownRegion: "the view refers to an unknown region",
    ViewEmpty: "is not where the move ended",
    ViewFull: "ends on an occupied point",
    ViewWrongMoves: "the view has the moves",
    ViewMovesAfterResignation: "expected []",
    PathOffBoard: "move a refers to an unknown point",
    PathTooLong: "needs more than two clicks",
    SharedPath: "has the clicks of another move",
    AlsoOfAnotherMove: "also belongs to another move",
    SharedAlso: "also belongs to another move",
    PlayableMissing: "the playable regions are {}",
    PlayableTooMany: "the playable regions are",
    LastTextMissing: "the view does not have the last move",
    LastElsewhere: "is not shown where it was clicked",
    UnparsableName: "its record does not parse",
    UnparsableLaterStart: "its record does not parse",
}

#[test]
fn a_correct_game_passes() {
    let coverage = check(&Row(Fault::Correct), 1, 100).unwrap_or_else(|error| panic!("{error}"));
    assert!(coverage.games == 100 && coverage.positions > 500, "{coverage:?}");
    assert_eq!(check(&Row(Fault::Correct), 1, 100), Ok(coverage), "the same seed plays the same games");
}

#[test]
fn every_fault_is_found() {
    for (fault, violation) in FAULTS {
        match check(&Row(*fault), 1, 100) {
            Ok(coverage) => panic!("{fault:?} was not found: {coverage:?}"),
            Err(error) => assert!(error.violation.contains(violation), "{fault:?}: {error}"),
        }
    }
}
