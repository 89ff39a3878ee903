//! `plateau analyse --load`: the value of each move of a game.

use std::time::Duration;

use plateau_console::names;
use plateau_console::output::{Output, width};
use plateau_console::progress::{JobSize, Progress};
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::review::{self, ReviewedMove};
use plateau_play::value_text;
use plateau_play::win_chance::Annotation;
use plateau_search::{Unit, Value};

use crate::commands::analyse::unit_note;
use crate::phrases;
use crate::search_options::SearchOptions;
use crate::table::table;

/// The default time limit of each move: half a minute for a game of 60 moves.
const TIME: Duration = Duration::from_millis(500);

/// Reviews the moves of a game.
pub fn review_game(
    registry: &Registry,
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    search: &SearchOptions,
    lang: Lang,
) -> Result<Output, Message> {
    let count = record.ply();
    if count == 0 {
        let message = phrases::NO_MOVES_TO_REVIEW.message().with("game", variant.name());
        return Err(message.with("position", record.position_text()));
    }
    let mut engine = search.engine_with_evaluation(variant)?;
    let limits = search.limits(record, Some(TIME), false);
    let mut progress = Progress::new(JobSize::Steps(count as u64), lang);
    let reviewed = review::review(engine.as_mut(), variant, record, &limits, &mut |reviewed| {
        let number = reviewed.before.ply() + 1;
        progress.set_step((count - number + 1) as u64, count as u64, || {
            let message = phrases::REVIEW_PROGRESS.message().with("number", number);
            let message = message.with("move", reviewed.mv.as_str());
            message.with("value", value(reviewed, &reviewed.value, reviewed.unit, lang)).render(lang)
        });
    });
    drop(progress);
    let reviewed = reviewed.map_err(|error| error.message())?;
    let text = if search.json {
        format!("{}\n", review::to_json(record, &reviewed))
    } else {
        let title = names::game_title(registry, variant, lang);
        describe(variant, record, &reviewed, &title, lang)
    };
    Ok(if reviewed.len() < count { Output::Interrupted(text) } else { Output::Text(text) })
}

fn value(reviewed: &ReviewedMove, value: &Value, unit: Unit, lang: Lang) -> String {
    value_text::describe(reviewed.before.as_ref(), value, unit, lang)
}

fn describe(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    reviewed: &[ReviewedMove],
    title: &str,
    lang: Lang,
) -> String {
    let layout = variant.layout();
    let result =
        record.finish().map_or_else(|| phrases::UNFINISHED.message(), |finish| finish.message(layout));
    let title = phrases::REVIEW_TITLE.message().with("title", title).with("count", record.ply());
    let columns = [
        &phrases::COLUMN_NUMBER,
        &phrases::COLUMN_SIDE,
        &phrases::COLUMN_MOVE,
        &phrases::COLUMN_VALUE,
        &phrases::COLUMN_BETTER,
        &phrases::COLUMN_MARK,
    ];
    let mut rows = vec![columns.iter().map(|name| name.template(lang).to_owned()).collect::<Vec<_>>()];
    rows.extend(reviewed.iter().map(|reviewed| {
        let better = reviewed.better.as_ref().map(|(mv, best, unit)| {
            let message = phrases::BETTER.message().with("move", mv.as_str());
            message.with("value", value(reviewed, best, *unit, lang)).render(lang)
        });
        let mark = reviewed.annotation().map(|annotation| match annotation {
            Annotation::Mistake => &phrases::MISTAKE,
            Annotation::Blunder => &phrases::BLUNDER,
        });
        vec![
            format!("{:>3}", reviewed.before.ply() + 1),
            names::player_label(layout, reviewed.side(), lang),
            reviewed.mv.clone(),
            value(reviewed, &reviewed.value, reviewed.unit, lang),
            better.unwrap_or_default(),
            mark.map_or("", |mark| mark.template(lang)).to_owned(),
        ]
    }));
    let notes = [&phrases::REVIEW_IN_PLIES, &phrases::REVIEW_IN_PIECES, &phrases::REVIEW_FOR_PLAYER];
    let mut lines = vec![unit_note(variant, record, notes)];
    lines.extend(Player::BOTH.map(|side| {
        let count = |kind| {
            let own = reviewed.iter().filter(|reviewed| reviewed.side() == side);
            Argument::Count(own.filter(|reviewed| reviewed.annotation() == Some(kind)).count())
        };
        let counts = phrases::REVIEW_COUNTS.message().with("mistakes", count(Annotation::Mistake));
        let counts = counts.with("blunders", count(Annotation::Blunder));
        counts.with("player", names::player_label(layout, side, lang))
    }));
    if reviewed.len() < record.ply() {
        lines.push(phrases::REVIEW_STOPPED.message().with("count", record.ply() - reviewed.len()));
    }
    let notes: String = lines.iter().map(|line| line.render(lang) + "\n").collect();
    format!("{}\n\n{}\n{notes}", title.with("result", result).render(lang), table(&rows, width()))
}
