//! Pictures of positions.

use std::io::Read;

use serde_json::json;

use crate::harness::TestServer;

/// Returns the status, the content type and the bytes of a picture.
fn picture(server: &TestServer, body: &serde_json::Value) -> (u16, String, Vec<u8>) {
    let mut response = server.post_unread("/api/picture", body);
    let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
    let mut bytes = Vec::new();
    response.body_mut().as_reader().read_to_end(&mut bytes).unwrap();
    (response.status().as_u16(), kind, bytes)
}

#[test]
fn a_position_is_drawn_as_png() {
    let server = TestServer::start();
    let position = json!({ "game": "connect4", "moves": ["4", "4", "5"] });
    let (status, kind, last) = picture(&server, &position);
    assert_eq!((status, kind.as_str(), &last[..8]), (200, "image/png", &b"\x89PNG\r\n\x1a\n"[..]));
    let (_, _, earlier) =
        picture(&server, &json!({ "game": "connect4", "moves": ["4", "4", "5"], "ply": 1 }));
    assert_ne!(last, earlier);
    // In the colours of the page.
    let themed = |theme: &str, scheme: &str| {
        let body = json!({ "game": "connect4", "moves": ["4", "4", "5"], "theme": theme, "scheme": scheme });
        picture(&server, &body).2
    };
    let [dark, contrast] = [themed("natural", "dark"), themed("contrast", "dark")];
    assert_eq!(themed("natural", "light"), last, "the default");
    assert!(dark != last && contrast != last && dark != contrast);
    let wrong = json!({ "game": "connect4", "theme": "pink" });
    assert_eq!(picture(&server, &wrong).0, 400);
    let record = "game: connect4\nmoves: 4 4 5\nresult: *\n";
    assert_eq!(picture(&server, &json!({ "record": record })).2, last);
    server.post("/api/picture", &json!({ "game": "connect4", "moves": ["9"] })).json();
    assert_eq!(picture(&server, &json!({ "game": "chess" })).0, 422);
}
