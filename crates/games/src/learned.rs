//! Learned evaluations: training a variant, and evaluators from the files of trained nets.
//!
//! Files are read by the program, which [`register`]s what engine specs may name. Nothing
//! else is ever read, so a spec from the network cannot open files.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use plateau_core::{Message, Position, Record, Variant};
use plateau_learn::played_game::PlayedGame;
use plateau_learn::training::{Opponent, Teacher, TrainContext};
use plateau_learn::{
    BoardFeatures, Features, Net, NetEvaluator, NetFile, TrainSettings, Trained, Training, phrases as learn,
};
use plateau_search::{Engine, Settings};

use crate::engines::{self, EngineSpec, NamedEvaluator, Playable};
use crate::explain::Explain;
use crate::phrases;

/// The levels that measure the strength of a training.
const OPPONENTS: std::ops::RangeInclusive<u32> = 3..=7;

/// Trains a variant, and creates evaluators from nets.
pub trait Learning<P: Position> {
    /// Trains. `initial_games` are the texts of records to begin with, `teacher` the evaluator
    /// that plays the first generation.
    fn train(
        &self,
        settings: TrainSettings,
        initial_games: &[String],
        teacher: Option<&str>,
        context: &mut TrainContext<'_>,
    ) -> Result<Trained, Message>;

    /// Creates the evaluator of a net from the bytes of its file.
    fn evaluator(&self, bytes: &[u8]) -> Result<NamedEvaluator<P>, Message>;
}

/// The learning of a variant with some features.
pub struct Learner<V: Variant, F> {
    variant: V,
    features: Option<F>,
    evaluator: NetEvaluatorOf<V, F>,
}

/// Creates the evaluator of a net.
type NetEvaluatorOf<V, F> = fn(&F, Arc<Net>) -> NamedEvaluator<<V as Variant>::Position>;

impl<V: Variant> Learner<V, BoardFeatures<V>> {
    /// Finds the patterns of a variant from its layout.
    pub fn from_layout(variant: V) -> Self {
        Self { features: BoardFeatures::new(variant.clone()), variant, evaluator: net_evaluator }
    }
}

/// Returns the evaluator of a net.
pub fn net_evaluator<P: Position, F: Features<P>>(features: &F, net: Arc<Net>) -> NamedEvaluator<P> {
    let evaluator = NetEvaluator::new(features.clone(), net);
    NamedEvaluator::new("learned", &phrases::EVAL_LEARNED, evaluator.parts())
}

impl<V: Variant, F: Features<V::Position>> Learner<V, F> {
    /// Uses the features of a game, and evaluators that it creates from nets.
    pub fn new(variant: V, features: F, evaluator: NetEvaluatorOf<V, F>) -> Self {
        Self { variant, features: Some(features), evaluator }
    }

    fn features(&self) -> Result<&F, Message> {
        self.features.as_ref().ok_or_else(|| learn::NO_PATTERNS.message().with("game", self.variant.name()))
    }
}

impl<P: Position, F: Features<P>> Explain<P> for NetEvaluator<F> {}

impl<V: Playable, F: Features<V::Position>> Learning<V::Position> for Learner<V, F> {
    fn train(
        &self,
        settings: TrainSettings,
        initial_games: &[String],
        teacher: Option<&str>,
        context: &mut TrainContext<'_>,
    ) -> Result<Trained, Message> {
        let features = self.features()?;
        let mut games = Vec::new();
        for (number, text) in (1..).zip(initial_games) {
            let record = Record::parse(self.variant.clone(), text).map_err(|reason| {
                learn::BAD_GAME.message().with("number", number).with("reason", Message::from(reason))
            })?;
            games.extend(PlayedGame::from_record(&record));
        }
        let opponents = OPPONENTS.map(|level| opponent(&self.variant, level)).collect();
        let engine = |net, settings| (self.evaluator)(features, net).alphabeta(settings);
        let variant = &self.variant;
        let teacher = match teacher {
            Some(name) => {
                let evaluator = variant.evaluators().get(name)?;
                let engine = move |settings| evaluator.alphabeta(settings);
                Some(Teacher { name: name.to_owned(), engine: Box::new(engine) })
            }
            None => None,
        };
        let training = Training {
            variant,
            features,
            engine: &engine,
            settings,
            initial_games: games,
            teacher,
            opponents,
        };
        training.run(context)
    }

    fn evaluator(&self, bytes: &[u8]) -> Result<NamedEvaluator<V::Position>, Message> {
        let features = self.features()?;
        let file = NetFile::parse(bytes, &self.variant.name(), &features.signature(), features.rows())?;
        Ok((self.evaluator)(features, Arc::new(file.net)))
    }
}

/// Returns a level as an opponent.
fn opponent<V: Playable>(variant: &V, level: u32) -> Opponent<V::Position> {
    let name = format!("level:{level}");
    let (variant, spec) = (variant.clone(), name.clone());
    let engine = move |seed| -> Box<dyn Engine<V::Position>> {
        let spec = EngineSpec::parse(&spec).map(|spec| spec.with_default("seed", seed));
        let engine = spec.and_then(|spec| engines::engine(&variant, &spec, Settings::default()));
        // Every game has levels.
        engine.unwrap_or_else(|_| Box::new(engines::simple::SimpleOpponent(engines::simple::FirstMove)))
    };
    Opponent { name, engine: Box::new(engine) }
}

/// The files of nets by their names in engine specs.
static FILES: LazyLock<Mutex<HashMap<String, Arc<[u8]>>>> = LazyLock::new(Mutex::default);

/// Lets engine specs name a net, as `eval=NAME`.
pub fn register(name: &str, bytes: Vec<u8>) {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    files.insert(name.to_owned(), bytes.into());
}

/// Returns the evaluator of this name: of a registered net, or else of the game.
pub(crate) fn evaluator<V: Playable>(
    variant: &V,
    name: &str,
) -> Result<NamedEvaluator<V::Position>, Message> {
    let file = FILES.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
    match file {
        None => variant.evaluators().get(name),
        Some(bytes) => variant
            .learning()
            .evaluator(&bytes)
            .map_err(|reason| phrases::NET_REFUSED.message().with("file", name).with("reason", reason)),
    }
}
