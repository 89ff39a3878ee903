//! `plateau solve`: the exact value and a perfect line.

use clap::Args;
use plateau_core::{Lang, Message};
use plateau_games::{AnyEngine, AnyRecord, Registry};
use plateau_play::{json, judgement};
use plateau_search::{Analysis, Limits, Stop};

use crate::effort::Effort;
use crate::output::{Answer, WIDTH, two_columns, wrap};
use crate::place::Place;
use crate::sample::Sample;
use crate::{phrases, progress, searched};

/// More than the rest of a proven line ever needs, and soon over.
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
    #[command(flatten)]
    effort: Effort,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, position, .. } = sample;
    vec![
        format!("plateau solve {game}"),
        format!("plateau solve {game} {position} --json"),
        format!("plateau solve {game} --time 10s --threads 2"),
    ]
}

impl Solve {
    /// The answer.
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        let mut engine = self.effort.solver(variant.as_ref())?;
        if let Some(finished) = judgement::finished(variant.as_ref(), record.as_ref()) {
            return Ok(Answer::Text(if self.effort.json {
                json::analysis(record.as_ref(), &finished.analysis)
            } else {
                format!("{}\n", finished.sentence.render(lang))
            }));
        }
        let limits = Limits { value: true, ..self.effort.limits(&*record, None, false) };
        let mut analysis = progress::analyse(engine.as_mut(), record.as_ref(), &limits, lang)?;
        complete_line(engine.as_mut(), record.as_ref(), &limits.stop, &mut analysis)?;
        if self.effort.json {
            return Ok(Answer::found(json::analysis(record.as_ref(), &analysis), &analysis));
        }
        let name =
            |phrase: &'static plateau_core::Phrase| phrases::FIELD.say().with("name", phrase).render(lang);
        let proof = judgement::proof(&analysis.value, analysis.unit).template(lang);
        let value = judgement::value(record.as_ref(), &analysis.value, analysis.unit, lang);
        let mut rows = vec![(name(&phrases::VALUE), vec![format!("{value} ({proof})")])];
        if let Some(best) = analysis.moves.first() {
            let separator = if best.line.iter().any(|mv| mv.contains(' ')) { ";" } else { "" };
            rows.push((name(&phrases::LINE), wrap(&best.line, separator, WIDTH - 12)));
        }
        rows.push((name(&phrases::SEARCH), vec![searched::effort(&analysis).render(lang)]));
        Ok(Answer::found(two_columns(&rows, 0), &analysis))
    }
}

/// Follows a proven line to the end of the game, by asking again where it ends:
/// the table knows most of the answers.
fn complete_line(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    stop: &Stop,
    analysis: &mut Analysis<String>,
) -> Result<(), Message> {
    // The proof is done: what is asked again is in the table, or nearly.
    let limits = Limits { stop: stop.clone(), ..Limits::nodes(NODES_FOR_THE_LINE) };
    let exact = analysis.value.is_exact();
    let Some(best) = analysis.moves.first_mut().filter(|_| exact) else { return Ok(()) };
    let mut end = record.boxed_clone();
    for mv in &best.line {
        end.play(mv)?;
    }
    while end.finish().is_none() {
        let further = engine.analyse(end.as_ref(), &limits, &mut |_| {})?;
        let Some(next) = further.moves.first().filter(|_| further.value.is_exact()) else { break };
        for mv in &next.line {
            end.play(mv)?;
            best.line.push(mv.clone());
        }
    }
    Ok(())
}
