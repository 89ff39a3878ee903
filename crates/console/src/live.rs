//! A game that is played here and watched on the page. Its changes go to a server
//! on a thread of their own, so that nobody who plays waits for those who watch.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::Args;
use plateau_core::{Lang, Message, Player, Reason};
use plateau_games::AnyRecord;
use plateau_play::PlayerSpec;
use serde_json::{Value as Json, json};

use crate::event_stream::Presence;
use crate::phrases;

/// Whether a game is to be watched, and where.
#[derive(Clone, Debug, Default, Args)]
pub struct Watched {
    /// Show the game on the page of a running plateau serve, at its usual address or this
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = PAGE)]
    live: Option<String>,
}

impl Watched {
    /// Shows a game between these, if it is to be watched.
    pub fn begin(&self, record: &dyn AnyRecord, players: [PlayerSpec; 2], lang: Lang) -> Live {
        match &self.live {
            Some(address) => Live::begin(address, record, players, lang),
            None => Live::default(),
        }
    }
}

/// Where the page is, unless another address is given.
pub const PAGE: &str = "http://127.0.0.1:7878";

/// The change that seats other players.
const SEATS: &str = "seats";

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// A game that may be watched.
#[derive(Debug, Default)]
pub struct Live {
    games: Option<Sender<Shown>>,
    news: Option<Receiver<Message>>,
    thread: Option<JoinHandle<()>>,
}

/// A game as it is to be seen.
#[derive(Debug)]
struct Shown {
    start: String,
    record: String,
    moves: Vec<String>,
    /// Who plays, people or engines.
    players: [String; 2],
    /// Who gave up.
    resigned: Option<Player>,
}

impl Shown {
    fn of(record: &dyn AnyRecord, players: [PlayerSpec; 2]) -> Self {
        let resignation = record.finish().filter(|finish| finish.reason == Reason::Resignation);
        Self {
            start: record.start_text(),
            record: record.text(),
            moves: record.moves(),
            players: players.map(|seat| seat.to_string()),
            resigned: resignation.and_then(|finish| finish.outcome.winner()).map(Player::other),
        }
    }
}

impl Live {
    /// Shows a game to those who ask a server for it. Where to watch, or why it
    /// can't be watched, is the first of its news.
    fn begin(address: &str, record: &dyn AnyRecord, players: [PlayerSpec; 2], lang: Lang) -> Self {
        let (tell, news) = mpsc::channel();
        let begun = Page::new(address, lang).begin(&Shown::of(record, players));
        let mut table = match begun {
            Ok(table) => table,
            Err(reason) => {
                // It is heard below, here and elsewhere.
                let _ = tell.send(phrases::NOT_WATCHED.message().with("reason", reason));
                return Self { games: None, news: Some(news), thread: None };
            }
        };
        let _ = tell.send(table.page.place(&table.game));
        let (games, changes) = mpsc::channel();
        let thread = thread::spawn(move || {
            if let Err(reason) = table.follow(&changes, &tell) {
                let _ = tell.send(phrases::NO_LONGER_WATCHED.message().with("reason", reason));
            }
        });
        Self { games: Some(games), news: Some(news), thread: Some(thread) }
    }

    /// Shows the game as it is now.
    pub fn show(&self, record: &dyn AnyRecord, players: [PlayerSpec; 2]) {
        if let Some(games) = &self.games {
            // A server that is gone was told of.
            let _ = games.send(Shown::of(record, players));
        }
    }

    /// What there is to say about it, each thing once.
    pub fn news(&self) -> Option<Message> {
        self.news.as_ref()?.try_recv().ok()
    }
}

/// Who watches sees the last move, too.
impl Drop for Live {
    fn drop(&mut self) {
        self.games = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A server.
struct Page {
    agent: ureq::Agent,
    address: String,
    lang: Lang,
}

/// A game at a server, with both its seats.
struct Table {
    page: Page,
    game: Game,
    presence: Presence,
}

/// What the server says of the game.
struct Game {
    id: String,
    start: String,
    tokens: [String; 2],
    requests: usize,
    /// Who was last said to play.
    players: [String; 2],
    now: Json,
}

impl Page {
    fn new(address: &str, lang: Lang) -> Self {
        let address = address.trim_end_matches('/');
        let scheme = if address.contains("://") { "" } else { "http://" };
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent = config.timeout_global(Some(PATIENCE)).build().into();
        Self { agent, address: format!("{scheme}{address}"), lang }
    }

    fn post(&self, path: &str, token: &str, body: &Json) -> Result<Json, Message> {
        let silent = || self.silent();
        let lang = if self.lang == Lang::Fr { "fr" } else { "en" };
        let request = self.agent.post(format!("{}/api/{path}?lang={lang}", self.address));
        let request = request.header("Content-Type", "application/json");
        let request = request.header("Authorization", format!("Bearer {token}"));
        let mut answer = request.send(body.to_string()).map_err(|_| silent())?;
        let text = answer.body_mut().read_to_string().map_err(|_| silent())?;
        let json: Json = serde_json::from_str(&text).map_err(|_| silent())?;
        if answer.status().is_success() {
            return Ok(json);
        }
        Err(json["message"].as_str().map_or_else(silent, |reason| self.refuses(reason)))
    }

    fn silent(&self) -> Message {
        phrases::NO_PAGE.message().with("address", self.address.as_str())
    }

    fn refuses(&self, reason: &str) -> Message {
        phrases::PAGE_REFUSES.message().with("address", self.address.as_str()).with("reason", reason)
    }

    /// Puts a game there, whose moves are all made from here.
    fn begin(self, shown: &Shown) -> Result<Table, Message> {
        let game = self.table(shown)?;
        let presence = self.presence(&game)?;
        Ok(Table { page: self, game, presence })
    }

    /// Tells the server that the game is played as long as this program runs.
    fn presence(&self, game: &Game) -> Result<Presence, Message> {
        let events = format!("{}/api/games/{}/events", self.address, game.id);
        Presence::open(&events, &game.tokens[0])
            .map_err(|reason| reason.map_or_else(|| self.silent(), |reason| self.refuses(&reason)))
    }

    /// Clocks run where the game is played: one at the server would end it there.
    fn table(&self, shown: &Shown) -> Result<Game, Message> {
        let [first, second] = &shown.players;
        let body = json!({ "record": shown.record, "first": first, "second": second, "live": true });
        let begun = self.post("games", "", &body)?;
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let tokens = ["x", "o"].map(|side| text(&begun["tokens"][side]));
        let now = begun["game"].clone();
        let players = shown.players.clone();
        Ok(Game { id: text(&now["id"]), start: shown.start.clone(), tokens, requests: 0, players, now })
    }

    /// Where a game is watched.
    fn place(&self, game: &Game) -> Message {
        phrases::WATCHED_AT.message().with("link", format!("{}/#/play/{}", self.address, game.id))
    }
}

impl Table {
    /// Follows a game to its end here.
    fn follow(&mut self, changes: &Receiver<Shown>, tell: &Sender<Message>) -> Result<(), Message> {
        while let Ok(mut shown) = changes.recv() {
            // What was played meanwhile is shown in one go.
            shown = changes.try_iter().last().unwrap_or(shown);
            if shown.start != self.game.start {
                self.game = self.page.table(&shown)?;
                self.presence = self.page.presence(&self.game)?;
                let _ = tell.send(self.page.place(&self.game));
            }
            while let Some(step) = self.game.step_to(&shown) {
                if step.change == SEATS {
                    self.game.players.clone_from(&shown.players);
                }
                self.take(step)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, Step { change, side, mut body }: Step) -> Result<(), Message> {
        // A connection may be lost without the server.
        if self.presence.is_over() {
            self.presence = self.page.presence(&self.game)?;
        }
        let game = &mut self.game;
        game.requests += 1;
        body["revision"] = game.now["revision"].clone();
        body["request"] = json!(game.requests.to_string());
        let path = format!("games/{}/{change}", game.id);
        game.now = self.page.post(&path, &game.tokens[side.index()], &body)?;
        Ok(())
    }
}

/// A change on the way to a game.
struct Step {
    change: &'static str,
    side: Player,
    body: Json,
}

impl Game {
    /// The next step on the way to a game; none when it is there, or has ended in
    /// another way.
    fn step_to(&self, shown: &Shown) -> Option<Step> {
        let view = &self.now["view"];
        let step = |change, side, body| Some(Step { change, side, body });
        if !self.now["asked"].is_null() {
            return step("answer", Player::Second, json!({ "accept": true }));
        }
        if self.players != shown.players {
            let [first, second] = &shown.players;
            return step(SEATS, Player::First, json!({ "first": first, "second": second }));
        }
        let known: Vec<&str> =
            self.now["moves"].as_array()?.iter().filter_map(|mv| mv["text"].as_str()).collect();
        let shared = known.iter().zip(&shown.moves).take_while(|(a, b)| *a == *b).count();
        let turn = if view["turn"] == "o" { Player::Second } else { Player::First };
        let over = !view["finish"].is_null();
        let given_up = view["finish"]["reason"] == "resignation";
        match shown.moves.get(known.len()) {
            _ if shared < known.len() || given_up && shown.resigned.is_none() => {
                step("undo", Player::First, json!({}))
            }
            Some(text) if !over => step("move", turn, json!({ "move": text })),
            None if !over => step("resign", shown.resigned?, json!({})),
            _ => None,
        }
    }
}
