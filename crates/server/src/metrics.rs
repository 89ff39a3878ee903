//! Counters of the server, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::app::App;

/// The upper bounds of the histograms' buckets, in milliseconds.
const BUCKETS: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 1_000, 10_000];

/// How long something took.
#[derive(Debug, Default)]
struct Histogram {
    /// Counts by bucket, the last for everything above the bounds.
    counts: [AtomicU64; BUCKETS.len() + 1],
    micros: AtomicU64,
}

impl Histogram {
    fn record(&self, time: Duration) {
        let millis = time.as_micros().div_ceil(1000) as u64;
        let bucket = BUCKETS.partition_point(|&bound| bound < millis);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} histogram\n");
        let mut total = 0;
        for (index, count) in self.counts.iter().enumerate() {
            total += count.load(Ordering::Relaxed);
            let bound = BUCKETS.get(index).map(|&bound| (bound as f64 / 1000.0).to_string());
            let bound = bound.as_deref().unwrap_or("+Inf");
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {total}");
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = write!(text, "{name}_sum {seconds}\n{name}_count {total}\n");
    }
}

/// The counters of a server since its start.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Changes of games that were stored: moves, resignations, undone moves.
    changes: AtomicU64,
    games_created: AtomicU64,
    /// Refused requests by the code of the error.
    refusals: Mutex<BTreeMap<&'static str, u64>>,
    requests: Histogram,
    moves: Histogram,
}

impl Metrics {
    /// Counts a new game.
    pub fn add_game(&self) {
        self.games_created.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a stored change of a game.
    pub fn add_change(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a response with an error.
    pub fn add_refusal(&self, code: &'static str) {
        *self.refusals.lock().unwrap_or_else(PoisonError::into_inner).entry(code).or_default() += 1;
    }

    /// Records how long the start of a response took.
    pub fn record_request(&self, path: &str, time: Duration) {
        self.requests.record(time);
        if path.starts_with("/api/games/") && path.ends_with("/move") {
            self.moves.record(time);
        }
    }

    /// Returns all values in the text format of Prometheus.
    pub fn text(&self, app: &App) -> String {
        let mut text = String::new();
        let mut single = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        single("plateau_games_in_memory", "gauge", "Games in memory.", app.open_games.in_use() as u64);
        single("plateau_streams", "gauge", "Open event streams.", app.streams.in_use() as u64);
        single("plateau_games_created_total", "counter", "Games created.", count(&self.games_created));
        single("plateau_changes_total", "counter", "Stored moves and other changes.", count(&self.changes));
        let _ = text.write_str("# HELP plateau_engine_queue Searches that wait for a thread.\n");
        let _ = text.write_str("# TYPE plateau_engine_queue gauge\n");
        for (kind, waiting) in app.engines.waiting() {
            let _ = writeln!(text, "plateau_engine_queue{{kind=\"{kind}\"}} {waiting}");
        }
        let _ = text.write_str("# HELP plateau_refusals_total Responses with an error, by its code.\n");
        let _ = text.write_str("# TYPE plateau_refusals_total counter\n");
        for (code, count) in self.refusals.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = writeln!(text, "plateau_refusals_total{{code=\"{code}\"}} {count}");
        }
        self.requests.write(&mut text, "plateau_request_seconds", "Time until a response starts.");
        self.moves.write(&mut text, "plateau_move_seconds", "The same for moves of people.");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_their_buckets() {
        let histogram = Histogram::default();
        for micros in [400, 1_000, 1_001, 50_000, 60_000_000] {
            histogram.record(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.write(&mut text, "t", "Time.");
        for line in [
            "t_bucket{le=\"0.001\"} 2",
            "t_bucket{le=\"0.002\"} 3",
            "t_bucket{le=\"0.025\"} 3",
            "t_bucket{le=\"0.05\"} 4",
            "t_bucket{le=\"10\"} 4",
            "t_bucket{le=\"+Inf\"} 5",
            "t_count 5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
    }
}
