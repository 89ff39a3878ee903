//! `plateau analyse --load`: the value of each move of a game.

use plateau_console::names;
use plateau_console::output::{Output, width};
use plateau_console::progress::{JobSize, Progress};
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Player};
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::review::{self, Review, ReviewPlan, ReviewedMove, Stage};
use plateau_play::value_text;
use plateau_play::win_chance::Annotation;
use plateau_search::{Unit, Value};

use crate::commands::analyse::unit_note;
use crate::phrases;
use crate::search_options::SearchOptions;
use crate::table::table;

/// The steps of the progress bar.
const PROGRESS_STEPS: u64 = 1_000;

/// Reviews the moves of a game. Without limits, within about twelve seconds.
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
    let limits = search.limits(record, None, false);
    let plan =
        if limits.is_limited() { ReviewPlan::one_pass(limits) } else { ReviewPlan::progressive(limits.stop) };
    let mut review = Review::new(variant, record);
    let mut progress = Progress::new(JobSize::Steps(PROGRESS_STEPS), lang);
    let result = review.run(engine.as_mut(), &plan, &mut |review, now| {
        let done = (now.share * PROGRESS_STEPS as f64) as u64;
        progress.set_step(done, PROGRESS_STEPS, || {
            let phrase = match now.stage {
                Stage::Rough => &phrases::REVIEW_ROUGH,
                Stage::Deep => &phrases::REVIEW_DEEP,
            };
            phrase.message().with("count", Argument::Count(review.moves().count())).render(lang)
        });
    });
    drop(progress);
    result.map_err(|error| error.message())?;
    let text = if search.json {
        format!("{}\n", review::to_json(record, &review))
    } else {
        let title = names::game_title(registry, variant, lang);
        describe(variant, record, &review, &title, lang)
    };
    Ok(if review.is_stopped() { Output::Interrupted(text) } else { Output::Text(text) })
}

fn describe(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    review: &Review,
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
    let moves: Vec<&ReviewedMove> = review.moves().collect();
    rows.extend(moves.iter().map(|reviewed| {
        let before = record.at_ply(reviewed.ply);
        let value = |value: &Value, unit: Unit| value_text::describe(before.as_ref(), value, unit, lang);
        let better = reviewed.better.as_ref().map(|(mv, best, unit)| {
            let message = phrases::BETTER.message().with("move", mv.as_str());
            message.with("value", value(best, *unit)).render(lang)
        });
        let mark = reviewed.annotation().map(|annotation| match annotation {
            Annotation::Inaccuracy => &phrases::INACCURACY,
            Annotation::Mistake => &phrases::MISTAKE,
            Annotation::Blunder => &phrases::BLUNDER,
        });
        vec![
            format!("{:>3}", reviewed.ply + 1),
            names::player_label(layout, reviewed.side, lang),
            reviewed.mv.clone(),
            value(&reviewed.value, reviewed.unit),
            better.unwrap_or_default(),
            mark.map_or("", |mark| mark.template(lang)).to_owned(),
        ]
    }));
    let notes = [&phrases::REVIEW_IN_PLIES, &phrases::REVIEW_IN_PIECES, &phrases::REVIEW_FOR_PLAYER];
    let mut lines = vec![unit_note(variant, record, notes)];
    let accuracy = review.accuracy().unwrap_or_default();
    lines.extend(Player::BOTH.map(|side| {
        let count = |kind| {
            let own = moves.iter().filter(|reviewed| reviewed.side == side);
            Argument::Count(own.filter(|reviewed| reviewed.annotation() == Some(kind)).count())
        };
        let counts = match accuracy[side.index()] {
            Some(percent) => phrases::REVIEW_SIDE.message().with("accuracy", format!("{percent:.0}")),
            None => phrases::REVIEW_COUNTS.message(),
        };
        let counts = counts.with("inaccuracies", count(Annotation::Inaccuracy));
        let counts = counts.with("mistakes", count(Annotation::Mistake));
        let counts = counts.with("blunders", count(Annotation::Blunder));
        counts.with("player", names::player_label(layout, side, lang))
    }));
    if moves.len() < record.ply() {
        lines.push(phrases::REVIEW_STOPPED.message().with("count", record.ply() - moves.len()));
    } else if review.is_stopped() {
        lines.push(phrases::REVIEW_NOT_SETTLED.message());
    }
    let notes: String = lines.iter().map(|line| line.render(lang) + "\n").collect();
    format!("{}\n\n{}\n{notes}", title.with("result", result).render(lang), table(&rows, width()))
}
