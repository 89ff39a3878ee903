//! The page's files, and what every answer says about itself.

use std::fs;
use std::path::Path;

use crate::help::{Directory, House};

#[test]
fn the_page_is_served_with_strict_headers() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let page = house.get("/");
    assert_eq!(page.status, 200);
    let header = |name: &str| page.headers[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    let policy = header("content-security-policy");
    assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("x-frame-options"), "DENY");
    assert_eq!(header("referrer-policy"), "no-referrer");
    assert_eq!(header("cache-control"), "no-cache");
    let same = house.get_with("/", &[("If-None-Match", &header("etag"))]);
    assert_eq!((same.status, same.text.as_str()), (304, ""));
    assert_eq!(house.get("/?game=connect4").text, page.text);
    assert_eq!(house.get("/index.html").text, page.text);
    for path in ["/nothing.js", "/play/0123", "/nothing", "//", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        house.get(path).refused(404, "server.no-such-page");
        // A person sees a page that leads back.
        let accept = "text/html,application/xhtml+xml,*/*;q=0.8";
        let missing = house.get_with(path, &[("Accept", accept), ("Accept-Language", "fr")]);
        assert_eq!((missing.status, &missing.headers["content-type"]), (404, &page.headers["content-type"]));
        assert!(missing.text.contains("il n'y a rien ici") && missing.text.contains("href=\"/\""));
        assert_eq!(missing.headers["content-security-policy"], page.headers["content-security-policy"]);
    }
    house.get("/api/nothing").refused(404, "server.no-such-page");
    assert_eq!(house.get("/api/catalogue").headers["cache-control"], "no-store");
}

#[test]
fn trees_are_drawn_by_the_explorers_own_parts() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let module = house.get("/tree.js");
    assert_eq!(module.headers["content-type"].to_str().unwrap(), "text/javascript; charset=utf-8");
    assert_eq!(module.text, plateau_draw::tree::html::module());
    let tag = module.headers["etag"].to_str().unwrap();
    assert_eq!(house.get_with("/tree.js", &[("If-None-Match", tag)]).status, 304);
}

#[test]
fn the_page_is_small() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/public");
    let all = size_of_files(&page) + plateau_draw::tree::html::module().len() as u64;
    assert!(all < 300_000, "{all} bytes");
}

/// Returns the total size of the files in a directory and its subdirectories.
fn size_of_files(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    entries
        .map(|entry| match entry.metadata().unwrap() {
            metadata if metadata.is_dir() => size_of_files(&entry.path()),
            metadata => metadata.len(),
        })
        .sum()
}

#[test]
fn only_the_public_directory_is_served() {
    let directory = Directory::new();
    let house = House::new(&directory);
    assert_eq!(house.get("/views/play/play.js").status, 200);
    for path in ["/package.json", "/tsconfig.json", "/types/api.d.ts", "/tests/router.test.js", "/check"] {
        house.get(path).refused(404, "server.no-such-page");
    }
}
