//! Writing an emitted folder: all of it or nothing.

use crate::error::Refusal;
use crate::network::EmittedFile;
use std::{fs, io, path::Path};

/// Writes the files into `dir` by way of a temporary folder beside it, renamed at the end. A folder that
/// torusgen made before is replaced, an empty one filled.
///
/// Errors: `dir` exists and is not ours; something cannot be written. Nothing is half-written.
pub fn write(dir: &Path, files: &[EmittedFile]) -> Result<(), Refusal> {
    if !is_free(dir) {
        return Err(Refusal::ForeignFolder { path: dir.into() });
    }
    let unwritable = |error: io::Error| Refusal::unwritable(dir, &error);
    let parent = match dir.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(unwritable)?;
    let fresh = tempfile::Builder::new().prefix(".torusgen-").tempdir_in(parent).map_err(unwritable)?;
    write_all(fresh.path(), files).map_err(unwritable)?;
    replace(dir, fresh).map_err(unwritable)
}

/// Writes the files below an existing folder.
pub fn write_all(dir: &Path, files: &[EmittedFile]) -> io::Result<()> {
    fs::create_dir_all(dir.join("rtl"))?;
    files.iter().try_for_each(|(path, text)| fs::write(dir.join(path), text))
}

/// Whether a folder may be (over)written: it does not exist, is empty, or has our manifest.
fn is_free(dir: &Path) -> bool {
    let ours = || {
        let text = fs::read_to_string(dir.join("manifest.json")).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text)
            .is_ok_and(|json| json["generator"].as_str().is_some_and(|name| name.starts_with("torusgen ")))
    };
    match fs::read_dir(dir) {
        Ok(mut entries) => entries.next().is_none() || ours(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Moves the fresh folder to `dir`; what was there goes away with the temporary folder.
fn replace(dir: &Path, fresh: tempfile::TempDir) -> io::Result<()> {
    let old =
        tempfile::Builder::new().prefix(".torusgen-").tempdir_in(fresh.path().parent().unwrap_or(dir))?;
    if dir.exists() {
        fs::rename(dir, old.path().join("old"))?;
    }
    make_readable(fresh.path(), 0o755)?;
    fs::rename(fresh.keep(), dir)
}

/// Temporary folders and files are private; what is emitted is like any other.
#[cfg(unix)]
fn make_readable(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn make_readable(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}

/// Writes one file by way of a temporary one beside it.
pub fn write_file(path: &Path, text: &str) -> Result<(), Refusal> {
    let unwritable = |error: io::Error| Refusal::unwritable(path, &error);
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".torusgen-").tempfile_in(parent).map_err(unwritable)?;
    io::Write::write_all(&mut file, text.as_bytes()).map_err(unwritable)?;
    make_readable(file.path(), 0o644).map_err(unwritable)?;
    file.persist(path).map(|_| ()).map_err(|error| Refusal::unwritable(path, &error.error))
}
