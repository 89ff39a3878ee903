//! A small HTTP client that can choose its own address among those of this machine.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value as Json;
use socket2::{Domain, SockAddr, Socket, Type};
use tungstenite::WebSocket;
use tungstenite::client::IntoClientRequest;

/// How long a client waits for the server. Longer than any answer may take.
const TIMEOUT: Duration = Duration::from_secs(40);

/// An event stream.
pub type Stream = WebSocket<TcpStream>;

/// A response that has been read to its end.
pub struct Response {
    pub status: u16,
    pub body: String,
}

impl Response {
    /// Returns the body of a success, else the status and the code of the error.
    pub fn ok(&self) -> Result<Json, String> {
        let json: Json = serde_json::from_str(&self.body).unwrap_or_default();
        if matches!(self.status, 200 | 201) {
            Ok(json)
        } else {
            Err(format!("{} {}", self.status, json["error"].as_str().unwrap_or("?")))
        }
    }
}

/// What clients send in `X-Client`.
#[derive(Clone)]
pub enum Names {
    /// Nothing, or the id that the server issued.
    Own(Option<String>),
    /// Another one in each request: the ids in turn, and between them names that were never issued.
    Changing(Arc<Vec<String>>),
}

impl Names {
    /// Returns the header line of the next request.
    fn header(&self) -> String {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        match self {
            Self::Own(None) => String::new(),
            Self::Own(Some(id)) => format!("X-Client: {id}\r\n"),
            Self::Changing(ids) => {
                let number = NUMBER.fetch_add(1, Ordering::Relaxed);
                match ids.get(number / 2 % ids.len().max(1)).filter(|_| number.is_multiple_of(2)) {
                    Some(id) => format!("X-Client: {id}\r\n"),
                    None => format!("X-Client: {number:048x}\r\n"),
                }
            }
        }
    }
}

/// Asks for a client id; `None` if the server issues none now.
pub fn new_id(server: SocketAddr, source: Ipv4Addr) -> Option<String> {
    let mut client = Client::new(server, source, Names::Own(None));
    let response = client.post("/api/clients", None, &Json::Null).ok()?.ok().ok()?;
    Some(response["client"].as_str()?.to_owned())
}

/// A client with one connection, which it keeps open as browsers do.
pub struct Client {
    server: SocketAddr,
    source: Ipv4Addr,
    /// What the client sends in `X-Client`.
    names: Names,
    connection: Option<BufReader<TcpStream>>,
}

/// Connects from an address of this machine.
pub fn connect(server: SocketAddr, source: Ipv4Addr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SockAddr::from(SocketAddr::from((source, 0))))?;
    socket.connect(&server.into())?;
    socket.set_tcp_nodelay(true)?;
    socket.set_read_timeout(Some(TIMEOUT))?;
    socket.set_write_timeout(Some(TIMEOUT))?;
    Ok(socket.into())
}

/// Opens an event stream of a game.
pub fn open_stream(
    server: SocketAddr,
    source: Ipv4Addr,
    names: &Names,
    game: &str,
) -> Result<Stream, String> {
    let stream = connect(server, source).map_err(|error| error.to_string())?;
    let request = format!("ws://{server}/api/games/{game}/events").into_client_request();
    let mut request = request.map_err(|error| error.to_string())?;
    if let Some(id) = names.header().trim_end().strip_prefix("X-Client: ") {
        request.headers_mut().insert("x-client", id.parse().expect("a header"));
    }
    Ok(tungstenite::client(request, stream).map_err(|error| error.to_string())?.0)
}

impl Client {
    /// Creates a client that is not connected yet.
    pub fn new(server: SocketAddr, source: Ipv4Addr, names: Names) -> Self {
        Self { server, source, names, connection: None }
    }

    /// Closes the connection; the next request opens another.
    pub fn disconnect(&mut self) {
        self.connection = None;
    }

    /// Requests a resource.
    pub fn get(&mut self, path: &str) -> io::Result<Response> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{}\r\n", self.server, self.names.header());
        self.request(&request)
    }

    /// Posts JSON, with a seat token if there is one.
    pub fn post(&mut self, path: &str, token: Option<&str>, body: &Json) -> io::Result<Response> {
        let body = body.to_string();
        let authorization =
            token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\n{}{authorization}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.server,
            self.names.header(),
            body.len()
        );
        self.request(&request)
    }

    /// Sends a request. If the server has closed an idle connection, it is sent again on a new one,
    /// as browsers do.
    fn request(&mut self, request: &str) -> io::Result<Response> {
        if let Some(connection) = self.connection.take()
            && let Ok(response) = self.exchange(connection, request)
        {
            return Ok(response);
        }
        let connection = BufReader::new(connect(self.server, self.source)?);
        self.exchange(connection, request)
    }

    fn exchange(&mut self, mut connection: BufReader<TcpStream>, request: &str) -> io::Result<Response> {
        connection.get_mut().write_all(request.as_bytes())?;
        let response = read_response(&mut connection)?;
        self.connection = Some(connection);
        Ok(response)
    }
}

fn read_line(connection: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if connection.read_line(&mut line)? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end().to_owned())
}

fn read_response(connection: &mut impl BufRead) -> io::Result<Response> {
    let invalid = || io::Error::from(ErrorKind::InvalidData);
    let first = read_line(connection)?;
    let status = first.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(invalid)?;
    let (mut length, mut is_chunked) = (0, false);
    loop {
        let line = read_line(connection)?.to_ascii_lowercase();
        match line.split_once(": ") {
            Some(("content-length", text)) => length = text.parse().map_err(|_| invalid())?,
            Some(("transfer-encoding", "chunked")) => is_chunked = true,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body)?;
    while is_chunked {
        let size = usize::from_str_radix(&read_line(connection)?, 16).map_err(|_| invalid())?;
        let start = body.len();
        body.resize(start + size, 0);
        connection.read_exact(&mut body[start..])?;
        read_line(connection)?;
        is_chunked = size > 0;
    }
    Ok(Response { status, body: String::from_utf8(body).map_err(|_| invalid())? })
}
