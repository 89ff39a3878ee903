//! A browser on the page of a server, and what a person does there.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

use super::Browser;
use super::server::Server;

/// Runs a server until standard input closes, which it does when the test program exits,
/// and removes its data.
const SERVE: &str = "\"$0\" serve --port 0 --data \"$DATA\" </dev/null & read -r _
    kill $!; wait $!; rm -rf \"$DATA\"";

/// The address of the server that the tests of a program share.
static SHARED: OnceLock<SharedServer> = OnceLock::new();

struct SharedServer {
    address: String,
    /// Open as long as the test program runs.
    _pipes: (Child, BufReader<ChildStdout>),
}

impl SharedServer {
    fn start(program: &str) -> Self {
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("data-{}", std::process::id()));
        let mut child = Command::new("sh")
            .args(["-c", SERVE, program])
            .env("DATA", data)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        Self { address: line.trim().trim_end_matches('/').to_owned(), _pipes: (child, output) }
    }
}

/// A browser on the page of a server.
pub struct Page {
    /// The address of the server, without a trailing slash.
    pub address: String,
    /// The browser.
    pub browser: Browser,
}

impl Page {
    /// Opens a view, `#/…`, on the server that the tests of a program share.
    pub fn open(program: &str, view: &str) -> Self {
        let server = SHARED.get_or_init(|| SharedServer::start(program));
        Self::at(&server.address, view)
    }

    /// Opens a view on a server of the test's own.
    pub fn on(server: &Server, view: &str) -> Self {
        Self::at(&server.address, view)
    }

    fn at(address: &str, view: &str) -> Self {
        let mut browser = Browser::new();
        browser.visit(&format!("{address}/{view}"), None);
        Self { address: address.to_owned(), browser }
    }

    /// Evaluates an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression).unwrap()
    }

    /// Returns the text of an element, or nothing where there is none.
    pub fn text(&mut self, selector: &str) -> String {
        let value = self.evaluate(&format!("document.querySelector({selector:?})?.textContent"));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Returns the number of elements that match.
    pub fn count(&mut self, selector: &str) -> u64 {
        self.evaluate(&format!("document.querySelectorAll({selector:?}).length")).as_u64().unwrap()
    }

    /// Waits until a condition holds in the page.
    pub fn wait_until(&mut self, condition: &str) {
        self.browser.wait_until(condition);
    }

    /// Waits until it is the person's turn or the game is over. Returns whether it is the
    /// person's turn.
    pub fn wait_for_turn(&mut self) -> bool {
        self.wait_until("document.querySelector('.board[data-interactive=true], .game-over')");
        self.count(".game-over") == 0
    }

    /// Returns the moves of the move list.
    pub fn moves(&mut self) -> Vec<String> {
        let moves =
            self.evaluate("[...document.querySelectorAll('.moves .move')].map(m => m.firstChild.data)");
        serde_json::from_value(moves).unwrap()
    }

    /// Returns the focused element: the first of its data attributes, or its tag.
    pub fn focus(&mut self) -> String {
        let value = self.evaluate(
            "Object.values(document.activeElement.dataset)[0] ?? document.activeElement.tagName.toLowerCase()",
        );
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the move list has this many moves.
    pub fn wait_for_moves(&mut self, count: usize) {
        self.wait_until(&format!("document.querySelectorAll('.moves .move').length === {count}"));
    }

    /// Clicks on a point of the board by its name.
    pub fn click_point(&mut self, name: &str) {
        self.browser.click(&format!(".hit[data-name=\"{name}\"]"));
    }

    /// Plays a move by clicks: a button, or a highlighted point, for which a piece may have
    /// to be selected first. `pick` chooses among them.
    pub fn play(&mut self, pick: usize) {
        let before = self.moves().len();
        if self.count(".actions [data-move]") > 0 {
            self.browser.click(".actions [data-move]");
        } else {
            if self.count(".board .dot") == 0 {
                let sources = usize::try_from(self.count(".board .source")).unwrap();
                assert!(sources > 0, "nothing on the board can be clicked");
                self.browser.click_nth(".board .source", pick % sources);
            }
            let dots = usize::try_from(self.count(".board .dot")).unwrap();
            assert!(dots > 0, "the selected piece cannot move");
            self.browser.click_nth(".board .dot", pick % dots);
        }
        self.wait_until(&format!("document.querySelectorAll('.moves .move').length > {before}"));
    }

    /// Asserts that no page of the test logged an error.
    pub fn assert_no_errors(&self) {
        assert_eq!(self.browser.errors(), Vec::<Value>::new());
    }

    /// Asserts that all logged errors are responses with this status, or one that starts
    /// with it: browsers log every refused request.
    pub fn assert_no_errors_but(&self, status: &str) {
        let response = format!("responded with a status of {status}");
        let mut errors = self.browser.errors();
        errors.retain(|error| !error["entry"]["text"].as_str().is_some_and(|text| text.contains(&response)));
        assert_eq!(errors, Vec::<Value>::new());
    }

    /// Asserts that the page does not scroll sideways.
    pub fn assert_fits(&mut self) {
        let widths = self.evaluate("[document.documentElement.scrollWidth, innerWidth]");
        assert!(widths[0].as_u64() <= widths[1].as_u64(), "{widths} at {}", self.evaluate("location.hash"));
    }
}
