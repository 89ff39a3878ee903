//! Tournaments as they are played: by engines and by coins, stopped and gone on with.

use crate::planned::{Simulated, lasting, listed, plan};
use plateau_arena::host::Host;
use plateau_arena::plan::Plan;
use plateau_arena::run::{Ended, Tournament};
use plateau_arena::stats::{Sprt, Verdict};
use plateau_arena::store::Store;
use plateau_arena::table::Table;
use plateau_arena::{Pool, Settings, export, game, report};
use plateau_core::{Lang, Message};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// Plays a tournament to its end; what lasts of it, and how it ended.
fn played(plan: &Plan, host: &dyn Host, concurrency: usize) -> (String, Ended) {
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::memory().unwrap();
    let mut tournament = Tournament::open(plan, &*variant, &mut store, false).unwrap();
    let ended = tournament.play(host, concurrency, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    (lasting(&tournament), ended)
}

fn pool(plan: &Plan) -> Pool {
    Pool::of(REGISTRY, plan, Settings { hash_mb: 1, ..Settings::default() }, None).unwrap()
}

#[test]
fn every_game_is_played_the_same_whoever_plays_how_many_at_once() {
    let specs = ["alphabeta:depth=2", "level:1", "random", "mcts:nodes=50"];
    for game in REGISTRY.games() {
        let text =
            format!("game = \"{}\"\ndepth = 2\nopenings = \"random:plies=2\"\n{}", game.id, listed(&specs));
        let plan = plan(&text);
        let host = pool(&plan);
        let (one, ended) = played(&plan, &host, 1);
        assert_eq!(ended, Ended::Finished);
        assert_eq!(one, played(&plan, &host, 3).0, "{}", game.id);
        assert_eq!(one.matches("\ngame: ").count(), 12, "{}", game.id);
        assert!(!one.contains("result: *") && one.contains("\n# values: "), "{one}");
    }
}

#[test]
fn every_system_is_played_by_coins() {
    let elo: Vec<f64> = (0..7).map(|player| -150.0 * f64::from(player)).collect();
    let names: Vec<String> = (0..7).map(|player| format!("random:seed={player}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for (system, games) in
        [("round-robin", 21 * 6), ("gauntlet", 6 * 6), ("swiss", 3 * 3 * 6), ("knock-out", 6 * 6)]
    {
        let plan = plan(&format!(
            "game = \"connect4\"\nsystem = \"{system}\"\npairs = 3\nseed = 5\n{}",
            listed(&names)
        ));
        let host = Simulated { elo: elo.clone(), draws: 0.2 };
        let (one, ended) = played(&plan, &host, 1);
        assert_eq!((ended, &one), (Ended::Finished, &played(&plan, &host, 4).0), "{system}");
        let count = one.matches("\ngame: ").count();
        assert!(count == games || system == "knock-out" && count > games, "{system}: {count} games");
        assert!(one.lines().nth(1).is_some_and(|line| line.contains("random:seed=0")), "{system}: {one}");
    }
}

/// Who has nobody to play against in a round has its points all the same, in the table
/// as in the pairing.
#[test]
fn a_round_without_an_opponent_counts_in_the_table() {
    let names: Vec<String> = (0..5).map(|player| format!("random:seed={player}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = format!("game = \"connect4\"\nsystem = \"swiss\"\nrounds = 3\n{}", listed(&names));
    // The first always win.
    let (plan, host) = (plan(&text), Simulated { elo: vec![8e3, 6e3, 4e3, 2e3, 0.0], draws: 0.0 });
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    tournament.play(&host, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let table = Table::of(&tournament);
    let points: Vec<_> = table.standings.iter().map(|at| (at.player, at.half_points(), at.byes)).collect();
    assert_eq!(points, [(0, 12, 0), (1, 8, 0), (2, 8, 4), (3, 4, 4), (4, 4, 4)]);
}

fn sprt_plan(pairs: usize) -> Plan {
    let mut plan = plan(&format!("game = \"othello\"\npairs = {pairs}\n{}", listed(&["first", "random"])));
    plan.sprt = Some(Sprt::parse("elo0=0,elo1=60").unwrap());
    plan
}

#[test]
fn a_test_is_decided_by_the_order_of_pairs_not_of_arrival() {
    for (elo, verdict) in [(60.0, Verdict::Greater), (0.0, Verdict::Lesser), (3_000.0, Verdict::Greater)] {
        let (plan, host) = (sprt_plan(2_000), Simulated { elo: vec![elo, 0.0], draws: 0.3 });
        let (one, ended) = played(&plan, &host, 1);
        assert_eq!(ended, Ended::Decided(verdict));
        for _ in 0..3 {
            assert_eq!(played(&plan, &host, 4), (one.clone(), ended), "{elo}");
        }
    }
}

/// Stops a tournament again and again, and goes on with it.
#[test]
fn what_was_stopped_goes_on_and_nothing_is_played_twice() {
    let mut swiss = plan(&format!(
        "game = \"achi\"\nsystem = \"swiss\"\nrounds = 4\npairs = 4\n{}",
        listed(&["first", "random", "level:1", "level:2", "level:3"])
    ));
    let coins = Simulated { elo: vec![50.0, 0.0, -50.0, 0.0, 10.0], draws: 0.3 };
    for sprt in [false, true] {
        let test = sprt_plan(400);
        let plan = if sprt { &test } else { &swiss };
        let whole = played(plan, &coins, 2);
        let variant = REGISTRY.variant(&plan.game).unwrap();
        let mut store = Store::memory().unwrap();
        let (mut told, mut stops) = (Vec::new(), 0);
        let end = loop {
            let mut tournament = Tournament::open(plan, &*variant, &mut store, true).unwrap();
            let (stop, mut events) = (Stop::new(), 0);
            let ended = tournament.play(&coins, 2, &mut store, &stop, &mut |event| {
                told.push((event.game.pair, event.game.game));
                events += 1;
                if events == 7 {
                    stop.raise();
                }
            });
            match ended.unwrap() {
                Ended::Stopped => stops += 1,
                ended => break (lasting(&tournament), ended),
            }
        };
        assert!(stops > 3, "{stops}");
        assert_eq!(end, whole);
        let count = told.len();
        told.sort_unstable();
        told.dedup();
        assert_eq!(told.len(), count, "nothing twice");
    }
    // With another seed it is another tournament.
    let first = played(&swiss, &coins, 1).0;
    swiss.seed += 1;
    assert_ne!(played(&swiss, &coins, 1).0, first);
}

#[test]
fn a_player_out_of_time_loses_and_the_others_play_on() {
    struct Late(Pool);
    impl Host for Late {
        fn play(
            &self,
            task: &game::Task,
            stop: &Stop,
            moved: &dyn Fn(&str),
        ) -> Result<Option<game::Result>, Message> {
            let Some(mut result) = self.0.play(task, stop, moved)? else { return Ok(None) };
            if let Some(side) = task.players.iter().position(|&player| player == 1) {
                let side = plateau_core::Player::BOTH[side];
                let fault = game::Fault::Time(std::time::Duration::from_millis(3));
                result.moves.truncate(1);
                result.winner = Some(side.other());
                result.ending = game::Ending::Fault(side, fault);
            }
            Ok(Some(result))
        }
    }
    let specs = ["first", "random", "rules"];
    let plan = plan(&format!("game = \"tictactoe\"\nname = \"<b>cup & {{data}}\"\n{}", listed(&specs)));
    let host = Late(pool(&plan));
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let mut store = Store::memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    tournament.play(&host, 2, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let table = Table::of(&tournament);
    let late = table.standings.last().unwrap();
    assert_eq!((late.player, late.tally.losses, late.faults.time), (1, 4, 4));
    let told = export::json(&tournament, &table);
    assert_eq!(told["table"][2]["faults"]["time"], 4);
    assert_eq!(told["games"].as_array().map(Vec::len), Some(6));
    assert_eq!(told["games"][0]["opening"], 4);
    assert_eq!(export::text(&tournament).matches("result: ").count(), 6);
    for record in export::text(&tournament).split("\n\n") {
        assert!(REGISTRY.record(record).is_ok(), "{record}");
    }
    for lang in [Lang::En, Lang::Fr] {
        let mut page = Vec::new();
        report::write(&tournament, &table, lang, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains("<title>&lt;b&gt;cup &amp; {data}</title>"), "{page}");
        for outside in ["http://", "https://", "src=", "href=", "url(", "@import"] {
            let found = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").contains(outside);
            assert!(!found, "{outside}");
        }
        let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["games"].as_array().map(Vec::len), Some(6));
        let plot = &page[page.find("<svg").unwrap()..page.find("</svg>").unwrap() + 6];
        roxmltree::Document::parse(plot).unwrap();
        // Every game can be replayed from what each move changed.
        for game in data["games"].as_array().unwrap() {
            let mut pieces: Vec<char> = game["start"]["pieces"].as_str().unwrap().chars().collect();
            for mv in game["moves"].as_array().unwrap() {
                for change in mv["changed"].as_array().unwrap() {
                    let point = change[0].as_u64().unwrap() as usize;
                    pieces[point] = change[1].as_str().unwrap().chars().next().unwrap();
                }
            }
            let placed = pieces.iter().filter(|piece| **piece != '.').count();
            assert_eq!(placed, game["moves"].as_array().unwrap().len());
        }
    }
}

/// A game that can't be played is told, and not that somebody stopped the tournament.
#[test]
fn what_a_host_can_not_play_is_told() {
    struct Unable;
    impl Host for Unable {
        fn play(&self, _: &game::Task, _: &Stop, _: &dyn Fn(&str)) -> Result<Option<game::Result>, Message> {
            Err(plateau_arena::phrases::NOBODY.message())
        }
    }
    let plan = sprt_plan(100);
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    let told = tournament.play(&Unable, 2, &mut store, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
    assert!(told.starts_with("there is nobody to ask here"), "{told}");
}

/// A test that was decided stays so: no game is begun when it is gone on with.
#[test]
fn nothing_is_begun_after_the_decision() {
    struct Never;
    impl Host for Never {
        fn play(
            &self,
            task: &game::Task,
            _: &Stop,
            _: &dyn Fn(&str),
        ) -> Result<Option<game::Result>, Message> {
            panic!("{task:?} was begun")
        }
    }
    let (plan, host) = (sprt_plan(2_000), Simulated { elo: vec![3_000.0, 0.0], draws: 0.3 });
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    let ended = tournament.play(&host, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let mut again = Tournament::open(&plan, &*variant, &mut store, true).unwrap();
    assert!(again.stored().count() >= tournament.games().count());
    assert_eq!(again.play(&Never, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap(), ended);
    assert_eq!(lasting(&again), lasting(&tournament));
}

/// The first player of a gauntlet plays all games: what counts is the share of points.
#[test]
fn a_gauntlet_is_led_by_who_won_all_and_not_by_who_played_most() {
    let names = ["random:seed=0", "random:seed=1", "random:seed=2", "random:seed=3"];
    let plan = plan(&format!("game = \"connect4\"\nsystem = \"gauntlet\"\npairs = 2\n{}", listed(&names)));
    let host = Simulated { elo: vec![0.0, 9_000.0, -9_000.0, -9_000.0], draws: 0.0 };
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    tournament.play(&host, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let standings = Table::of(&tournament).standings;
    let points: Vec<_> = standings.iter().map(|standing| (standing.player, standing.half_points())).collect();
    assert_eq!(points, [(1, 8), (0, 16), (2, 0), (3, 0)]);
}

/// A fault of a host is told; it does not hang those who wait for the others.
#[test]
#[should_panic(expected = "a fault of the host")]
fn a_host_that_panics_is_not_waited_for() {
    struct Broken;
    impl Host for Broken {
        fn play(
            &self,
            task: &game::Task,
            _: &Stop,
            _: &dyn Fn(&str),
        ) -> Result<Option<game::Result>, Message> {
            assert!(task.seed.is_multiple_of(3), "a fault of the host");
            Ok(Some(game::Result {
                unplayed: std::time::Duration::ZERO,
                winner: None,
                margin: 0,
                ending: game::Ending::Adjudicated,
                moves: Vec::new(),
            }))
        }
    }
    played(&sprt_plan(100), &Broken, 2);
}
