//! `plateau best`: the best move, and nothing else.

use std::time::Duration;

use clap::Args;
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_play::json;

use crate::examples::Sample;
use crate::progress;
use crate::search_options::Effort;
use plateau_console::output::Answer;
use plateau_console::phrases::STOP_FINISHED;
use plateau_console::position_args::Place;
use plateau_console::search_summary::goes_on;

/// It answers after this at the latest, unless it is told otherwise.
const TIME: Duration = Duration::from_secs(1);

/// Find the best move, in a second unless told otherwise
///
/// Ctrl-C ends the search: the best move so far is the answer, and the exit code 130.
#[derive(Debug, Args)]
pub struct Best {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    effort: Effort,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, moves, position } = sample;
    vec![
        format!("plateau best {game} {position}"),
        format!("plateau best {game} --moves \"{moves}\" --time 100ms"),
        format!("plateau best {game} --engine level:3 --json"),
    ]
}

impl Best {
    /// The answer.
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        goes_on(variant.as_ref(), record.as_ref())?;
        let mut engine = self.effort.engine(variant.as_ref())?;
        let limits = self.effort.limits(&*record, Some(TIME), false);
        let analysis = progress::analyse(engine.as_mut(), record.as_ref(), &limits, lang)?;
        if self.effort.json {
            return Ok(Answer::found(json::analysis_line(record.as_ref(), &analysis), &analysis));
        }
        let best = analysis.moves.first().ok_or_else(|| STOP_FINISHED.message())?;
        Ok(Answer::found(format!("{}\n", best.mv), &analysis))
    }
}
