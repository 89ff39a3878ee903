//! A real browser without a window, driven over a pipe by the DevTools protocol.
//!
//! All tests of a program share one process. Each test has a browser context of its own:
//! cookies, storage and tabs are isolated from the other tests.

#![allow(dead_code, reason = "each test program uses its own part")]

pub mod page;
#[path = "../server.rs"]
pub mod server;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Chromium reads commands from descriptor 3 and answers on 4. It exits when the test
/// program does, because the pipe closes; its profile is removed then.
///
/// The headless shell is Chromium without its windows and menus, which cost as much CPU
/// time as the pages.
const START: &str = "chromium=$(command -v chromium-headless-shell || echo chromium)
    \"$chromium\" \"$@\" \"--user-data-dir=$PROFILE\" 3<&0 4>&1 </dev/null >/dev/null 2>&1
    rm -rf \"$PROFILE\"";

/// How often [`Browser::wait_until`] evaluates its condition, 50 ms apart.
const POLLS: u32 = 1_200;

/// How long the browser may take to answer a command. Longer than a page may be polled.
const REPLY_TIMEOUT: Duration = Duration::from_mins(3);

static CHROMIUM: LazyLock<Chromium> = LazyLock::new(Chromium::start);

/// The browser process.
struct Chromium {
    input: Mutex<ChildStdin>,
    next_id: AtomicU64,
    /// The commands that wait for a reply, by their ids.
    replies: Mutex<HashMap<u64, Sender<Value>>>,
    /// Errors that pages logged, by their sessions.
    errors: Mutex<HashMap<String, Vec<Value>>>,
}

impl Chromium {
    fn start() -> Self {
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("profile-{}", std::process::id()));
        let mut child = Command::new("sh")
            .args(["-c", START, "sh", "--headless=new", "--remote-debugging-pipe", "--no-sandbox"])
            .args(["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync"])
            .args(["--disable-background-networking", "--disable-component-update"])
            // Tests wait for pages in the background as for any other.
            .args(["--disable-background-timer-throttling", "--disable-renderer-backgrounding"])
            .arg("--disable-backgrounding-occluded-windows")
            .env("PROFILE", &profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            CHROMIUM.read(output);
            let _ = child.wait();
        });
        Self {
            input: Mutex::new(input),
            next_id: AtomicU64::new(1),
            replies: Mutex::default(),
            errors: Mutex::default(),
        }
    }

    /// Dispatches replies and events until the browser exits.
    fn read(&self, mut output: BufReader<ChildStdout>) {
        loop {
            let mut bytes = Vec::new();
            if output.read_until(0, &mut bytes).is_err() || bytes.pop() != Some(0) {
                break;
            }
            let message: Value = serde_json::from_slice(&bytes).unwrap();
            if let Some(id) = message["id"].as_u64() {
                if let Some(reply) = self.replies.lock().unwrap().remove(&id) {
                    // A test that timed out does not listen any more.
                    let _ = reply.send(message);
                }
                continue;
            }
            let params = &message["params"];
            let is_error = match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                Some("Log.entryAdded") => params["entry"]["level"] == "error",
                Some("Runtime.consoleAPICalled") => params["type"] == "error",
                _ => false,
            };
            if let Some(session) = message["sessionId"].as_str().filter(|_| is_error) {
                self.errors.lock().unwrap().entry(session.to_owned()).or_default().push(params.clone());
            }
        }
        // Pending calls get an error instead of a timeout.
        self.replies.lock().unwrap().clear();
    }

    /// Calls a method of the protocol, for a tab or for the browser itself.
    fn call(&self, session: Option<&str>, method: &str, params: &Value) -> Result<Value, Value> {
        let reply = self.try_call(session, method, params);
        let reply = reply.unwrap_or_else(|| panic!("chromium does not answer {method}; ./test installs it"));
        reply.get("error").cloned().map_or_else(|| Ok(reply["result"].clone()), Err)
    }

    /// Sends a command and returns its reply, or `None` where the browser is gone.
    fn try_call(&self, session: Option<&str>, method: &str, params: &Value) -> Option<Value> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        let (send, reply) = mpsc::channel();
        self.replies.lock().unwrap().insert(id, send);
        self.input.lock().unwrap().write_all(format!("{command}\0").as_bytes()).ok()?;
        reply.recv_timeout(REPLY_TIMEOUT).ok()
    }
}

/// One test's browser context and its active tab.
pub struct Browser {
    /// The contexts of the test; [`Browser::visit`] uses the first where none is named.
    contexts: Vec<String>,
    /// The sessions of its tabs.
    tabs: Vec<String>,
    /// The session of the active tab.
    current: Option<String>,
}

impl Browser {
    /// Creates a context without a tab.
    pub fn new() -> Self {
        let mut browser = Self { contexts: Vec::new(), tabs: Vec::new(), current: None };
        browser.new_context();
        browser
    }

    /// Opens a file as a page.
    pub fn open(file: &Path) -> Self {
        let mut browser = Self::new();
        browser.visit(&format!("file://{}", file.display()), None);
        browser
    }

    /// Creates another context, for a second person: it shares no storage with the first.
    pub fn new_context(&mut self) -> String {
        let created = CHROMIUM.call(None, "Target.createBrowserContext", &json!({})).unwrap();
        let context = created["browserContextId"].as_str().unwrap().to_owned();
        self.contexts.push(context.clone());
        context
    }

    /// Opens a page in a new tab of a context, the test's first one by default, and brings
    /// it to the front. Returns the tab for [`switch_to`](Self::switch_to).
    pub fn visit(&mut self, url: &str, context: Option<&str>) -> String {
        let context = context.unwrap_or(&self.contexts[0]);
        let empty = json!({ "url": "about:blank", "browserContextId": context });
        let created = CHROMIUM.call(None, "Target.createTarget", &empty).expect("a tab opens");
        let target = json!({ "targetId": created["targetId"], "flatten": true });
        let attached = CHROMIUM.call(None, "Target.attachToTarget", &target).expect("a session");
        let tab = attached["sessionId"].as_str().unwrap().to_owned();
        self.tabs.push(tab.clone());
        self.current = Some(tab.clone());
        // Before the page loads, so that no error is missed.
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            self.call(domain, &json!({})).expect("events can be enabled");
        }
        self.resize(1280, 800);
        self.call("Page.navigate", &json!({ "url": url })).expect("the page loads");
        tab
    }

    /// Closes the active tab, without asking the page.
    pub fn close_tab(&self) {
        let info = self.call("Target.getTargetInfo", &json!({})).expect("the tab is there");
        let target = json!({ "targetId": info["targetInfo"]["targetId"] });
        CHROMIUM.call(None, "Target.closeTarget", &target).expect("the tab closes");
    }

    /// Brings a tab to the front.
    pub fn switch_to(&mut self, tab: &str) {
        self.current = Some(tab.to_owned());
    }

    /// Calls a method of the protocol for the active tab.
    pub fn call(&self, method: &str, params: &Value) -> Result<Value, Value> {
        CHROMIUM.call(self.current.as_deref(), method, params)
    }

    /// Evaluates an expression in the page and awaits it where it is a promise.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value, Value> {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        self.call("Runtime.evaluate", &params).map(|answer| answer["result"]["value"].clone())
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
            self.call("Input.dispatchKeyEvent", &event).unwrap();
        }
    }

    /// Clicks with the mouse on the middle of the first element that matches.
    pub fn click(&mut self, selector: &str) {
        self.click_nth(selector, 0);
    }

    /// Clicks on an element as soon as it is there.
    pub fn click_when_there(&mut self, selector: &str) {
        self.wait_until(&format!("document.querySelector({selector:?})"));
        self.click(selector);
    }

    /// Clicks on one of several elements that match. The page may redraw at any moment, so
    /// the element is found and located in one evaluation.
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
        assert!(middle.is_array(), "no element matches '{selector}'");
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({ "type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &event).unwrap();
        }
    }

    /// Resizes the page, in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size).unwrap();
    }

    /// Types a text where the focus is.
    pub fn type_in(&mut self, text: &str) {
        self.call("Input.insertText", &json!({ "text": text })).unwrap();
    }

    /// Takes a screenshot, as PNG in base 64.
    pub fn screenshot(&mut self) -> String {
        let taken = self.call("Page.captureScreenshot", &json!({})).unwrap();
        taken["data"].as_str().unwrap_or_default().to_owned()
    }

    /// Returns the errors that the test's pages have logged so far.
    pub fn errors(&self) -> Vec<Value> {
        let errors = CHROMIUM.errors.lock().unwrap();
        self.tabs.iter().filter_map(|tab| errors.get(tab)).flatten().cloned().collect()
    }

    /// Waits until the page shows a text.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(&format!("document.body?.innerText.includes({text:?})"));
    }

    /// Waits until a condition holds in the page.
    pub fn wait_until(&mut self, condition: &str) {
        let expression = format!(
            "new Promise((done) => {{
               let polls = 0;
               const poll = () => {{
                 if ({condition}) done(true);
                 else if (++polls > {POLLS}) done(false);
                 else setTimeout(poll, 50);
               }};
               poll();
             }})"
        );
        // The first try fails where the tab is still navigating away from about:blank.
        let holds = self.evaluate(&expression).or_else(|_| self.evaluate(&expression));
        let text = self.evaluate("document.body?.innerText").unwrap_or_default();
        assert_eq!(holds, Ok(json!(true)), "{condition}; the page shows {text}; errors {:?}", self.errors());
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        for context in &self.contexts {
            let context = json!({ "browserContextId": context });
            let _ = CHROMIUM.try_call(None, "Target.disposeBrowserContext", &context);
        }
    }
}
