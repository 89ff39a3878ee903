//! `plateau tournament`: many players, from a file.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use plateau_arena::plan::Plan;
use plateau_arena::standings::Standings;
use plateau_arena::tournament::{self, Progress, TournamentEnd};
use plateau_arena::{export, text_tables};
use plateau_core::{Lang, Message, Player};
use plateau_games::Registry;

use crate::arena::{self, Keeping, Players, follow::Follow, phrases};
use crate::examples::Sample;
use plateau_console::interrupt;
use plateau_console::output::Answer;

/// Play a tournament that a file describes
///
/// Round robin, gauntlet, Swiss or knock-out. Every game is in the database before it
/// counts: whatever ends the program, --resume goes on with nothing lost and nothing
/// played twice. The answer is the standings with ratings and their 95 % errors, the
/// crosstable, and every meeting.
#[derive(Debug, Args)]
pub struct Tournament {
    /// File of the tournament, in TOML
    file: Option<PathBuf>,
    /// Print a file to begin with
    #[arg(long, conflicts_with_all = ["file", "resume", "db", "json", "output"])]
    example: bool,
    /// How many games at once
    #[arg(long, value_name = "N", value_parser = arena::at_once)]
    concurrency: Option<NonZeroUsize>,
    /// Database to keep the games in; without it, the file's name with the end .sqlite
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Answer as JSON, with all games
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    keeping: Keeping,
}

/// Examples for the help text.
pub fn examples() -> Vec<String> {
    vec![
        "plateau tournament --example > cup.toml".to_owned(),
        "plateau tournament cup.toml --resume --concurrency 2".to_owned(),
        "plateau tournament cup.toml --resume -o report.html -o games.json".to_owned(),
    ]
}

/// A file to begin with.
fn example(game: &str) -> String {
    format!(
        "# A tournament. What is commented out holds anyway, but for the memory.
name = \"cup\"
game = \"{game}\"
system = \"round-robin\"       # or gauntlet, swiss (with rounds = 5), knock-out
pairs = 2                    # pairs of games when two players meet
tc = \"10s+100ms\"             # or time = \"1s\", depth = 4, nodes = 10000
# openings = \"random:plies=4\" # or a file with the moves of an opening on each line
# margin = \"100ms\"           # what a player may overstep its time by
# memory = 512               # megabytes for each program: without this line, no limit
# adjudicate = false         # end games whose result is proven
# keep = false               # let programs run on from game to game
# seed = 1
# concurrency = 1

[[player]]
engine = \"level:3\"

[[player]]
name = \"two plies\"
engine = \"alphabeta:depth=2\"

[[player]]
engine = \"random\"

# A program of your own, in any language: docs/first-bot.md
# [[player]]
# name = \"my bot\"
# protocol = \"oneshot\"         # or ugi, codingame, gomocup, gtp, nboard
# command = [\"python3\", \"bot.py\"] # run in the directory of this file
"
    )
}

impl Tournament {
    /// The answer, when the tournament is over.
    pub fn answer(self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        if self.example {
            let sample = Sample::of(registry).ok_or_else(|| phrases::NO_FILE.message())?;
            return Ok(Answer::Text(example(sample.game)));
        }
        let file = self.file.as_deref().ok_or_else(|| phrases::NO_FILE.message())?;
        let (plan, wanted) = read(registry, file)?;
        self.keeping.check()?;
        let variant = registry.variant(&plan.game)?;
        let db = self.db.clone().unwrap_or_else(|| file.with_extension("sqlite"));
        let stop = interrupt::stop();
        let players = Players::of(registry, &plan, Some(&db), &stop, lang)?;
        let mut store = arena::store(Some(&db))?;
        let mut tournament = tournament::Tournament::open(&plan, &*variant, &mut store, self.keeping.resume)?;
        let mut follow = Follow::new();
        let concurrency = players.concurrency(self.concurrency, wanted);
        let ended = tournament.play(&players.pool, concurrency, &mut store, &stop, &mut |event| {
            players.over(event.game);
            if let Some(fault) = arena::at_fault(&plan, event.game) {
                follow.warn(|| fault.render(lang));
            }
            follow.show(event.played, event.planned, || so_far(&plan, event).render(lang));
        });
        follow.end(players.logged().map(|logs| logs.render(lang)));
        let ended = ended?;
        let table = Standings::of(&tournament);
        let written = self.keeping.write(&tournament, &table, lang);
        let mut text = if self.json {
            format!("{}\n", export::json(&tournament, &table))
        } else if tournament.games().next().is_none() {
            phrases::NO_GAME.message().render(lang) + "\n"
        } else {
            let parts = [
                text_tables::standings(&plan, &table, true, lang),
                text_tables::crosstable(&plan, &table, lang),
                text_tables::head_to_head(&plan, &table, lang),
                text_tables::knock_out(&tournament, &table, lang),
            ];
            let said: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
            said.join("\n")
        };
        if ended == TournamentEnd::Stopped && !self.json {
            text.extend(["\n", phrases::STOPPED.template(lang), "\n"]);
        }
        Ok(arena::told(text, ended, written, lang))
    }
}

/// The tournament of a file.
fn read(registry: &Registry, file: &Path) -> Result<(Plan, Option<usize>), Message> {
    let shown = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| {
        phrases::UNREADABLE.message().with("file", shown.as_str()).with("reason", error.to_string())
    })?;
    Plan::parse(registry, &text, file)
        .map_err(|reason| phrases::IN_FILE.message().with("file", shown.as_str()).with("reason", reason))
}

/// A game that was played, on a line.
fn so_far(plan: &Plan, event: &Progress<'_>) -> Message {
    let name = |side: Player| plan.players[event.game.players[side.index()]].name.as_str();
    let message = phrases::GAME_SO_FAR.message().with("played", event.played).with("planned", event.planned);
    message
        .with("first", name(Player::First))
        .with("second", name(Player::Second))
        .with("result", event.game.score())
}
