//! The static files of the page, and the headers of every response.

use std::path::Path;

use crate::harness::TestServer;

#[test]
fn index_has_strict_security_headers() {
    let page = TestServer::start().get("/");
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
}

#[test]
fn files_are_revalidated_by_etag() {
    let server = TestServer::start();
    for path in ["/", "/tree.js", "/looks.css"] {
        let etag = server.get(path).headers["etag"].to_str().unwrap().to_owned();
        let cached = server.get_with(path, &[("If-None-Match", &etag)]);
        assert_eq!((cached.status, cached.text.as_str()), (304, ""), "{path}");
    }
    assert_eq!(server.get("/api/catalogue").headers["cache-control"], "no-store");
}

#[test]
fn unknown_paths_are_not_found() {
    let server = TestServer::start();
    let page = server.get("/");
    assert_eq!(server.get("/?game=connect4").text, page.text);
    assert_eq!(server.get("/index.html").text, page.text);
    for path in ["/nothing.js", "/play/0123", "/nothing", "//", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        server.get(path).assert_error(404, "server.not-found");
        // A browser gets a page with a link to the index.
        let accept = "text/html,application/xhtml+xml,*/*;q=0.8";
        let missing = server.get_with(path, &[("Accept", accept), ("Accept-Language", "fr")]);
        assert_eq!((missing.status, &missing.headers["content-type"]), (404, &page.headers["content-type"]));
        assert!(missing.text.contains("page introuvable") && missing.text.contains("href=\"/\""));
        assert_eq!(missing.headers["content-security-policy"], page.headers["content-security-policy"]);
    }
    server.get("/api/nothing").assert_error(404, "server.not-found");
}

#[test]
fn files_of_the_not_found_page_exist() {
    let server = TestServer::start();
    let page = server.get_with("/nothing", &[("Accept", "text/html")]).text;
    let links = page.split(['"']).filter(|part| part.starts_with('/'));
    let links: Vec<&str> = links.collect();
    assert!(links.len() >= 3, "{page}");
    for link in links {
        assert_eq!(server.get(link).status, 200, "{link}");
    }
}

#[test]
fn only_the_public_directory_is_served() {
    let server = TestServer::start();
    assert_eq!(server.get("/views/play/play.js").status, 200);
    for path in ["/package.json", "/tsconfig.json", "/types/api.d.ts", "/tests/router.test.js", "/check"] {
        server.get(path).assert_error(404, "server.not-found");
    }
}

#[test]
fn tree_module_is_the_one_of_the_explorer() {
    let module = TestServer::start().get("/tree.js");
    assert_eq!(module.headers["content-type"].to_str().unwrap(), "text/javascript; charset=utf-8");
    let source = plateau_draw::tree::html::module();
    assert_eq!(module.text.lines().count(), source.lines().count(), "lines keep their numbers");
    for (source, served) in source.lines().map(str::trim).zip(module.text.lines()) {
        let end = source.rsplit("*/").next().unwrap().trim_start();
        if source.starts_with("//") || source.starts_with('*') {
            assert_eq!(served, "", "{source}");
        } else if let Some((start, _)) = source.split_once("/*") {
            let is_code = served.starts_with(start) && served.ends_with(end);
            assert!(is_code || !source.contains("*/"), "{source}: {served}");
            assert!(!served.contains("/*"), "{served}");
        } else {
            assert_eq!(served, source);
        }
    }
}

/// Returns the selectors of a style sheet with their declarations, which have single spaces within.
fn rules(sheet: &str) -> Vec<(String, Vec<String>)> {
    let normal = |text: &str| {
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace(": ", ":").replace(", ", ",")
    };
    let rule = |rule: &str| {
        let (selector, declarations) = rule.rsplit_once('{')?;
        let selector = selector.rsplit_once("*/").map_or(selector, |(_, selector)| selector);
        let declarations = declarations.split(';').map(normal).filter(|each| !each.is_empty());
        Some((normal(selector), declarations.collect()))
    };
    sheet.split('}').filter_map(rule).collect()
}

#[test]
fn colours_of_boards_are_those_of_pictures() {
    let server = TestServer::start();
    let sheet = server.get("/looks.css");
    assert_eq!(sheet.headers["content-type"].to_str().unwrap(), "text/css; charset=utf-8");
    let source = rules(&plateau_draw::look::css::style_sheet());
    let served = rules(&sheet.text);
    assert_eq!(source, served);
    assert!(served.len() > 7, "{served:?}");
    let look = &server.get("/api/variants/othello").json()["layout"]["look"];
    assert_eq!(look["class"], "look-felt");
    assert!(sheet.text.contains(&format!(".{}{{", look["class"].as_str().unwrap())));
}

/// Lists the files in a directory by their paths below it.
fn files_below(directory: &Path, path: &str) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap().map(Result::unwrap);
    let files = |entry: std::fs::DirEntry| {
        let path = format!("{path}/{}", entry.file_name().to_str().unwrap());
        if entry.metadata().unwrap().is_dir() { files_below(&entry.path(), &path) } else { vec![path] }
    };
    entries.flat_map(files).collect()
}

#[test]
fn page_is_under_300_kilobytes_as_served() {
    let server = TestServer::start();
    let mut paths = files_below(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page/public")), "");
    paths.extend(["/tree.js", "/looks.css"].map(str::to_owned));
    let size: usize = paths.iter().map(|path| server.get(path).text.len()).sum();
    assert!(size < 300_000, "{size} bytes");
}
