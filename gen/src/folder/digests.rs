//! The digests of all files of an emitted folder, in the form that `sha256sum -c` checks. They show whether a
//! user has changed the folder since.

use crate::{digest::digest, network::EmittedFile};
use std::{
    fs,
    path::{Path, PathBuf},
};
use torus_sim::{
    digest,
    edits::{listed, DIGESTS},
};

/// Folders in which tools put what they make of the files.
const BUILT: [&str; 4] = ["build", "sim_build", "obj_dir", "__pycache__"];

/// The list of these files.
pub fn list(files: &[EmittedFile]) -> EmittedFile {
    let line = |(path, text): &EmittedFile| format!("{}  {path}\n", digest(text));
    (DIGESTS.into(), files.iter().map(line).collect())
}

/// Whether a folder has a file that is not as the list says, or not in the list. A file that is missing
/// cannot be lost. Without a list nothing is known, and each file counts as changed.
pub fn is_changed(dir: &Path) -> bool {
    let known = listed(dir);
    let is_known = |path: &PathBuf| {
        let name = path.strip_prefix(dir).ok().and_then(Path::to_str);
        name == Some(DIGESTS)
            || name
                .and_then(|name| known.get(name))
                .is_some_and(|listed| digest::of_file(path).is_ok_and(|found| found.as_ref() == Some(listed)))
    };
    !files(dir).iter().all(is_known)
}

/// The files below a folder, without those that tools have made.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        match is_folder {
            true if BUILT.iter().any(|built| entry.file_name() == *built) => {}
            true => found.extend(files(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}
