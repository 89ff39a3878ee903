//! `plateau solve`: the exact value and a perfect line.

use std::time::Instant;

use clap::Args;
use plateau_core::{Lang, Message};
use plateau_games::{AnyEngine, AnyRecord, Registry};
use plateau_play::{json, value_text};
use plateau_search::{Analysis, Budget, Limits, StopReason};

use super::analyse::signed;
use crate::examples::Sample;
use crate::search_options::Effort;
use crate::{phrases, progress};
use plateau_console::output::{Answer, WIDTH, two_columns, wrap};
use plateau_console::phrases::{FIELD, LINE, SEARCH, VALUE};
use plateau_console::position_args::Place;
use plateau_console::search_summary as searched;

/// More than the next moves of a proven line need, as a rule.
const NODES_FOR_THE_LINE: u64 = 5_000_000;

/// Prove the value of a position
///
/// Without a limit it runs until the value is proven, which for large games is
/// longer than anybody waits. Ctrl-C ends the search: what was found so far is the
/// answer, and the exit code 130.
#[derive(Debug, Args)]
pub struct Solve {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    place: Place,
    /// Ask only who wins, not how soon: quicker where the game has a solver of its own
    #[arg(long)]
    outcome: bool,
    #[command(flatten)]
    effort: Effort,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, position, .. } = sample;
    vec![
        format!("plateau solve {game}"),
        format!("plateau solve {game} {position} --json"),
        format!("plateau solve {game} {position} --outcome"),
        format!("plateau solve {game} --time 10s --threads 2"),
    ]
}

impl Solve {
    /// The answer.
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        let mut engine = self.effort.solver(variant.as_ref())?;
        if let Some(finished) = value_text::finished(variant.as_ref(), record.as_ref()) {
            return Ok(Answer::Text(if self.effort.json {
                json::analysis_line(record.as_ref(), &finished.analysis)
            } else {
                format!("{}\n", finished.sentence.render(lang))
            }));
        }
        let limits = Limits {
            search_forced: true,
            wld_only: self.outcome,
            ..self.effort.limits(&*record, None, false)
        };
        let mut analysis = progress::analyse(engine.as_mut(), record.as_ref(), &limits, lang)?;
        let is_whole = complete_line(engine.as_mut(), record.as_ref(), &limits, &mut analysis)?;
        if self.effort.json {
            return Ok(Answer::found(json::analysis_line(record.as_ref(), &analysis), &analysis));
        }
        let name = |phrase: &'static plateau_core::Phrase| FIELD.message().with("name", phrase).render(lang);
        let proof = value_text::certainty(&analysis.value, analysis.unit).template(lang);
        let value = value_text::describe(record.as_ref(), &analysis.value, analysis.unit, lang);
        let mut rows = vec![(name(&VALUE), vec![format!("{value} ({proof})")])];
        if let Some(score) = value_text::native_score(record.as_ref(), &analysis.value) {
            rows.push((name(&phrases::COLUMN_SCORE), vec![signed(score)]));
        }
        if let Some(best) = analysis.moves.first() {
            let separator = if best.pv.iter().any(|mv| mv.contains(' ')) { ";" } else { "" };
            let mut line = best.pv.clone();
            line.extend((best.value.is_exact() && !is_whole).then(|| "…".to_owned()));
            rows.push((name(&LINE), wrap(&line, separator, WIDTH - 12)));
        }
        rows.push((name(&SEARCH), vec![searched::effort(&analysis).render(lang)]));
        Ok(Answer::found(two_columns(&rows, 0), &analysis))
    }
}

/// Follows a proven line to the end of the game, by asking again where it ends: the
/// table knows most of the answers. It keeps to the time and the stop of the question;
/// whether it came to the end.
fn complete_line(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    asked: &Limits,
    analysis: &mut Analysis<String>,
) -> Result<bool, Message> {
    let begin = Instant::now();
    let mut end = record.boxed_clone();
    let Some(best) = analysis.moves.first_mut() else { return Ok(true) };
    for mv in &best.pv {
        end.play(mv)?;
    }
    while best.value.is_exact() && end.finish().is_none() && !asked.stop.is_raised() {
        let time = match asked.time {
            None => None,
            Some(budget) => match budget.hard.checked_sub(analysis.time + begin.elapsed()) {
                None => break,
                Some(rest) => Some(Budget::fixed(rest)),
            },
        };
        let nodes = asked.nodes.map(|nodes| nodes.max(NODES_FOR_THE_LINE));
        let limits = Limits { nodes, time, stop: asked.stop.clone(), ..Limits::default() };
        let further = engine.analyse(end.as_ref(), &limits, &mut |_| {})?;
        let Some(next) = further.moves.first().filter(|next| next.value.is_exact()) else { break };
        for mv in &next.pv {
            end.play(mv)?;
            best.pv.push(mv.clone());
        }
    }
    if asked.stop.is_raised() {
        analysis.stop = StopReason::Stopped;
    }
    Ok(end.finish().is_some())
}
