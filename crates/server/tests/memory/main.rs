//! The memory of a server whose clients wait for engines, in a process of its own, so that nothing else takes
//! memory meanwhile.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use plateau_games::REGISTRY;
use plateau_server::{Access, Options, Server, ServerLimits};

/// The number of clients that ask at the same time.
const CLIENTS: usize = 200;

/// The memory of each engine that runs, in megabytes; one runs per processor, of at least two.
const ENGINE_MEMORY: u64 = 64;

/// The maximum growth besides that, in megabytes: the stacks of threads, and a request for each analysis that
/// waits.
const OTHER_MEMORY: u64 = 272;

/// Returns the writable memory of this process in megabytes, including tables that are allocated but were never
/// written, which take no resident memory yet.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmData:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

fn post(server: SocketAddr, path: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server).unwrap();
    let head = format!("Host: {server}\r\nContent-Type: application/json\r\n{headers}Connection: close");
    let length = body.len();
    write!(stream, "POST {path} HTTP/1.1\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
    stream
}

#[test]
fn analyses_that_wait_have_no_tables() {
    let directory = tempfile::tempdir().unwrap();
    let options = Options {
        bind: [127, 0, 0, 1].into(),
        port: 0,
        data: directory.path().to_owned(),
        limits: ServerLimits::default(),
        tournament: None,
        access: Access::default(),
    };
    let server = Server::open(&REGISTRY, &options).unwrap();
    let (address, shutdown) = (server.address(), server.shutdown_handle());
    let running = thread::spawn(move || server.run());
    let ids: Vec<String> = (0..CLIENTS)
        .map(|_| {
            let mut answer = String::new();
            post(address, "/api/clients", "", "{}").read_to_string(&mut answer).unwrap();
            answer.rsplit('"').nth(1).unwrap().to_owned()
        })
        .collect();
    let processors = thread::available_parallelism().map_or(2, |processors| processors.get() as u64).max(2);
    let bound = processors * ENGINE_MEMORY + OTHER_MEMORY;
    for path in ["/api/analyse", "/api/review"] {
        let body = r#"{"game": "connect4", "moves": "44", "time": "10s", "engine": "best:book=off"}"#;
        let before = memory();
        let waiting: Vec<_> =
            ids.iter().map(|id| post(address, path, &format!("X-Client: {id}\r\n"), body)).collect();
        let (started, mut peak) = (Instant::now(), before);
        while started.elapsed() < Duration::from_secs(2) {
            peak = peak.max(memory());
            thread::sleep(Duration::from_millis(2));
        }
        assert!(peak < before + bound, "{path}: {before} MB before, {peak} MB at most");
        drop(waiting);
    }
    shutdown.shutdown();
    running.join().unwrap();
}
