//! Errors at startup, and the permissions of the database.

use plateau_games::REGISTRY;
use plateau_server::{Options, Server, ServerLimits};

use crate::harness::{TestServer, options};

fn startup_error(options: &Options) -> String {
    Server::open(&REGISTRY, options).unwrap_err().to_string()
}

#[test]
fn ports_and_directories_in_use_are_reported() {
    let (directory, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = TestServer::start_in(directory.path());
    let address: std::net::SocketAddr = server.address.parse().unwrap();
    let mut options = options(other.path(), ServerLimits::default());
    (options.bind, options.port) = (address.ip(), address.port());
    let expected =
        format!("port {} of 127.0.0.1 is already in use; choose another with --port", address.port());
    assert_eq!(startup_error(&options), expected);
    options.port = 0;
    options.data = directory.path().to_owned();
    assert!(startup_error(&options).starts_with("another server is using "));
    options.data = "/proc/nowhere".into();
    assert!(startup_error(&options).starts_with("cannot save games in /proc/nowhere: "));
}

#[test]
fn databases_of_newer_versions_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    drop(TestServer::start_in(directory.path()));
    let database = rusqlite::Connection::open(directory.path().join("games.sqlite")).unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    let message = startup_error(&options(directory.path(), ServerLimits::default()));
    assert!(
        message.contains("newer version of Plateau (schema 99, this version reads up to 7)"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.sqlite");
    let mode = || std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    drop(TestServer::start_in(directory.path()));
    assert_eq!(mode(), 0o600, "new file in an existing directory");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    drop(TestServer::start_in(directory.path()));
    assert_eq!(mode(), 0o600, "existing file");
}
