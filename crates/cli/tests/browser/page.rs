//! A server with a browser at its page, and what a person does there.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::Browser;

/// A server with a browser at its page, gone when it is dropped.
pub struct Page {
    /// A directory of its own.
    pub directory: PathBuf,
    program: String,
    server: Child,
    /// Where the page is, without a slash at its end.
    pub address: String,
    /// Who looks at it.
    pub browser: Browser,
}

impl Page {
    /// Starts a program's server and opens a place of its page, `#/…`.
    pub fn open(program: &str, name: &str, place: &str) -> Self {
        let name = format!("page-{name}-{}", std::process::id());
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        let (server, address) = serve(program, &directory, "0");
        let mut browser = Browser::start(&directory.join("profile"));
        browser.visit(&format!("{address}/{place}"), None);
        Self { directory, program: program.to_owned(), server, address, browser }
    }

    /// Ends the server, as if its machine went down.
    pub fn stop_server(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }

    /// Starts it again where it was.
    pub fn start_server(&mut self) {
        let port = self.address.rsplit(':').next().unwrap_or_default().to_owned();
        self.server = serve(&self.program, &self.directory, &port).0;
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression).unwrap()
    }

    /// The text of an element.
    pub fn text(&mut self, selector: &str) -> String {
        let value = self.evaluate(&format!("document.querySelector({selector:?})?.textContent"));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// How many elements there are.
    pub fn count(&mut self, selector: &str) -> u64 {
        self.evaluate(&format!("document.querySelectorAll({selector:?}).length")).as_u64().unwrap()
    }

    /// Waits until an expression holds in the page.
    pub fn wait_until(&mut self, condition: &str) {
        self.browser.wait_until(condition);
    }

    /// Waits until it is one's turn on the board, or the game is over.
    pub fn wait_for_turn(&mut self) -> bool {
        self.wait_until("document.querySelector('.board[data-open=true], .end')");
        self.count(".end") == 0
    }

    /// The moves of the list.
    pub fn moves(&mut self) -> Vec<String> {
        let moves =
            self.evaluate("[...document.querySelectorAll('.moves .move')].map(m => m.firstChild.data)");
        serde_json::from_value(moves).unwrap()
    }

    /// Where the focus is: the first of its names for programs, or what it is.
    pub fn focus(&mut self) -> String {
        let value = self.evaluate(
            "Object.values(document.activeElement.dataset)[0] ?? document.activeElement.tagName.toLowerCase()",
        );
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the list has so many moves.
    pub fn wait_for_moves(&mut self, count: usize) {
        self.wait_until(&format!("document.querySelectorAll('.moves .move').length === {count}"));
    }

    /// Clicks on a point by its name.
    pub fn click_point(&mut self, name: &str) {
        self.browser.click(&format!(".hit[data-name=\"{name}\"]"));
    }

    /// Makes a move by clicks: a button, or one of the dots, for which a piece
    /// may have to be picked up first. `pick` chooses among them.
    pub fn play(&mut self, pick: usize) {
        let before = self.moves().len();
        if self.count(".beside [data-move]") > 0 {
            self.browser.click(".beside [data-move]");
        } else {
            if self.count(".board .dot") == 0 {
                let sources = usize::try_from(self.count(".board .source")).unwrap();
                assert!(sources > 0, "there is something to click on");
                self.browser.click_nth(".board .source", pick % sources);
            }
            let dots = usize::try_from(self.count(".board .dot")).unwrap();
            assert!(dots > 0, "a piece can go somewhere");
            self.browser.click_nth(".board .dot", pick % dots);
        }
        self.wait_until(&format!("document.querySelectorAll('.moves .move').length > {before}"));
    }

    /// Nothing went wrong in any of its pages.
    pub fn no_errors(&self) {
        assert_eq!(self.browser.errors(), &[] as &[Value]);
    }

    /// Nothing but answers of the server that begin with this status: browsers count
    /// every refusal as an error of the page that asked.
    pub fn no_errors_but(&self, status: &str) {
        let answer = format!("responded with a status of {status}");
        let others = self
            .browser
            .errors()
            .iter()
            .filter(|error| !error["entry"]["text"].as_str().is_some_and(|text| text.contains(&answer)));
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&Value>::new());
    }

    /// No part of the page is wider than it.
    pub fn fits(&mut self) {
        let widths = self.evaluate("[document.documentElement.scrollWidth, innerWidth]");
        assert!(widths[0].as_u64() <= widths[1].as_u64(), "{widths} at {}", self.evaluate("location.hash"));
    }
}

/// A server and its address.
fn serve(program: &str, directory: &Path, port: &str) -> (Child, String) {
    // Somebody may have the port of an earlier one for a moment.
    for _ in 0..100 {
        let mut server = Command::new(program)
            .args(["serve", "--port", port, "--data"])
            .arg(directory.join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if let Some(start) = line.find("http://") {
            let address = line[start..].split_whitespace().next().unwrap().trim_end_matches('/').to_owned();
            return (server, address);
        }
        let _ = server.wait();
        thread::sleep(Duration::from_millis(200));
    }
    panic!("no server at port {port}");
}

impl Drop for Page {
    fn drop(&mut self) {
        self.stop_server();
        let _ = fs::remove_dir_all(&self.directory);
    }
}
