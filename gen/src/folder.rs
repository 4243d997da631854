//! Writes an emitted folder: either all of it or nothing.

mod digests;

pub use digests::list;

use crate::{file_error::FileError, network::EmittedFile, UsageError};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use torus_sim::{
    input,
    manifest::MANIFEST_FILE,
    output::{self, folder_of, followed, PREFIX},
    scratch::{undivided, ScratchFolder},
};

/// Writes the files into a temporary folder beside `dir` and renames that at the end. A folder that torusgen
/// made before is replaced; an empty one is filled. Symbolic links are followed.
///
/// A folder in which files were changed or added is kept. Returns its new path, which ends in `.old`.
///
/// Errors: `dir` exists and torusgen did not make it; a file cannot be written. In both cases `dir` stays as
/// it was.
pub fn write(dir: &Path, files: &[EmittedFile]) -> Result<Option<PathBuf>, FileError> {
    let unwritable = |error: io::Error| FileError::unwritable(dir, &error);
    // `components` drops a slash at the end: with it the system would not show that `dir` is a link.
    let place = followed(&dir.components().collect::<PathBuf>()).map_err(unwritable)?;
    if !is_free(&place) {
        return Err(FileError::ForeignFolder { path: dir.into() });
    }
    fs::create_dir_all(folder_of(&place)).map_err(unwritable)?;
    let fresh = ScratchFolder::new_in(folder_of(&place), PREFIX).map_err(unwritable)?;
    write_all(fresh.path(), files).map_err(unwritable)?;
    replace(&place, &fresh).map_err(unwritable)
}

/// Writes the files into `dir`, which is made if it does not exist.
pub fn write_all(dir: &Path, files: &[EmittedFile]) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    files.iter().try_for_each(|(path, text)| {
        let path = dir.join(path);
        fs::create_dir_all(folder_of(&path))?;
        fs::write(path, text)
    })
}

/// Whether the folder may be written: it does not exist, is empty, or has a manifest of torusgen.
fn is_free(dir: &Path) -> bool {
    let ours = || {
        let text = input::read(&dir.join(MANIFEST_FILE), input::MANIFEST).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text)
            .is_ok_and(|json| json["generator"].as_str().is_some_and(|name| name.starts_with("torusgen ")))
    };
    match fs::read_dir(dir) {
        Ok(mut entries) => entries.next().is_none() || ours(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Moves the fresh folder to `place`. An older folder there is deleted, or kept if a user has changed it, or
/// moved back if that fails. Returns the path at which it is kept.
fn replace(place: &Path, fresh: &ScratchFolder) -> io::Result<Option<PathBuf>> {
    make_readable(fresh.path())?;
    if !place.exists() {
        return fs::rename(fresh.path(), place).map(|()| None);
    }
    let dropped = ScratchFolder::new_in(folder_of(place), PREFIX)?;
    let kept = digests::is_changed(place).then(|| free_name(place));
    let aside = kept.clone().unwrap_or(dropped.path().join("old"));
    undivided(|| {
        fs::rename(place, &aside)?;
        fs::rename(fresh.path(), place).inspect_err(|_| _ = fs::rename(&aside, place))
    })?;
    Ok(kept)
}

/// `NAME.old`, or the first of `NAME.old2`, `NAME.old3` and so on that does not exist.
fn free_name(place: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = place.as_os_str().to_owned();
        name.push(".old");
        name.push(if number > 1 { number.to_string() } else { String::new() });
        PathBuf::from(name)
    };
    (1..).map(named).find(|path| fs::symlink_metadata(path).is_err()).expect("a number that is not in use")
}

/// Makes the folder readable for all: temporary folders are private, emitted ones are not.
#[cfg(unix)]
fn make_readable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_readable(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Writes one file of results, by the rules of [`output`].
pub fn write_file(path: &Path, text: &str) -> Result<(), UsageError> {
    Ok(output::write(path, text)?)
}
