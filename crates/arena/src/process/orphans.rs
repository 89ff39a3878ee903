//! Processes that outlive the program that started them.
//!
//! Every program runs in its own process group, which is always searched and killed. A
//! descendant that leaves the group is found only if this process adopts orphans, see
//! [`adopt_orphans`]. It then recognises whose descendant an orphan is by the process group
//! and by a tag in the environment, which descendants inherit.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};

use super::{KILL_TIMEOUT, POLL_INTERVAL};

/// The environment variable that holds the tag: it identifies the referee process and the
/// program.
const TAG_VARIABLE: &str = "PLATEAU_BOT";

/// Locked while a program is started, so that a new program is never mistaken for an orphan.
static PROGRAMS: Mutex<Programs> =
    Mutex::new(Programs { running: BTreeMap::new(), owners: 0, is_ending: false });

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(0);

static ADOPTION: Mutex<Adoption> = Mutex::new(Adoption { guards: 0, was_subreaper: false });

struct Adoption {
    guards: usize,
    /// Whether the host program had made itself a subreaper before the first guard.
    was_subreaper: bool,
}

fn adoption() -> MutexGuard<'static, Adoption> {
    ADOPTION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The programs of this process.
struct Programs {
    /// The running programs with their tags.
    running: BTreeMap<i32, String>,
    /// How many [`ProgramOwner`]s there are.
    owners: usize,
    /// Whether no program may be started, see [`end_all`].
    is_ending: bool,
}

impl Programs {
    /// Allows new programs again once every owner has ended its own.
    fn allow_if_unowned(&mut self) {
        self.is_ending &= self.owners > 0;
    }
}

fn programs() -> MutexGuard<'static, Programs> {
    PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What may start a program at any time while it exists, perhaps on another thread.
/// [`end_all`] waits for its end.
#[derive(Debug)]
pub(crate) struct ProgramOwner(());

impl ProgramOwner {
    /// Registers an owner until it is dropped.
    pub fn new() -> Self {
        programs().owners += 1;
        Self(())
    }
}

impl Drop for ProgramOwner {
    fn drop(&mut self) {
        let mut programs = programs();
        programs.owners -= 1;
        programs.allow_if_unowned();
    }
}

/// Keeps orphan adoption enabled while it exists. See [`adopt_orphans`].
#[derive(Debug)]
#[must_use = "orphans are adopted only while the guard exists"]
pub struct OrphanAdoption(());

/// Makes this process adopt and kill the orphans of the programs it referees, until the
/// returned guard is dropped.
///
/// A program can start processes in sessions of their own, which survive the kill of its
/// process group. While adoption is enabled, this process is a "child subreaper"
/// (`PR_SET_CHILD_SUBREAPER`): such orphans become its children, so that they can be
/// counted against the program, killed and reaped. Processes that a referee killed earlier
/// has left behind are killed once, when adoption is enabled.
///
/// An adopted process without a tag cannot be distinguished from a child of the host
/// program. It is killed too, unless it is in the process group of this process. Therefore enable adoption
/// only in a program that starts no children in process groups of their own. Without it,
/// only the process group of each program is killed, and the host's children are never
/// touched.
///
/// # Errors
///
/// Fails if the system does not support subreapers.
pub fn adopt_orphans() -> io::Result<OrphanAdoption> {
    let mut adoption = adoption();
    if adoption.guards == 0 {
        adoption.was_subreaper = rustix::process::child_subreaper()?.is_some();
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    }
    adoption.guards += 1;
    kill_abandoned();
    Ok(OrphanAdoption(()))
}

impl Drop for OrphanAdoption {
    fn drop(&mut self) {
        let mut adoption = adoption();
        adoption.guards -= 1;
        if adoption.guards == 0 && !adoption.was_subreaper {
            let _ = rustix::process::set_child_subreaper(None);
        }
    }
}

fn is_adopting() -> bool {
    adoption().guards > 0
}

/// A program that was just started.
pub struct Spawned {
    /// The child process.
    pub child: Child,
    /// Its process number, which is also that of its group.
    pub pid: Pid,
    /// Its tag.
    pub tag: String,
    /// The time right before the start.
    pub at: Instant,
}

/// Starts a program with a tag of its own.
pub fn spawn(command: &mut Command) -> io::Result<Spawned> {
    let mut programs = programs();
    if programs.is_ending {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let own = rustix::process::getpid();
    let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
    let tag = format!("{}-{number}", referee_tag(own.as_raw_nonzero().get()));
    let at = Instant::now();
    let child = command.env(TAG_VARIABLE, &tag).spawn()?;
    let pid = Pid::from_child(&child);
    programs.running.insert(pid.as_raw_nonzero().get(), tag.clone());
    Ok(Spawned { child, pid, tag, at })
}

/// Removes an ended program from the running ones. Its orphans then belong to no program.
pub fn unregister(pid: Pid, tag: &str) {
    let running = &mut programs().running;
    let raw = pid.as_raw_nonzero().get();
    // The number may already belong to another program.
    if running.get(&raw).is_some_and(|known| known == tag) {
        running.remove(&raw);
    }
}

/// Ends every running program and its descendants. Other threads that still use programs have
/// this time to end them themselves, then all are killed. Until those threads drop what uses
/// the programs, none can be started: one started later would be left behind.
pub fn end_all(grace: Duration) {
    let deadline = Instant::now() + grace;
    loop {
        let mut programs = programs();
        programs.is_ending = true;
        if programs.running.is_empty() && programs.owners == 0 || Instant::now() >= deadline {
            kill_programs(&mut programs.running);
            programs.allow_if_unowned();
            return;
        }
        drop(programs);
        thread::sleep(POLL_INTERVAL);
    }
}

/// Kills every running program and its descendants at once, before a signal ends this
/// process. Threads that notice the end of their program wait for that of this process, so
/// that they report nothing.
pub fn kill_all() {
    let mut programs = programs();
    kill_programs(&mut programs.running);
    // Never unlock.
    std::mem::forget(programs);
}

fn kill_programs(known: &mut BTreeMap<i32, String>) {
    for pid in std::mem::take(known).into_keys().filter_map(Pid::from_raw) {
        let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    }
    let deadline = Instant::now() + KILL_TIMEOUT;
    while is_adopting() && Instant::now() < deadline {
        let ChildScan { orphans, reaped } = scan_children(known);
        if orphans.is_empty() && !reaped {
            return;
        }
        for orphan in orphans {
            let _ = rustix::process::kill_process(orphan.pid, Signal::KILL);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Counts the processes that a program left running, once they had time to exit.
pub fn count_leftovers(pid: Pid, tag: &str, within: Duration) -> usize {
    let deadline = Instant::now() + within;
    loop {
        let (count, reaped) = if is_adopting() {
            let ChildScan { orphans, reaped } = scan_children(&programs().running);
            (orphans.iter().filter(|orphan| orphan.belongs_to(pid, tag)).count(), reaped)
        } else {
            (group_members(pid), false)
        };
        if count == 0 && !reaped || Instant::now() >= deadline {
            return count;
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Waits until no member of a killed process group is alive; returns how many are left.
/// Where orphans are adopted, [`kill_orphans`] does this instead.
pub fn wait_for_group(pid: Pid, within: Duration) -> usize {
    if is_adopting() {
        return 0;
    }
    let deadline = Instant::now() + within;
    loop {
        let count = group_members(pid);
        if count == 0 || Instant::now() >= deadline {
            return count;
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Kills the orphans of an ended program and those that belong to no program; returns how
/// many survive. Does nothing unless orphans are adopted.
pub fn kill_orphans(pid: Pid, tag: &str, within: Duration) -> usize {
    if !is_adopting() {
        return 0;
    }
    let deadline = Instant::now() + within;
    let mut killed: Vec<Pid> = Vec::new();
    loop {
        let (mut alive, before) = (0, killed.len());
        // The scan does not reap members of our own process group.
        killed.retain(|&pid| matches!(rustix::process::waitpid(Some(pid), WaitOptions::NOHANG), Ok(None)));
        let programs = programs();
        let ChildScan { orphans, reaped } = scan_children(&programs.running);
        let reaped = reaped || killed.len() < before;
        for orphan in orphans {
            let of_another = orphan
                .tag
                .as_deref()
                .is_some_and(|other| other != tag && programs.running.values().any(|known| known == other));
            if orphan.belongs_to(pid, tag) || !of_another {
                alive += 1;
                let _ = rustix::process::kill_process(orphan.pid, Signal::KILL);
                if !killed.contains(&orphan.pid) {
                    killed.push(orphan.pid);
                }
            }
        }
        drop(programs);
        if alive == 0 && !reaped && killed.is_empty() || Instant::now() >= deadline {
            return alive;
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// A living process that this process has adopted.
struct Orphan {
    pid: Pid,
    group: i32,
    tag: Option<String>,
}

impl Orphan {
    fn belongs_to(&self, pid: Pid, tag: &str) -> bool {
        self.tag.as_deref() == Some(tag) || self.group == pid.as_raw_nonzero().get()
    }
}

/// The result of a scan of this process's children.
struct ChildScan {
    orphans: Vec<Orphan>,
    /// Whether dead children were reaped. Their own children may have been adopted after
    /// the scan.
    reaped: bool,
}

/// Finds the living children of this process that are not running programs, and reaps dead
/// ones. Skips untagged processes in our own process group, which may be the host's.
fn scan_children(running: &BTreeMap<i32, String>) -> ChildScan {
    let own_group = rustix::process::getpgrp().as_raw_nonzero().get();
    let mut scan = ChildScan { orphans: Vec::new(), reaped: false };
    for raw in children().into_iter().filter(|raw| !running.contains_key(raw)) {
        let (Some(stat), Some(pid)) = (Stat::of(raw), Pid::from_raw(raw)) else { continue };
        // The environment of a dead process cannot be read.
        if stat.is_dead() {
            if stat.group != own_group {
                let _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
                scan.reaped = true;
            }
            continue;
        }
        let tag = tag_of(raw);
        if tag.is_some() || stat.group != own_group {
            scan.orphans.push(Orphan { pid, group: stat.group, tag });
        }
    }
    scan
}

/// Counts the living members of a program's process group. The program itself must not be
/// reaped yet, so that the group keeps its number.
fn group_members(pid: Pid) -> usize {
    let group = pid.as_raw_nonzero().get();
    let is_member = |stat: Stat| stat.group == group && !stat.is_dead();
    processes().filter(|&raw| Stat::of(raw).is_some_and(is_member)).count()
}

/// Returns the children of this process, from the lists of its threads; without such lists,
/// from the parents of all processes.
fn children() -> Vec<i32> {
    let numbers = |list: String| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect();
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let mut lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok()).peekable();
    if lists.peek().is_some() {
        return lists.flat_map(|list| -> Vec<i32> { numbers(list) }).collect();
    }
    let own = rustix::process::getpid().as_raw_nonzero().get();
    processes().filter(|&pid| Stat::of(pid).is_some_and(|stat| stat.parent == own)).collect()
}

/// Returns the numbers of all processes.
fn processes() -> impl Iterator<Item = i32> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The status of a process, from `/proc/PID/stat`.
struct Stat {
    state: char,
    parent: i32,
    group: i32,
    /// The start time in clock ticks since boot, which distinguishes processes that had the
    /// same number.
    start_time: u64,
}

impl Stat {
    fn of(pid: i32) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The command name before it can contain anything, including brackets and blanks.
        let (_, rest) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        let number = |index: usize| fields.get(index)?.parse().ok();
        let (parent, group) = (number(1)?, number(2)?);
        let start_time = fields.get(19)?.parse().ok()?;
        Some(Self { state: fields.first()?.chars().next()?, parent, group, start_time })
    }

    fn is_dead(&self) -> bool {
        matches!(self.state, 'Z' | 'X')
    }
}

/// Returns the tag of a process.
fn tag_of(pid: i32) -> Option<String> {
    let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let mut entries = environment.split(|&byte| byte == 0);
    let value = entries.find_map(|entry| entry.strip_prefix(TAG_VARIABLE.as_bytes())?.strip_prefix(b"="))?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// Returns the part of a tag that identifies a referee process: its PID namespace, start
/// time and number.
fn referee_tag(pid: i32) -> String {
    let start_time = Stat::of(pid).map_or(0, |stat| stat.start_time);
    format!("{}-{start_time}-{pid}", namespace())
}

/// Returns the PID namespace: process numbers of a container differ from ours.
fn namespace() -> String {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    link.to_string_lossy().chars().filter(char::is_ascii_digit).collect()
}

/// Kills the programs of referee processes that no longer exist, because they were killed
/// before they could end their programs.
fn kill_abandoned() {
    for pid in processes() {
        let Some(tag) = tag_of(pid) else { continue };
        let parts: Vec<&str> = tag.split('-').collect();
        let [space, start_time, referee, _] = parts[..] else { continue };
        let expected = format!("{space}-{start_time}-{referee}");
        let abandoned =
            space == namespace() && referee.parse().is_ok_and(|referee| referee_tag(referee) != expected);
        if let Some(pid) = Pid::from_raw(pid).filter(|_| abandoned) {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
    }
}
