//! The page: files that are part of the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use plateau_draw::tree::html;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Error;
use crate::secret;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// What a browser opens, whatever the path says about the state of the page.
const INDEX: &str = "index.html";

/// What draws trees: the same as in the page that `plateau tree` writes.
const TREE: &str = "tree.js";

/// A file of the page.
pub async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Error> {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Err(Error::NoSuchPage);
    }
    if method != Method::GET && method != Method::HEAD {
        return Err(Error::WrongMethod);
    }
    // A path without an extension is a place within the page.
    let is_place = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let name = if is_place { INDEX } else { path };
    if name == TREE {
        let module = html::module().into_bytes();
        let mut hash = DefaultHasher::new();
        module.hash(&mut hash);
        return Ok(answer(name, format!("\"{:016x}\"", hash.finish()), module.into(), &headers));
    }
    let file = Page::get(name).ok_or(Error::NoSuchPage)?;
    Ok(answer(name, tag(&file), file.data, &headers))
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
