//! Tournaments of engines and simulated players, stopped and resumed.

use crate::simulation::{Simulated, plan, player_entries, reproducible_text};
use plateau_arena::game::{self, GameResult};
use plateau_arena::plan::Plan;
use plateau_arena::standings::Standings;
use plateau_arena::stats::{Sprt, Verdict};
use plateau_arena::store::Store;
use plateau_arena::tournament::{Tournament, TournamentEnd};
use plateau_arena::{GameRunner, PlayerPool, Settings, export, report};
use plateau_core::{Lang, Message};
use plateau_games::REGISTRY;
use plateau_search::Stop;

/// Plays a tournament to its end; returns its reproducible text and how it ended.
fn play_all(plan: &Plan, runner: &dyn GameRunner, concurrency: usize) -> (String, TournamentEnd) {
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::in_memory().unwrap();
    let mut tournament = Tournament::open(plan, &*variant, &mut store, false).unwrap();
    let ended = tournament.play(runner, concurrency, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    (reproducible_text(&tournament), ended)
}

fn pool(plan: &Plan) -> PlayerPool {
    PlayerPool::for_plan(REGISTRY, plan, Settings { hash_mb: 1, ..Settings::default() }, None).unwrap()
}

#[test]
fn results_do_not_depend_on_concurrency() {
    let specs = ["alphabeta:depth=2", "level:1", "random", "mcts:nodes=50"];
    for game in REGISTRY.games() {
        let text = format!(
            "game = \"{}\"\ndepth = 2\nopenings = \"random:plies=2\"\n{}",
            game.id,
            player_entries(&specs)
        );
        let plan = plan(&text);
        let runner = pool(&plan);
        let (one, ended) = play_all(&plan, &runner, 1);
        assert_eq!(ended, TournamentEnd::Finished);
        assert_eq!(one, play_all(&plan, &runner, 3).0, "{}", game.id);
        assert_eq!(one.matches("\ngame: ").count(), 12, "{}", game.id);
        assert!(!one.contains("result: *") && one.contains("\n# values: "), "{one}");
    }
}

#[test]
fn every_system_is_played_by_simulated_players() {
    let elo: Vec<f64> = (0..7).map(|player| -150.0 * f64::from(player)).collect();
    let names: Vec<String> = (0..7).map(|player| format!("random:seed={player}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for (system, games) in
        [("round-robin", 21 * 6), ("gauntlet", 6 * 6), ("swiss", 3 * 3 * 6), ("knock-out", 6 * 6)]
    {
        let plan = plan(&format!(
            "game = \"connect4\"\nsystem = \"{system}\"\npairs = 3\nseed = 5\n{}",
            player_entries(&names)
        ));
        let runner = Simulated { elo: elo.clone(), draw_rate: 0.2 };
        let (one, ended) = play_all(&plan, &runner, 1);
        assert_eq!((ended, &one), (TournamentEnd::Finished, &play_all(&plan, &runner, 4).0), "{system}");
        let count = one.matches("\ngame: ").count();
        assert!(count == games || system == "knock-out" && count > games, "{system}: {count} games");
        assert!(one.lines().nth(1).is_some_and(|line| line.contains("random:seed=0")), "{system}: {one}");
    }
}

/// A bye scores the points of a win, in the standings as in the pairing.
#[test]
fn byes_count_in_the_standings() {
    let names: Vec<String> = (0..5).map(|player| format!("random:seed={player}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = format!("game = \"connect4\"\nsystem = \"swiss\"\nrounds = 3\n{}", player_entries(&names));
    // Players listed earlier always win.
    let (plan, runner) = (plan(&text), Simulated { elo: vec![8e3, 6e3, 4e3, 2e3, 0.0], draw_rate: 0.0 });
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::in_memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    tournament.play(&runner, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let standings = Standings::of(&tournament);
    let points: Vec<_> = standings.rows.iter().map(|row| (row.player, row.half_points(), row.byes)).collect();
    assert_eq!(points, [(0, 12, 0), (1, 8, 0), (2, 8, 4), (3, 4, 4), (4, 4, 4)]);
}

fn sprt_plan(pairs: usize) -> Plan {
    let mut plan =
        plan(&format!("game = \"othello\"\npairs = {pairs}\n{}", player_entries(&["first", "random"])));
    plan.sprt = Some(Sprt::parse("elo0=0,elo1=60").unwrap());
    plan
}

#[test]
fn sprt_verdict_does_not_depend_on_the_order_of_arrival() {
    for (elo, verdict) in [(60.0, Verdict::AcceptH1), (0.0, Verdict::AcceptH0), (3_000.0, Verdict::AcceptH1)]
    {
        let (plan, runner) = (sprt_plan(2_000), Simulated { elo: vec![elo, 0.0], draw_rate: 0.3 });
        let (one, ended) = play_all(&plan, &runner, 1);
        assert_eq!(ended, TournamentEnd::Decided(verdict));
        for _ in 0..3 {
            assert_eq!(play_all(&plan, &runner, 4), (one.clone(), ended), "{elo}");
        }
    }
}

#[test]
fn a_stopped_tournament_resumes_without_replaying_games() {
    let mut swiss = plan(&format!(
        "game = \"achi\"\nsystem = \"swiss\"\nrounds = 4\npairs = 4\n{}",
        player_entries(&["first", "random", "level:1", "level:2", "level:3"])
    ));
    let runner = Simulated { elo: vec![50.0, 0.0, -50.0, 0.0, 10.0], draw_rate: 0.3 };
    for sprt in [false, true] {
        let test = sprt_plan(400);
        let plan = if sprt { &test } else { &swiss };
        let whole = play_all(plan, &runner, 2);
        let variant = REGISTRY.variant(&plan.game).unwrap();
        let mut store = Store::in_memory().unwrap();
        let (mut games, mut stops) = (Vec::new(), 0);
        let end = loop {
            let mut tournament = Tournament::open(plan, &*variant, &mut store, true).unwrap();
            let (stop, mut count) = (Stop::new(), 0);
            let ended = tournament.play(&runner, 2, &mut store, &stop, &mut |progress| {
                games.push((progress.game.pair, progress.game.game));
                count += 1;
                if count == 7 {
                    stop.raise();
                }
            });
            match ended.unwrap() {
                TournamentEnd::Stopped => stops += 1,
                ended => break (reproducible_text(&tournament), ended),
            }
        };
        assert!(stops > 3, "{stops}");
        assert_eq!(end, whole);
        let count = games.len();
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), count, "no game was played twice");
    }
    // Another seed yields other games.
    let first = play_all(&swiss, &runner, 1).0;
    swiss.seed += 1;
    assert_ne!(play_all(&swiss, &runner, 1).0, first);
}

#[test]
fn losses_on_time_appear_in_standings_and_reports() {
    struct Late(PlayerPool);
    impl GameRunner for Late {
        fn play(
            &self,
            task: &game::Task,
            stop: &Stop,
            on_move: &dyn Fn(&str),
        ) -> Result<Option<GameResult>, Message> {
            let Some(mut result) = self.0.play(task, stop, on_move)? else { return Ok(None) };
            if let Some(side) = task.players.iter().position(|&player| player == 1) {
                let side = plateau_core::Player::BOTH[side];
                let fault = game::Fault::OutOfTime(std::time::Duration::from_millis(3));
                result.moves.truncate(1);
                result.winner = Some(side.other());
                result.ending = game::Ending::Fault(side, fault);
            }
            Ok(Some(result))
        }
    }
    let specs = ["first", "random", "rules"];
    let plan =
        plan(&format!("game = \"tictactoe\"\nname = \"<b>cup & {{data}}\"\n{}", player_entries(&specs)));
    let runner = Late(pool(&plan));
    let variant = REGISTRY.variant("tictactoe").unwrap();
    let mut store = Store::in_memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    tournament.play(&runner, 2, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let standings = Standings::of(&tournament);
    let late = standings.rows.last().unwrap();
    assert_eq!((late.player, late.tally.losses, late.faults.time), (1, 4, 4));
    let json = export::json(&tournament, &standings);
    assert_eq!(json["table"][2]["faults"]["time"], 4);
    assert_eq!(json["games"].as_array().map(Vec::len), Some(6));
    assert_eq!(json["games"][0]["opening"], 4);
    assert_eq!(export::text(&tournament).matches("result: ").count(), 6);
    for record in export::text(&tournament).split("\n\n") {
        assert!(REGISTRY.record(record).is_ok(), "{record}");
    }
    for lang in [Lang::En, Lang::Fr] {
        let mut page = Vec::new();
        report::write(&tournament, &standings, lang, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains("<title>&lt;b&gt;cup &amp; {data}</title>"), "{page}");
        for reference in ["http://", "https://", "src=", "href=", "url(", "@import"] {
            let found = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").contains(reference);
            assert!(!found, "{reference}");
        }
        let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["games"].as_array().map(Vec::len), Some(6));
        let plot = &page[page.find("<svg").unwrap()..page.find("</svg>").unwrap() + 6];
        roxmltree::Document::parse(plot).unwrap();
        // Every game can be reconstructed from the changes of its moves.
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

/// An unplayable game is an error, not a stopped tournament.
#[test]
fn runner_errors_are_reported() {
    struct Unable;
    impl GameRunner for Unable {
        fn play(&self, _: &game::Task, _: &Stop, _: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
            Err(plateau_arena::phrases::NO_HUMAN_HERE.message())
        }
    }
    let plan = sprt_plan(100);
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::in_memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    let error = tournament.play(&Unable, 2, &mut store, &Stop::new(), &mut |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("a human cannot play here"), "{error}");
}

/// A decided SPRT stays decided: resuming it starts no game.
#[test]
fn no_game_is_started_after_the_sprt_verdict() {
    struct Never;
    impl GameRunner for Never {
        fn play(&self, task: &game::Task, _: &Stop, _: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
            panic!("{task:?} was started")
        }
    }
    let (plan, runner) = (sprt_plan(2_000), Simulated { elo: vec![3_000.0, 0.0], draw_rate: 0.3 });
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::in_memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    let ended = tournament.play(&runner, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let mut again = Tournament::open(&plan, &*variant, &mut store, true).unwrap();
    assert!(again.stored_games().count() >= tournament.games().count());
    assert_eq!(again.play(&Never, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap(), ended);
    assert_eq!(reproducible_text(&again), reproducible_text(&tournament));
}

/// The first player of a gauntlet plays in every meeting, so points alone would rank it first.
#[test]
fn a_gauntlet_is_ranked_by_score_not_points() {
    let names = ["random:seed=0", "random:seed=1", "random:seed=2", "random:seed=3"];
    let plan =
        plan(&format!("game = \"connect4\"\nsystem = \"gauntlet\"\npairs = 2\n{}", player_entries(&names)));
    let runner = Simulated { elo: vec![0.0, 9_000.0, -9_000.0, -9_000.0], draw_rate: 0.0 };
    let variant = REGISTRY.variant(&plan.game).unwrap();
    let mut store = Store::in_memory().unwrap();
    let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).unwrap();
    tournament.play(&runner, 1, &mut store, &Stop::new(), &mut |_| {}).unwrap();
    let standings = Standings::of(&tournament);
    let points: Vec<_> = standings.rows.iter().map(|row| (row.player, row.half_points())).collect();
    assert_eq!(points, [(1, 8), (0, 16), (2, 0), (3, 0)]);
}

/// A panic on one worker stops the others and is propagated.
#[test]
#[should_panic(expected = "panic of the runner")]
fn a_panic_of_the_runner_is_propagated() {
    struct Broken;
    impl GameRunner for Broken {
        fn play(&self, task: &game::Task, _: &Stop, _: &dyn Fn(&str)) -> Result<Option<GameResult>, Message> {
            assert!(task.seed.is_multiple_of(3), "panic of the runner");
            Ok(Some(GameResult {
                unplayed: std::time::Duration::ZERO,
                winner: None,
                margin: 0,
                ending: game::Ending::Adjudicated,
                moves: Vec::new(),
            }))
        }
    }
    play_all(&sprt_plan(100), &Broken, 2);
}
