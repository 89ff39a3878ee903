//! Why a server can't start, in a sentence.

use plateau_games::REGISTRY;
use plateau_server::{Limits, Options, Server};

use crate::help::{Directory, House};

fn refused(options: &Options) -> String {
    Server::open(&REGISTRY, options).unwrap_err().to_string()
}

#[test]
fn ports_and_directories_that_cannot_be_had() {
    let (directory, other) = (Directory::new(), Directory::new());
    let house = House::new(&directory);
    let address: std::net::SocketAddr = house.address.parse().unwrap();
    let mut options = Options {
        bind: address.ip(),
        port: address.port(),
        data: other.0.clone(),
        limits: Limits::default(),
    };
    assert_eq!(
        refused(&options),
        format!("port {} of 127.0.0.1 is taken; another is chosen by --port", address.port())
    );
    options.port = 0;
    options.data.clone_from(&directory.0);
    assert!(refused(&options).starts_with("another server keeps its games in "));
    options.data = "/proc/nowhere".into();
    assert!(refused(&options).starts_with("games can't be kept in /proc/nowhere: "));
}

#[test]
fn games_of_a_newer_version_are_left_alone() {
    let directory = Directory::new();
    drop(House::new(&directory));
    let file = rusqlite::Connection::open(directory.0.join("games.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    let limits = Limits::default();
    let options = Options { bind: [127, 0, 0, 1].into(), port: 0, data: directory.0.clone(), limits };
    let sentence = refused(&options);
    assert!(sentence.contains("are of a newer Plateau (version 99, this one knows 2)"), "{sentence}");
}

#[cfg(unix)]
#[test]
fn games_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let directory = Directory::new();
    std::fs::create_dir_all(&directory.0).unwrap();
    let file = directory.0.join("games.sqlite");
    let mode = || std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    drop(House::new(&directory));
    assert_eq!(mode(), 0o600, "in a directory that was there");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    drop(House::new(&directory));
    assert_eq!(mode(), 0o600, "of a file that was there");
}
