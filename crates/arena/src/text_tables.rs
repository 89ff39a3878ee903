//! Standings, crosstable and head-to-head results as aligned text.

use plateau_core::text::grouped;
use plateau_core::{Lang, Message, Phrase, phrases};

use crate::plan::Plan;
use crate::schedule::System;
use crate::standings::{Faults, Standings, Tally};
use crate::tournament::Tournament;

phrases! {
    /// Column: place.
    PLACE = "table.place", "#", "#";
    /// Column: player.
    PLAYER = "table.player", "player", "joueur";
    /// Column: number of games.
    GAMES = "table.games", "games", "parties";
    /// Column: points.
    POINTS = "table.points", "points", "points";
    /// Column: games won.
    WON = "table.won", "+", "+";
    /// Column: games drawn.
    DRAWN = "table.drawn", "=", "=";
    /// Column: games lost.
    LOST = "table.lost", "-", "-";
    /// Column: rating.
    RATING = "table.rating", "Elo", "Elo";
    /// Column: error of the rating.
    ERROR = "table.error", "± 95 %", "± 95 %";
    /// Column: points from byes, which are included in the points.
    BYES = "table.byes", "byes", "exempts";
    /// Column: time used.
    TIME = "table.time", "time", "temps";
    /// Column: faults.
    FAULTS = "table.faults", "faults", "fautes";
    /// Likelihood of superiority.
    SUPERIORITY = "table.superiority", "LOS {share} %", "LOS {share} %";
    /// The winner of a knock-out.
    WINNER = "table.winner", "{player} wins", "{player} gagne";
    /// A knock-out meeting decided by the order of the players.
    DECIDED_BY_ORDER = "table.level", "{player} and {other} were tied after all tie-breaks: {player} advances because it is listed first", "{player} et {other} étaient à égalité après tous les départages : {player} se qualifie car il est le premier sur la liste";
    /// Fault count: illegal moves.
    ILLEGAL = "table.illegal", "{count} illegal", "{count} illégaux";
    /// Fault count: losses on time.
    LATE = "table.late", "{count} timeouts", "{count} dépassements de temps";
    /// Fault count: exits.
    EXITED = "table.died", "{count} exited", "{count} arrêts";
    /// Fault count: output limits exceeded.
    TOO_MUCH_OUTPUT = "table.flooded", "{count} too much output", "{count} sorties excessives";
    /// Fault count: processes left running.
    LEFTOVER_PROCESSES = "table.children", "{count} left processes running", "{count} processus restés actifs";
    /// Fault count: others.
    OTHER = "table.broken", "{count} other", "{count} autres";
}

/// Aligns rows of cells in columns. The columns in `left_aligned` are aligned to the left,
/// the others to the right.
pub fn columns(rows: &[Vec<String>], left_aligned: &[usize]) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = width(column).unwrap_or(0);
            let gap = if column == 0 { "" } else { "  " };
            let cell = if left_aligned.contains(&column) {
                format!("{gap}{cell:<width$}")
            } else {
                format!("{gap}{cell:>width$}")
            };
            line.push_str(&cell);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Formats places, points and ratings. `times` adds the time used, which differs from run
/// to run.
pub fn standings(plan: &Plan, standings: &Standings, times: bool, lang: Lang) -> String {
    let rows = standings_rows(plan, standings, times, lang);
    columns(&rows, &[1, rows[0].len() - 1])
}

/// Returns the standings as rows of cells, the first of which is the heading.
pub(crate) fn standings_rows(
    plan: &Plan,
    standings: &Standings,
    times: bool,
    lang: Lang,
) -> Vec<Vec<String>> {
    let word = |phrase: &Phrase| phrase.template(lang).to_owned();
    let mut heading: Vec<String> =
        [&PLACE, &PLAYER, &RATING, &ERROR, &GAMES, &POINTS, &WON, &DRAWN, &LOST].map(word).to_vec();
    let byes = standings.rows.iter().any(|standing| standing.byes > 0);
    if byes {
        heading.push(word(&BYES));
    }
    if times {
        heading.push(word(&TIME));
    }
    heading.push(word(&FAULTS));
    let mut rows = vec![heading];
    for (place, standing) in standings.rows.iter().enumerate() {
        let Tally { wins, draws, losses } = standing.tally;
        let mut row = vec![
            (place + 1).to_string(),
            standings.name(plan, place).to_owned(),
            signed(standing.rating.elo),
            format!("{:.0}", standing.rating.error),
            grouped(standing.tally.games() as usize, lang),
            points(standing.half_points()),
            grouped(wins as usize, lang),
            grouped(draws as usize, lang),
            grouped(losses as usize, lang),
        ];
        if byes {
            row.push(points(standing.byes));
        }
        if times {
            row.push(format!("{} s", decimal(standing.time.as_secs_f64(), 1, lang)));
        }
        row.push(faults(&standing.faults, lang));
        rows.push(row);
    }
    rows
}

/// Formats the crosstable, in order of place. A cell holds the points of the row's player
/// and the number of games.
pub fn crosstable(plan: &Plan, standings: &Standings, lang: Lang) -> String {
    columns(&crosstable_rows(plan, standings, lang), &[1])
}

/// Returns the crosstable as rows of cells, the first of which is the heading.
pub(crate) fn crosstable_rows(plan: &Plan, standings: &Standings, lang: Lang) -> Vec<Vec<String>> {
    let mut heading = vec![PLACE.template(lang).to_owned(), PLAYER.template(lang).to_owned()];
    heading.extend((1..=standings.rows.len()).map(|place| place.to_string()));
    let mut rows = vec![heading];
    for (place, standing) in standings.rows.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), standings.name(plan, place).to_owned()];
        row.extend(
            standings.rows.iter().map(|other| crosstable_cell(standings, standing.player, other.player)),
        );
        rows.push(row);
    }
    rows
}

/// Returns the points of a player against another and the number of games.
fn crosstable_cell(standings: &Standings, player: usize, other: usize) -> String {
    match &standings.crosstable[player][other] {
        _ if other == player => "×".to_owned(),
        tally if tally.games() == 0 => "·".to_owned(),
        tally => format!("{}/{}", points(tally.half_points()), tally.games()),
    }
}

/// Formats every meeting on a line: wins, draws, losses, Elo difference with interval, LOS.
pub fn head_to_head(plan: &Plan, standings: &Standings, lang: Lang) -> String {
    let mut rows = Vec::new();
    for (place, standing) in standings.rows.iter().enumerate() {
        for other in &standings.rows[place + 1..] {
            let Tally { wins, draws, losses } = standings.crosstable[standing.player][other.player];
            if wins + draws + losses == 0 {
                continue;
            }
            let name = |player: usize| plan.players[player].name.as_str();
            let pairs = &standings.pentanomials[standing.player][other.player];
            let mut row = vec![
                format!("{} – {}", name(standing.player), name(other.player)),
                format!("+{wins}"),
                format!("={draws}"),
                format!("-{losses}"),
            ];
            if pairs.total() > 0 {
                let elo = pairs.elo();
                row.extend([
                    format!("Elo {}", signed(elo.estimate)),
                    format!("[{} … {}]", signed(elo.low), signed(elo.high)),
                    SUPERIORITY
                        .message()
                        .with("share", decimal(100.0 * pairs.likelihood_of_superiority(), 1, lang))
                        .render(lang),
                ]);
            }
            rows.push(row);
        }
    }
    columns(&rows, &[0])
}

/// Formats the winner of a knock-out, after the meetings that were decided by the order of the players.
/// Returns an empty text for other systems.
pub fn knock_out(tournament: &Tournament<'_>, standings: &Standings, lang: Lang) -> String {
    let plan = tournament.plan();
    if plan.schedule.system != System::KnockOut {
        return String::new();
    }
    let name = |player: usize| plan.players[player].name.as_str();
    let by_order = plan.schedule.decided_by_order(&tournament.pair_results()).into_iter();
    let message = |[player, other]: [usize; 2]| {
        DECIDED_BY_ORDER.message().with("player", name(player)).with("other", name(other))
    };
    let mut lines: Vec<Message> = by_order.map(message).collect();
    if tournament.is_over() {
        lines.push(WINNER.message().with("player", standings.name(plan, 0)));
    }
    lines.iter().map(|line| line.render(lang) + "\n").collect()
}

/// Formats the fault counts of a player.
pub fn faults(faults: &Faults, lang: Lang) -> String {
    let Faults { illegal, time, died, flood, children, other } = *faults;
    let all = [
        (&ILLEGAL, illegal),
        (&LATE, time),
        (&EXITED, died),
        (&TOO_MUCH_OUTPUT, flood),
        (&LEFTOVER_PROCESSES, children),
        (&OTHER, other),
    ];
    let nonzero = all.into_iter().filter(|(_, count)| *count > 0);
    let texts: Vec<String> =
        nonzero.map(|(phrase, count)| phrase.message().with("count", count).render(lang)).collect();
    if texts.is_empty() { "0".to_owned() } else { texts.join(", ") }
}

/// Formats half points as points, such as `3½`.
pub fn points(half_points: u32) -> String {
    let half = if half_points % 2 == 1 { "½" } else { "" };
    match half_points / 2 {
        0 if half_points == 1 => half.to_owned(),
        whole => format!("{whole}{half}"),
    }
}

/// Formats an Elo difference with its sign.
pub fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+∞" } else { "-∞" }.to_owned();
    }
    // No sign for a value that rounds to 0.
    if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") }
}

/// Formats a number with a decimal point, or a decimal comma in French.
pub fn decimal(number: f64, places: usize, lang: Lang) -> String {
    let text = format!("{number:.places$}");
    if lang == Lang::Fr { text.replace('.', ",") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_complete_in_both_languages() {
        let all = [
            ALL,
            crate::control::ALL,
            crate::live_page::ALL,
            crate::openings::ALL,
            crate::plan::ALL,
            crate::report::ALL,
            crate::stats::sprt::ALL,
            crate::store::ALL,
            crate::tournament_settings::ALL,
        ];
        assert_eq!(plateau_core::text::phrase_errors(&all.concat()), Vec::<String>::new());
    }

    #[test]
    fn numbers_are_formatted() {
        assert_eq!([0, 1, 2, 7].map(points), ["0", "½", "1", "3½"]);
        assert_eq!([f64::INFINITY, -0.3, 12.6].map(signed), ["+∞", "0", "+13"]);
        assert_eq!(decimal(97.25, 1, Lang::Fr), "97,2");
        let faults = Faults { illegal: 2, died: 3, flood: 1, children: 4, other: 1, ..Faults::default() };
        assert_eq!(
            super::faults(&faults, Lang::En),
            "2 illegal, 3 exited, 1 too much output, 4 left processes running, 1 other"
        );
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "bb", "1"], ["ccc", "d", "22"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(columns(&rows, &[0]), "a    bb   1\nccc   d  22\n");
    }
}
