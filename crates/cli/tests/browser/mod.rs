//! A real browser without a window, driven over a pipe by its own protocol.

// Each test that drives a browser uses its own part of this.
#![allow(dead_code)]

pub mod page;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The browser listens on descriptor 3 and answers on 4; the shell makes them.
const START: &str = "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";

/// How often a page is looked at before a text is given up, 50 ms apart.
const LOOKS: u32 = 1_200;

/// A browser, one of whose pages is looked at.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
    session: Option<String>,
    /// What went wrong in any page, as its console tells it.
    errors: Vec<Value>,
}

impl Browser {
    /// Opens a file as a page; the browser keeps its own files in `profile`.
    pub fn open(file: &Path, profile: &Path) -> Self {
        let mut browser = Self::start(profile);
        browser.visit(&format!("file://{}", file.display()), None);
        browser
    }

    /// A browser without a page yet.
    pub fn start(profile: &Path) -> Self {
        let mut child = Command::new("sh")
            .args(["-c", START, "sh", "--headless=new", "--remote-debugging-pipe", "--no-sandbox"])
            .args(["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync"])
            .args(["--disable-background-networking", "--disable-component-update"])
            // Pages that are not looked at are waited for like others.
            .args(["--disable-background-timer-throttling", "--disable-renderer-backgrounding"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output, asked: 0, session: None, errors: Vec::new() }
    }

    /// Opens a page and looks at it; the name it returns is what
    /// [`turn_to`](Self::turn_to) takes. `person` keeps what the page remembers
    /// apart from other persons' pages.
    pub fn visit(&mut self, url: &str, person: Option<&str>) -> String {
        self.session = None;
        let mut empty = json!({ "url": "about:blank" });
        if let Some(person) = person {
            empty["browserContextId"] = json!(person);
        }
        let page = self.ask("Target.createTarget", &empty).expect("a page opens");
        let target = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = self.ask("Target.attachToTarget", &target).expect("the page is ours");
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        self.session = Some(session.clone());
        // Listened to from the beginning, so that no error is missed.
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            self.ask(domain, &json!({})).expect("it can be listened to");
        }
        self.resize(1280, 800);
        self.ask("Page.navigate", &json!({ "url": url })).expect("the page opens");
        session
    }

    /// Somebody whose pages share nothing with others'.
    pub fn person(&mut self) -> String {
        self.session = None;
        let made = self.ask("Target.createBrowserContext", &json!({})).unwrap();
        made["browserContextId"].as_str().unwrap().to_owned()
    }

    /// Looks at a page that was visited before.
    pub fn turn_to(&mut self, page: &str) {
        self.session = Some(page.to_owned());
    }

    /// Calls a method of the protocol.
    pub fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
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
        let text = match key {
            "Enter" => "\r",
            _ if key.len() == 1 => key,
            _ => "",
        };
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            _ => 0,
        };
        for (kind, text) in [("keyDown", text), ("keyUp", "")] {
            let event = json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.ask("Input.dispatchKeyEvent", &event).unwrap();
        }
    }

    /// Clicks with the mouse on the middle of an element, as a person would.
    pub fn click(&mut self, selector: &str) {
        self.click_nth(selector, 0);
    }

    /// The same on one of several. A page may draw them anew at any moment, so that
    /// finding it and where it is are one step.
    pub fn click_nth(&mut self, selector: &str, index: usize) {
        let middle = format!(
            "(() => {{
               const element = document.querySelectorAll({selector:?})[{index}];
               element.scrollIntoView({{ block: 'nearest' }});
               const box = element.getBoundingClientRect();
               return [box.left + box.width / 2, box.top + box.height / 2];
             }})()"
        );
        let middle = self.evaluate(&middle).unwrap();
        assert!(middle.is_array(), "there is '{selector}' to click on");
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({ "type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", &event).unwrap();
        }
    }

    /// Gives the page a size, in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", &size).unwrap();
    }

    /// Types a text where the focus is.
    pub fn type_in(&mut self, text: &str) {
        self.ask("Input.insertText", &json!({ "text": text })).unwrap();
    }

    /// A picture of the page, as bytes of PNG in base 64.
    pub fn picture(&mut self) -> String {
        let taken = self.ask("Page.captureScreenshot", &json!({})).unwrap();
        taken["data"].as_str().unwrap_or_default().to_owned()
    }

    /// What went wrong in the pages so far.
    pub fn errors(&self) -> &[Value] {
        &self.errors
    }

    /// Waits until the page shows a text.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(&format!("document.body?.innerText.includes({text:?})"));
    }

    /// Waits until an expression holds in the page.
    pub fn wait_until(&mut self, condition: &str) {
        let expression = format!(
            "new Promise((done) => {{
               let looks = 0;
               const look = () => {{
                 if ({condition}) done(true);
                 else if (++looks > {LOOKS}) done(false);
                 else setTimeout(look, 50);
               }};
               look();
             }})"
        );
        // The page may still be on its way from the empty one it began as.
        let shown = self.evaluate(&expression).or_else(|_| self.evaluate(&expression));
        let said = self.evaluate("document.body?.innerText").unwrap_or_default();
        assert_eq!(shown, Ok(json!(true)), "{condition}; it says {said}; errors {:?}", self.errors);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let _ = self.input.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.wait();
    }
}
