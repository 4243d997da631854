//! The folder that a run simulates: one that was emitted before, as it is, or one made for the run.

use crate::{args::refused::OptionError, console::complain_line};
use std::{
    path::{Path, PathBuf},
    sync::Mutex,
};
use torus_gen::{error::UsageError, experiment::emitted, network::EmittedFile};
use torus_sim::{scratch::ScratchFolder, Edits, Engine, Manifest};

/// A folder to simulate.
pub enum Folder<'a> {
    /// A folder that the user gave.
    Given(&'a Path),
    /// A temporary folder, which exists as long as this value.
    Made(ScratchFolder),
}

impl<'a> Folder<'a> {
    /// The given folder, with a warning if it was edited; otherwise a folder with these files. Errors: no
    /// manifest; files that cannot be made or written.
    pub fn of(
        from: Option<&'a Path>,
        engine: Engine,
        files: impl FnOnce() -> Result<Vec<EmittedFile>, UsageError>,
    ) -> Result<Self, UsageError> {
        match from {
            Some(dir) => warn(dir, engine).map(|()| Folder::Given(dir)),
            None => emitted(&files()?).map(Folder::Made),
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        match self {
            Folder::Given(dir) => dir,
            Folder::Made(dir) => dir.path(),
        }
    }
}

/// The one folder of a run, for all threads that share the run.
pub struct SharedFolder<'a> {
    from: Option<&'a Path>,
    engine: Engine,
    known: Mutex<Option<Folder<'a>>>,
}

impl<'a> SharedFolder<'a> {
    /// The given folder, or one that is to be made.
    pub fn new(from: Option<&'a Path>, engine: Engine) -> Self {
        SharedFolder { from, engine, known: Mutex::new(None) }
    }

    /// The path of the folder, which the first thread to ask for it makes. Errors: those of [`Folder::of`].
    pub fn path(
        &self,
        files: impl FnOnce() -> Result<Vec<EmittedFile>, UsageError>,
    ) -> Result<PathBuf, UsageError> {
        let mut known = self.known.lock().expect("no thread panics");
        let folder = known.take().map_or_else(|| Folder::of(self.from, self.engine, files), Ok)?;
        Ok(known.insert(folder).path().to_path_buf())
    }
}

/// The error of an edited folder, with `--strict`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; --strict takes a folder only as it was emitted: emit it again, or leave --strict out")]
pub struct FolderEdited(Edits);

crate::passed_on!(FolderEdited);

/// With `strict`, refuses an edited folder. Errors: such a folder; no folder given; no manifest.
pub fn check(from: Option<&Path>, strict: bool) -> Result<(), UsageError> {
    if !strict {
        return Ok(());
    }
    let dir = from.ok_or(OptionError::NoEffect { option: "--strict", here: "without --from" })?;
    let edits = Edits::of(dir, &Manifest::read(dir)?);
    match edits.is_empty() && edits.unknown.is_none() {
        true => Ok(()),
        false => Err(FolderEdited(edits).into()),
    }
}

/// Warns on standard error about the files of a folder that were edited. The model engine does not run them.
fn warn(dir: &Path, engine: Engine) -> Result<(), UsageError> {
    let edits = Edits::of(dir, &Manifest::read(dir)?);
    let seen = match engine.is_compiled() {
        true => "",
        false => "; the model engine reads only the ROMs of the Verilog: --engine tiles runs all of it",
    };
    if !edits.is_empty() {
        complain_line(format_args!("warning: {edits}; it is taken as it stands (--strict refuses it){seen}"));
    }
    Ok(())
}
