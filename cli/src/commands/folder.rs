//! The folder that a run simulates: one that was emitted before, as it stands, or one made for the run.

use crate::{args::refused::OptionError, console::complain_line};
use std::path::Path;
use torus_gen::{error::UsageError, experiment::emitted, network::EmittedFile};
use torus_sim::{scratch::ScratchFolder, Edits, Manifest};

/// A folder to simulate.
pub enum Folder<'a> {
    /// One of the user's.
    Given(&'a Path),
    /// A temporary one, which lasts as long as the value.
    Made(ScratchFolder),
}

impl<'a> Folder<'a> {
    /// The folder given, with a warning of what was edited in it; else these files. Errors: no manifest;
    /// files that cannot be made or written.
    pub fn of(
        from: Option<&'a Path>,
        files: impl FnOnce() -> Result<Vec<EmittedFile>, UsageError>,
    ) -> Result<Self, UsageError> {
        match from {
            Some(dir) => warn(dir).map(|()| Folder::Given(dir)),
            None => emitted(&files()?).map(Folder::Made),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Folder::Given(dir) => dir,
            Folder::Made(dir) => dir.path(),
        }
    }
}

/// A folder that is not as it was emitted, where it has to be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; --strict takes a folder only as it was emitted: emit it again, or leave --strict out")]
pub struct FolderEdited(Edits);

crate::passed_on!(FolderEdited);

/// Refuses a folder that is not as it was emitted, if `strict`. Errors: such a folder; none at all; no
/// manifest.
pub fn check(from: Option<&Path>, strict: bool) -> Result<(), UsageError> {
    if !strict {
        return Ok(());
    }
    let dir = from.ok_or(OptionError::NoEffect { option: "--strict", here: "without --from" })?;
    let edits = Edits::of(dir, &Manifest::read(dir)?);
    match edits.is_empty() && !edits.unknown {
        true => Ok(()),
        false => Err(FolderEdited(edits).into()),
    }
}

/// Says on standard error which files of a folder are not as they were emitted.
fn warn(dir: &Path) -> Result<(), UsageError> {
    let edits = Edits::of(dir, &Manifest::read(dir)?);
    if !edits.is_empty() {
        complain_line(format_args!("warning: {edits}; it is taken as it stands (--strict refuses it)"));
    }
    Ok(())
}
