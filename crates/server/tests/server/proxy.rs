//! A real nginx in front, with the settings of `deploy/nginx.conf`, TLS and a test certificate.
//! Runs with `PLATEAU_PROXY=1`, as `./test proxy` does. Clients are processes of `openssl
//! s_client`, which can choose their address.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use plateau_server::{Access, Options, Rate, ServerLimits};
use serde_json::{Value as Json, json};
use tungstenite::client::IntoClientRequest;

use crate::harness::{TestServer, options, two_humans, wait_until};

const NAME: &str = "plateau.example.org";

/// nginx, until it is dropped.
struct Proxy {
    nginx: Child,
    port: u16,
    /// The port that redirects to TLS.
    plain_port: u16,
    /// The port of the page without TLS, which only the test has.
    bare_port: u16,
    certificate: PathBuf,
}

impl Proxy {
    /// Starts nginx in front of a server, with `deploy/nginx.conf` but for its ports and files.
    fn start(directory: &Path, server: &str) -> Self {
        let (certificate, key) = (directory.join("cert.pem"), directory.join("key.pem"));
        let subject = ["-subj", &format!("/CN={NAME}"), "-addext", &format!("subjectAltName=DNS:{NAME}")];
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"])
            .args(subject)
            .arg("-keyout")
            .arg(&key)
            .arg("-out")
            .arg(&certificate)
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        let listeners = [(); 3].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap());
        let [port, plain_port, bare_port] =
            listeners.each_ref().map(|listener| listener.local_addr().unwrap().port());
        drop(listeners);
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/nginx.conf");
        let mut site = fs::read_to_string(shipped).unwrap();
        let limits: Vec<&str> = site.lines().filter_map(|line| line.strip_prefix("#:  ")).collect();
        let limits = limits.join("\n");
        let live = format!("/etc/letsencrypt/live/{NAME}");
        for (shipped, here) in [
            // Without TLS too, for the test with many connections.
            ("listen 443 ssl", format!("listen 127.0.0.1:{bare_port};\n    listen 127.0.0.1:{port} ssl")),
            ("listen [::]:443 ssl;", String::new()),
            ("listen 80;", format!("listen 127.0.0.1:{plain_port};")),
            ("listen [::]:80;", String::new()),
            ("127.0.0.1:7878", server.to_owned()),
            (&format!("{live}/fullchain.pem"), certificate.display().to_string()),
            (&format!("{live}/privkey.pem"), key.display().to_string()),
        ] {
            assert_eq!(site.matches(shipped).count(), 1, "{shipped}");
            site = site.replace(shipped, &here);
        }
        let main = format!(
            "user root;\nerror_log stderr;\npid nginx.pid;\n{limits}\nhttp {{\naccess_log off;\n{}{site}}}\n",
            ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map(|kind| format!("{kind}_temp_path {kind};\n"))
                .concat()
        );
        fs::write(directory.join("nginx.conf"), main).unwrap();
        let nginx = Command::new("nginx")
            .args(["-g", "daemon off;", "-c", "nginx.conf", "-p"])
            .arg(directory)
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let proxy = Self { nginx, port, plain_port, bare_port, certificate };
        wait_until("nginx listens", || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok());
        proxy
    }

    /// Connects from 127.0.0.`last`, and checks the certificate.
    fn connect(&self, last: u8) -> TlsStream {
        let mut child = Command::new("openssl")
            .args(["s_client", "-quiet", "-verify_return_error", "-verify_hostname", NAME])
            .args(["-servername", NAME, "-connect", &format!("127.0.0.1:{}", self.port)])
            .args(["-bind", &format!("127.0.0.{last}:0")])
            .arg("-CAfile")
            .arg(&self.certificate)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        TlsStream { child, input, output: BufReader::new(output) }
    }

    /// Sends a request from 127.0.0.`last`; returns the status and the body.
    fn request(&self, last: u8, head: &str, body: Option<&Json>) -> (u16, Json) {
        let mut stream = self.connect(last);
        let body = body.map_or_else(String::new, Json::to_string);
        let kind = "Content-Type: application/json\r\nConnection: close";
        let length = body.len();
        write!(stream.input, "{head}\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        stream.input.flush().unwrap();
        let mut response = String::new();
        let mut line = String::new();
        while stream.output.read_line(&mut line).unwrap_or(0) > 2 {
            response += &line;
            line.clear();
        }
        let status = response.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut body = String::new();
        let _ = stream.output.read_to_string(&mut body);
        (status.unwrap_or_else(|| panic!("{response}")), serde_json::from_str(&body).unwrap_or_default())
    }

    fn host(&self) -> String {
        format!("{NAME}:{}", self.port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // SIGTERM, so that its workers end too.
        let _ = Command::new("kill").arg(self.nginx.id().to_string()).status();
        let _ = self.nginx.wait();
    }
}

/// A TLS connection by way of a process.
struct TlsStream {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for TlsStream {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Read for TlsStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.output.read(buffer)
    }
}

impl Write for TlsStream {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.input.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.input.flush()
    }
}

#[test]
fn nginx_as_shipped_passes_hosts_addresses_and_streams() {
    if std::env::var_os("PLATEAU_PROXY").is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (data, nginx) = (directory.path().join("data"), directory.path().join("nginx"));
    fs::create_dir(&nginx).unwrap();
    // A client may create one game.
    let game_rate = Rate { burst: 4, interval: Duration::from_hours(1) };
    let limits = ServerLimits { game_rate, ..ServerLimits::default() };
    let access = Access { public_names: vec![NAME.to_owned()], trust_proxy: true, ..Access::default() };
    let server = TestServer::from_options(&Options { access, ..options(&data, limits) });
    let proxy = Proxy::start(&nginx, &server.address);
    let host = proxy.host();

    let get =
        |host: &str, path: &str| proxy.request(2, &format!("GET {path} HTTP/1.1\r\nHost: {host}"), None).0;
    assert_eq!(get(&host, "/api/catalogue"), 200);
    assert_eq!(get("other.example.org", "/api/catalogue"), 403, "not a public name");
    assert_eq!(get(&host, "/metrics"), 403);

    let create = |last: u8, header: &str| {
        let head = format!("POST /api/games HTTP/1.1\r\nHost: {host}\r\nOrigin: https://{host}{header}");
        proxy.request(last, &head, Some(&two_humans("tictactoe")))
    };
    let (status, created) = create(2, "");
    assert_eq!(status, 201, "{created}");
    assert_eq!(create(2, "").0, 429, "its share is used up");
    assert_eq!(create(2, "\r\nX-Forwarded-For: 10.0.0.1").0, 429, "a claimed address does not count");
    assert_eq!(create(3, "").0, 201, "another address has a share of its own");

    let path = format!("/api/games/{}", created["game"]["id"].as_str().unwrap());
    let mut request = format!("ws://{host}{path}/events").into_client_request().unwrap();
    request.headers_mut().insert("Origin", format!("https://{host}").parse().unwrap());
    let (mut events, _) = tungstenite::client(request, proxy.connect(3)).unwrap();
    let mut next_moves = || loop {
        if let tungstenite::Message::Text(text) = events.read().unwrap() {
            let event: Json = serde_json::from_str(&text).unwrap();
            return event["game"]["moves"].as_array().unwrap().len();
        }
    };
    assert_eq!(next_moves(), 0);
    let token = created["tokens"]["x"].as_str().unwrap();
    let head = format!("POST {path}/move HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}");
    let body = json!({ "revision": 1, "request": "a", "move": "b2" });
    assert_eq!(proxy.request(2, &head, Some(&body)).0, 200);
    assert_eq!(next_moves(), 1);
}

/// As the browsers of 200 students have them.
const CONNECTIONS: usize = 1_200;

#[test]
fn nginx_with_the_limits_as_shipped_passes_1200_connections() {
    if std::env::var_os("PLATEAU_PROXY").is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (data, nginx) = (directory.path().join("data"), directory.path().join("nginx"));
    fs::create_dir(&nginx).unwrap();
    let access = Access { public_names: vec![NAME.to_owned()], trust_proxy: true, ..Access::default() };
    let server = TestServer::from_options(&Options { access, ..options(&data, ServerLimits::default()) });
    let proxy = Proxy::start(&nginx, &server.address);
    let plain = || TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.plain_port)).unwrap();
    let mut redirected = plain();
    write!(redirected, "GET /a?b HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    redirected.read_to_string(&mut answer).unwrap();
    assert!(answer.contains(&format!("Location: https://{NAME}/a?b")), "{answer}");

    let game = server.create_game(&two_humans("tictactoe"));
    let (host, path) = (proxy.host(), game.path("/events"));
    let streams: Vec<_> = (0..CONNECTIONS)
        .map(|number| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.bare_port)).unwrap();
            let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13";
            let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
            write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\n{key}\r\n\r\n").unwrap();
            let mut status = String::new();
            let mut stream = BufReader::new(stream);
            stream.read_line(&mut status).unwrap();
            assert!(status.starts_with("HTTP/1.1 101 "), "connection {number}: {status:?}");
            stream
        })
        .collect();
    assert_eq!(streams.len(), CONNECTIONS);
}
