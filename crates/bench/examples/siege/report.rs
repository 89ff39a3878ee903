//! The tables of the siege.

use std::time::Duration;

use crate::honest::Samples;

/// The maximum 99th percentile of a move's latency.
const MOVE_BOUND: Duration = Duration::from_millis(50);

/// The maximum memory of the server, in megabytes.
const MEMORY_BOUND: u64 = 400;

/// The head of a table.
const HEAD: &str = "\
| attack | move p50 | p99 | worst | 200 ms analysis p50 | p99 | worst | engine's reply p99 | memory | requests, refused | honest refused |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// A row of the table.
pub struct Row {
    pub title: &'static str,
    pub samples: Samples,
    pub peak_mb: u64,
    /// The requests of the attacker, and how many of those were refused.
    pub attacker: (u64, u64),
    /// Whether the attacker must not be refused either.
    pub is_honest: bool,
}

/// Prints the head of a table.
pub fn print_head(title: &str) {
    println!("\n{title}\n\n{HEAD}");
}

impl Row {
    /// Prints the row; returns what misses the aims.
    pub fn print(&self) -> Vec<String> {
        let Self { title, samples, peak_mb, attacker: (sent, refused), is_honest } = self;
        let [moves, analyses, replies] =
            [&samples.moves, &samples.analyses, &samples.replies].map(|times| Times::new(times));
        let honest: usize =
            samples.refusals.values().sum::<usize>() + if *is_honest { *refused as usize } else { 0 };
        println!(
            "| {title} | {} | {} | {} | {peak_mb} MB | {sent}, {refused} | {honest} |",
            moves.cells(),
            analyses.cells(),
            Times::cell(replies.p99),
        );
        let mut missed: Vec<String> =
            samples.refusals.iter().map(|(reason, times)| format!("{title}: {reason} ({times})")).collect();
        if moves.p99 > MOVE_BOUND {
            missed.push(format!("{title}: the 99th percentile of a move is {}", Times::cell(moves.p99)));
        }
        if *peak_mb > MEMORY_BOUND {
            missed.push(format!("{title}: the server took {peak_mb} MB"));
        }
        if *is_honest && *refused > 0 {
            missed.push(format!("{title}: {refused} were not served"));
        }
        missed
    }
}

/// Percentiles of latencies.
struct Times {
    p50: Duration,
    p99: Duration,
    worst: Duration,
}

impl Times {
    fn new(times: &[Duration]) -> Self {
        let mut times = times.to_vec();
        times.sort_unstable();
        let part = |percent: usize| {
            let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
            times.get(place).copied().unwrap_or_default()
        };
        Self { p50: part(50), p99: part(99), worst: part(100) }
    }

    fn cell(time: Duration) -> String {
        let ms = time.as_secs_f64() * 1_000.0;
        if ms < 100.0 { format!("{ms:.1} ms") } else { format!("{ms:.0} ms") }
    }

    fn cells(&self) -> String {
        [self.p50, self.p99, self.worst].map(Self::cell).join(" | ")
    }
}
