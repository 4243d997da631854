//! The cache of compiled simulations: one file per key. The key is a SHA-256 of everything that a build
//! depends on.
//!
//! Files are made in a private folder inside the cache and renamed, so that simultaneous runs never see an
//! incomplete file. Beside each file is its SHA-256 in `FILE.sha256`, in the form for `sha256sum --check`. A
//! file is used only if it has this digest ([`intact`]), otherwise it is made again: loading a damaged
//! library would end the process instead of failing. The file is renamed before its digest, so a process that
//! looks in between makes it again. Within a process one thread at a time makes a file ([`turn`]). Processes
//! do not wait for each other, so two of them may make the same file; the one that finishes first keeps its
//! own.

use crate::digest::hex;
use crate::scratch::ScratchFolder;
use crate::SimError;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// No environment variable says where the cache is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a compiled simulation is kept in a cache, but none of TORUSGEN_CACHE, XDG_CACHE_HOME and \
     HOME is set: set TORUSGEN_CACHE to a folder"
)]
pub struct NoCacheFolder;

/// The folder of the cache: TORUSGEN_CACHE, else XDG_CACHE_HOME/torusgen, else HOME/.cache/torusgen. Error:
/// none of them is set.
pub fn default_cache() -> Result<PathBuf, NoCacheFolder> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("TORUSGEN_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|dir| dir.join("torusgen")))
        .or_else(|| named("HOME").map(|dir| dir.join(".cache").join("torusgen")))
        .ok_or(NoCacheFolder)
}

/// Computes a key. Every part is hashed with its length, so that different parts cannot give the same bytes.
#[derive(Clone, Default)]
pub(crate) struct Key(Sha256);

impl Key {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) -> &mut Self {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// The key in hexadecimal.
    pub fn hex(&self) -> String {
        hex(&self.0.clone().finalize())
    }
}

/// A private folder for a build, on the same file system as the cache.
pub(crate) fn build_folder(cache: &Path) -> Result<ScratchFolder, SimError> {
    fs::create_dir_all(cache).map_err(|error| SimError::write(cache, &error))?;
    ScratchFolder::new_in(cache, "build").map_err(|error| SimError::write(cache, &error))
}

/// The paths that threads of this process are making.
static BUSY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static FREED: Condvar = Condvar::new();

/// The exclusive right to make the file or folder at a path; it ends when this is dropped.
pub(crate) struct Turn(PathBuf);

/// Waits until no other thread makes the file or folder at this path. The caller must then look again whether
/// it exists.
pub(crate) fn turn(place: &Path) -> Turn {
    let taken = |busy: &mut BTreeSet<PathBuf>| busy.contains(place);
    let mut busy = FREED.wait_while(busy(), taken).unwrap_or_else(PoisonError::into_inner);
    busy.insert(place.to_path_buf());
    Turn(place.to_path_buf())
}

fn busy() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Turn {
    fn drop(&mut self) {
        busy().remove(&self.0);
        FREED.notify_all();
    }
}

/// Puts a finished file at its path, completely or not at all, and its digest beside it.
pub(crate) fn publish(made: &Path, place: &Path) -> Result<(), SimError> {
    if intact(place) {
        return Ok(());
    }
    let line = digest_line(made, place).map_err(|error| SimError::read(made, &error))?;
    let beside = digest_file(made);
    write(&beside, &line)?;
    put(made, place)?;
    put(&beside, &digest_file(place))
}

/// Whether a file exists and has the digest that was stored beside it.
pub(crate) fn intact(place: &Path) -> bool {
    let stated = digest_file(place);
    // Reading a pipe would wait for its writer.
    if !place.is_file() || !stated.is_file() {
        return false;
    }
    let found = digest_line(place, place);
    found.is_ok_and(|line| begins(&stated, line.len() + 1).is_ok_and(|text| text == line.as_bytes()))
}

/// The first `most` bytes of a file.
fn begins(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The path `FILE.sha256`.
fn digest_file(place: &Path) -> PathBuf {
    let mut name = place.as_os_str().to_os_string();
    name.push(".sha256");
    name.into()
}

/// The line with the digest of `file`, and with the name of `place`.
fn digest_line(file: &Path, place: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut File::open(file)?, &mut hash)?;
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{}  {name}\n", hex(&hash.finalize())))
}

/// Renames a finished file. A folder at its path is moved to where the file was made, and deleted with that.
fn put(made: &Path, place: &Path) -> Result<(), SimError> {
    let failed = |error: io::Error| SimError::write(place, &error);
    if fs::symlink_metadata(place).is_ok_and(|found| found.is_dir()) {
        let mut aside = made.as_os_str().to_os_string();
        aside.push(".was");
        fs::rename(place, aside).map_err(failed)?;
    }
    fs::rename(made, place).map_err(failed)
}

/// Makes a folder of the cache. A file at its path is moved into the folder of the build, and deleted with
/// that.
pub(crate) fn folder(place: &Path, build_folder: &Path) -> Result<(), SimError> {
    let failed = |error: io::Error| SimError::write(place, &error);
    if !place.is_dir() && fs::symlink_metadata(place).is_ok() {
        fs::rename(place, build_folder.join("file.was")).map_err(failed)?;
    }
    fs::create_dir_all(place).map_err(failed)
}

/// Keeps a text at its path. Returns whether it was there already.
pub(crate) fn keep(text: &str, place: &Path, build_folder: &Path) -> Result<bool, SimError> {
    if place.is_file() && begins(place, text.len() + 1).is_ok_and(|found| found == text.as_bytes()) {
        return Ok(true);
    }
    let made = build_folder.join(place.file_name().unwrap_or_default());
    write(&made, text)?;
    put(&made, place).map(|()| false)
}

/// Writes a file of a build.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), SimError> {
    fs::write(path, text).map_err(|error| SimError::write(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn a_file_is_intact_while_it_has_the_bytes_that_were_put_there() {
        let (cache, shop) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (place, made) = (cache.path().join("a.so"), shop.path().join("made"));
        let publish = |text: &str| {
            fs::write(&made, text).unwrap();
            publish(&made, &place).unwrap();
        };
        assert!(!intact(&place));
        publish("one");
        assert!(intact(&place));
        let line = fs::read_to_string(cache.path().join("a.so.sha256")).unwrap();
        assert_eq!(line, format!("{}  a.so\n", hex(&Sha256::digest("one"))));
        publish("two");
        assert_eq!(fs::read_to_string(&place).unwrap(), "one", "what another process has made stays");
        fs::write(&place, "on").unwrap();
        assert!(!intact(&place));
        publish("two");
        assert!(intact(&place) && fs::read_to_string(&place).unwrap() == "two");
    }

    #[test]
    fn digests_that_are_missing_longer_or_folders_are_none() {
        let (cache, shop) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (place, beside) = (cache.path().join("a.so"), cache.path().join("a.so.sha256"));
        let spoil: [&dyn Fn(); 3] = [
            &|| fs::remove_file(&beside).unwrap(),
            &|| fs::write(&beside, fs::read_to_string(&beside).unwrap() + "\n").unwrap(),
            &|| fs::remove_file(&beside).and_then(|()| fs::create_dir(&beside)).unwrap(),
        ];
        for (at, spoil) in spoil.iter().enumerate() {
            for round in ["before", "after"] {
                fs::write(shop.path().join("made"), "one").unwrap();
                publish(&shop.path().join("made"), &place).unwrap();
                assert!(intact(&place), "{at} {round}");
                spoil();
                assert!(!intact(&place), "{at} {round}");
            }
        }
    }

    #[test]
    fn a_place_is_made_by_one_thread_at_a_time_and_others_do_not_wait() {
        let (inside, place) = (AtomicUsize::new(0), Path::new("a place"));
        let _other = turn(Path::new("another place"));
        let work = || {
            let _turn = turn(place);
            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
            std::thread::sleep(Duration::from_millis(5));
            inside.fetch_sub(1, Ordering::SeqCst);
        };
        std::thread::scope(|scope| (0..4).for_each(|_| _ = scope.spawn(work)));
    }
}
