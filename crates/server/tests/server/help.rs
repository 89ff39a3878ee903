//! A server of a test's own, and a small client.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

use plateau_games::REGISTRY;
use plateau_server::{Closer, Limits, Options, Server};
use serde_json::{Value as Json, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use ureq::http::HeaderMap;

/// A directory of a test's own, gone when it is dropped.
pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("server-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that runs until it is dropped.
pub struct House {
    pub address: String,
    closer: Closer,
    thread: Option<JoinHandle<()>>,
    agent: ureq::Agent,
}

/// An answer.
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} {}", self.status, self.text))
    }

    /// The answer of a request that went well.
    #[track_caller]
    pub fn ok(&self) -> Json {
        assert!(self.status == 200 || self.status == 201, "{} {}", self.status, self.text);
        self.json()
    }

    /// Holds it to a refusal: its status, key, and a sentence.
    #[track_caller]
    pub fn refused(&self, status: u16, key: &str) -> Json {
        let json = self.json();
        assert_eq!((self.status, json["error"].as_str()), (status, Some(key)), "{}", self.text);
        assert!(json["message"].as_str().is_some_and(|sentence| sentence.len() > 5), "{}", self.text);
        json
    }
}

impl House {
    pub fn new(directory: &Directory) -> Self {
        Self::limited(directory, Limits::default())
    }

    /// One that holds less than others.
    pub fn limited(directory: &Directory, limits: Limits) -> Self {
        let options = Options { bind: [127, 0, 0, 1].into(), port: 0, data: directory.0.clone(), limits };
        let server = Server::open(&REGISTRY, &options).unwrap();
        let address = server.address().to_string();
        let closer = server.closer();
        let thread = Some(thread::spawn(move || server.run()));
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        Self { address, closer, thread, agent }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.get_with(path, &[])
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = self.agent.get(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.call().unwrap())
    }

    pub fn post(&self, path: &str, body: &Json) -> Reply {
        self.post_with(path, &body.to_string(), &[("Content-Type", "application/json")])
    }

    pub fn post_with(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = self.agent.post(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.send(body).unwrap())
    }

    /// An answer of which nothing has been read yet.
    pub fn begin_answer(&self, path: &str, body: &Json) -> ureq::http::Response<ureq::Body> {
        let request = self.agent.post(format!("http://{}{path}", self.address));
        request.header("Content-Type", "application/json").send(body.to_string()).unwrap()
    }

    /// Begins a game.
    pub fn begin(&self, body: &Json) -> Seated<'_> {
        let begun = self.post("/api/games", body);
        assert_eq!(begun.status, 201, "{}", begun.text);
        let begun = begun.json();
        let token = |side: &str| begun["tokens"][side].as_str().unwrap().to_owned();
        Seated {
            house: self,
            id: begun["game"]["id"].as_str().unwrap().to_owned(),
            tokens: [token("x"), token("o")],
            game: begun["game"].clone(),
            requests: AtomicUsize::new(0),
        }
    }

    pub fn socket(&self, path: &str) -> Socket {
        self.try_socket(path, None).unwrap()
    }

    pub fn try_socket(&self, path: &str, origin: Option<&str>) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        match tungstenite::connect(request) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub fn close(&mut self) {
        self.closer.close();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.close();
    }
}

fn read(mut response: ureq::http::Response<ureq::Body>) -> Reply {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Reply { status, headers, text: response.body_mut().read_to_string().unwrap() }
}

/// A stream of events.
pub struct Socket(tungstenite::WebSocket<MaybeTlsStream<std::net::TcpStream>>);

impl Socket {
    /// The next event; none when the stream has ended.
    pub fn next(&mut self) -> Option<Json> {
        loop {
            match self.0.read().ok()? {
                tungstenite::Message::Text(text) => return serde_json::from_str(&text).ok(),
                tungstenite::Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Reads until the game is as wanted.
    #[track_caller]
    pub fn until(&mut self, wanted: impl Fn(&Json) -> bool) -> Json {
        loop {
            let event = self.next().expect("the stream goes on");
            if event["event"] == "game" && wanted(&event["game"]) {
                return event["game"].clone();
            }
        }
    }
}

/// A game and both its seats.
pub struct Seated<'h> {
    pub house: &'h House,
    pub id: String,
    pub tokens: [String; 2],
    pub game: Json,
    requests: AtomicUsize,
}

impl Seated<'_> {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.id)
    }

    pub fn now(&self) -> Json {
        self.house.get(&self.path("")).ok()
    }

    /// A change of the game as it is, by the holder of x or o.
    pub fn change(&self, side: usize, name: &str, fields: &Json) -> Reply {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let mut body = json!({ "revision": self.now()["revision"], "request": format!("r{number}") });
        for (field, value) in fields.as_object().into_iter().flatten() {
            body[field] = value.clone();
        }
        self.send(&self.tokens[side], name, &body)
    }

    pub fn send(&self, token: &str, name: &str, body: &Json) -> Reply {
        let bearer = format!("Bearer {token}");
        let headers = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
        self.house.post_with(&self.path(&format!("/{name}")), &body.to_string(), &headers)
    }

    pub fn play(&self, side: usize, text: &str) -> Reply {
        self.change(side, "move", &json!({ "move": text }))
    }

    pub fn moves(&self) -> Vec<String> {
        texts(&self.now())
    }
}

/// The moves of a game.
pub fn texts(game: &Json) -> Vec<String> {
    let moves = game["moves"].as_array().unwrap();
    moves.iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect()
}

/// A game between two people.
pub fn people(game: &str) -> Json {
    json!({ "game": game, "first": "human", "second": "human" })
}
