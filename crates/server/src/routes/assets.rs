//! The static files of the page, embedded in the program.

mod compact;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::Extension;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Phrase};
use plateau_draw::look::css;
use plateau_draw::tree::html;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Error;
use crate::{language, phrases, tokens};

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
        TREE_MODULE => return Ok(respond_compact(name, &html::module(), &headers)),
        LOOKS => return Ok(respond_compact(name, &css::style_sheet(), &headers)),
        _ => {}
    }
    match Assets::get(name) {
        Some(file) => Ok(match std::str::from_utf8(&file.data) {
            Ok(text) if is_code(name) => respond_compact(name, text, &headers),
            _ => respond(name, etag(&file), file.data, &headers),
        }),
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

fn etag(file: &EmbeddedFile) -> String {
    format!("\"{}\"", tokens::hex(&file.metadata.sha256_hash()[..8]))
}

/// Returns whether a file is a script or a style sheet.
fn is_code(name: &str) -> bool {
    matches!(name.rsplit('.').next(), Some("js" | "css"))
}

/// Returns a script or a style sheet without its comments.
fn respond_compact(name: &str, source: &str, headers: &HeaderMap) -> Response {
    let text = compact::without_comments(source);
    let mut hash = DefaultHasher::new();
    text.hash(&mut hash);
    respond(name, format!("\"{:016x}\"", hash.finish()), text.into_bytes().into(), headers)
}

/// Returns a file, or 304 if the client has the current version.
fn respond(name: &str, etag: String, data: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    let is_cached =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let cache_headers = [(header::ETAG, etag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if is_cached {
        return (StatusCode::NOT_MODIFIED, cache_headers).into_response();
    }
    (cache_headers, [(header::CONTENT_TYPE, content_type(name))], data.into_owned()).into_response()
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
