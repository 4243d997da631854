//! The cache of compiled simulations: one file per key, the key a SHA-256 over everything that goes in.
//!
//! Files are made in a private folder inside the cache and renamed, so that two runs at once never see half
//! a file. Nothing is ever deleted. Within a process a place is made by one thread at a time ([`turn`]); processes do
//! not wait for each other, so two of them may make the same file, and the second replaces the first.

use crate::SimError;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// TORUSGEN_CACHE, else XDG_CACHE_HOME/torusgen, else HOME/.cache/torusgen. Error: none of them is set.
pub fn default_cache() -> Result<PathBuf, SimError> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("TORUSGEN_CACHE")
        .or_else(|| named("XDG_CACHE_HOME").map(|dir| dir.join("torusgen")))
        .or_else(|| named("HOME").map(|dir| dir.join(".cache").join("torusgen")))
        .ok_or(SimError::NoCacheFolder)
}

/// A key in the making. Every part is hashed with its length, so that parts cannot run into each other.
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

/// Bytes as lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A private folder for a build, on the same file system as the cache.
pub(crate) fn workshop(cache: &Path) -> Result<tempfile::TempDir, SimError> {
    std::fs::create_dir_all(cache).map_err(|error| SimError::write(cache, &error))?;
    let builder = tempfile::Builder::new().prefix("build-").tempdir_in(cache);
    builder.map_err(|error| SimError::write(cache, &error))
}

/// The places that threads of this process are making.
static BUSY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static FREED: Condvar = Condvar::new();

/// The right to make what belongs at a place, until it is dropped.
pub(crate) struct Turn(PathBuf);

/// Waits until no other thread makes what belongs at a place. Look there again afterwards.
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

/// Puts a finished file at its place, whole or not at all.
pub(crate) fn publish(made: &Path, place: &Path) -> Result<(), SimError> {
    std::fs::rename(made, place).map_err(|error| SimError::write(place, &error))
}

/// Writes a file of a build.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), SimError> {
    std::fs::write(path, text).map_err(|error| SimError::write(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

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
