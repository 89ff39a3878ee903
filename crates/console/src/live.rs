//! Live games: played at the terminal and shown by a server. Changes are sent from a
//! thread of their own, so that the players never wait for the server.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::Args;
use plateau_core::{Lang, Message, Player, Reason};
use plateau_games::AnyRecord;
use plateau_play::PlayerSpec;
use serde_json::{Value as Json, json};

use crate::event_stream::EventStream;
use crate::phrases;

/// The default address of `plateau serve`.
pub const DEFAULT_ADDRESS: &str = "http://127.0.0.1:7878";

/// How long the server may take to answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(3);

/// The option that makes a game live.
#[derive(Clone, Debug, Default, Args)]
pub struct LiveOption {
    /// Show the game live on the page of a running plateau serve, at its default address or this one
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = DEFAULT_ADDRESS)]
    live: Option<String>,
}

impl LiveOption {
    /// Sends a game to the server, if the option is set.
    pub fn start(&self, record: &dyn AnyRecord, players: [PlayerSpec; 2], lang: Lang) -> LiveGame {
        match &self.live {
            Some(address) => LiveGame::start(address, record, players, lang),
            None => LiveGame::default(),
        }
    }
}

/// A game that may be live. The default one is not.
#[derive(Debug, Default)]
pub struct LiveGame {
    snapshots: Option<Sender<Snapshot>>,
    messages: Option<Receiver<Message>>,
    thread: Option<JoinHandle<()>>,
}

/// The state of a game that spectators should see.
#[derive(Debug)]
struct Snapshot {
    variant: String,
    start: String,
    record: String,
    moves: Vec<String>,
    /// The specs of both players.
    players: [String; 2],
    resigned: Option<Player>,
}

impl Snapshot {
    fn new(record: &dyn AnyRecord, players: [PlayerSpec; 2]) -> Self {
        let resignation = record.finish().filter(|finish| finish.reason == Reason::Resignation);
        Self {
            variant: record.variant_name(),
            start: record.start_text(),
            record: record.text(),
            moves: record.moves(),
            // A server runs no programs: it sees the moves of one like those of a human.
            players: players.map(|player| match player {
                PlayerSpec::Program { .. } => PlayerSpec::Human.to_string(),
                player => player.to_string(),
            }),
            resigned: resignation.and_then(|finish| finish.outcome.winner()).map(Player::other),
        }
    }
}

impl LiveGame {
    /// Creates the game on the server. The first message says where to watch it, or why it
    /// cannot be watched.
    fn start(address: &str, record: &dyn AnyRecord, players: [PlayerSpec; 2], lang: Lang) -> Self {
        let (send_message, messages) = mpsc::channel();
        let created = Client::new(address, lang).create_game(&Snapshot::new(record, players));
        // Sending a message never fails here: the receiver outlives the thread.
        let mut game = match created {
            Ok(game) => game,
            Err(reason) => {
                let _ = send_message.send(phrases::NOT_LIVE.message().with("reason", reason));
                return Self { snapshots: None, messages: Some(messages), thread: None };
            }
        };
        let _ = send_message.send(game.link());
        let (snapshots, changes) = mpsc::channel();
        let thread = thread::spawn(move || {
            if let Err(reason) = game.follow(&changes, &send_message) {
                let _ = send_message.send(phrases::NO_LONGER_LIVE.message().with("reason", reason));
            }
        });
        Self { snapshots: Some(snapshots), messages: Some(messages), thread: Some(thread) }
    }

    /// Sends the current state of the game.
    pub fn update(&self, record: &dyn AnyRecord, players: [PlayerSpec; 2]) {
        if let Some(snapshots) = &self.snapshots {
            // Fails when the server is gone, which has been reported.
            let _ = snapshots.send(Snapshot::new(record, players));
        }
    }

    /// Returns the next message for the players, each once.
    pub fn next_message(&self) -> Option<Message> {
        self.messages.as_ref()?.try_recv().ok()
    }
}

/// Waits until the last move is sent.
impl Drop for LiveGame {
    fn drop(&mut self) {
        self.snapshots = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The API of a server.
struct Client {
    agent: ureq::Agent,
    address: String,
    lang: Lang,
}

impl Client {
    fn new(address: &str, lang: Lang) -> Self {
        let address = address.trim_end_matches('/');
        let scheme = if address.contains("://") { "" } else { "http://" };
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent = config.timeout_global(Some(REQUEST_TIMEOUT)).build().into();
        Self { agent, address: format!("{scheme}{address}"), lang }
    }

    fn post(&self, path: &str, token: &str, body: &Json) -> Result<Json, Message> {
        let no_server = || self.no_server();
        let lang = if self.lang == Lang::Fr { "fr" } else { "en" };
        let request = self.agent.post(format!("{}/api/{path}?lang={lang}", self.address));
        let request = request.header("Content-Type", "application/json");
        let request = request.header("Authorization", format!("Bearer {token}"));
        let mut response = request.send(body.to_string()).map_err(|_| no_server())?;
        let text = response.body_mut().read_to_string().map_err(|_| no_server())?;
        let json: Json = serde_json::from_str(&text).map_err(|_| no_server())?;
        if response.status().is_success() {
            return Ok(json);
        }
        Err(json["message"].as_str().map_or_else(no_server, |reason| self.refusal(reason)))
    }

    fn no_server(&self) -> Message {
        phrases::NO_SERVER.message().with("address", self.address.as_str())
    }

    fn refusal(&self, reason: &str) -> Message {
        phrases::SERVER_REFUSES.message().with("address", self.address.as_str()).with("reason", reason)
    }

    /// Creates a game of which this program holds both seats.
    fn create_game(self, snapshot: &Snapshot) -> Result<RemoteGame, Message> {
        let state = self.create_state(snapshot)?;
        let events = self.connect(&state)?;
        Ok(RemoteGame { client: self, state, events })
    }

    /// Creates the game without a clock: clocks run here, and one on the server would end
    /// the game there.
    fn create_state(&self, snapshot: &Snapshot) -> Result<RemoteState, Message> {
        let [first, second] = &snapshot.players;
        let body = json!({ "record": snapshot.record, "first": first, "second": second, "live": true });
        let created = self.post("games", "", &body)?;
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let tokens = ["x", "o"].map(|side| text(&created["tokens"][side]));
        let game = created["game"].clone();
        Ok(RemoteState {
            id: text(&game["id"]),
            variant: snapshot.variant.clone(),
            start: snapshot.start.clone(),
            tokens,
            requests: 0,
            players: snapshot.players.clone(),
            game,
        })
    }

    /// Opens the event stream, which shows that the player is present.
    fn connect(&self, state: &RemoteState) -> Result<EventStream, Message> {
        let events = format!("{}/api/games/{}/events", self.address, state.id);
        EventStream::connect(&events, &state.tokens[0])
            .map_err(|reason| reason.map_or_else(|| self.no_server(), |reason| self.refusal(&reason)))
    }
}

/// A game on a server.
struct RemoteGame {
    client: Client,
    state: RemoteState,
    events: EventStream,
}

impl RemoteGame {
    /// Returns the message that says where to watch the game.
    fn link(&self) -> Message {
        let link = format!("{}/#/play/{}", self.client.address, self.state.id);
        phrases::WATCH_AT.message().with("link", link)
    }

    /// Applies all changes until the local game ends.
    fn follow(&mut self, changes: &Receiver<Snapshot>, messages: &Sender<Message>) -> Result<(), Message> {
        while let Ok(mut snapshot) = changes.recv() {
            // Skip to the newest snapshot.
            snapshot = changes.try_iter().last().unwrap_or(snapshot);
            if (&snapshot.variant, &snapshot.start) != (&self.state.variant, &self.state.start) {
                self.state = self.client.create_state(&snapshot)?;
                self.events = self.client.connect(&self.state)?;
                let _ = messages.send(self.link());
            }
            while let Some(request) = self.state.next_request(&snapshot) {
                if request.change == SEATS {
                    self.state.players.clone_from(&snapshot.players);
                }
                self.send(request)?;
            }
        }
        Ok(())
    }

    fn send(&mut self, ChangeRequest { change, side, mut body }: ChangeRequest) -> Result<(), Message> {
        // The network may have failed while the server lives.
        if self.events.is_closed() {
            self.events = self.client.connect(&self.state)?;
        }
        let state = &mut self.state;
        state.requests += 1;
        body["revision"] = state.game["revision"].clone();
        body["request"] = json!(state.requests.to_string());
        let path = format!("games/{}/{change}", state.id);
        state.game = self.client.post(&path, &state.tokens[side.index()], &body)?;
        Ok(())
    }
}

/// A game as the server last described it.
struct RemoteState {
    id: String,
    variant: String,
    start: String,
    tokens: [String; 2],
    /// The number of requests so far, which names the next one.
    requests: usize,
    players: [String; 2],
    game: Json,
}

/// The request that changes the players.
const SEATS: &str = "seats";

/// A request that changes a game.
struct ChangeRequest {
    change: &'static str,
    side: Player,
    body: Json,
}

impl RemoteState {
    /// Returns the next request that syncs the server to a snapshot; `None` if it is in sync
    /// or its game ended differently.
    fn next_request(&self, snapshot: &Snapshot) -> Option<ChangeRequest> {
        let view = &self.game["view"];
        let request = |change, side, body| Some(ChangeRequest { change, side, body });
        if !self.game["asked"].is_null() {
            return request("answer", Player::Second, json!({ "accept": true }));
        }
        if self.players != snapshot.players {
            let [first, second] = &snapshot.players;
            return request(SEATS, Player::First, json!({ "first": first, "second": second }));
        }
        let known: Vec<&str> =
            self.game["moves"].as_array()?.iter().filter_map(|mv| mv["text"].as_str()).collect();
        let common = known.iter().zip(&snapshot.moves).take_while(|(a, b)| *a == *b).count();
        let turn = if view["turn"] == "o" { Player::Second } else { Player::First };
        let is_over = !view["finish"].is_null();
        let has_resigned = view["finish"]["reason"] == "resignation";
        match snapshot.moves.get(known.len()) {
            _ if common < known.len() || has_resigned && snapshot.resigned.is_none() => {
                request("undo", Player::First, json!({}))
            }
            Some(text) if !is_over => request("move", turn, json!({ "move": text })),
            None if !is_over => request("resign", snapshot.resigned?, json!({})),
            _ => None,
        }
    }
}
