//! Pages of `torusgen report`, opened in headless Chromium.

use crate::common::{text, tool, torusgen};
use std::fs;

/// A page in its own folder.
pub struct Page {
    dir: tempfile::TempDir,
    pub html: String,
}

impl Page {
    /// The page that a run with this exit code writes.
    pub fn new(args: &[&str], code: i32) -> Page {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("page.html");
        let output = torusgen(&[&["report", "--out", path.to_str().unwrap()], args].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stderr));
        let html = fs::read_to_string(path).unwrap();
        Page { dir, html }
    }

    /// The document after its scripts ran, and what the page's script adds at the end.
    pub fn dom(&self, script: &str) -> String {
        let path = self.dir.path().join("opened.html");
        let probe = format!("<pre id=\"probe\"></pre><script>{script}</script></body>");
        fs::write(&path, self.html.replace("</body>", &probe)).unwrap();
        let profile = format!("--user-data-dir={}", self.dir.path().join("profile").display());
        let url = format!("file://{}", path.display());
        let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--window-size=1200,1600"];
        let times = ["--virtual-time-budget=5000", &profile, &url];
        let (good, dom) = tool("chromium", &[&flags[..], &times[..]].concat(), self.dir.path());
        assert!(good && dom.contains("id=\"errors\""), "chromium: {dom}");
        assert_eq!(element(&dom, "errors"), "", "no script failed");
        dom
    }
}

/// The text of the element with this id.
pub fn element<'a>(dom: &'a str, id: &str) -> &'a str {
    let from = dom.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("{id} is on the page: {dom}"));
    let text = &dom[from + dom[from..].find('>').unwrap() + 1..];
    &text[..text.find("</").unwrap()]
}
