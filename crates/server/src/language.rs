//! Selects the language of a response.

use axum::http::{HeaderMap, Uri, header};
use plateau_core::Lang;

/// Returns the language of the `lang` query parameter, else the preferred one of
/// `Accept-Language`, else English.
pub fn from_request(uri: &Uri, headers: &HeaderMap) -> Lang {
    let parameters = uri.query().into_iter().flat_map(|query| query.split('&'));
    let requested = parameters.filter_map(|pair| pair.strip_prefix("lang=")).find_map(parse_tag);
    let accepted = || headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok().and_then(parse_accept_language);
    requested.or_else(accepted).unwrap_or_default()
}

/// Returns the language with the highest weight in a list such as
/// `de, fr;q=0.8, en;q=0.5`; the first one on a tie.
fn parse_accept_language(list: &str) -> Option<Lang> {
    let mut best: Option<(f32, Lang)> = None;
    for item in list.split(',') {
        let (tag, weight) = item.split_once(";q=").unwrap_or((item, "1"));
        let Some(lang) = parse_tag(tag.trim()) else { continue };
        let weight = weight.trim().parse().unwrap_or(0.0);
        if weight > best.map_or(0.0, |(highest, _)| highest) {
            best = Some((weight, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

/// Returns the language tag for HTML.
pub const fn tag(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    }
}

fn parse_tag(tag: &str) -> Option<Lang> {
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
    fn accept_language_selects_the_highest_weight() {
        assert_eq!(parse_accept_language("fr-CH, en;q=0.9"), Some(Lang::Fr));
        assert_eq!(parse_accept_language("de, en;q=0.5, fr;q=0.8"), Some(Lang::Fr));
        assert_eq!(parse_accept_language("en,fr"), Some(Lang::En));
        assert_eq!(parse_accept_language("de;q=x, *"), None);
        assert_eq!(parse_accept_language("fr;q=0"), None);
    }
}
