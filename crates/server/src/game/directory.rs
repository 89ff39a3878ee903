//! The games in memory: creating, loading and evicting them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hasher;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use siphasher::sip::SipHasher24;

use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::game::codec;
use crate::game::handle::GameHandle;
use crate::game::state::GameState;
use crate::game::task::GameTask;
use crate::slots::Slot;
use crate::store::{Creation, StoreError};
use crate::{limits, phrases, tokens};

/// The games in memory, by their ids.
#[derive(Debug, Default)]
pub struct GameDirectory(Mutex<HashMap<String, GameHandle>>);

impl GameDirectory {
    fn games(&self) -> MutexGuard<'_, HashMap<String, GameHandle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a game if it is in memory.
    pub fn find(&self, id: &str) -> Option<GameHandle> {
        self.games().get(id).filter(|game| !game.is_closed()).cloned()
    }
}

impl App {
    /// Stores a new game and starts its task. A `request` that has already created a game of this
    /// client returns that game.
    pub async fn create_game(
        self: &Arc<Self>,
        state: GameState,
        request: Option<String>,
        client: Client,
    ) -> Result<GameHandle, Error> {
        self.check_engine_capacity(&state, client)?;
        let too_fast = |delay| Error::TooMany(phrases::TOO_MANY_NEW_GAMES.message(), delay);
        self.game_rate.take(client).map_err(too_fast)?;
        let id = tokens::new_game_id()?;
        let slot = self.take_game_slot(client)?;
        let creation = self.creation(request, client);
        if !self.store.prune(self.limits.stored_games, &creation).await? {
            return Err(too_many_games());
        }
        match self.store.insert(codec::stored(&id, &state), creation.clone()).await {
            Ok(()) => {}
            // Sent twice at the same time.
            Err(StoreError::Conflict) if creation.request.is_some() => {
                let created = self.store.find_created(&creation).await?.ok_or(StoreError::Conflict)?;
                return self.game(&created, client).await;
            }
            Err(error) => return Err(error.into()),
        }
        self.metrics.add_game();
        tracing::info!(game = %id, "game created");
        Ok(self.register(id, state, client, slot))
    }

    /// Returns the game that a request of a client has created.
    pub async fn created_game(
        self: &Arc<Self>,
        request: &str,
        client: Client,
    ) -> Result<Option<GameHandle>, Error> {
        let creation = self.creation(Some(request.to_owned()), client);
        let found = self.store.find_created(&creation).await;
        match found.map_err(|error| Error::not_loaded("", &error))? {
            Some(id) => self.game(&id, client).await.map(Some),
            None => Ok(None),
        }
    }

    /// Describes the creator of a game to the store: enough to tell clients apart, and no address.
    fn creation(&self, request: Option<String>, client: Client) -> Creation {
        Creation { owner: owner_name(&self.admin_token, client.address), client: client.id, request }
    }

    /// Returns a game; loads it if it is not in memory.
    pub async fn game(self: &Arc<Self>, id: &str, client: Client) -> Result<GameHandle, Error> {
        if let Some(game) = self.games.find(id) {
            return Ok(game);
        }
        if !tokens::is_game_id(id) {
            return Err(Error::GameNotFound);
        }
        let state = self.load_state(id).await?;
        let slot = self.take_game_slot(client)?;
        Ok(self.register(id.to_owned(), state, client, slot))
    }

    /// Loads the state of a game from the store. A damaged one is set aside.
    pub async fn load_state(&self, id: &str) -> Result<GameState, Error> {
        let not_loaded = |error| Error::not_loaded(id, &error);
        let text = self.store.load(id).await.map_err(not_loaded)?.ok_or(Error::GameNotFound)?;
        match codec::decode(&self.registry, &text) {
            Ok(state) => Ok(state),
            Err(error) => {
                let reason = error.to_string();
                tracing::error!(game = %id, %reason, "damaged game set aside");
                self.store.set_aside(id, &reason).await.map_err(not_loaded)?;
                Err(Error::not_loaded(id, &StoreError::Damaged(reason)))
            }
        }
    }

    /// Starts the task of a game, unless another request has just done so.
    fn register(self: &Arc<Self>, id: String, state: GameState, client: Client, slot: Slot) -> GameHandle {
        match self.games.games().entry(id.clone()) {
            Entry::Occupied(entry) if !entry.get().is_closed() => entry.get().clone(),
            entry => {
                let game = GameTask::spawn(Arc::clone(self), id, state, client, slot);
                entry.insert_entry(game).get().clone()
            }
        }
    }

    /// Takes the slot of a game in memory. If none is free, the client that has most idle games loses
    /// those: one of the same address, if that has its maximum.
    fn take_game_slot(&self, client: Client) -> Result<Slot, Error> {
        if let Some(slot) = self.open_games.take(client) {
            return Ok(slot);
        }
        let is_address_full = self.open_games.is_address_full(client.address);
        {
            let mut games = self.games.games();
            let mut idle = HashMap::<Client, usize>::new();
            for game in games.values().filter(|game| game.is_evictable()) {
                let other = game.client();
                if !is_address_full || other.address == client.address {
                    *idle.entry(other).or_default() += 1;
                }
            }
            let largest = idle.into_iter().max_by_key(|(other, number)| (*number, other.id));
            let largest = largest.map(|(other, _)| other);
            games.retain(|_, game| {
                let is_evicted = game.is_evictable() && Some(game.client()) == largest;
                !game.is_closed() && !is_evicted
            });
            self.engine_pool.retain_games(|id| games.contains_key(id));
        }
        self.open_games.take(client).ok_or_else(too_many_games)
    }

    /// Saves the clocks of all games at the end of the server, and stops their engines.
    pub async fn close_games(&self) {
        let games: Vec<GameHandle> = self.games.games().values().cloned().collect();
        // All at once, so that the store saves them in a few transactions.
        let closing: Vec<_> =
            games.into_iter().map(|game| tokio::spawn(async move { game.close().await })).collect();
        for game in closing {
            let _ = game.await;
        }
    }
}

fn too_many_games() -> Error {
    Error::TooMany(phrases::TOO_MANY_GAMES.message(), limits::FULL_DELAY)
}

/// Hashes an address with a secret of the server. The algorithm is fixed, because the names are stored:
/// `SipHash` 2-4 of the octets.
fn owner_name(secret: &str, address: IpAddr) -> String {
    let hash = |keys: [u64; 2], bytes: &[u8]| {
        let mut hasher = SipHasher24::new_with_keys(keys[0], keys[1]);
        hasher.write(bytes);
        hasher.finish()
    };
    let keys = [0, 1].map(|number| hash([0, number], secret.as_bytes()));
    let name = match address {
        IpAddr::V4(v4) => hash(keys, &v4.octets()),
        IpAddr::V6(v6) => hash(keys, &v6.octets()),
    };
    format!("{name:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_names_of_owners_never_change() {
        let name = |secret, address: &str| owner_name(secret, address.parse().unwrap());
        assert_eq!(name("secret", "192.0.2.7"), "14383ac73715ac48");
        assert_eq!(name("secret", "2001:db8:1:2::"), "8daf0cc4f9ec02a9");
        assert_ne!(name("other", "192.0.2.7"), name("secret", "192.0.2.7"));
    }
}
