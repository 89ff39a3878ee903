//! The trees of textbook searches.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::Lang;
use plateau_core::text::Argument;
use plateau_draw::tree::{self, TreePicture, depth_limit_leaves};
use plateau_games::{Scale, TreeError, TreeOptions};
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{HintRules, JoinCode};
use crate::api::tree::SearchTree;
use crate::app::App;
use crate::body::MergedBody;
use crate::client::Client;
use crate::engines::run_analysis;
use crate::error::Error;
use crate::openapi::{BodyErrors, ErrorStatus};
use crate::position_request::{PositionRequest, ResolvedPosition, check_length};
use crate::{limits, phrases};

/// A textbook search.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Algorithm)]
pub enum AlgorithmName {
    /// Values are for x, who maximises.
    Minimax,
    /// Values are for the side to move.
    Negamax,
    /// Minimax with alpha-beta pruning.
    Alphabeta,
    /// Negamax with alpha-beta pruning.
    NegamaxAlphabeta,
}

impl From<AlgorithmName> for Algorithm {
    fn from(name: AlgorithmName) -> Self {
        match name {
            AlgorithmName::Minimax => Self::Minimax,
            AlgorithmName::Negamax => Self::Negamax,
            AlgorithmName::Alphabeta => Self::AlphaBeta,
            AlgorithmName::NegamaxAlphabeta => Self::NegamaxAlphaBeta,
        }
    }
}

/// Which tree to search and to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TreeSearchOptions {
    algorithm: AlgorithmName,
    /// The depth of the search.
    #[schema(minimum = 1, maximum = 30)]
    depth: u64,
    /// The maximum number of nodes to send; 2,000 by default.
    #[schema(minimum = 1, maximum = 20_000)]
    nodes: Option<u64>,
    /// The evaluator of positions at the depth limit; without it they count as draws.
    #[serde(rename = "eval")]
    evaluator: Option<String>,
}

/// The body of a request for the tree of a textbook search.
pub type TreeRequest = MergedBody<PositionRequest, TreeSearchOptions>;

/// Get the tree of a textbook search
#[utoipa::path(post, path = "/api/tree", operation_id = "search_tree", request_body = inline(TreeRequest),
    security((), ("join_code" = [])), responses(
    (status = 200, description = "The tree.", body = SearchTree),
    ErrorStatus<401>,
    BodyErrors,
    ErrorStatus<429>,
))]
pub async fn tree(
    _: JoinCode,
    hints: HintRules,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    TreeRequest { base: position, options: request }: TreeRequest,
) -> Result<Response, Error> {
    let ResolvedPosition { variant, record } = position.resolve(&app.registry)?;
    hints.check(record.as_ref())?;
    let depth = check_depth(request.depth)?;
    let nodes = request.nodes.map_or(limits::DEFAULT_TREE_NODES, |nodes| nodes as usize);
    if !(1..=tree::MAX_DRAWN_NODES).contains(&nodes) {
        return Err(phrases::INVALID_NODES
            .message()
            .with("max", Argument::Count(tree::MAX_DRAWN_NODES))
            .into());
    }
    let (algorithm, evaluator) = (request.algorithm.into(), check_evaluator(request.evaluator)?);
    let json = run_analysis(&app, client, move |stop| {
        let mut tree = record.tree(&tree_options(algorithm, depth, evaluator, stop)).map_err(tree_error)?;
        // If every leaf is the end of a game, the evaluator was not used: show results.
        if tree.scale() == Scale::Estimates && depth_limit_leaves(tree.as_ref()).count == 0 {
            tree = record.tree(&tree_options(algorithm, depth, None, stop)).map_err(tree_error)?;
        }
        let title = format!("{} {}", variant.name(), record.position_text());
        let (tree, layout) = (tree.as_ref(), variant.layout());
        let sketch = TreePicture { tree, layout, title: &title, lang, limit: nodes, breadth: None };
        let mut text = Vec::new();
        tree::json::write(&[sketch], &mut text).map_err(|_| Error::Internal)?;
        Ok(text)
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], json.await?).into_response())
}

fn check_depth(depth: u64) -> Result<u32, Error> {
    if (1..=limits::MAX_TREE_DEPTH.into()).contains(&depth) {
        return Ok(depth as u32);
    }
    Err(phrases::INVALID_DEPTH.message().with("max", limits::MAX_TREE_DEPTH).into())
}

fn tree_options(algorithm: Algorithm, depth: u32, evaluator: Option<String>, stop: &Stop) -> TreeOptions {
    let limit = limits::MAX_TREE_SEARCH_NODES;
    TreeOptions {
        algorithm,
        depth: Some(depth),
        evaluator,
        fold_symmetry: false,
        max_nodes: limit,
        stop: stop.clone(),
    }
}

/// Checks the name of the evaluator of leaves; without one they count as draws.
fn check_evaluator(name: Option<String>) -> Result<Option<String>, Error> {
    name.map(|name| check_length(&name).map(str::to_owned)).transpose()
}

fn tree_error(error: TreeError) -> Error {
    match error {
        TreeError::Invalid(message) => message.into(),
        TreeError::TooLarge => {
            let limit = Argument::Count(limits::MAX_TREE_SEARCH_NODES);
            phrases::TREE_TOO_LARGE.message().with("limit", limit).into()
        }
        // Stopped by a disconnect or a shutdown: the client does not receive it.
        TreeError::Stopped => Error::ShuttingDown,
    }
}

/// Up to which depth to count nodes.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CountOptions {
    /// The maximum depth.
    #[schema(minimum = 1, maximum = 30)]
    depth: u64,
    /// The evaluator of positions at the depth limit; without it they count as draws.
    #[serde(rename = "eval")]
    evaluator: Option<String>,
}

/// The body of a request to compare node counts.
pub type CountRequest = MergedBody<PositionRequest, CountOptions>;

/// The nodes that searches visit, by their depth.
#[derive(Debug, Serialize, ToSchema)]
pub struct NodeCounts {
    /// One row per depth, up to the first that exceeds the node limit.
    rows: Vec<NodeCount>,
}

/// The nodes that searches visit at a depth.
#[derive(Debug, Serialize, ToSchema)]
struct NodeCount {
    depth: u32,
    minimax: usize,
    alphabeta: usize,
}

/// Count the nodes that minimax and alpha-beta visit at each depth
#[utoipa::path(post, path = "/api/counts", operation_id = "count_nodes", request_body = inline(CountRequest),
    security((), ("join_code" = [])), responses(
    (status = 200, description = "The numbers of nodes.", body = NodeCounts),
    ErrorStatus<401>,
    BodyErrors,
    ErrorStatus<429>,
))]
pub async fn counts(
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    CountRequest { base: position, options: request }: CountRequest,
) -> Result<Json<NodeCounts>, Error> {
    let ResolvedPosition { record, .. } = position.resolve(&app.registry)?;
    let (max_depth, evaluator) = (check_depth(request.depth)?, check_evaluator(request.evaluator)?);
    let rows = run_analysis(&app, client, move |stop| {
        let row = |depth| -> Result<NodeCount, TreeError> {
            let plan = |algorithm| tree_options(algorithm, depth, evaluator.clone(), stop);
            let minimax = record.count_tree(&plan(Algorithm::Minimax))?;
            let alphabeta = record.count_tree(&plan(Algorithm::AlphaBeta))?;
            Ok(NodeCount { depth, minimax, alphabeta })
        };
        Ok((1..=max_depth).map_while(|depth| row(depth).ok()).collect::<Vec<_>>())
    });
    Ok(Json(NodeCounts { rows: rows.await? }))
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    #[test]
    fn algorithms_have_the_names_of_the_search() {
        for algorithm in Algorithm::ALL {
            let name: StrDeserializer<'_, Error> = algorithm.name().into_deserializer();
            assert_eq!(Algorithm::from(AlgorithmName::deserialize(name).unwrap()), algorithm);
        }
    }
}
