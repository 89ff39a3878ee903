//! A real browser without a window, driven over a pipe by its own protocol.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The browser listens on descriptor 3 and answers on 4; the shell makes them.
const START: &str = "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";

/// How often a page is looked at before a text is given up, 50 ms apart.
const LOOKS: u32 = 1_200;

/// A browser with one page.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
    session: Option<String>,
    /// What went wrong in the page, as its console tells it.
    errors: Vec<Value>,
}

impl Browser {
    /// Opens a file as a page; the browser keeps its own files in `profile`.
    pub fn open(file: &Path, profile: &Path) -> Self {
        let mut child = Command::new("sh")
            .args(["-c", START, "sh", "--headless=new", "--remote-debugging-pipe", "--no-sandbox"])
            .args(["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync"])
            .args(["--disable-background-networking", "--disable-component-update"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut browser = Self { child, input, output, asked: 0, session: None, errors: Vec::new() };
        let url = format!("file://{}", file.display());
        let empty = json!({ "url": "about:blank" });
        let page = browser.ask("Target.createTarget", &empty).expect("a page opens");
        let target = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = browser.ask("Target.attachToTarget", &target).expect("the page is ours");
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        // Listened to from the beginning, so that no error is missed.
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            browser.ask(domain, &json!({})).expect("it can be listened to");
        }
        browser.ask("Page.navigate", &json!({ "url": url })).expect("the file opens");
        browser
    }

    /// Calls a method of the protocol.
    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        self.asked += 1;
        let mut question = json!({ "id": self.asked, "method": method, "params": params });
        if let Some(session) = &self.session {
            question["sessionId"] = json!(session);
        }
        self.input.write_all(format!("{question}\0").as_bytes()).unwrap();
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).unwrap();
            assert_eq!(bytes.pop(), Some(0), "chromium answers; ./test installs it");
            let answer: Value = serde_json::from_slice(&bytes).unwrap();
            if answer["id"] == self.asked {
                let error = answer.get("error").cloned();
                return error.map_or_else(|| Ok(answer["result"].clone()), Err);
            }
            let is_error = match answer["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                Some("Log.entryAdded") => answer["params"]["entry"]["level"] == "error",
                Some("Runtime.consoleAPICalled") => answer["params"]["type"] == "error",
                _ => false,
            };
            if is_error {
                self.errors.push(answer["params"].clone());
            }
        }
    }

    /// The value of an expression in the page, a promise's when it is kept.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value, Value> {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        self.ask("Runtime.evaluate", &params).map(|answer| answer["result"]["value"].clone())
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let text = if key.len() == 1 { key } else { "" };
        for (kind, text) in [("keyDown", text), ("keyUp", "")] {
            self.ask("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "text": text })).unwrap();
        }
    }

    /// Gives the page a size, in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", &size).unwrap();
    }

    /// What went wrong in the page so far.
    pub fn errors(&self) -> &[Value] {
        &self.errors
    }

    /// Waits until the page shows a text.
    pub fn wait_for(&mut self, text: &str) {
        let expression = format!(
            "new Promise((done) => {{
               let looks = 0;
               const look = () => {{
                 if (document.body?.innerText.includes({text:?})) done(true);
                 else if (++looks > {LOOKS}) done(false);
                 else setTimeout(look, 50);
               }};
               look();
             }})"
        );
        // The page may still be on its way from the empty one it began as.
        let shown = self.evaluate(&expression).or_else(|_| self.evaluate(&expression));
        assert_eq!(shown, Ok(json!(true)), "the page shows '{text}'");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let _ = self.input.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.wait();
    }
}
