//! The static files of the page, embedded in the program.

mod compact;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::Extension;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Phrase};
use plateau_draw::look::css;
use plateau_draw::tree::html;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Error;
use crate::{language, phrases};

#[derive(RustEmbed)]
#[folder = "page/public/"]
struct Assets;

/// The entry point of the page. Views are selected by the URL fragment, so this is
/// the only document.
const INDEX: &str = "index.html";

/// The module that draws trees, shared with the pages that `plateau tree` writes.
const TREE_MODULE: &str = "tree.js";

/// The colours of boards, shared with all pictures.
const LOOKS: &str = "looks.css";

/// Serves a file of the page.
pub async fn file(
    method: Method,
    uri: Uri,
    Extension(lang): Extension<Lang>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    if path == "api" || path.starts_with("api/") {
        return Err(Error::NotFound);
    }
    if method != Method::GET && method != Method::HEAD {
        return Err(Error::MethodNotAllowed);
    }
    let name = if path.is_empty() { INDEX } else { path };
    match name {
        TREE_MODULE => return Ok(TREE_MODULE_FILE.respond(name, &headers)),
        LOOKS => return Ok(LOOKS_FILE.respond(name, &headers)),
        _ => {}
    }
    match Assets::get(name) {
        Some(file) => Ok(served_file(name, file).respond(name, &headers)),
        None if accepts_html(&headers) => Ok(not_found_page(lang)),
        None => Err(Error::NotFound),
    }
}

/// Returns whether the client is a browser that opens a document.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// Returns the 404 page.
fn not_found_page(lang: Lang) -> Response {
    let words = |phrase: &'static Phrase| phrase.template(lang);
    let (tag, message, link) =
        (language::tag(lang), words(&phrases::NOT_FOUND), words(&phrases::BACK_TO_GAMES));
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"{tag}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Plateau: 404</title>\n<link rel=\"stylesheet\" href=\"/style.css\">\n\
         <script type=\"module\" src=\"/lib/theme.js\"></script>\n\
         <main class=\"not-found\"><h1>404</h1><p>{message}</p><p><a href=\"/\">{link}</a></p></main>\n"
    );
    (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, content_type(INDEX))], page).into_response()
}

/// A file as it is sent.
#[derive(Clone)]
struct ServedFile {
    etag: String,
    data: Bytes,
}

static TREE_MODULE_FILE: LazyLock<ServedFile> =
    LazyLock::new(|| ServedFile::new(compact::script(&html::module()).into()));
static LOOKS_FILE: LazyLock<ServedFile> =
    LazyLock::new(|| ServedFile::new(compact::style_sheet(&css::style_sheet()).into()));

/// Files by their names, with the hashes of their sources: those of a development build change while it
/// runs.
type ServedFiles = HashMap<String, ([u8; 32], ServedFile)>;

/// The files sent so far.
static FILES: LazyLock<Mutex<ServedFiles>> = LazyLock::new(Mutex::default);

/// Returns a file, scripts and style sheets without their comments.
fn served_file(name: &str, file: EmbeddedFile) -> ServedFile {
    let hash = file.metadata.sha256_hash();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = files.get(name).filter(|(known_hash, _)| *known_hash == hash) {
        return known.clone();
    }
    let data = match (std::str::from_utf8(&file.data), name.rsplit('.').next()) {
        (Ok(source), Some("js")) => compact::script(source).into(),
        (Ok(source), Some("css")) => compact::style_sheet(source).into(),
        _ => file.data.into_owned().into(),
    };
    let served = ServedFile::new(data);
    files.insert(name.to_owned(), (hash, served.clone()));
    served
}

impl ServedFile {
    fn new(data: Bytes) -> Self {
        let mut hash = DefaultHasher::new();
        data.hash(&mut hash);
        Self { etag: format!("\"{:016x}\"", hash.finish()), data }
    }

    /// Returns the file, or 304 if the client has the current version.
    fn respond(&self, name: &str, headers: &HeaderMap) -> Response {
        let known = headers.get(header::IF_NONE_MATCH);
        let cache_headers =
            [(header::ETAG, self.etag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
        if known.is_some_and(|known| known.as_bytes() == self.etag.as_bytes()) {
            return (StatusCode::NOT_MODIFIED, cache_headers).into_response();
        }
        (cache_headers, [(header::CONTENT_TYPE, content_type(name))], self.data.clone()).into_response()
    }
}

/// Returns the content type of a file by its extension.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every script that is served, by name.
    fn scripts() -> Vec<(String, String)> {
        let files = Assets::iter().filter(|name| name.ends_with(".js"));
        let text = |name: &str| String::from_utf8(Assets::get(name).unwrap().data.into_owned()).unwrap();
        let mut all: Vec<_> = files.map(|name| (name.to_string(), text(&name))).collect();
        all.push((TREE_MODULE.to_owned(), html::module()));
        all
    }

    #[test]
    fn no_text_of_a_script_spans_lines() {
        let scripts = scripts();
        assert!(scripts.len() > 70, "{} scripts", scripts.len());
        for (name, source) in scripts {
            for (number, line) in compact::script(&source).lines().enumerate() {
                let is_even = line.matches('`').count().is_multiple_of(2);
                assert!(is_even && !line.ends_with('\\'), "{name}:{}: {line}", number + 1);
            }
        }
    }

    #[test]
    fn only_comments_are_taken_out_of_lines() {
        for (name, source) in scripts() {
            for line in source.lines().filter(|line| !line.trim().starts_with("/*")) {
                for (before, _) in line.match_indices("/** @").map(|(at, _)| line.split_at(at)) {
                    let quotes = ['"', '`'].map(|quote| before.matches(quote).count());
                    assert!(quotes.iter().all(|count| count.is_multiple_of(2)), "{name}: {line}");
                }
            }
        }
    }

    #[test]
    fn style_sheets_have_no_texts_with_spaces() {
        for name in Assets::iter().filter(|name| name.ends_with(".css")) {
            let source = String::from_utf8(Assets::get(&name).unwrap().data.into_owned()).unwrap();
            for text in source.split('"').skip(1).step_by(2) {
                assert!(!text.contains([':', ';', '{', ',']), "{name}: {text}");
            }
        }
    }

    #[test]
    fn a_file_is_compacted_once_for_each_version() {
        let first = served_file("main.js", Assets::get("main.js").unwrap());
        let second = served_file("main.js", Assets::get("main.js").unwrap());
        assert_eq!(first.data.as_ptr(), second.data.as_ptr(), "the same bytes");
        let other = served_file("main.js", Assets::get("style.css").unwrap());
        assert_ne!(first.etag, other.etag, "a changed source is compacted again");
    }
}
