//! A tournament as one page that asks for nothing: tables, a plot of the ratings, and
//! every game to replay.

use std::io::{self, Write};

use plateau_core::{Lang, Message, View, phrases};
use plateau_draw::page::{self, ScriptEscaper};
use plateau_draw::svg::escape_xml;
use plateau_games::{AnyRecord, AnyVariant};
use serde_json::{Map, Value, json};

use crate::control;
use crate::kept::{Kept, Notes};
use crate::run::Tournament;
use crate::store::InPlay;
use crate::table::Table;
use crate::words;

mod boards;
mod plot;

/// How often a page of a tournament that goes on is loaded again, in seconds.
const SECONDS: u32 = 3;

/// The games listed there.
const LATEST: usize = 20;

phrases! {
    /// A heading.
    STANDINGS = "report.standings-heading", "Standings", "Classement";
    /// A heading.
    RATINGS = "report.ratings", "Ratings", "Forces";
    /// A heading.
    CROSSTABLE = "report.crosstable-heading", "Crosstable", "Grille";
    /// A heading.
    HEAD_TO_HEAD = "report.head-to-head", "Head to head", "Face à face";
    /// A heading.
    GAMES = "report.games", "Games", "Parties";
    /// What was played, and how.
    ABOUT = "report.about", "{game}, {control}, openings {openings}, seed {seed}, {count} games", "{game}, {control}, ouvertures {openings}, graine {seed}, {count} parties";
    /// What the plot shows.
    RATED = "report.rated", "Elo against the mean of all players, with 95 % intervals", "Elo par rapport à la moyenne des joueurs, avec les intervalles à 95 %";
    /// A button.
    BEGINNING = "report.beginning", "To the beginning", "Au début";
    /// A button.
    BACK = "report.back", "Back", "Reculer";
    /// A button.
    FORWARD = "report.forward", "Forward", "Avancer";
    /// A button.
    END = "report.end", "To the end", "À la fin";
    /// What a move is of.
    OPENING = "report.opening", "opening", "ouverture";
    /// How far it is.
    GOES_ON = "report.goes-on", "{played} of {planned} games played", "{played} parties jouées sur {planned}";
    /// How far it is.
    OVER = "report.over", "{played} of {planned} games played; it is over", "{played} parties jouées sur {planned} ; c'est fini";
    /// A link.
    REPLAY = "report.replay", "All games, to replay", "Toutes les parties, à revoir";
    /// A heading.
    LATEST_GAMES = "report.latest-games", "Latest games", "Dernières parties";
    /// A choice.
    CHOOSE = "report.choose", "Game", "Partie";
}

const FRAME: &str = include_str!("report/frame.html");
const LIVE: &str = include_str!("report/live.html");
const STYLE: &str = include_str!("report/style.css");
const SCRIPT: &str = include_str!("report/replay.js");

/// Writes the page.
pub fn write(tournament: &Tournament<'_>, table: &Table, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    fill(FRAME, tournament, table, &[], lang, out)
}

/// Writes a page of how it stands and what is in play, which is to be loaded again until it
/// is over. The whole page is at `replay` beside it.
pub fn live(
    tournament: &Tournament<'_>,
    table: &Table,
    in_play: &[InPlay],
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    fill(LIVE, tournament, table, in_play, lang, out)
}

/// Fills the places of a frame.
fn fill(
    frame: &str,
    tournament: &Tournament<'_>,
    table: &Table,
    in_play: &[InPlay],
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
        .with("count", tournament.games().count());
    for piece in frame.split_inclusive('}') {
        // Each place is at the end of a piece.
        let Some((before, place)) = piece.rsplit_once('{') else {
            out.write_all(piece.as_bytes())?;
            continue;
        };
        out.write_all(before.as_bytes())?;
        match place.trim_end_matches('}') {
            "lang" => out.write_all(if lang == Lang::Fr { b"fr" } else { b"en" })?,
            "title" => out.write_all(escape_xml(&plan.name).as_bytes())?,
            "about" => out.write_all(escape_xml(&about.render(lang)).as_bytes())?,
            "style" => write!(out, ":root{{{}}}\n{STYLE}", page::colours())?,
            "script" => write!(out, "{}{SCRIPT}", page::BOARD)?,
            "standings" => {
                let rows = words::standing_rows(plan, table, true, lang);
                out.write_all(html(&rows).as_bytes())?;
            }
            "plot" => out.write_all(plot::ratings(plan, table, RATED.template(lang)).as_bytes())?,
            "crosstable" => {
                let rows = words::cross_rows(plan, table, lang);
                out.write_all(html(&rows).as_bytes())?;
            }
            "meetings" => {
                let text = words::head_to_head(plan, table, lang);
                write!(out, "<pre>{}</pre>", escape_xml(&text))?;
            }
            "refresh" if tournament.is_over() => {}
            "refresh" => write!(out, "<meta http-equiv=\"refresh\" content=\"{SECONDS}\">")?,
            "progress" => out.write_all(progress(tournament).render(lang).as_bytes())?,
            "boards" => out.write_all(boards::draw(tournament, in_play, lang).as_bytes())?,
            "latest" => out.write_all(latest(tournament, lang).as_bytes())?,
            "data" => data(tournament, lang, &mut ScriptEscaper(out))?,
            name => {
                let said = ALL.iter().find(|phrase| phrase.key.strip_prefix("report.") == Some(name));
                out.write_all(said.map_or("", |phrase| phrase.template(lang)).as_bytes())?;
            }
        }
    }
    Ok(())
}

/// How far it is.
fn progress(tournament: &Tournament<'_>) -> Message {
    let phrase = if tournament.is_over() { &OVER } else { &GOES_ON };
    phrase.message().with("played", tournament.games().count()).with("planned", tournament.planned())
}

/// The last games that were played, the newest first.
fn latest(tournament: &Tournament<'_>, lang: Lang) -> String {
    let heading = [&words::PLACE, &CHOOSE, &words::POINTS];
    let mut rows = vec![heading.map(|name| name.template(lang).to_owned()).to_vec()];
    let games: Vec<&Kept> = tournament.games().collect();
    for game in games.into_iter().rev().take(LATEST) {
        let [first, second] = game.players.map(|player| tournament.plan().players[player].name.as_str());
        let number = 2 * game.pair + u64::from(game.game) + 1;
        rows.push(vec![number.to_string(), format!("{first} – {second}"), game.score().to_owned()]);
    }
    html(&rows)
}

/// A table of cells; the first row is its heading.
fn html(rows: &[Vec<String>]) -> String {
    let mut text = "<div class=\"wide\"><table>\n".to_owned();
    for (i, row) in rows.iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        let cells: Vec<String> =
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape_xml(cell))).collect();
        text.extend(["<tr>", &cells.concat(), "</tr>\n"]);
    }
    text + "</table></div>\n"
}

/// The games as the script reads them, one after the other.
fn data(tournament: &Tournament<'_>, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
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
        // A record that was kept is one that was played.
        let replay = replay(variant, game, lang).unwrap_or(Value::Null);
        serde_json::to_writer(&mut *out, &replay)?;
    }
    out.write_all(b"]}")
}

/// A game: its result, and what each move changed on the board.
fn replay(variant: &dyn AnyVariant, game: &Kept, lang: Lang) -> Result<Value, Message> {
    let lines = plateau_core::record::RecordText::read(&game.record)?;
    let played = variant.record(&lines)?;
    let notes = Notes::read(&game.record);
    let result =
        played.finish().map_or_else(|| "*".to_owned(), |end| end.message(variant.layout()).render(lang));
    let mut now = variant.open(&played.start_text())?;
    let mut before = now.view();
    let mut moves = Vec::new();
    for mv in played.moves() {
        now.play(&mv)?;
        let view = now.view();
        moves.push(changes(&mv, &before, &view));
        before = view;
    }
    let start = shown(&*variant.open(&played.start_text())?);
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

fn shown(record: &dyn AnyRecord) -> Value {
    let mut fields = Map::new();
    page::put_view(&record.view(), |name, value| drop(fields.insert(name.to_owned(), value)));
    Value::Object(fields)
}

/// A move, the points whose piece it changed, and what else is new on the board.
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
