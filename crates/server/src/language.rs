//! The language of a request.

use axum::http::{HeaderMap, Uri, header};
use plateau_core::Lang;

/// The language asked for by `?lang=`, or else by the browser.
pub fn of_request(uri: &Uri, headers: &HeaderMap) -> Lang {
    let asked = uri.query().into_iter().flat_map(|query| query.split('&'));
    let asked = asked.filter_map(|pair| pair.strip_prefix("lang=")).find_map(of_tag);
    let accepted = || headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok().and_then(of_list);
    asked.or_else(accepted).unwrap_or_default()
}

/// The best liked language of a list such as `de, fr;q=0.8, en;q=0.5`, the first
/// of those liked alike.
fn of_list(list: &str) -> Option<Lang> {
    let mut best: Option<(f32, Lang)> = None;
    for item in list.split(',') {
        let (tag, weight) = item.split_once(";q=").unwrap_or((item, "1"));
        let Some(lang) = of_tag(tag.trim()) else { continue };
        let weight = weight.trim().parse().unwrap_or(0.0);
        if weight > best.map_or(0.0, |(most, _)| most) {
            best = Some((weight, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

/// The tag of a language.
pub const fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    }
}

fn of_tag(tag: &str) -> Option<Lang> {
    match tag.split('-').next()?.to_ascii_lowercase().as_str() {
        "en" => Some(Lang::En),
        "fr" => Some(Lang::Fr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_liked_language_is_taken() {
        assert_eq!(of_list("fr-CH, en;q=0.9"), Some(Lang::Fr));
        assert_eq!(of_list("de, en;q=0.5, fr;q=0.8"), Some(Lang::Fr));
        assert_eq!(of_list("en,fr"), Some(Lang::En));
        assert_eq!(of_list("de;q=x, *"), None);
        assert_eq!(of_list("fr;q=0"), None);
    }
}
