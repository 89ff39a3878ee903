//! Tables as a person reads them.

use plateau_core::{Lang, Message, Phrase, phrases};

use crate::plan::Plan;
use crate::run::Tournament;
use crate::schedule::System;
use crate::table::{Faults, Table, Tally};

phrases! {
    /// A column.
    PLACE = "table.place", "#", "#";
    /// A column.
    PLAYER = "table.player", "player", "joueur";
    /// A column.
    GAMES = "table.games", "games", "parties";
    /// A column.
    POINTS = "table.points", "points", "points";
    /// A column.
    WON = "table.won", "+", "+";
    /// A column.
    DRAWN = "table.drawn", "=", "=";
    /// A column.
    LOST = "table.lost", "-", "-";
    /// A column.
    RATING = "table.rating", "Elo", "Elo";
    /// A column.
    ERROR = "table.error", "± 95 %", "± 95 %";
    /// A column: points for rounds without an opponent, which are among the points.
    BYES = "table.byes", "of byes", "d'exempts";
    /// A column.
    TIME = "table.time", "time", "temps";
    /// A column.
    FAULTS = "table.faults", "faults", "fautes";
    /// How likely a player is the stronger one.
    SUPERIORITY = "table.superiority", "LOS {share} %", "vrais. sup. {share} %";
    /// Who won a knock-out.
    WINNER = "table.winner", "{player} wins", "{player} gagne";
    /// Why somebody went on in a knock-out.
    LEVEL = "table.level", "{player} and {other} were level to the last tie-break: {player} went on, being listed first", "{player} et {other} étaient à égalité jusqu'au dernier départage : {player} a continué, étant le premier de la liste";
    /// Moves that were none.
    ILLEGAL = "table.illegal", "{count} illegal", "{count} illégaux";
    /// Clocks that ran out.
    LATE = "table.late", "{count} on time", "{count} au temps";
    /// Programs that ended.
    DIED = "table.died", "{count} died", "{count} terminés";
    /// Programs that wrote too much.
    FLOODED = "table.flooded", "{count} flooded", "{count} en excès";
    /// Programs that left processes.
    CHILDREN = "table.children", "{count} left processes behind", "{count} avec processus laissés";
    /// Other faults.
    BROKEN = "table.broken", "{count} other", "{count} autres";
}

/// Rows in columns: the first `left` to the left, the others to the right.
pub fn columns(rows: &[Vec<String>], left: &[usize]) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = width(column).unwrap_or(0);
            let gap = if column == 0 { "" } else { "  " };
            let cell = if left.contains(&column) {
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

/// Places, points and ratings; times where they are wanted, for they differ each time.
pub fn standings(plan: &Plan, table: &Table, times: bool, lang: Lang) -> String {
    let rows = standing_rows(plan, table, times, lang);
    columns(&rows, &[1, rows[0].len() - 1])
}

/// The same as rows of cells, the first of them the heading.
pub(crate) fn standing_rows(plan: &Plan, table: &Table, times: bool, lang: Lang) -> Vec<Vec<String>> {
    let word = |phrase: &Phrase| phrase.template(lang).to_owned();
    let mut heading: Vec<String> =
        [&PLACE, &PLAYER, &RATING, &ERROR, &GAMES, &POINTS, &WON, &DRAWN, &LOST].map(word).to_vec();
    let byes = table.standings.iter().any(|standing| standing.byes > 0);
    if byes {
        heading.push(word(&BYES));
    }
    if times {
        heading.push(word(&TIME));
    }
    heading.push(word(&FAULTS));
    let mut rows = vec![heading];
    for (place, standing) in table.standings.iter().enumerate() {
        let Tally { wins, draws, losses } = standing.tally;
        let mut row = vec![
            (place + 1).to_string(),
            table.name(plan, place).to_owned(),
            signed(standing.rating.elo),
            format!("{:.0}", standing.rating.error),
            standing.tally.games().to_string(),
            points(standing.half_points()),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
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

/// Who scored what against whom: a row and a column for each player, in the order of
/// the places. A cell is the points of the row's player.
pub fn crosstable(plan: &Plan, table: &Table, lang: Lang) -> String {
    columns(&cross_rows(plan, table, lang), &[1])
}

/// The same as rows of cells, the first of them the heading.
pub(crate) fn cross_rows(plan: &Plan, table: &Table, lang: Lang) -> Vec<Vec<String>> {
    let mut heading = vec![PLACE.template(lang).to_owned(), PLAYER.template(lang).to_owned()];
    heading.extend((1..=table.standings.len()).map(|place| place.to_string()));
    let mut rows = vec![heading];
    for (place, standing) in table.standings.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), table.name(plan, place).to_owned()];
        row.extend(table.standings.iter().map(|other| scored(table, standing.player, other.player)));
        rows.push(row);
    }
    rows
}

/// What a player scored against another: the points, and of how many games.
fn scored(table: &Table, player: usize, other: usize) -> String {
    match &table.against[player][other] {
        _ if other == player => "×".to_owned(),
        tally if tally.games() == 0 => "·".to_owned(),
        tally => format!("{}/{}", points(tally.half_points()), tally.games()),
    }
}

/// Every meeting on a line: won, drawn and lost, the difference in Elo and its interval.
pub fn head_to_head(plan: &Plan, table: &Table, lang: Lang) -> String {
    let mut rows = Vec::new();
    for (place, standing) in table.standings.iter().enumerate() {
        for other in &table.standings[place + 1..] {
            let Tally { wins, draws, losses } = table.against[standing.player][other.player];
            if wins + draws + losses == 0 {
                continue;
            }
            let name = |player: usize| plan.players[player].name.as_str();
            let pairs = &table.pairs[standing.player][other.player];
            let mut row = vec![
                format!("{} – {}", name(standing.player), name(other.player)),
                format!("+{wins}"),
                format!("={draws}"),
                format!("-{losses}"),
            ];
            // Half a pair says nothing of strength.
            if pairs.0.iter().any(|&count| count > 0) {
                let elo = pairs.elo();
                row.extend([
                    format!("Elo {}", signed(elo.estimate)),
                    format!("[{} … {}]", signed(elo.low), signed(elo.high)),
                    SUPERIORITY
                        .message()
                        .with("share", decimal(100.0 * pairs.superiority(), 1, lang))
                        .render(lang),
                ]);
            }
            rows.push(row);
        }
    }
    columns(&rows, &[0])
}

/// Who won a knock-out, a line for each meeting that the board did not decide before;
/// nothing of other tournaments.
pub fn knocked_out(tournament: &Tournament<'_>, table: &Table, lang: Lang) -> String {
    let plan = tournament.plan();
    if plan.schedule.system != System::KnockOut {
        return String::new();
    }
    let name = |player: usize| plan.players[player].name.as_str();
    let level = plan.schedule.level(&tournament.met()).into_iter();
    let mut lines: Vec<Message> = level
        .map(|[player, other]| LEVEL.message().with("player", name(player)).with("other", name(other)))
        .collect();
    if tournament.is_over() {
        lines.push(WINNER.message().with("player", table.name(plan, 0)));
    }
    lines.iter().map(|line| line.render(lang) + "\n").collect()
}

/// What a player did wrong, in words.
pub fn faults(faults: &Faults, lang: Lang) -> String {
    let Faults { illegal, time, died, flood, children, other } = *faults;
    let all = [
        (&ILLEGAL, illegal),
        (&LATE, time),
        (&DIED, died),
        (&FLOODED, flood),
        (&CHILDREN, children),
        (&BROKEN, other),
    ];
    let said = all.into_iter().filter(|(_, count)| *count > 0);
    let said: Vec<String> =
        said.map(|(phrase, count)| phrase.message().with("count", count).render(lang)).collect();
    if said.is_empty() { "0".to_owned() } else { said.join(", ") }
}

/// Half points as points: `3½`.
pub fn points(half_points: u32) -> String {
    let half = if half_points % 2 == 1 { "½" } else { "" };
    match half_points / 2 {
        0 if half_points == 1 => half.to_owned(),
        whole => format!("{whole}{half}"),
    }
}

/// A difference with its sign.
pub fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+∞" } else { "-∞" }.to_owned();
    }
    // No sign for what rounds to nothing.
    if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") }
}

/// A number with a decimal point, which is a comma in French.
pub fn decimal(number: f64, places: usize, lang: Lang) -> String {
    let text = format!("{number:.places$}");
    if lang == Lang::Fr { text.replace('.', ",") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_of_the_arena_speaks_both_languages() {
        let all = [
            ALL,
            crate::control::ALL,
            crate::live::ALL,
            crate::openings::ALL,
            crate::plan::ALL,
            crate::report::ALL,
            crate::stats::sprt::ALL,
            crate::store::ALL,
            crate::terms::ALL,
        ];
        assert_eq!(plateau_core::text::phrase_errors(&all.concat()), Vec::<String>::new());
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!([0, 1, 2, 7].map(points), ["0", "½", "1", "3½"]);
        assert_eq!([f64::INFINITY, -0.3, 12.6].map(signed), ["+∞", "0", "+13"]);
        assert_eq!(decimal(97.25, 1, Lang::Fr), "97,2");
        let faults = Faults { illegal: 2, died: 3, flood: 1, children: 4, other: 1, ..Faults::default() };
        assert_eq!(
            super::faults(&faults, Lang::En),
            "2 illegal, 3 died, 1 flooded, 4 left processes behind, 1 other"
        );
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "bb", "1"], ["ccc", "d", "22"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(columns(&rows, &[0]), "a    bb   1\nccc   d  22\n");
    }
}
