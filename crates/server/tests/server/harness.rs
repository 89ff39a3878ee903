//! A server per test, and a small client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plateau_games::REGISTRY;
use plateau_server::{Access, Options, Server, ServerLimits, ShutdownHandle};
use serde_json::{Value as Json, json};
use socket2::{Domain, Socket, Type};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use ureq::http::HeaderMap;

use crate::contract::contract;

/// How long [`wait_until`] waits before it fails. Far more than needed, so that a
/// busy machine does not fail a test.
const DEADLINE: Duration = Duration::from_mins(1);

/// Polls a condition until it holds; panics after [`DEADLINE`].
#[track_caller]
pub fn wait_until(description: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < DEADLINE, "timed out: {description}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the options of a server on a free port.
pub fn options(data: &Path, limits: ServerLimits) -> Options {
    Options {
        bind: [127, 0, 0, 1].into(),
        port: 0,
        data: data.to_owned(),
        limits,
        tournament: None,
        access: Access::default(),
    }
}

/// A server that runs until it is dropped.
pub struct TestServer {
    pub address: String,
    shutdown: ShutdownHandle,
    thread: Option<JoinHandle<()>>,
    agent: ureq::Agent,
    /// The data directory, if it is deleted with the server.
    directory: Option<TempDir>,
}

/// A response that has been read to its end.
pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Response {
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} {}", self.status, self.text))
    }

    /// Asserts success, and returns the body.
    #[track_caller]
    pub fn ok(&self) -> Json {
        assert!(self.status == 200 || self.status == 201, "{} {}", self.status, self.text);
        self.json()
    }

    /// Asserts an error with a status, a code and a message; returns the body.
    #[track_caller]
    pub fn assert_error(&self, status: u16, code: &str) -> Json {
        let json = self.json();
        assert_eq!((self.status, json["error"].as_str()), (status, Some(code)), "{}", self.text);
        assert!(json["message"].as_str().is_some_and(|message| message.len() > 5), "{}", self.text);
        json
    }
}

impl TestServer {
    /// Starts a server with a data directory of its own.
    pub fn start() -> Self {
        Self::start_with(ServerLimits::default())
    }

    /// Starts a server with other limits and a data directory of its own.
    pub fn start_with(limits: ServerLimits) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let mut server = Self::start_in_with(directory.path(), limits);
        server.directory = Some(directory);
        server
    }

    /// Starts a server on an existing data directory.
    pub fn start_in(directory: &Path) -> Self {
        Self::start_in_with(directory, ServerLimits::default())
    }

    /// Starts a server with other limits on an existing data directory.
    pub fn start_in_with(directory: &Path, limits: ServerLimits) -> Self {
        Self::from_options(&options(directory, limits))
    }

    /// Starts a server with other rules of access and a data directory of its own.
    pub fn start_with_access(access: Access) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let options = Options { access, ..options(directory.path(), ServerLimits::default()) };
        let mut server = Self::from_options(&options);
        server.directory = Some(directory);
        server
    }

    /// Returns the admin token.
    pub fn admin_token(&self) -> String {
        plateau_server::read_admin_token(self.directory.as_ref().unwrap().path()).unwrap()
    }

    pub fn from_options(options: &Options) -> Self {
        let server = Server::open(&REGISTRY, options).unwrap();
        let address = server.address().to_string();
        let shutdown = server.shutdown_handle();
        let thread = Some(thread::spawn(move || server.run()));
        // The server may close a connection after a body that it did not read, and the agent
        // would not send the next request again.
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_idle_connections(0);
        let agent = config.build().into();
        Self { address, shutdown, thread, agent, directory: None }
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Response {
        self.get_with(path, &[])
    }

    #[track_caller]
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        self.request("GET", path, "", headers)
    }

    #[track_caller]
    pub fn post(&self, path: &str, body: &Json) -> Response {
        self.post_with(path, &body.to_string(), &[("Content-Type", "application/json")])
    }

    #[track_caller]
    pub fn post_with(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> Response {
        self.request("POST", path, body, headers)
    }

    /// Sends a request and checks the response against the description of the API.
    #[track_caller]
    pub fn request(&self, method: &str, path: &str, body: &str, headers: &[(&str, &str)]) -> Response {
        let response = self.send(method, path, body, headers);
        contract().check(method, path, &response);
        if response.status < 300 {
            contract().check_request(method, path, body);
        }
        response
    }

    /// Sends a request.
    pub fn send(&self, method: &str, path: &str, body: &str, headers: &[(&str, &str)]) -> Response {
        let mut request =
            ureq::http::Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = if matches!(method, "GET" | "DELETE") {
            self.agent.run(request.body(()).unwrap()).unwrap()
        } else {
            self.agent.run(request.body(body).unwrap()).unwrap()
        };
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Response { status, headers, text: response.body_mut().read_to_string().unwrap() }
    }

    /// Returns a client id for 127.0.0.`last`.
    pub fn client_id(&self, last: u8) -> String {
        self.client_id_with(last, "")
    }

    /// Returns a client id for 127.0.0.`last`, for a request with these header lines.
    pub fn client_id_with(&self, last: u8, headers: &str) -> String {
        let (head, body) = self.post_from_with(last, "/api/clients", &json!({}), headers);
        assert!(head.starts_with("HTTP/1.1 201 "), "{head} {body}");
        serde_json::from_str::<Json>(&body).unwrap()["client"].as_str().unwrap().to_owned()
    }

    /// Opens a connection from another address of this machine, 127.0.0.`last`.
    pub fn connect_from(&self, last: u8) -> TcpStream {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::from(([127, 0, 0, last], 0)).into()).unwrap();
        let address: SocketAddr = self.address.parse().unwrap();
        socket.connect(&address.into()).unwrap();
        socket.set_read_timeout(Some(DEADLINE)).unwrap();
        socket.into()
    }

    /// Opens a connection from 127.0.0.`last` that stays open.
    pub fn keep_connection_from(&self, last: u8) -> KeptConnection {
        self.keep_connection_with(last, "")
    }

    /// Opens a connection from 127.0.0.`last` that stays open, and sends these header lines with each request.
    pub fn keep_connection_with(&self, last: u8, headers: &str) -> KeptConnection {
        let (stream, host) = (BufReader::new(self.connect_from(last)), self.address.clone());
        KeptConnection { stream, host, headers: headers.to_owned() }
    }

    /// Posts a request from another address of this machine. Returns the head and the body of the
    /// response.
    pub fn post_from(&self, last: u8, path: &str, body: &Json) -> (String, String) {
        self.post_from_with(last, path, body, "")
    }

    /// Posts a request with more header lines from 127.0.0.`last`.
    pub fn post_from_with(&self, last: u8, path: &str, body: &Json, headers: &str) -> (String, String) {
        let mut stream = self.connect_from(last);
        let (host, body) = (&self.address, body.to_string());
        let head = format!("{headers}Content-Type: application/json\r\nConnection: close");
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").expect("a response");
        (head.to_owned(), body.to_owned())
    }

    /// Posts a request and returns the response without reading its body.
    pub fn post_unread(&self, path: &str, body: &Json) -> ureq::http::Response<ureq::Body> {
        let request = self.agent.post(format!("http://{}{path}", self.address));
        request.header("Content-Type", "application/json").send(body.to_string()).unwrap()
    }

    /// Creates a game.
    #[track_caller]
    pub fn create_game(&self, body: &Json) -> TestGame<'_> {
        let response = self.post("/api/games", body);
        assert_eq!(response.status, 201, "{}", response.text);
        let created = response.json();
        let token = |side: &str| created["tokens"][side].as_str().unwrap().to_owned();
        TestGame {
            server: self,
            id: created["game"]["id"].as_str().unwrap().to_owned(),
            tokens: [token("x"), token("o")],
            initial: created["game"].clone(),
            requests: AtomicUsize::new(0),
        }
    }

    /// Opens an event stream.
    #[track_caller]
    pub fn stream(&self, path: &str) -> EventStream {
        self.try_stream(path, None).unwrap()
    }

    /// Opens an event stream; returns the status if it is refused.
    pub fn try_stream(&self, path: &str, origin: Option<&str>) -> Result<EventStream, u16> {
        self.try_stream_with(path, origin.map(|origin| ("Origin", origin)))
    }

    /// Opens an event stream with a seat token.
    pub fn player_stream(&self, path: &str, token: &str) -> Result<EventStream, u16> {
        self.try_stream_with(path, Some(("Authorization", &format!("Bearer {token}"))))
    }

    /// Opens an event stream with a seat token as a browser does, in the list of protocols.
    #[track_caller]
    pub fn browser_stream(&self, path: &str, token: &str) -> EventStream {
        self.try_stream_with(path, Some(("Sec-WebSocket-Protocol", &format!("plateau, seat.{token}"))))
            .unwrap()
    }

    fn try_stream_with(&self, path: &str, header: Option<(&'static str, &str)>) -> Result<EventStream, u16> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        if let Some((name, value)) = header {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match tungstenite::connect(request) {
            Ok((socket, _)) => {
                if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
                    stream.set_read_timeout(Some(DEADLINE)).unwrap();
                }
                Ok(EventStream(socket))
            }
            Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Shuts the server down and waits for it.
    pub fn close(&mut self) {
        self.shutdown.shutdown();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.close();
    }
}

/// A connection that stays open.
pub struct KeptConnection {
    stream: BufReader<TcpStream>,
    host: String,
    headers: String,
}

impl KeptConnection {
    /// Posts a request and returns the body of the response.
    pub fn post(&mut self, path: &str, token: &str, body: &Json) -> Json {
        let (host, body) = (&self.host, body.to_string());
        let head = format!("{}Content-Type: application/json", self.headers);
        let length = body.len();
        let stream = self.stream.get_mut();
        write!(stream, "POST {path} HTTP/1.1\r\nHost: {host}\r\n{head}\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some(("content-length", number)) => length = number.parse().unwrap(),
                None if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }
}

/// An event stream.
pub struct EventStream(tungstenite::WebSocket<MaybeTlsStream<TcpStream>>);

impl EventStream {
    /// Waits for the next event; returns `None` at the end of the stream.
    pub fn next(&mut self) -> Option<Json> {
        loop {
            match self.0.read().ok()? {
                tungstenite::Message::Text(text) => {
                    contract().check_event(&text);
                    return serde_json::from_str(&text).ok();
                }
                tungstenite::Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Waits for an event of a kind.
    #[track_caller]
    pub fn next_of_kind(&mut self, kind: &str) -> Json {
        loop {
            let event = self.next().expect("the stream has ended");
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// Waits for a state of the game, and returns it.
    #[track_caller]
    pub fn wait_for_game(&mut self, condition: impl Fn(&Json) -> bool) -> Json {
        loop {
            let game = self.next_of_kind("game")["game"].take();
            if condition(&game) {
                return game;
            }
        }
    }
}

/// A game with the tokens of both seats.
pub struct TestGame<'s> {
    pub server: &'s TestServer,
    pub id: String,
    pub tokens: [String; 2],
    /// The game as it was created.
    pub initial: Json,
    requests: AtomicUsize,
}

impl TestGame<'_> {
    pub fn path(&self, suffix: &str) -> String {
        format!("/api/games/{}{suffix}", self.id)
    }

    /// Opens an event stream.
    #[track_caller]
    pub fn stream(&self) -> EventStream {
        self.server.stream(&self.path("/events"))
    }

    /// Returns the current state.
    #[track_caller]
    pub fn current(&self) -> Json {
        self.server.get(&self.path("")).ok()
    }

    /// Requests a change of the current state with the token of a side: 0 is x, 1 is o.
    #[track_caller]
    pub fn change(&self, side: usize, name: &str, fields: &Json) -> Response {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let mut body = json!({ "revision": self.current()["revision"], "request": format!("request of a test {number:08}") });
        for (field, value) in fields.as_object().into_iter().flatten() {
            body[field] = value.clone();
        }
        self.send(&self.tokens[side], name, &body)
    }

    /// Sends a change with a token.
    pub fn send(&self, token: &str, name: &str, body: &Json) -> Response {
        let bearer = format!("Bearer {token}");
        let headers = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
        self.server.post_with(&self.path(&format!("/{name}")), &body.to_string(), &headers)
    }

    #[track_caller]
    pub fn play(&self, side: usize, mv: &str) -> Response {
        self.change(side, "move", &json!({ "move": mv }))
    }

    #[track_caller]
    pub fn moves(&self) -> Vec<String> {
        moves_of(&self.current())
    }
}

/// Returns the moves of a game.
pub fn moves_of(game: &Json) -> Vec<String> {
    let moves = game["moves"].as_array().unwrap();
    moves.iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect()
}

/// Returns the request for a game between two humans.
pub fn two_humans(game: &str) -> Json {
    json!({ "game": game, "first": "human", "second": "human" })
}
