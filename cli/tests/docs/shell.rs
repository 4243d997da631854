//! Runs the `sh` blocks of pages unchanged: a reader who types them sees no error.

use crate::{
    commands::shown_in,
    common::short_runs,
    pages::{pages, root, Page},
    runs::{program, words},
};
use rayon::prelude::*;
use std::{path::Path, process::Command};

/// The commands of a page that are run, in order, with their lines.
fn commands(page: &Page) -> Vec<(String, String)> {
    shown_in(page, &["sh"]).into_iter().filter(|(_, text)| text.starts_with("torusgen ")).collect()
}

/// Runs one command in a folder with `examples/`, as in the repository.
fn run(at: &str, text: &str, dir: &Path) {
    let words = words(text);
    let mut command = Command::new(program());
    let output = command.args(&words[1..]).current_dir(dir).envs(short_runs()).output();
    let output = output.unwrap_or_else(|why| panic!("{}: {why}", program().display()));
    assert!(output.status.success(), "{at}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn sh_blocks_run() {
    let all: Vec<(Page, Vec<_>)> = pages().into_iter().map(|page| (page.clone(), commands(&page))).collect();
    let count: usize = all.iter().map(|(_, commands)| commands.len()).sum();
    assert!(count > 30, "{count} commands");
    all.par_iter().filter(|(_, commands)| !commands.is_empty()).for_each(|(_, commands)| {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::os::unix::fs::symlink(root().join("examples"), dir.path().join("examples")).expect("a link");
        commands.iter().for_each(|(at, text)| run(at, text, dir.path()));
    });
}
