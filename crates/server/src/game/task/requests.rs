//! Requests other than changes: joining, stopping the engine, a rematch; and a game that was changed
//! behind the task's back.

use std::sync::Arc;

use plateau_core::Player;
use plateau_games::time::parse_time_control;
use plateau_play::Session;

use super::GameTask;
use crate::error::Error;
use crate::game::change::{self, ChangeRequest};
use crate::game::handle::Event;
use crate::game::snapshot::GameSnapshot;
use crate::game::state::{GameState, UsedInvitation};
use crate::{phrases, tokens};

impl GameTask {
    /// Gives the seat of an invitation to the guest who opens it. The seat gets a new token, so
    /// that neither the host nor another guest can play it with the one in the link.
    pub(super) async fn join(
        &mut self,
        request: ChangeRequest,
    ) -> Result<(Arc<GameSnapshot>, String), Error> {
        let token = request.token.as_deref().ok_or(Error::InvalidToken)?;
        if let Some((side, used)) = self.state.used_invitation(token) {
            // The response may have been lost.
            if used.request == request.id {
                return Ok((self.snapshot(), self.state.tokens[side.index()].clone()));
            }
            return Err(Error::Forbidden(phrases::INVITATION_USED.message()));
        }
        let side = self.state.side_of_token(Some(token))?;
        // The guest has the seat already.
        if self.state.joined[side.index()] {
            return Ok((self.snapshot(), token.to_owned()));
        }
        self.check_revision(request.revision).await?;
        let mut next = GameState::clone(&self.state);
        change::check_human(&next, side)?;
        let new_token = tokens::new_token()?;
        next.joined[side.index()] = true;
        let used = std::mem::replace(&mut next.tokens[side.index()], new_token.clone());
        next.used_invitations[side.index()] = Some(UsedInvitation { token: used, request: request.id });
        Ok((self.commit(next, request.stream).await?, new_token))
    }

    /// Ends the game as a draw.
    pub(super) async fn adjudicate(&mut self) -> Result<Arc<GameSnapshot>, Error> {
        let mut next = GameState::clone(&self.state);
        if !next.session.adjudicate_draw() {
            return Err(phrases::GAME_OVER.message().into());
        }
        next.pending_step = None;
        self.commit(next, None).await
    }

    /// Makes the engine that is thinking play the best move found so far.
    pub(super) async fn stop_engine(&mut self, request: ChangeRequest) -> Result<Arc<GameSnapshot>, Error> {
        let side = self.state.side_of_token(request.token.as_deref())?;
        let request_key = request.key(side, "stop");
        if !self.state.handled_requests.contains(&request_key) {
            self.check_revision(request.revision).await?;
            if !self.state.is_engine_turn() {
                return Err(phrases::ENGINE_IDLE.message().into());
            }
            self.resume_if_watched();
            if let Some(engine) = &self.engine {
                engine.stop();
            }
            Arc::make_mut(&mut self.state).remember_request(request_key);
        }
        Ok(self.snapshot())
    }

    pub(super) async fn rematch(&mut self, request: ChangeRequest) -> Result<Arc<GameSnapshot>, Error> {
        self.state.side_of_token(request.token.as_deref())?;
        if !self.state.is_over() {
            return Err(phrases::GAME_NOT_OVER.message().into());
        }
        if self.state.rematch.is_some() {
            return Ok(self.snapshot());
        }
        let GameState { session, tokens, time_control, joined, .. } = &*self.state;
        let [x, o] = Player::BOTH.map(|player| session.player(player).clone());
        let variant = Arc::clone(session.variant());
        let control = time_control.as_deref().map(parse_time_control).transpose()?;
        let session = Session::new(Arc::clone(&variant), variant.start(), [o, x], control);
        let [first, second] = tokens.clone();
        let seed = getrandom::u64().map_err(Error::from)?;
        let mut rematch = GameState::new(session, [second, first], seed, time_control.clone());
        rematch.joined = [joined[1], joined[0]];
        rematch.note_people();
        rematch.note_engine_game();
        // If the next step fails, a repeated request finds the rematch. Nobody has both tokens.
        let id = format!("rematch {} {}", tokens[0], tokens[1]);
        let rematch = self.app.create_game(rematch, Some(id), request.client).await?;
        let mut next = GameState::clone(&self.state);
        next.rematch = Some(rematch.id().to_owned());
        self.commit(next, request.stream).await
    }

    /// Loads the game again because the stored one is not the one in memory, and returns the
    /// error for the request that found out.
    pub(super) async fn reload(&mut self) -> Error {
        let state = match self.app.load_state(&self.id).await {
            Ok(state) => state,
            Err(error) => {
                self.is_deleted = true;
                return error;
            }
        };
        self.state = Arc::new(state);
        self.start_turn();
        let game = self.snapshot();
        self.publish(Event::Game { game: Arc::clone(&game), sender: None });
        Error::StaleRevision(game)
    }
}
