//! Temporary files and folders, which do not stay for long after their process.
//!
//! They are removed when their value is dropped, and on SIGINT, SIGTERM and SIGHUP ([`remove_on_signals`]).
//! Files of a killed process are removed by the next process that makes some in the same folder. Names
//! contain the machine and the id of the process, `PREFIX-MACHINE-PROCESS-RANDOM`; files of living processes
//! and of other machines stay.

use crate::process;
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tempfile::{Builder, NamedTempFile, TempDir};

/// The absolute paths that this process has to remove.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The folders in which this process has looked for files of dead processes.
static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An entry of [`LIVE`], which is removed when this is dropped.
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        locked(&LIVE).remove(&self.0);
    }
}

/// A temporary folder, removed when dropped unless it was renamed.
pub struct ScratchFolder {
    // Fields are dropped in this order: the folder is removed before its entry.
    dir: TempDir,
    _entry: Entry,
}

impl ScratchFolder {
    /// A new folder in `parent`. Error: it cannot be made.
    pub fn new_in(parent: &Path, prefix: &str) -> io::Result<Self> {
        let (dir, entry) = registered(parent, prefix, |builder, at| builder.tempdir_in(at), TempDir::path)?;
        Ok(ScratchFolder { dir, _entry: entry })
    }

    /// A new folder where the operating system keeps temporary ones. Error: it cannot be made.
    pub fn new(prefix: &str) -> io::Result<Self> {
        Self::new_in(&std::env::temp_dir(), prefix)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }
}

/// A temporary file.
pub struct ScratchFile {
    file: NamedTempFile,
    _entry: Entry,
}

impl ScratchFile {
    /// A new file in `parent`, with the permissions of any new file. Error: it cannot be made.
    pub fn new_in(parent: &Path, prefix: &str) -> io::Result<Self> {
        let make = |builder: &mut Builder, at: &Path| {
            as_any_other(builder);
            builder.tempfile_in(at)
        };
        let (file, entry) = registered(parent, prefix, make, NamedTempFile::path)?;
        Ok(ScratchFile { file, _entry: entry })
    }

    /// The open file.
    pub fn file(&self) -> &fs::File {
        self.file.as_file()
    }

    /// Renames the file to `place`, where it stays; a file that is there is replaced. Error: it cannot be
    /// renamed; it is then removed.
    pub fn keep_as(self, place: &Path) -> io::Result<()> {
        self.file.persist(place).map(drop).map_err(|error| error.error)
    }
}

/// Calls `make` and notes the result, before any signal can remove all temporary files.
fn registered<T>(
    parent: &Path,
    prefix: &str,
    make: impl FnOnce(&mut Builder, &Path) -> io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> io::Result<(T, Entry)> {
    let parent = std::path::absolute(parent)?;
    let prefix = format!("{prefix}-{}-", process::machine());
    if locked(&SWEPT).insert(parent.join(&prefix)) {
        sweep(&parent, &prefix);
    }
    let mut live = locked(&LIVE);
    let made = make(Builder::new().prefix(&format!("{prefix}{}-", std::process::id())), &parent)?;
    let path = path(&made).to_path_buf();
    live.insert(path.clone());
    Ok((made, Entry(path)))
}

/// Removes the files of dead processes, if they can be removed.
fn sweep(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if is_stale(&entry.file_name().to_string_lossy(), prefix) {
            remove(&entry.path());
        }
    }
}

/// Whether a name is one of ours, of a process that does not run any more.
fn is_stale(name: &str, prefix: &str) -> bool {
    let rest = name.strip_prefix(prefix).and_then(|rest| rest.split_once('-'));
    rest.and_then(|(id, _)| id.parse().ok()).is_some_and(|id| !process::is_alive(id))
}

/// Removes a file, or a folder with its contents. It tries again, as threads may still be adding files.
fn remove(path: &Path) {
    for _ in 0..3 {
        let is_dir = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
        let removed = if is_dir { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        if removed.is_ok() {
            return;
        }
    }
}

/// Does something that no signal may interrupt, such as two renames. It must not make or drop temporary
/// files.
pub fn undivided<T>(work: impl FnOnce() -> T) -> T {
    let _held = locked(&LIVE);
    work()
}

/// From now on, signals that end the process (SIGINT, SIGTERM, SIGHUP) first remove all temporary files and
/// folders. Signals that are ignored, such as SIGHUP under nohup, stay ignored. Error: the operating system
/// refuses.
pub fn remove_on_signals() -> io::Result<()> {
    process::on_end(remove_for_good)
}

/// Removes all temporary files and folders, for a process that ends without dropping them.
pub fn remove_for_good() {
    let live = locked(&LIVE);
    live.iter().for_each(|path| remove(path));
    // The lock is kept until the process ends, so that no new ones can be made.
    std::mem::forget(live);
}

#[cfg(unix)]
fn as_any_other(builder: &mut Builder) {
    use std::os::unix::fs::PermissionsExt;
    // The user's mask still applies.
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn as_any_other(_builder: &mut Builder) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The id of a process that has ended.
    fn dead() -> u32 {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        child.id()
    }

    #[test]
    fn what_dead_processes_left_goes_and_all_else_stays() {
        let dir = tempfile::tempdir().unwrap();
        let (machine, dead) = (process::machine(), dead());
        let stale = [format!("x-{machine}-{dead}-a"), format!("x-{machine}-{dead}-b")];
        let others = [
            format!("x-{machine}-{}-c", std::process::id()),
            format!("x-another-{dead}-d"),
            format!("y-{machine}-{dead}-e"),
            format!("x-{machine}-f"),
            "x".to_string(),
        ];
        fs::create_dir_all(dir.path().join(&stale[0]).join("rtl")).unwrap();
        for name in others.iter().chain(&stale[1..]) {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let made = ScratchFolder::new_in(dir.path(), "x").unwrap();
        stale.iter().for_each(|name| assert!(!dir.path().join(name).exists(), "{name}"));
        others.iter().for_each(|name| assert!(dir.path().join(name).exists(), "{name}"));
        let path = made.path().to_path_buf();
        assert!(path.is_dir());
        drop(made);
        assert!(!path.exists());
    }

    #[test]
    fn what_is_kept_is_not_removed() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, place) = (ScratchFolder::new_in(dir.path(), "x").unwrap(), dir.path().join("kept"));
        undivided(|| fs::rename(folder.path(), &place)).unwrap();
        drop(folder);
        assert!(place.is_dir());
        let file = dir.path().join("file");
        ScratchFile::new_in(dir.path(), "x").unwrap().keep_as(&file).unwrap();
        assert!(file.is_file());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }
}
