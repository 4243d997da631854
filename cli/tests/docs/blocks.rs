//! Marked blocks of a page: what a command makes, what was measured, what is defined.
//!
//! ```text
//! <!-- table: NAME (COMMAND) -->     made by the function of that name in `tables`, from what COMMAND prints
//! <!-- output: COMMAND -->           a fenced block: what COMMAND prints
//! <!-- measured: HOW, WHERE, WHEN -->  figures of speed; nothing makes them again
//! <!-- defined -->                   figures that are a definition, such as widths of fields
//! ```
//! each until `<!-- end -->`; and before an image, without an end:
//!
//! ```text
//! <!-- picture: COMMAND -->          drawn by COMMAND
//! <!-- drawn: FILE -->               drawn by a test in FILE, from runs
//! <!-- shown: PROGRAM, .. -->        a photograph of a screen; nothing makes it again
//! ```

/// The contents of a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Table(String),
    Output(String),
    Measured(String),
    Defined,
    Picture(String),
    Drawn(String),
    Shown,
}

/// A marked block of a page.
#[derive(Clone, Debug)]
pub struct Block {
    pub mark: Mark,
    /// The number of the mark's line, from 0.
    pub line: usize,
    /// The lines between mark and end, without these. For a picture it is the image's line.
    pub body: std::ops::Range<usize>,
}

/// The blocks of a page. Panics for a mark without an end and for an unknown mark.
pub fn blocks(path: &str, text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all: Vec<Block> = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        let Some(mark) = mark(path, line, text) else { continue };
        let inside = all.last().is_some_and(|block| block.body.end >= line);
        assert!(!inside, "{path}:{}: a mark within a marked block", line + 1);
        let end = match mark {
            Mark::Picture(_) | Mark::Drawn(_) | Mark::Shown => line + 2,
            _ => (line..lines.len())
                .find(|&at| lines[at] == "<!-- end -->")
                .unwrap_or_else(|| panic!("{path}:{}: no <!-- end -->", line + 1)),
        };
        all.push(Block { mark, line, body: line + 1..end });
    }
    all
}

/// The mark in a line, if there is one.
fn mark(path: &str, line: usize, text: &str) -> Option<Mark> {
    let inner = text.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (kind, rest) = inner.split_once(": ").unwrap_or((inner, ""));
    match kind {
        "end" => None,
        "table" => Some(Mark::Table(rest.split(" (").next().unwrap_or(rest).into())),
        "output" => Some(Mark::Output(rest.into())),
        "measured" => Some(Mark::Measured(rest.into())),
        "defined" => Some(Mark::Defined),
        "picture" => Some(Mark::Picture(rest.into())),
        "drawn" => Some(Mark::Drawn(rest.into())),
        "shown" => Some(Mark::Shown),
        _ => panic!("{path}:{}: an unknown mark: {text}", line + 1),
    }
}

/// The page with another body of a block, and another mark.
pub fn replaced(text: &str, block: &Block, mark: &str, body: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let before = lines[..block.line].iter().map(|line| line.to_string());
    let after = lines[block.body.end..].iter().map(|line| line.to_string());
    let new = std::iter::once(mark.to_string()).chain(body.lines().map(str::to_string));
    before.chain(new).chain(after).map(|line| line + "\n").collect()
}

/// The lines of a block's body.
pub fn body(text: &str, block: &Block) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[block.body.clone()].iter().map(|line| format!("{line}\n")).collect()
}
