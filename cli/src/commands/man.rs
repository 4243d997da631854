//! `torusgen man`: manual pages for the program and for each command, in the form for `man`.
//!
//! The pages have the text of `--help`, so nothing is written twice. They have no date, so the same program
//! makes the same bytes.

use crate::args::headings;
use clap::Command;
use clap_mangen::Man;
use std::path::{Path, PathBuf};
use torus_gen::{error::UsageError, folder::write_file};
use torus_sim::output::shown;

/// Writes `torusgen.1`, `torusgen-COMMAND.1` and so on. Errors: no such folder; a file that cannot be
/// written.
pub fn run(dir: &Path) -> Result<(), UsageError> {
    if !dir.is_dir() {
        return Err(NoFolder { path: dir.into() }.into());
    }
    pages().iter().try_for_each(|(name, text)| write_file(&dir.join(name), text))
}

/// The error of a folder for manual pages that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("manual pages go into a folder, and {} is none: make it first, or name another", shown(.path))]
pub struct NoFolder {
    /// The path given.
    pub path: PathBuf,
}

crate::passed_on!(NoFolder);

/// The file names and texts of the pages, the program's first.
pub fn pages() -> Vec<(String, String)> {
    let mut program = headings::command().disable_help_subcommand(true);
    program.build();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    std::iter::once(program).chain(commands).map(page).collect()
}

/// The page of a command. After it is built, its display name is such as `torusgen-sim`.
fn page(command: Command) -> (String, String) {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_string();
    let mut text = Vec::new();
    Man::new(command).render(&mut text).expect("memory takes all that is written");
    (format!("{name}.1"), String::from_utf8(text).expect("texts of options are UTF-8"))
}
