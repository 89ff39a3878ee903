//! Administration of a running server: finds it through its data directory, which also has the
//! admin token.

use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use plateau_core::{Lang, Message};
use plateau_play::{ReportedError, io_error};
use serde_json::Value as Json;

use crate::phrases;

/// How long a server may take to accept a connection, and to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

/// A server that answers.
#[derive(Debug)]
pub struct RunningServer {
    agent: ureq::Agent,
    address: SocketAddr,
    token: String,
    lang: Lang,
}

impl RunningServer {
    /// Finds the server of a data directory; `None` if it is not running.
    pub fn find(data: &Path, lang: Lang) -> Result<Option<Self>, ReportedError> {
        let no_token = |error: &io::Error| {
            let message = phrases::NO_ADMIN_TOKEN.message().with("directory", data.display().to_string());
            ReportedError::from(message.with("reason", io_error::reason(error)))
        };
        let address = match plateau_server::read_address(data) {
            Ok(address) => address,
            // Only its owner may read the files of a running server.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Err(no_token(&error)),
            Err(_) => return Ok(None),
        };
        if TcpStream::connect_timeout(&address, CONNECT_TIMEOUT).is_err() {
            return Ok(None);
        }
        let token = plateau_server::read_admin_token(data).map_err(|error| no_token(&error))?;
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent = config.timeout_recv_response(Some(ANSWER_TIMEOUT)).build().into();
        Ok(Some(Self { agent, address, token, lang }))
    }

    /// Writes a copy of the database to a new file.
    pub fn backup(&self, file: &Path) -> Result<(), ReportedError> {
        let mut response = self.request("GET", "backup")?;
        plateau_server::write_backup(file, |new| {
            // A connection that breaks is an error, because the length is known.
            io::copy(&mut response.body_mut().as_reader(), &mut File::create(new)?).map(drop)
        })
    }

    /// Sends a request and returns the answer.
    pub fn json(&self, method: &str, path: &str) -> Result<Json, ReportedError> {
        let mut response = self.request(method, path)?;
        let text = response.body_mut().read_to_string();
        let answer = text.ok().and_then(|text| serde_json::from_str(&text).ok());
        answer.ok_or_else(|| self.failure("?".to_owned()).into())
    }

    fn failure(&self, reason: String) -> Message {
        let message = phrases::SERVER_FAILED.message().with("address", self.address.to_string());
        message.with("reason", reason)
    }

    fn request(&self, method: &str, path: &str) -> Result<ureq::http::Response<ureq::Body>, ReportedError> {
        let failure = |reason| self.failure(reason);
        let lang = if self.lang == Lang::Fr { "fr" } else { "en" };
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}/api/admin/{path}", self.address))
            .header("Accept-Language", lang)
            .header("Authorization", format!("Bearer {}", self.token))
            .body(())
            .map_err(|error| failure(error.to_string()))?;
        let mut response = self.agent.run(request).map_err(|error| failure(error.to_string()))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let text = response.body_mut().read_to_string().unwrap_or_default();
        let answer: Json = serde_json::from_str(&text).unwrap_or_default();
        let status = response.status().to_string();
        Err(failure(answer["message"].as_str().unwrap_or(&status).to_owned()).into())
    }
}
