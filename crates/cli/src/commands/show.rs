//! `plateau show`: a board with all there is to say about it.

use clap::Args;
use plateau_core::{Lang, Layout, Message, NotationError, Player};
use plateau_games::{AnyRecord, AnyVariant, Registry};

use crate::output::{WIDTH, two_columns, wrap, wrap_words};
use crate::phrases;
use crate::place::Place;
use crate::sample::Sample;

/// Show a board with its legal moves
///
/// On the board the last move stands in brackets, and what has been won is in
/// capitals: a winning line, or a whole part of the board as one large letter.
/// Parts of the board a player is sent to are framed by #.
#[derive(Debug, Args)]
pub struct Show {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    place: Place,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, moves, position } = sample;
    vec![
        format!("plateau show {game}"),
        format!("plateau show {game} {position}"),
        format!("plateau show {game} --moves \"{moves}\""),
    ]
}

impl Show {
    /// The answer.
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<String, NotationError> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        let board = plateau_draw::text::board(variant.layout(), &record.view());
        let fields = fields(variant.layout(), record.as_ref(), lang);
        Ok(format!("{}\n\n{board}\n{}", title(registry, variant.as_ref(), lang), two_columns(&fields, 0)))
    }
}

/// What people call the game, and its name here.
fn title(registry: &Registry, variant: &dyn AnyVariant, lang: Lang) -> String {
    let id = variant.name().split(':').next().unwrap_or_default();
    match registry.games().iter().find(|game| game.id == id) {
        Some(game) => {
            phrases::TITLE.say().with("name", game.name).with("variant", variant.name()).render(lang)
        }
        None => variant.name().to_owned(),
    }
}

/// What the board alone does not tell.
fn fields(layout: &Layout, record: &dyn AnyRecord, lang: Lang) -> Vec<(String, Vec<String>)> {
    let view = record.view();
    let mut fields: Vec<(Message, Vec<String>)> = Vec::new();
    let mut say =
        |name: Message, what: &Message| fields.push((name, wrap_words(&what.render(lang), WIDTH - 12)));
    match view.finish {
        Some(finish) => say(phrases::RESULT.say(), &finish.message(layout)),
        None => say(phrases::TO_MOVE.say(), &player(layout, view.turn, lang)),
    }
    if let Some(tally) = view.tally {
        say(phrases::TALLY.say(), &both(layout, tally, lang));
    }
    if let Some(in_hand) = view.in_hand {
        say(phrases::IN_HAND.say(), &both(layout, in_hand, lang));
    }
    for note in &view.notes {
        say(phrases::NOTE.say(), note);
    }
    let moves: Vec<String> = view.moves.into_iter().map(|mv| mv.text).collect();
    if !moves.is_empty() {
        // Written as a list that --moves reads.
        let separator = if moves.iter().any(|mv| mv.contains(' ')) { ";" } else { "" };
        let name = phrases::MOVES.say().with("count", moves.len());
        fields.push((name, wrap(&moves, separator, WIDTH - 14)));
    }
    // Never wrapped: it is there to be copied.
    fields.push((phrases::POSITION.say(), vec![record.position_text()]));
    fields
        .into_iter()
        .map(|(name, lines)| (phrases::FIELD.say().with("name", name).render(lang), lines))
        .collect()
}

/// A side, with its letter on the board where that is not its name.
fn player(layout: &Layout, player: Player, lang: Lang) -> Message {
    let name = layout.player(player);
    if name.template(lang) == player.letter().to_string() {
        name.say()
    } else {
        phrases::PLAYER.say().with("name", name).with("letter", player.letter())
    }
}

fn both(layout: &Layout, [a, b]: [u32; 2], lang: Lang) -> Message {
    let [first, second] = Player::BOTH.map(|side| player(layout, side, lang));
    phrases::BOTH.say().with("first", first).with("a", a).with("second", second).with("b", b)
}
