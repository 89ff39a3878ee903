//! Learned evaluations: training a variant, and evaluators from the files of trained nets.
//!
//! Files are read by the program, which [`register`]s what engine specs may name. Nothing
//! else is ever read, so a spec from the network cannot open files.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use plateau_core::{Message, Objective, Position, Record, Variant};
use plateau_learn::board_features::{MAX_POINTS, MAX_SLOTS};
use plateau_learn::played_game::{InitialGames, PlayedGame};
use plateau_learn::settings::engine_settings;
use plateau_learn::training::TrainContext;
use plateau_learn::{
    BoardFeatures, EngineGame, Features, Net, NetEvaluator, NetFile, PositionSamples, PositionSolver,
    RecordGame, RowTable, SampleSet, Shape, TrainSettings, TrainableGame, Trained, Training, TrainingEngine,
    phrases as learn,
};
use plateau_search::{Engine, ErasedParts, Settings};

use crate::engines::{self, EngineSpec, NamedEvaluator, Playable};
use crate::explain::Explain;
use crate::phrases;

/// The levels that measure the strength of a training.
const LEVELS: std::ops::RangeInclusive<u32> = 3..=7;

/// Trains a variant, and creates evaluators from nets.
pub trait Learning<P: Position> {
    /// Reads records to begin a training with.
    fn initial_games(&self, records: &[String]) -> Result<InitialGames, Message>;

    /// Returns the files of games that the game reads, besides records.
    fn collection(&self) -> Option<GameCollection>;

    /// Trains. `initial_games` are games to begin with, `teacher` the evaluator that plays the
    /// first generation.
    fn train(
        &self,
        settings: TrainSettings,
        initial_games: Vec<PlayedGame>,
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
    /// The evaluator of the game that a training made.
    shipped: Option<&'static str>,
    collection: Option<GameCollection>,
    solver: Option<TrainingSolver<V>>,
}

/// Gives positions of self-play exact targets.
pub struct TrainingSolver<V: Variant> {
    /// Which positions it solves. A training is not continued with another solver.
    pub solved: &'static str,
    /// Creates the solver of a thread.
    pub create: fn(&V) -> PositionSolver<V::Position>,
}

/// The format of files of games that a training can begin with.
#[derive(Clone, Copy, Debug)]
pub struct GameCollection {
    /// The end of the files' names, without the dot.
    pub extension: &'static str,
    /// Reads the games of a file.
    pub read: fn(&[u8]) -> Result<InitialGames, Message>,
}

/// Creates the evaluator of a net, with the other parts of the game's own search.
type NetEvaluatorOf<V, F> =
    fn(&F, Arc<Net>, &ErasedParts<<V as Variant>::Position>) -> NamedEvaluator<<V as Variant>::Position>;

impl<V: Variant> Learner<V, BoardFeatures<V>> {
    /// Finds the patterns of a variant from its layout.
    pub fn from_layout(variant: V) -> Self {
        let features = BoardFeatures::new(variant.clone());
        Self { features, variant, evaluator: net_evaluator, shipped: None, collection: None, solver: None }
    }
}

/// Returns the evaluator of a net, with the other parts of the game's own search.
pub fn net_evaluator<P: Position, F: Features<P>>(
    features: &F,
    net: Arc<Net>,
    game: &ErasedParts<P>,
) -> NamedEvaluator<P> {
    let evaluator = NetEvaluator::new(features.clone(), net);
    NamedEvaluator::new("learned", &phrases::EVAL_LEARNED, evaluator.parts(game))
}

impl<V: Variant, F: Features<V::Position>> Learner<V, F> {
    /// Uses the features of a game, and evaluators that it creates from nets.
    pub fn new(variant: V, features: F, evaluator: NetEvaluatorOf<V, F>) -> Self {
        let features = Some(features);
        Self { variant, features, evaluator, shipped: None, collection: None, solver: None }
    }

    /// Names the evaluator of the game that a training made. New nets do not play against it: what a
    /// training computes must not depend on the file it made before.
    #[must_use]
    pub fn shipped_as(self, name: &'static str) -> Self {
        Self { shipped: Some(name), ..self }
    }

    /// Lets trainings begin with the games of such files.
    #[must_use]
    pub fn with_collection(self, collection: GameCollection) -> Self {
        Self { collection: Some(collection), ..self }
    }

    /// Lets a solver give positions of self-play exact targets.
    #[must_use]
    pub fn with_solver(self, solver: TrainingSolver<V>) -> Self {
        Self { solver: Some(solver), ..self }
    }

    fn features(&self) -> Result<&F, Message> {
        self.features.as_ref().ok_or_else(|| {
            let message = learn::NO_PATTERNS.message().with("game", self.variant.name());
            message.with("points", MAX_POINTS).with("slots", MAX_SLOTS)
        })
    }
}

impl<P: Position, F: Features<P>> Explain<P> for NetEvaluator<F> {}

impl<V: Playable, F: Features<V::Position>> Learner<V, F> {
    /// Returns the parts of the game's own search, of which a net replaces the evaluator.
    fn game_parts(&self) -> ErasedParts<V::Position> {
        self.variant.evaluators().strongest().parts
    }
}

impl<V: Playable, F: Features<V::Position>> Learning<V::Position> for Learner<V, F> {
    fn initial_games(&self, records: &[String]) -> Result<InitialGames, Message> {
        let mut initial = InitialGames::default();
        for (number, text) in (1..).zip(records) {
            let record = Record::parse(self.variant.clone(), text).map_err(|reason| {
                learn::BAD_GAME.message().with("number", number).with("reason", Message::from(reason))
            })?;
            initial.add(&record);
        }
        Ok(initial)
    }

    fn collection(&self) -> Option<GameCollection> {
        self.collection
    }

    fn train(
        &self,
        settings: TrainSettings,
        initial_games: Vec<PlayedGame>,
        teacher: Option<&str>,
        context: &mut TrainContext<'_>,
    ) -> Result<Trained, Message> {
        let game = LearnerGame { learner: self, features: self.features()?, parts: self.game_parts() };
        let evaluators = self.variant.evaluators();
        // An unknown teacher is an error before anything is stored.
        if let Some(name) = teacher {
            evaluators.get(name)?;
        }
        let gate_opponents = evaluators.names().into_iter().filter(|&name| Some(name) != self.shipped);
        let training = Training {
            game: &game,
            settings,
            initial_games,
            teacher: teacher.map(str::to_owned),
            gate_opponents: gate_opponents.map(str::to_owned).collect(),
            levels: LEVELS.collect(),
        };
        training.run(context)
    }

    fn evaluator(&self, bytes: &[u8]) -> Result<NamedEvaluator<V::Position>, Message> {
        let features = self.features()?;
        let file = NetFile::parse(bytes, &self.variant.name(), &Shape::of(features))?;
        Ok((self.evaluator)(features, Arc::new(file.net), &self.game_parts()))
    }
}

/// The variant of a learner, for the training that is compiled once for all games.
struct LearnerGame<'l, V: Variant, F> {
    learner: &'l Learner<V, F>,
    features: &'l F,
    /// The parts of the game's own search.
    parts: ErasedParts<V::Position>,
}

impl<V: Playable, F: Features<V::Position>> LearnerGame<'_, V, F> {
    fn engine(&self, engine: &TrainingEngine) -> Result<Box<dyn Engine<V::Position>>, Message> {
        let Learner { variant, evaluator, .. } = self.learner;
        match engine {
            TrainingEngine::Net(net) => {
                let evaluator = evaluator(self.features, Arc::clone(net), &self.parts);
                Ok(evaluator.alphabeta(engine_settings()))
            }
            TrainingEngine::Evaluator(name) => {
                Ok(variant.evaluators().get(name)?.alphabeta(engine_settings()))
            }
            TrainingEngine::Level { level, seed } => {
                let spec = EngineSpec::parse(&format!("level:{level}"))?.with_default("seed", *seed);
                engines::engine(variant, &spec, Settings::default())
            }
        }
    }
}

impl<V: Playable, F: Features<V::Position>> TrainableGame for LearnerGame<'_, V, F> {
    fn name(&self) -> String {
        self.learner.variant.name()
    }

    fn objective(&self) -> Objective {
        V::Position::OBJECTIVE
    }

    fn row_table(&self) -> &dyn RowTable {
        self.features
    }

    fn solved(&self) -> Option<&'static str> {
        self.learner.solver.as_ref().map(|solver| solver.solved)
    }

    fn new_samples(&self) -> Box<dyn SampleSet + '_> {
        let Self { learner, features, .. } = self;
        Box::new(PositionSamples { variant: &learner.variant, features: *features, samples: Vec::new() })
    }

    fn new_game(&self, engines: &[TrainingEngine]) -> Result<Box<dyn EngineGame + '_>, Message> {
        let engines = engines.iter().map(|engine| self.engine(engine)).collect::<Result<_, _>>()?;
        let variant = &self.learner.variant;
        let solver = self.learner.solver.as_ref().map(|solver| (solver.create)(variant));
        Ok(Box::new(RecordGame::new(variant.clone(), engines, solver)))
    }
}

/// The nets that engine specs may name.
static NETS: LazyLock<Mutex<HashMap<String, RegisteredNet>>> = LazyLock::new(Mutex::default);

/// The file of a net, and the evaluators created from it.
struct RegisteredNet {
    bytes: Arc<[u8]>,
    /// A [`NamedEvaluator`] for each variant that used the net, by the variant's name.
    evaluators: HashMap<String, Box<dyn Any + Send>>,
}

/// Lets engine specs name a net, as `eval=NAME`.
pub fn register(name: &str, bytes: Vec<u8>) {
    let mut nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
    let net = RegisteredNet { bytes: bytes.into(), evaluators: HashMap::new() };
    nets.insert(name.to_owned(), net);
}

/// Returns the evaluator of this name: of a registered net, or else of the game. The file of a
/// net is parsed once per variant.
pub(crate) fn evaluator<V: Playable>(
    variant: &V,
    name: &str,
) -> Result<NamedEvaluator<V::Position>, Message> {
    let nets = || NETS.lock().unwrap_or_else(PoisonError::into_inner);
    let variant_name = variant.name();
    let bytes = match nets().get(name) {
        None => return variant.evaluators().get(name),
        Some(net) => {
            let known = net.evaluators.get(&variant_name);
            if let Some(known) = known.and_then(|known| known.downcast_ref::<NamedEvaluator<V::Position>>()) {
                return Ok(known.clone());
            }
            Arc::clone(&net.bytes)
        }
    };
    let evaluator = variant
        .learning()
        .evaluator(&bytes)
        .map_err(|reason| phrases::NET_REFUSED.message().with("file", name).with("reason", reason))?;
    // Another file may have been registered meanwhile.
    if let Some(net) = nets().get_mut(name).filter(|net| Arc::ptr_eq(&net.bytes, &bytes)) {
        net.evaluators.insert(variant_name, Box::new(evaluator.clone()));
    }
    Ok(evaluator)
}
