//! Health checks and metrics.

use std::net::Ipv6Addr;

use plateau_server::{Access, Options, ServerLimits};

use crate::harness::{TestServer, options, two_humans};

#[test]
fn health_checks_are_answered_for_any_host() {
    let server = TestServer::start();
    let other_host = [("Host", "balancer.example")];
    for (path, answer) in [("/healthz", "ok\n"), ("/readyz", "ready\n")] {
        let response = server.get_with(path, &other_host);
        assert_eq!((response.status, response.text.as_str()), (200, answer), "{path}");
    }
    server.get_with("/api/catalogue", &other_host).assert_error(403, "server.unknown-host");
    assert_eq!(server.get_with("/metrics", &other_host).status, 403);
}

#[test]
fn metrics_count_games_moves_and_refusals() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let _stream = game.stream();
    game.play(0, "b2").ok();
    game.play(0, "a1").assert_error(403, "server.not-your-turn");
    let text = server.get("/metrics").text;
    for line in [
        "plateau_games_in_memory 1",
        "plateau_games_created_total 1",
        "plateau_changes_total 1",
        "plateau_streams 1",
        "plateau_engine_queue{kind=\"turns\"} 0",
        "plateau_refusals_total{code=\"server.not-your-turn\"} 1",
        "plateau_move_seconds_count 2",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    for token in &game.tokens {
        assert!(!text.contains(token.as_str()));
    }
}

#[test]
fn metrics_are_for_this_machine_unless_they_are_public() {
    let forwarded = [("X-Forwarded-For", "192.0.2.7")];
    for (trust_proxy, public_metrics) in [(false, false), (true, false), (true, true)] {
        let server =
            TestServer::start_with_access(Access { trust_proxy, public_metrics, ..Access::default() });
        assert_eq!(server.get("/metrics").status, 200);
        let expected = if public_metrics { 200 } else { 403 };
        assert_eq!(server.get_with("/metrics", &forwarded).status, expected, "{trust_proxy}");
    }
}

#[test]
fn metrics_are_for_this_machine_over_ipv6_too() {
    let directory = tempfile::tempdir().unwrap();
    let options = options(directory.path(), ServerLimits::default());
    let server = TestServer::from_options(&Options { bind: Ipv6Addr::LOCALHOST.into(), ..options });
    assert_eq!(server.get("/metrics").status, 200);
}
