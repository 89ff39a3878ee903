//! Descendants that outlive their program. This process adopts them (it is a
//! "subreaper"), also those that began a session of their own, so that they are found
//! among its children, ended and reaped.
//!
//! Whose they are is told by their process group and by a mark in their environment.
//! An adopted process that nobody marked is ended too. So a program that referees
//! starts no other processes in groups of their own.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};

use super::LOOK;

/// The mark in the environment of a program and of all that it starts.
const MARK: &str = "PLATEAU_BOT";

/// The programs that run, with their marks. Held while one is started, so that nobody
/// takes it for an orphan.
static RUNNING: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

static STARTED: AtomicU64 = AtomicU64::new(0);

fn running() -> MutexGuard<'static, BTreeMap<i32, String>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program under a mark of its own.
pub fn spawn(command: &mut Command) -> io::Result<(Child, Pid, String)> {
    let mut running = running();
    let own = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(own))?;
    let tag = format!("{}-{}", own.as_raw_nonzero(), STARTED.fetch_add(1, Ordering::Relaxed));
    let child = command.env(MARK, &tag).spawn()?;
    let pid = Pid::from_child(&child);
    running.insert(pid.as_raw_nonzero().get(), tag.clone());
    Ok((child, pid, tag))
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
        let count = orphans().iter().filter(|orphan| orphan.is_of(pid, tag)).count();
        if count == 0 || Instant::now() >= deadline {
            return count;
        }
        thread::sleep(LOOK);
    }
}

/// Ends the orphans of a program that ended, and those that are nobody's.
pub fn end(pid: Pid, tag: &str, within: Duration) {
    let deadline = Instant::now() + within;
    loop {
        let mut some = false;
        let running = running();
        for orphan in orphans_beside(&running) {
            let others = orphan
                .tag
                .as_deref()
                .is_some_and(|other| other != tag && running.values().any(|known| known == other));
            if orphan.is_of(pid, tag) || !others {
                some = true;
                let _ = rustix::process::kill_process(orphan.pid, Signal::KILL);
            }
        }
        drop(running);
        if !some || Instant::now() >= deadline {
            return;
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

fn orphans() -> Vec<Orphan> {
    orphans_beside(&running())
}

/// The living children of this process that it did not start as players: those in
/// another group than its own. Dead ones are reaped.
fn orphans_beside(running: &BTreeMap<i32, String>) -> Vec<Orphan> {
    let own = rustix::process::getpgrp().as_raw_nonzero().get();
    let mut found = Vec::new();
    for raw in children().into_iter().filter(|raw| !running.contains_key(raw)) {
        let Some((state, _, group)) = stat(raw) else { continue };
        let Some(pid) = Pid::from_raw(raw).filter(|_| group != own) else { continue };
        if matches!(state, 'Z' | 'X') {
            let _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
        } else {
            found.push(Orphan { pid, group, tag: tag_of(raw) });
        }
    }
    found
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
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = all.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    all.filter(|&pid| stat(pid).is_some_and(|(_, parent, _)| parent == own)).collect()
}

/// The state of a process, its parent and its group.
fn stat(pid: i32) -> Option<(char, i32, i32)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it may hold anything, brackets and blanks too.
    let (_, rest) = text.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    let state = words.next()?.chars().next()?;
    Some((state, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

/// The mark of a process.
fn tag_of(pid: i32) -> Option<String> {
    let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let mut entries = environment.split(|&byte| byte == 0);
    let value = entries.find_map(|entry| entry.strip_prefix(MARK.as_bytes())?.strip_prefix(b"="))?;
    Some(String::from_utf8_lossy(value).into_owned())
}
