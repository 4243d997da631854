//! Pages of `torusgen report`, opened in headless Chromium.

use super::{text, tool, torusgen};
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

    /// The faults of the page in windows of these widths, from the rectangles of its elements; see
    /// `measure.js`.
    pub fn faults(&self, widths: &[u32]) -> String {
        let script = format!("<script>{}</script></body>", include_str!("measure.js"));
        let inner = self.html.replace("</body>", &script).replace('&', "&amp;").replace('"', "&quot;");
        // A window of the browser's own is never narrower than 500 pixels; a frame is.
        let frame = |width: &u32| {
            format!(
                "<pre id=\"at-{width}\"></pre><iframe style=\"border: 0; width: {width}px; height: 800px\" \
                 srcdoc=\"{inner}\"></iframe>"
            )
        };
        let frames: String = widths.iter().map(frame).collect();
        let head = "<!DOCTYPE html><meta charset=\"utf-8\"><body><pre id=\"errors\"></pre>";
        let dom = self.opened(&format!("{head}{frames}</body>"));
        let faults = |width: &u32| {
            let said = element(&dom, &format!("at-{width}"));
            said.strip_prefix("measured")
                .unwrap_or_else(|| panic!("{width} was not measured: {dom}"))
                .to_string()
        };
        widths.iter().map(faults).collect()
    }

    /// The document after its scripts ran, with the additions of `script` at the end.
    pub fn dom(&self, script: &str) -> String {
        let probe = format!("<pre id=\"probe\"></pre><script>{script}</script></body>");
        let dom = self.opened(&self.html.replace("</body>", &probe));
        assert_eq!(element(&dom, "errors"), "", "no script failed");
        dom
    }

    /// A document after its scripts ran.
    fn opened(&self, html: &str) -> String {
        let path = self.dir.path().join("opened.html");
        fs::write(&path, html).unwrap();
        let profile = format!("--user-data-dir={}", self.dir.path().join("profile").display());
        let url = format!("file://{}", path.display());
        let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--window-size=1200,1600"];
        let times = ["--virtual-time-budget=5000", &profile, &url];
        let (good, dom) = tool("chromium", &[&flags[..], &times[..]].concat(), self.dir.path());
        assert!(good && dom.contains("id=\"errors\""), "chromium: {dom}");
        dom
    }
}

/// The text of the element with this id.
pub fn element<'a>(dom: &'a str, id: &str) -> &'a str {
    let from = dom.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("{id} is on the page: {dom}"));
    let text = &dom[from + dom[from..].find('>').unwrap() + 1..];
    &text[..text.find("</").unwrap()]
}
