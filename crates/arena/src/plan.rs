//! A tournament before it is played: what a file of it says.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plateau_core::{Message, phrases};
use plateau_games::{AnyVariant, Registry};
use plateau_search::timing::parse_duration;
use serde::{Deserialize, Serialize};

use crate::control;
use crate::game::Control;
use crate::openings::Openings;
use crate::schedule::{Schedule, System};
use crate::spec::PlayerSpec;
use crate::stats::Sprt;
use crate::terms::Terms;

phrases! {
    /// A file that is no tournament.
    PLAN_UNREADABLE = "plan.unreadable", "this is no tournament: {reason}", "ce n'est pas un tournoi : {reason}";
    /// A line of a file that is no tournament.
    PLAN_LINE = "plan.line", "line {line}: this is no tournament: {reason}", "ligne {line} : ce n'est pas un tournoi : {reason}";
    /// Too few players.
    PLAN_PLAYERS = "plan.players", "a tournament has two players at least, and this one has {count}", "un tournoi a deux joueurs au moins, et celui-ci en a {count}";
    /// Players that can't be told apart.
    PLAN_SAME_NAME = "plan.same-name", "two players are called '{name}': give one of them another name", "deux joueurs s'appellent « {name} » : donnez un autre nom à l'un d'eux";
    /// A player without a program.
    PLAN_WHO = "plan.who", "the player '{name}' needs either engine = \"level:3\" or protocol = \"ugi\" and command = [\"./bot\"]", "le joueur « {name} » demande soit engine = \"level:3\", soit protocol = \"ugi\" et command = [\"./bot\"]";
    /// Two limits.
    PLAN_LIMITS = "plan.limits", "moves are limited by one of tc, time, depth and nodes, not by several", "les coups sont limités par un seul de tc, time, depth et nodes";
    /// Nothing to play.
    PLAN_PAIRS = "plan.pairs", "pairs and rounds are whole numbers from 1 to {most}", "pairs et rounds sont des nombres entiers de 1 à {most}";
    /// A setting of another system.
    PLAN_ROUNDS = "plan.rounds", "only a Swiss tournament has rounds", "seul un tournoi suisse a des rondes (rounds)";
}

/// Whoever plays, as a file or a command line says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// In one word: an engine of ours, or `PROTOCOL!COMMAND`.
    Spec(String),
    /// A program, with the words of its command line.
    Program {
        /// What it speaks.
        protocol: String,
        /// The program and its arguments.
        command: Vec<String>,
    },
}

/// Somebody who plays, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// What tables call it.
    pub name: String,
    /// Who it is.
    pub who: Who,
}

impl Entrant {
    /// The player, under its name.
    pub fn spec(&self) -> Result<PlayerSpec, Message> {
        let spec = match &self.who {
            Who::Spec(text) => PlayerSpec::parse(text)?,
            Who::Program { protocol, command } => PlayerSpec::program(protocol, command.clone(), None)?,
        };
        Ok(spec.named(self.name.as_str()))
    }
}

/// A tournament: every game of it follows from this and from the results before.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What it is called, and its key in a store.
    pub name: String,
    /// The canonical name of the variant.
    pub game: String,
    /// Who plays.
    pub players: Vec<Entrant>,
    /// What limits their moves.
    pub control: Control,
    /// What else holds for all games.
    pub terms: Terms,
    /// How pairs begin: `random:plies=4`, or the name of a file.
    pub openings: String,
    /// The directory that such a file is seen from.
    pub directory: PathBuf,
    /// What openings and dice follow from.
    pub seed: u64,
    /// Who meets whom.
    pub schedule: Schedule,
    /// A test that may end it early; only where two play.
    pub sprt: Option<Sprt>,
}

/// What a file may say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Option<String>,
    game: String,
    #[serde(default)]
    system: Named,
    pairs: Option<u64>,
    rounds: Option<u64>,
    tc: Option<String>,
    time: Option<String>,
    depth: Option<u64>,
    nodes: Option<u64>,
    margin: Option<String>,
    memory: Option<u64>,
    #[serde(default)]
    adjudicate: bool,
    #[serde(default)]
    keep: bool,
    openings: Option<String>,
    #[serde(default = "one")]
    seed: u64,
    concurrency: Option<usize>,
    #[serde(default, rename = "player")]
    players: Vec<Listed>,
}

const fn one() -> u64 {
    1
}

#[derive(Clone, Copy, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Named {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    name: Option<String>,
    engine: Option<String>,
    protocol: Option<String>,
    command: Option<Vec<String>>,
}

/// What limits moves unless a tournament says otherwise.
pub const DEFAULT_CONTROL: &str = "tc=1m+1s";

/// How pairs begin unless a tournament says otherwise.
pub const DEFAULT_OPENINGS: &str = "random:plies=4";

/// The most pairs of a meeting, and the most rounds.
const MOST: u64 = 1_000_000;

impl Plan {
    /// Reads what a file says, in TOML; without a name in it, the tournament gets that of
    /// the file. The second of the answer is how many games it wants to be played at once.
    pub fn parse(registry: &Registry, text: &str, path: &Path) -> Result<(Self, Option<usize>), Message> {
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let said = line.map_or_else(|| PLAN_UNREADABLE.say(), |line| PLAN_LINE.say().with("line", line));
            said.with("reason", error.message().replace('\n', " "))
        })?;
        let variant = registry.variant(&file.game)?;
        let limits = [
            file.tc.map(|tc| format!("tc={tc}")),
            file.time.map(|time| format!("time={time}")),
            file.depth.map(|depth| format!("depth={depth}")),
            file.nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        let mut limits = limits.into_iter().flatten();
        let control = control::parse(&limits.next().unwrap_or_else(|| DEFAULT_CONTROL.to_owned()))?;
        if limits.next().is_some() {
            return Err(PLAN_LIMITS.say());
        }
        let margin = file.margin.as_deref().map(parse_duration).transpose()?;
        let terms = Terms {
            margin: margin.unwrap_or(Terms::default().margin),
            memory: file.memory,
            adjudicate: file.adjudicate,
            keep: file.keep,
        };
        let players = file.players.into_iter().map(Listed::entrant).collect::<Result<Vec<_>, _>>()?;
        let numbers = [file.pairs, file.rounds];
        if numbers.iter().flatten().any(|number| !(1..=MOST).contains(number)) {
            return Err(PLAN_PAIRS.say().with("most", MOST));
        }
        let [pairs, rounds] = numbers.map(|number| number.map(|number| number as usize));
        let system = match file.system {
            Named::Swiss => System::Swiss { rounds: rounds.unwrap_or_else(|| rounds_for(players.len())) },
            _ if rounds.is_some() => return Err(PLAN_ROUNDS.say()),
            Named::RoundRobin => System::RoundRobin,
            Named::Gauntlet => System::Gauntlet,
            Named::KnockOut => System::KnockOut,
        };
        let plan = Self {
            name: file.name.unwrap_or_else(stem),
            game: variant.name().to_owned(),
            schedule: Schedule { system, players: players.len(), pairs: pairs.unwrap_or(1) },
            players,
            control,
            terms,
            openings: file.openings.unwrap_or_else(|| DEFAULT_OPENINGS.to_owned()),
            directory: path.with_file_name(""),
            seed: file.seed,
            sprt: None,
        };
        plan.check()?;
        Ok((plan, file.concurrency))
    }

    /// Its openings.
    pub fn openings(&self, variant: &dyn AnyVariant) -> Result<Openings, Message> {
        Openings::parse(&self.openings, &self.directory, variant, self.seed)
    }

    /// Refuses what can't be played.
    fn check(&self) -> Result<(), Message> {
        self.terms.check()?;
        if self.players.len() < 2 {
            return Err(PLAN_PLAYERS.say().with("count", self.players.len()));
        }
        for (i, player) in self.players.iter().enumerate() {
            player.spec()?;
            if self.players[..i].iter().any(|other| other.name == player.name) {
                return Err(PLAN_SAME_NAME.say().with("name", player.name.as_str()));
            }
        }
        Ok(())
    }

    /// All that games follow from, as one text: a tournament goes on only where this
    /// is the same, with what tells the openings of a file apart.
    pub fn text(&self, openings: Option<u64>) -> String {
        let Terms { margin, memory, adjudicate, keep } = self.terms;
        let (system, rounds) = match self.schedule.system {
            System::RoundRobin => (Named::RoundRobin, None),
            System::Gauntlet => (Named::Gauntlet, None),
            System::Swiss { rounds } => (Named::Swiss, Some(rounds)),
            System::KnockOut => (Named::KnockOut, None),
        };
        let written = Written {
            game: self.game.clone(),
            players: self.players.clone(),
            control: control::print(&self.control),
            margin,
            memory,
            adjudicate,
            keep,
            openings: self.openings.clone(),
            digest: openings,
            seed: self.seed,
            system,
            rounds,
            pairs: self.schedule.pairs,
            sprt: self.sprt.map(|Sprt { elo0, elo1, alpha, beta }| [elo0, elo1, alpha, beta]),
        };
        // Nothing in it can't be written.
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// Reads what [`Plan::text`] writes.
    pub fn read(name: String, text: &str) -> Result<Self, Message> {
        let unreadable = |reason: serde_json::Error| PLAN_UNREADABLE.say().with("reason", reason.to_string());
        let written: Written = serde_json::from_str(text).map_err(unreadable)?;
        let Written { game, players, margin, memory, adjudicate, keep, openings, seed, pairs, .. } = written;
        let system = match written.system {
            Named::RoundRobin => System::RoundRobin,
            Named::Gauntlet => System::Gauntlet,
            Named::Swiss => System::Swiss { rounds: written.rounds.unwrap_or(1) },
            Named::KnockOut => System::KnockOut,
        };
        Ok(Self {
            name,
            game,
            schedule: Schedule { system, players: players.len(), pairs },
            players,
            control: control::parse(&written.control)?,
            terms: Terms { margin, memory, adjudicate, keep },
            openings,
            directory: PathBuf::new(),
            seed,
            sprt: written.sprt.map(|[elo0, elo1, alpha, beta]| Sprt { elo0, elo1, alpha, beta }),
        })
    }
}

/// What is written of a plan.
#[derive(Serialize, Deserialize)]
struct Written {
    game: String,
    players: Vec<Entrant>,
    control: String,
    margin: Duration,
    memory: Option<u64>,
    adjudicate: bool,
    keep: bool,
    openings: String,
    digest: Option<u64>,
    seed: u64,
    system: Named,
    rounds: Option<usize>,
    pairs: usize,
    sprt: Option<[f64; 4]>,
}

/// The rounds after which a Swiss tournament has one winner at most, were nothing drawn.
fn rounds_for(players: usize) -> usize {
    players.next_power_of_two().trailing_zeros().max(1) as usize
}

impl Listed {
    fn entrant(self) -> Result<Entrant, Message> {
        let Self { name, engine, protocol, command } = self;
        let (called, who) = match (engine, protocol, command) {
            (Some(engine), None, None) => (engine.clone(), Who::Spec(engine)),
            (None, Some(protocol), Some(command)) if !command.is_empty() => {
                (format!("{protocol}!{}", command.join(" ")), Who::Program { protocol, command })
            }
            _ => return Err(PLAN_WHO.say().with("name", name.unwrap_or_default())),
        };
        Ok(Entrant { name: name.unwrap_or(called), who })
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    const FILE: &str = r#"
        game = "connect-four"
        system = "swiss"
        pairs = 2
        tc = "15m+30s"
        seed = 7
        margin = "50ms"
        memory = 512
        [[player]]
        engine = "level:3"
        [[player]]
        name = "bot"
        protocol = "ugi"
        command = ["./bot", "--fast"]
        [[player]]
        name = "deep"
        engine = "alphabeta:depth=6"
    "#;

    #[test]
    fn a_file_is_read() {
        let (plan, concurrency) = Plan::parse(&REGISTRY, FILE, Path::new("cups/file.toml")).unwrap();
        assert_eq!(
            (plan.name.as_str(), plan.game.as_str(), plan.seed, concurrency),
            ("file", "connect4", 7, None)
        );
        let names: Vec<_> = plan.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["level:3", "bot", "deep"]);
        assert_eq!(plan.schedule, Schedule { system: System::Swiss { rounds: 2 }, players: 3, pairs: 2 });
        assert_eq!(control::print(&plan.control), "tc=15m+30s");
        let terms = Terms { margin: Duration::from_millis(50), memory: Some(512), ..Terms::default() };
        assert_eq!(plan.terms, terms);
        assert_eq!((plan.openings.as_str(), &*plan.directory), ("random:plies=4", Path::new("cups/")));
        assert!(plan.text(None).contains(r#""command":["./bot","--fast"]"#), "{}", plan.text(None));
        let (other, _) =
            Plan::parse(&REGISTRY, &FILE.replace("= 7", "= 8"), Path::new("cups/file.toml")).unwrap();
        assert_ne!(plan.text(None), other.text(None));
        let again = Plan::read("file".to_owned(), &plan.text(None)).unwrap();
        assert_eq!(again, Plan { directory: PathBuf::new(), ..plan });
        let broken = Plan::read(String::new(), "{}").unwrap_err().to_string();
        assert!(broken.starts_with("this is no tournament: missing field"), "{broken}");
    }

    #[test]
    fn a_bad_file_is_refused_in_a_sentence() {
        let refused = |change: &str, by: &str| {
            assert!(FILE.contains(change));
            Plan::parse(&REGISTRY, &FILE.replace(change, by), Path::new("cups/file.toml"))
                .unwrap_err()
                .to_string()
        };
        for (change, by, sentence) in [
            ("memory = 512", "memory = 0", "memory is a whole number of megabytes from 1 to 16777216"),
            ("pairs = 2", "pairs = 0", "pairs and rounds are whole numbers from 1 to 1000000"),
            ("\"swiss\"", "\"gauntlet\"\nrounds = 2", "only a Swiss tournament has rounds"),
            (
                "seed = 7",
                "depth = 3",
                "moves are limited by one of tc, time, depth and nodes, not by several",
            ),
            ("\"deep\"", "\"bot\"", "two players are called 'bot': give one of them another name"),
            ("pairs", "pears", "line 4: this is no tournament: unknown field `pears`, expected one of"),
            ("\"swiss\"", "\"cup\"", "line 3: this is no tournament: unknown variant `cup`, expected one of"),
            ("protocol = \"ugi\"", "", "the player 'bot' needs either engine = \"level:3\" or protocol"),
            ("\"ugi\"", "\"uci\"", "the protocol 'uci' is not known; there are ugi, oneshot, "),
            ("\"./bot\", \"--fast\"", "\"\"", "after ugi! comes the command of a program"),
            ("alphabeta:depth=6", "ugi!'./bot", "in 'ugi!'./bot', a quote does not end"),
            ("connect-four", "chess", "game, character 1: found 'chess', expected one of"),
        ] {
            let found = refused(change, by);
            assert!(found.starts_with(sentence) && found.lines().count() == 1, "{found}");
        }
        let one = "game = \"achi\"\n[[player]]\nengine = \"first\"";
        let sentence = Plan::parse(&REGISTRY, one, Path::new("cups/file.toml")).unwrap_err().to_string();
        assert_eq!(sentence, "a tournament has two players at least, and this one has 1");
    }
}
