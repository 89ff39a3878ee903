//! `plateau best`: the best move, and nothing else.

use std::time::Duration;

use clap::Args;
use plateau_core::Message;
use plateau_games::{AnyRecord, AnyVariant, Registry};

use crate::effort::Effort;
use crate::place::Place;
use crate::sample::Sample;
use crate::{judgement, phrases};

/// It answers after this at the latest, unless it is told otherwise.
const TIME: Duration = Duration::from_secs(1);

/// Find the best move, in a second unless told otherwise
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
    pub fn answer(&self, registry: &Registry) -> Result<String, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        goes_on(variant.as_ref(), record.as_ref())?;
        let mut engine = self.effort.engine(variant.as_ref())?;
        let limits = self.effort.limits(Some(TIME), false);
        let analysis = engine.analyse(record.as_ref(), &limits, &mut |_| {})?;
        if self.effort.json {
            return Ok(judgement::json(record.as_ref(), &analysis));
        }
        let best = analysis.moves.first().map(|best| best.mv.clone());
        best.map(|best| best + "\n").ok_or_else(|| phrases::STOP_FINISHED.say())
    }
}

/// Refuses a game that is over: there is no move to find.
pub fn goes_on(variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Result<(), Message> {
    match record.finish() {
        None => Ok(()),
        Some(finish) => Err(phrases::GAME_IS_OVER.say().with("result", finish.message(variant.layout()))),
    }
}
