//! Whether a folder that is simulated as it stands is as it was emitted.

use crate::{args::refused::OptionError, console::complain_line};
use std::path::Path;
use torus_gen::error::UsageError;
use torus_sim::{Edits, Manifest};

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

/// Says on standard error which files of a folder are not as they were emitted. Error: no manifest.
pub fn warn(from: Option<&Path>) -> Result<(), UsageError> {
    let Some(dir) = from else { return Ok(()) };
    let edits = Edits::of(dir, &Manifest::read(dir)?);
    if !edits.is_empty() {
        complain_line(format_args!("warning: {edits}; it is taken as it stands (--strict refuses it)"));
    }
    Ok(())
}
