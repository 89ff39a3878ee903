//! A self-contained HTML report of a tournament: tables, a plot of the ratings, and a viewer
//! of all games.

use std::io::{self, Write};

use plateau_core::text::Argument;
use plateau_core::{Lang, Message, View, phrases};
use plateau_draw::page::{self, ScriptEscaper};
use plateau_draw::svg::escape_xml;
use plateau_games::{AnyRecord, AnyVariant};
use serde_json::{Map, Value, json};

use crate::control;
use crate::standings::Standings;
use crate::store::LiveGame;
use crate::stored_game::{RecordNotes, StoredGame};
use crate::text_tables;
use crate::tournament::Tournament;

mod boards;
mod plot;

/// The reload interval of the live page, in seconds.
const RELOAD_SECONDS: u32 = 3;

/// The number of finished games listed on the live page.
const LATEST: usize = 20;

phrases! {
    /// Heading: standings.
    STANDINGS = "report.standings-heading", "Standings", "Classement";
    /// Heading: ratings.
    RATINGS = "report.ratings", "Ratings", "Classement Elo";
    /// Heading: crosstable.
    CROSSTABLE = "report.crosstable-heading", "Crosstable", "Tableau croisé";
    /// Heading: head-to-head results.
    HEAD_TO_HEAD = "report.head-to-head", "Head to head", "Face à face";
    /// Heading: games.
    GAMES = "report.games", "Games", "Parties";
    /// Summary of the tournament.
    ABOUT = "report.about", "{game}, {control}, openings {openings}, seed {seed}, {count} games", "{game}, {control}, ouvertures {openings}, graine {seed}, {count} parties";
    /// Description of the plot.
    RATED = "report.rated", "Elo relative to the mean of all players, with 95 % intervals", "Elo par rapport à la moyenne des joueurs, avec les intervalles à 95 %";
    /// Button: first position.
    BEGINNING = "report.beginning", "First position", "Première position";
    /// Button: previous move.
    BACK = "report.back", "Previous move", "Coup précédent";
    /// Button: next move.
    FORWARD = "report.forward", "Next move", "Coup suivant";
    /// Button: last position.
    END = "report.end", "Last position", "Dernière position";
    /// Label of an opening move.
    OPENING = "report.opening", "opening", "ouverture";
    /// Progress of a running tournament.
    IN_PROGRESS = "report.in-progress", "{played} of {planned} games played", "{played} parties jouées sur {planned}";
    /// Progress of a finished tournament.
    FINISHED = "report.finished", "Finished: {played} of {planned} games played", "Terminé : {played} parties jouées sur {planned}";
    /// Link to the viewer.
    REPLAY = "report.replay", "Replay all games", "Revoir toutes les parties";
    /// Heading: latest games.
    LATEST_GAMES = "report.latest-games", "Latest games", "Dernières parties";
    /// Label of the game selector.
    CHOOSE = "report.choose", "Game", "Partie";
}

const REPORT: &str = include_str!("report/report.html");
const LIVE: &str = include_str!("report/live.html");
const STYLE: &str = include_str!("report/style.css");
const SCRIPT: &str = include_str!("report/replay.js");

/// Writes the report.
pub fn write(
    tournament: &Tournament<'_>,
    standings: &Standings,
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    fill(REPORT, tournament, standings, &[], lang, out)
}

/// Writes the live page: standings and games in progress. It reloads itself until the
/// tournament is over, and links to the report at `replay`.
pub fn write_live(
    tournament: &Tournament<'_>,
    standings: &Standings,
    live_games: &[LiveGame],
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    fill(LIVE, tournament, standings, live_games, lang, out)
}

/// Replaces the `{placeholders}` of a template.
fn fill(
    template: &str,
    tournament: &Tournament<'_>,
    standings: &Standings,
    live_games: &[LiveGame],
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let plan = tournament.plan();
    let about = ABOUT
        .message()
        .with("game", plan.game.as_str())
        .with("control", control::print(&plan.control))
        .with("openings", plan.openings.as_str())
        .with("seed", plan.seed)
        .with("count", Argument::Count(tournament.games().count()));
    for piece in template.split_inclusive('}') {
        // Each placeholder is at the end of a piece.
        let Some((before, placeholder)) = piece.rsplit_once('{') else {
            out.write_all(piece.as_bytes())?;
            continue;
        };
        out.write_all(before.as_bytes())?;
        match placeholder.trim_end_matches('}') {
            "lang" => out.write_all(if lang == Lang::Fr { b"fr" } else { b"en" })?,
            "title" => out.write_all(escape_xml(&plan.name).as_bytes())?,
            "about" => out.write_all(escape_xml(&about.render(lang)).as_bytes())?,
            "style" => write!(out, "{}{STYLE}", page::style(tournament.variant().layout()))?,
            "script" => write!(out, "{}{SCRIPT}", page::BOARD)?,
            "standings" => {
                let rows = text_tables::standings_rows(plan, standings, true, lang);
                out.write_all(html_table(&rows).as_bytes())?;
            }
            "plot" => out.write_all(plot::ratings(plan, standings, RATED.template(lang)).as_bytes())?,
            "crosstable" => {
                let rows = text_tables::crosstable_rows(plan, standings, lang);
                out.write_all(html_table(&rows).as_bytes())?;
            }
            "meetings" => {
                let text = text_tables::head_to_head(plan, standings, lang);
                write!(out, "<pre>{}</pre>", escape_xml(&text))?;
            }
            "refresh" if tournament.is_over() => {}
            "refresh" => write!(out, "<meta http-equiv=\"refresh\" content=\"{RELOAD_SECONDS}\">")?,
            "progress" => out.write_all(progress(tournament).render(lang).as_bytes())?,
            "boards" => out.write_all(boards::draw(tournament, live_games, lang).as_bytes())?,
            "latest" => out.write_all(latest(tournament, lang).as_bytes())?,
            "data" => write_data(tournament, lang, &mut ScriptEscaper(out))?,
            name => {
                let phrase = ALL.iter().find(|phrase| phrase.key.strip_prefix("report.") == Some(name));
                out.write_all(phrase.map_or("", |phrase| phrase.template(lang)).as_bytes())?;
            }
        }
    }
    Ok(())
}

/// Returns the progress message.
fn progress(tournament: &Tournament<'_>) -> Message {
    let phrase = if tournament.is_over() { &FINISHED } else { &IN_PROGRESS };
    let [played, planned] = [tournament.games().count(), tournament.planned_games()].map(Argument::Count);
    phrase.message().with("played", played).with("planned", planned)
}

/// Returns a table of the latest finished games, newest first.
fn latest(tournament: &Tournament<'_>, lang: Lang) -> String {
    let heading = [&text_tables::PLACE, &CHOOSE, &text_tables::POINTS];
    let mut rows = vec![heading.map(|name| name.template(lang).to_owned()).to_vec()];
    let games: Vec<&StoredGame> = tournament.games().collect();
    for game in games.into_iter().rev().take(LATEST) {
        let [first, second] = game.players.map(|player| tournament.plan().players[player].name.as_str());
        let number = 2 * game.pair + u64::from(game.game) + 1;
        rows.push(vec![number.to_string(), format!("{first} – {second}"), game.score().to_owned()]);
    }
    html_table(&rows)
}

/// Formats rows of cells as an HTML table; the first row is the heading.
fn html_table(rows: &[Vec<String>]) -> String {
    let mut text = "<div class=\"wide\"><table>\n".to_owned();
    for (i, row) in rows.iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        let cells: Vec<String> =
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape_xml(cell))).collect();
        text.extend(["<tr>", &cells.concat(), "</tr>\n"]);
    }
    text + "</table></div>\n"
}

/// Writes the JSON data of the script, one game at a time.
fn write_data(tournament: &Tournament<'_>, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let (plan, variant) = (tournament.plan(), tournament.variant());
    let names: Vec<&str> = plan.players.iter().map(|player| player.name.as_str()).collect();
    write!(
        out,
        "{{\"board\":{},\"names\":{},\"opening\":{},\"games\":[",
        page::board(variant.layout()),
        json!(names),
        json!(OPENING.template(lang)),
    )?;
    for (i, game) in tournament.games().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        // A stored record is always valid.
        let replay = replay(variant, game, lang).unwrap_or(Value::Null);
        serde_json::to_writer(&mut *out, &replay)?;
    }
    out.write_all(b"]}")
}

/// Returns a game as JSON: its result and the changes of each move.
fn replay(variant: &dyn AnyVariant, game: &StoredGame, lang: Lang) -> Result<Value, Message> {
    let lines = plateau_core::record::RecordText::read(&game.record)?;
    let played = variant.record(&lines)?;
    let notes = RecordNotes::parse(&game.record);
    let result =
        played.finish().map_or_else(|| "*".to_owned(), |end| end.message(variant.layout()).render(lang));
    let mut record = variant.open(&played.start_text())?;
    let mut before = record.view();
    let mut moves = Vec::new();
    for mv in played.moves() {
        record.play(&mv)?;
        let view = record.view();
        moves.push(changes(&mv, &before, &view));
        before = view;
    }
    let start = view_json(&*variant.open(&played.start_text())?);
    let seconds: Vec<f64> = notes.times.iter().map(std::time::Duration::as_secs_f64).collect();
    Ok(json!({
        "pair": game.pair + 1,
        "players": game.players,
        "result": result,
        "start": start,
        "moves": moves,
        "opening": notes.opening,
        "times": seconds,
        "values": notes.values,
    }))
}

/// Returns the board of a record as JSON.
fn view_json(record: &dyn AnyRecord) -> Value {
    let mut fields = Map::new();
    page::put_view(&record.view(), |name, value| drop(fields.insert(name.to_owned(), value)));
    Value::Object(fields)
}

/// Returns a move as JSON with the changed points and the other changes of the board.
fn changes(mv: &str, before: &View, after: &View) -> Value {
    let mut fields = Map::new();
    page::put_view(after, |name, value| {
        let same = name == "pieces" || name == "marks" && before.marks == after.marks;
        if !same {
            fields.insert(name.to_owned(), value);
        }
    });
    let changed =
        before.pieces.iter().zip(&after.pieces).enumerate().filter(|(_, (before, after))| before != after);
    let changed: Vec<Value> = changed
        .map(|(point, (_, piece))| {
            json!([point, piece.map_or('.', plateau_core::Player::letter).to_string()])
        })
        .collect();
    fields.insert("move".to_owned(), json!(mv));
    fields.insert("changed".to_owned(), json!(changed));
    Value::Object(fields)
}
