//! Helper threads of searches.

use std::thread::Scope;

/// Starts a helper thread of a search. The scope joins it, and panics if it has panicked.
///
/// The work is boxed because what starts a thread is compiled again for each type of closure,
/// thus for each search of each game.
pub fn spawn_helper<'scope>(scope: &'scope Scope<'scope, '_>, work: Box<dyn FnOnce() + Send + 'scope>) {
    scope.spawn(work);
}
