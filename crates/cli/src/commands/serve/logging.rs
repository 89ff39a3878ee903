//! The log of the server, on standard error.

use clap::ValueEnum;
use serde::Deserialize;
use tracing::level_filters::LevelFilter;

/// What to log.
#[derive(Clone, Copy, Debug, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Only what an operator must look at
    #[default]
    Error,
    /// Also changes of games
    Info,
    /// Also each request
    Debug,
}

/// How to log.
#[derive(Clone, Copy, Debug, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One line of text per event
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

/// Starts to log.
pub fn start(level: LogLevel, format: LogFormat) {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(level);
    // Fails if a log was started before, which then goes on.
    let _ = match format {
        LogFormat::Text => log.with_ansi(false).try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
}
