//! Explained evaluations as JSON; `docs/json.md` documents the fields.

use plateau_core::Lang;
use plateau_games::explain::{Evaluation, Places, Term, ValueMap};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::{json, value_text};
use plateau_search::{Score, Unit};
use serde_json::{Map, Value as Json, json};

/// The name and version of the JSON schema.
const SCHEMA: &str = "plateau-evaluation/1";

/// Returns an evaluation as JSON; without one, the result of a finished game.
pub fn evaluation(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    evaluation: Option<&Evaluation>,
    lang: Lang,
) -> Json {
    let finished = value_text::finished(variant, record);
    let proven = match evaluation {
        Some(evaluation) => evaluation.proven,
        None => finished.as_ref().map(|finished| finished.analysis.value),
    };
    let value = evaluation.map(|evaluation| evaluation.value);
    let terms = evaluation.map_or(&[][..], |evaluation| &evaluation.explanation.terms);
    let maps = evaluation.map_or(&[][..], |evaluation| &evaluation.explanation.maps);
    let notes = evaluation.map_or(&[][..], |evaluation| &evaluation.explanation.notes);
    json!({
        "schema": SCHEMA,
        "game": record.variant_name(),
        "position": record.position_text(),
        "turn": record.turn().letter().to_string(),
        "evaluator": evaluation.map(|evaluation| evaluation.evaluator),
        "summary": evaluation.map(|evaluation| evaluation.summary.template(lang)),
        "value": value,
        "estimate": value.map(|value| f64::from(value) / f64::from(Score::UNIT)),
        "terms": terms.iter().map(|term| self::term(term, lang)).collect::<Vec<_>>(),
        "maps": maps.iter().map(|map| self::map(variant, map, lang)).collect::<Vec<_>>(),
        "notes": notes.iter().map(|note| note.render(lang)).collect::<Vec<_>>(),
        "proven": proven.map(|value| json::described_value(record, &value, Unit::Pieces, lang)),
        "finished": finished.map(|finished| finished.sentence.render(lang)),
    })
}

fn term(term: &Term, lang: Lang) -> Json {
    json!({
        "name": term.name.render(lang),
        "own": term.counts.map(|counts| counts.own),
        "opponent": term.counts.map(|counts| counts.opponent),
        "weight": term.counts.map(|counts| counts.weight),
        "value": term.value,
    })
}

fn map(variant: &dyn AnyVariant, map: &ValueMap, lang: Lang) -> Json {
    let layout = variant.layout();
    let names: Vec<&String> = match map.places {
        Places::Points => layout.points.iter().map(|point| &point.name).collect(),
        Places::Regions => layout.regions.iter().map(|region| &region.name).collect(),
    };
    let values = names.into_iter().zip(&map.values);
    let values: Map<String, Json> =
        values.filter_map(|(name, value)| Some((name.clone(), json!((*value)?)))).collect();
    json!({
        "name": map.title.render(lang),
        "kind": map.kind.name(),
        "places": match map.places {
            Places::Points => "points",
            Places::Regions => "regions",
        },
        "values": values,
    })
}
