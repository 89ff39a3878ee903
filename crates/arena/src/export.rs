//! Exports a tournament as JSON or as the records of its games.

use plateau_core::Player;
use serde_json::{Value, json};

use crate::control;
use crate::standings::{Faults, Standings, Tally};
use crate::stored_game::{RecordNotes, StoredGame, ending_text};
use crate::tournament::Tournament;

/// The name and version of the JSON format, documented in `docs/json.md`.
pub const SCHEMA: &str = "plateau-tournament/1";

/// Exports a tournament with its standings and all games.
pub fn json(tournament: &Tournament<'_>, standings: &Standings) -> Value {
    let plan = tournament.plan();
    let players = standings.rows.iter().map(|standing| {
        let Tally { wins, draws, losses } = standing.tally;
        let against: Vec<Value> = standings.crosstable[standing.player].iter().map(tally).collect();
        json!({
            "player": standing.player,
            "name": plan.players[standing.player].name,
            "wins": wins, "draws": draws, "losses": losses,
            "points": f64::from(standing.half_points()) / 2.0,
            "byes": f64::from(standing.byes) / 2.0,
            "elo": standing.rating.elo,
            "error": standing.rating.error,
            "seconds": standing.time.as_secs_f64(),
            "faults": faults(&standing.faults),
            "rounds_won": standing.rounds_won,
            "against": against,
        })
    });
    json!({
        "schema": SCHEMA,
        "name": plan.name,
        "game": plan.game,
        "control": control::print(&plan.control),
        "openings": plan.openings,
        "seed": plan.seed,
        "table": players.collect::<Vec<_>>(),
        "games": tournament.games().map(game).collect::<Vec<_>>(),
    })
}

fn tally(tally: &Tally) -> Value {
    json!([tally.wins, tally.draws, tally.losses])
}

/// Exports the fault counts of a player.
pub fn faults(faults: &Faults) -> Value {
    let Faults { illegal, time, died, flood, children, other } = *faults;
    json!({
        "illegal": illegal, "time": time,
        "died": died, "flood": flood, "children": children, "other": other,
    })
}

fn game(game: &StoredGame) -> Value {
    let (ending, side, detail) = ending_text(&game.ending);
    let notes = RecordNotes::parse(&game.record);
    let times: Vec<f64> = notes.times.iter().map(std::time::Duration::as_secs_f64).collect();
    json!({
        "pair": game.pair,
        "game": game.game,
        "players": game.players,
        "winner": game.winner.map(|winner| winner.letter().to_string()),
        "ending": ending,
        "fault_side": side.map(|side| side.letter().to_string()),
        "fault_detail": detail.filter(|detail| !detail.is_empty()),
        "seconds": Player::BOTH.map(|side| game.times[side.index()].as_secs_f64()),
        "opening": notes.opening,
        "times": times,
        "unplayed": notes.unplayed.map(|time| time.as_secs_f64()),
        "depths": notes.depths,
        "nodes": notes.nodes,
        "values": notes.values,
        "record": game.record,
    })
}

/// Exports the records of all games, separated by empty lines.
pub fn text(tournament: &Tournament<'_>) -> String {
    let records: Vec<&str> = tournament.games().map(|game| game.record.as_str()).collect();
    records.join("\n")
}
