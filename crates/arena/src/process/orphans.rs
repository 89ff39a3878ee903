//! Descendants that outlive their program. This process adopts them (it is a
//! "subreaper"), also those that began a session of their own, so that they are found
//! among its children, ended and reaped.
//!
//! Whose they are is told by a mark in their environment and by their process group. An
//! adopted process that nobody marked is ended too, unless it is in the group of this
//! process, where it may be a child of its own. So a program that referees starts no
//! other processes in groups of their own.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};

use super::LOOK;

/// The mark in the environment of a program and of all that it starts: who referees it,
/// and its number there.
const MARK: &str = "PLATEAU_BOT";

/// The programs that run, with their marks. Held while one is started, so that nobody
/// takes it for an orphan.
static RUNNING: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

static STARTED: AtomicU64 = AtomicU64::new(0);

static SWEPT: Once = Once::new();

fn running() -> MutexGuard<'static, BTreeMap<i32, String>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that was started.
pub struct Started {
    /// The program.
    pub child: Child,
    /// Its number.
    pub pid: Pid,
    /// Its mark.
    pub tag: String,
    /// The moment before.
    pub began: Instant,
}

/// Starts a program under a mark of its own.
pub fn spawn(command: &mut Command) -> io::Result<Started> {
    SWEPT.call_once(sweep);
    let mut running = running();
    let own = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(own))?;
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    let tag = format!("{}-{number}", referee(own.as_raw_nonzero().get()));
    let began = Instant::now();
    let child = command.env(MARK, &tag).spawn()?;
    let pid = Pid::from_child(&child);
    running.insert(pid.as_raw_nonzero().get(), tag.clone());
    Ok(Started { child, pid, tag, began })
}

/// A program that ended runs no more. Until then its orphans are not taken for
/// nobody's.
pub fn forget(pid: Pid, tag: &str) {
    let mut running = running();
    let raw = pid.as_raw_nonzero().get();
    // The system may have given its number to another since.
    if running.get(&raw).is_some_and(|known| known == tag) {
        running.remove(&raw);
    }
}

/// How many living orphans a program has that ended, once they had a moment to follow.
pub fn left(pid: Pid, tag: &str, within: Duration) -> usize {
    let deadline = Instant::now() + within;
    loop {
        let Round { orphans, reaped } = look(&running());
        let count = orphans.iter().filter(|orphan| orphan.is_of(pid, tag)).count();
        if count == 0 && !reaped || Instant::now() >= deadline {
            return count;
        }
        thread::sleep(LOOK);
    }
}

/// Ends the orphans of a program that ended, and those that are nobody's; how many the
/// system did not end in time.
pub fn end(pid: Pid, tag: &str, within: Duration) -> usize {
    let deadline = Instant::now() + within;
    let mut killed: Vec<Pid> = Vec::new();
    loop {
        let (mut living, before) = (0, killed.len());
        // Also those that had joined the group of this process.
        killed.retain(|&pid| matches!(rustix::process::waitpid(Some(pid), WaitOptions::NOHANG), Ok(None)));
        let running = running();
        let Round { orphans, reaped } = look(&running);
        let reaped = reaped || killed.len() < before;
        for orphan in orphans {
            let others = orphan
                .tag
                .as_deref()
                .is_some_and(|other| other != tag && running.values().any(|known| known == other));
            if orphan.is_of(pid, tag) || !others {
                living += 1;
                let _ = rustix::process::kill_process(orphan.pid, Signal::KILL);
                if !killed.contains(&orphan.pid) {
                    killed.push(orphan.pid);
                }
            }
        }
        drop(running);
        if living == 0 && !reaped && killed.is_empty() || Instant::now() >= deadline {
            return living;
        }
        thread::sleep(LOOK);
    }
}

/// An adopted process that lives.
struct Orphan {
    pid: Pid,
    group: i32,
    tag: Option<String>,
}

impl Orphan {
    fn is_of(&self, pid: Pid, tag: &str) -> bool {
        self.tag.as_deref() == Some(tag) || self.group == pid.as_raw_nonzero().get()
    }
}

/// What one look at the children of this process finds.
struct Round {
    orphans: Vec<Orphan>,
    /// Whether some had ended. Their own children may have been adopted after the look.
    reaped: bool,
}

/// The living children of this process that it did not start; dead ones are reaped.
/// Those without a mark in its own group are not known to be anybody else's.
fn look(running: &BTreeMap<i32, String>) -> Round {
    let own = rustix::process::getpgrp().as_raw_nonzero().get();
    let mut round = Round { orphans: Vec::new(), reaped: false };
    for raw in children().into_iter().filter(|raw| !running.contains_key(raw)) {
        let (Some(stat), Some(pid)) = (stat(raw), Pid::from_raw(raw)) else { continue };
        // Of a dead process nothing but its group can be read.
        if matches!(stat.state, 'Z' | 'X') {
            if stat.group != own {
                let _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
                round.reaped = true;
            }
            continue;
        }
        let tag = tag_of(raw);
        if tag.is_some() || stat.group != own {
            round.orphans.push(Orphan { pid, group: stat.group, tag });
        }
    }
    round
}

/// The children of this process: each of its threads has some. Where the system does
/// not list them, all processes are asked.
fn children() -> Vec<i32> {
    let numbers = |list: String| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect();
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let mut lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok()).peekable();
    if lists.peek().is_some() {
        return lists.flat_map(|list| -> Vec<i32> { numbers(list) }).collect();
    }
    let own = rustix::process::getpid().as_raw_nonzero().get();
    processes().filter(|&pid| stat(pid).is_some_and(|stat| stat.parent == own)).collect()
}

/// All processes.
fn processes() -> impl Iterator<Item = i32> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// What the system tells of a process.
struct Stat {
    state: char,
    parent: i32,
    group: i32,
    /// When it was started, which tells it from others of its number.
    since: u64,
}

fn stat(pid: i32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it may hold anything, brackets and blanks too.
    let (_, rest) = text.rsplit_once(") ")?;
    let words: Vec<&str> = rest.split(' ').collect();
    let number = |place: usize| words.get(place)?.parse().ok();
    let (parent, group) = (number(1)?, number(2)?);
    let since = words.get(19)?.parse().ok()?;
    Some(Stat { state: words.first()?.chars().next()?, parent, group, since })
}

/// The mark of a process.
fn tag_of(pid: i32) -> Option<String> {
    let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let mut entries = environment.split(|&byte| byte == 0);
    let value = entries.find_map(|entry| entry.strip_prefix(MARK.as_bytes())?.strip_prefix(b"="))?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The first part of the marks of a referee: its number, when it was started, and where
/// that number holds.
fn referee(pid: i32) -> String {
    let since = stat(pid).map_or(0, |stat| stat.since);
    format!("{}-{since}-{pid}", namespace())
}

/// Where numbers of processes hold: those of a container are others than ours.
fn namespace() -> String {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    link.to_string_lossy().chars().filter(char::is_ascii_digit).collect()
}

/// Ends what a referee left behind that was killed itself: processes whose mark names one
/// that is gone.
fn sweep() {
    for pid in processes() {
        let Some(tag) = tag_of(pid) else { continue };
        let parts: Vec<&str> = tag.split('-').collect();
        let [place, since, number, _] = parts[..] else { continue };
        let named = format!("{place}-{since}-{number}");
        let gone = place == namespace() && number.parse().is_ok_and(|number| referee(number) != named);
        if let Some(pid) = Pid::from_raw(pid).filter(|_| gone) {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
    }
}
