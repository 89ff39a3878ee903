//! The page: files that are part of the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::Extension;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Phrase};
use plateau_draw::tree::html;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Error;
use crate::{language, phrases, secret};

#[derive(RustEmbed)]
#[folder = "page/public/"]
struct Page;

/// What a browser opens. The state of the page is in the part of its address that
/// servers never see, so that there is one path.
const INDEX: &str = "index.html";

/// What draws trees: the same as in the page that `plateau tree` writes.
const TREE: &str = "tree.js";

/// A file of the page.
pub async fn file(
    method: Method,
    uri: Uri,
    Extension(lang): Extension<Lang>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    if path == "api" || path.starts_with("api/") {
        return Err(Error::NoSuchPage);
    }
    if method != Method::GET && method != Method::HEAD {
        return Err(Error::WrongMethod);
    }
    let name = if path.is_empty() { INDEX } else { path };
    if name == TREE {
        let module = html::module().into_bytes();
        let mut hash = DefaultHasher::new();
        module.hash(&mut hash);
        return Ok(answer(name, format!("\"{:016x}\"", hash.finish()), module.into(), &headers));
    }
    match Page::get(name) {
        Some(file) => Ok(answer(name, tag(&file), file.data, &headers)),
        None if wants_page(&headers) => Ok(missing(lang)),
        None => Err(Error::NoSuchPage),
    }
}

/// Whether a person looks, not a program.
fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// What a person sees at a path that leads nowhere.
fn missing(lang: Lang) -> Response {
    let words = |phrase: &'static Phrase| phrase.template(lang);
    let (code, nothing, back) =
        (language::tag(lang), words(&phrases::NO_SUCH_PAGE), words(&phrases::TO_THE_PAGE));
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Plateau: 404</title>\n<link rel=\"stylesheet\" href=\"/style.css\">\n\
         <script type=\"module\" src=\"/lib/theme.js\"></script>\n\
         <main class=\"not-found\"><h1>404</h1><p>{nothing}</p><p><a href=\"/\">{back}</a></p></main>\n"
    );
    (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, kind(INDEX))], page).into_response()
}

fn tag(file: &EmbeddedFile) -> String {
    format!("\"{}\"", secret::hexadecimal(&file.metadata.sha256_hash()[..8]))
}

fn answer(name: &str, tag: String, data: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(header::CONTENT_TYPE, kind(name))];
    (about, kind, data.into_owned()).into_response()
}

/// The type of a file, by its extension.
fn kind(name: &str) -> &'static str {
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
