//! Orphans are adopted and killed only on request.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use plateau_arena::Settings;
use plateau_arena::game::{Ending, Fault};
use plateau_arena::process::adopt_orphans;
use plateau_core::Player;

use crate::common::{descendants_with, faulty_bot, play, task};

/// Plays a bot that commits a fault as the second side; returns how the game ended.
fn ending(fault: &str) -> Ending {
    play(&[&"first".into(), &faulty_bot(fault)], &task("tictactoe"), Settings::default()).ending
}

fn leftover(count: usize) -> Ending {
    Ending::Fault(Player::Second, Fault::LeftoverProcesses(count))
}

/// A child of the host program in a process group of its own, killed when it is dropped.
struct HostChild(Child);

impl HostChild {
    fn start() -> Self {
        Self(Command::new("sleep").arg("61").process_group(0).spawn().unwrap())
    }

    fn is_running(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for HostChild {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_subreaper() -> bool {
    rustix::process::child_subreaper().unwrap().is_some()
}

pub fn without_adoption_children_of_the_host_are_left_alone() {
    let mut child = HostChild::start();
    assert_eq!(ending("oneshot good:host"), Ending::Rules);
    assert_eq!(ending("ugi ugi-good:host"), Ending::Rules);
    assert!(child.is_running(), "after bots that exit by themselves");
    // A leftover in the process group of the bot is found and killed.
    assert_eq!(ending("ugi ugi-child:host"), leftover(1));
    assert_eq!(ending("oneshot flood:host"), Ending::Fault(Player::Second, Fault::TooMuchOutput));
    assert_eq!(descendants_with("ugi-child:host") + descendants_with("flood:host"), 0);
    assert!(child.is_running(), "after bots that were killed");
    assert!(!is_subreaper(), "orphans of the host go to init");
}

pub fn adoption_ends_with_its_guard() {
    let outer = adopt_orphans().unwrap();
    let inner = adopt_orphans().unwrap();
    assert!(is_subreaper());
    // An orphan in a session of its own is found only by adoption.
    assert_eq!(ending("oneshot orphan:guard"), leftover(1));
    assert_eq!(descendants_with("orphan:guard"), 0);
    drop(outer);
    assert!(is_subreaper(), "while another guard exists");
    drop(inner);
    assert!(!is_subreaper());
    let mut child = HostChild::start();
    assert_eq!(ending("oneshot good:guard"), Ending::Rules);
    assert!(child.is_running());
}
