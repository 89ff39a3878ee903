//! The `OpenAPI` description of the HTTP API: what all requests share. Each handler describes
//! the rest.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::response::Response;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Required,
    ResponseBuilder,
};
use utoipa::{IntoResponses, ToSchema};

use crate::api::game::Game;

/// The body of an error.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody {
    /// The code of the error, for programs.
    pub error: &'static str,
    /// The error as a sentence, for people.
    pub message: String,
    /// The current game, if the request was based on an old revision (409).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub game: Option<Box<Game>>,
    /// The index of an illegal move in the list of moves (422).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ply: Option<usize>,
}

/// The errors: status, name of the response in the description, and when it is sent.
const ERRORS: [(u16, &str, &str); 12] = [
    (
        400,
        "BadRequest",
        "The request is malformed: a field of the body is missing or invalid, such as a negative revision; \
         a stream of events is requested without a WebSocket; or there is not exactly one `Host`.",
    ),
    (401, "Unauthorized", "The seat token, the join code or the admin token is missing or wrong."),
    (
        403,
        "Forbidden",
        "It is not your turn, this seat may not do that, the invitation was used, people play this position, \
         or the request comes from another origin or host.",
    ),
    (404, "NotFound", "There is no game with this id."),
    (408, "RequestTimeout", "The body took too long to arrive."),
    (
        409,
        "StaleRevision",
        "The game has changed since the revision of the request; `game` is the current one.",
    ),
    (413, "TooLarge", "The body, a text or a list of moves is too large."),
    (415, "NotJson", "The body is not JSON in UTF-8."),
    (422, "Invalid", "A move is illegal, a position or an option is invalid, or there is nothing to do."),
    (429, "TooMany", "A limit is reached."),
    (500, "ServerError", "The game could not be read or saved, or an internal error occurred."),
    (503, "ShuttingDown", "The server is shutting down."),
];

/// The errors of all requests: a wrong host or origin, a panic, and the shutdown.
const COMMON: [u16; 4] = [400, 403, 500, 503];

fn errors(statuses: &[u16]) -> BTreeMap<String, RefOr<Response>> {
    let listed = ERRORS.iter().filter(|(status, ..)| statuses.contains(status));
    listed.map(|(status, name, _)| (status.to_string(), Ref::from_response_name(*name).into())).collect()
}

/// An error that a route responds with, by its status. Those in [`COMMON`] need not be listed.
pub struct ErrorStatus<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for ErrorStatus<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        errors(&[STATUS])
    }
}

/// The errors of a request with a JSON body.
pub struct BodyErrors;

impl IntoResponses for BodyErrors {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        errors(&[408, 413, 415, 422])
    }
}

/// The errors of a change to a game.
pub struct ChangeErrors;

impl IntoResponses for ChangeErrors {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        errors(&[401, 404, 408, 409, 413, 415, 422, 429])
    }
}

/// Returns the description without its paths, to which the routes add theirs.
pub fn without_paths() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Plateau")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Play, watch and analyse board games. docs/api.md explains the API."));
    let bearer = |description| {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(description));
        SecurityScheme::Http(scheme.build())
    };
    let join_code = ApiKeyValue::with_description("X-Join-Code", "The join code, if the server has one.");
    let mut components = ComponentsBuilder::new()
        .schema_from::<ErrorBody>()
        .security_scheme("seat", bearer("A seat token of the game."))
        .security_scheme("admin", bearer("The token in the file admin-token of the data directory."))
        .security_scheme("contest", bearer("The token of the response that started the tournament."))
        .security_scheme("join_code", SecurityScheme::ApiKey(ApiKey::Header(join_code)))
        .build();
    for (status, name, description) in ERRORS {
        components.responses.insert(name.to_owned(), error_response(status, description).into());
    }
    let parameters = common_parameters().map(|(name, parameter)| (name.to_owned(), parameter.into()));
    components.parameters = parameters.into_iter().collect();
    OpenApiBuilder::new().info(info).components(Some(components)).build()
}

fn error_response(status: u16, description: &str) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(ErrorBody::name()))).build();
    let response = ResponseBuilder::new().description(description).content("application/json", body);
    if status != 429 {
        return response.build();
    }
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build();
    let mut header = Header::new(seconds);
    header.description = Some("The seconds to wait before the next request.".to_owned());
    response.header("Retry-After", header).build()
}

/// The parameters that every request may have.
fn common_parameters() -> [(&'static str, Parameter); 3] {
    let text = || Object::with_type(Type::String);
    let parameter = |name, kind, description, schema: Object| {
        let parameter = ParameterBuilder::new().name(name).parameter_in(kind).required(Required::False);
        parameter.description(Some(description)).schema(Some(schema)).build()
    };
    [
        (
            "lang",
            parameter(
                "lang",
                ParameterIn::Query,
                "The language of texts for people: `en` or `fr`. Others are ignored.",
                text(),
            ),
        ),
        (
            "accept_language",
            parameter("Accept-Language", ParameterIn::Header, "The same, without `lang`.", text()),
        ),
        (
            "client",
            parameter(
                "X-Client",
                ParameterIn::Header,
                "The client id of a program, from `POST /api/clients`; browsers send theirs as a cookie. \
                 Requests of an address without one share the limits of one client.",
                text(),
            ),
        ),
    ]
}

/// Adds to each operation the parameters and errors that all have.
pub fn complete(openapi: &mut OpenApi) {
    let operations = openapi.paths.paths.values_mut().flat_map(|item| {
        let PathItem { get, post, delete, .. } = item;
        [get, post, delete].into_iter().flatten()
    });
    for Operation { parameters, responses, .. } in operations {
        let common = common_parameters().map(|(name, _)| Ref::new(format!("#/components/parameters/{name}")));
        parameters.get_or_insert_default().extend(common.map(RefOr::Ref));
        responses.responses.extend(errors(&COMMON));
    }
}
