//! Random changes of valid files and command lines: an answer or an error, with little memory and time, and
//! never a panic.
//!
//! Every reader of a file has a test. A case is one of its valid files with up to six changes
//! ([`mutation`]). proptest draws the cases, shrinks one that fails and prints it. The seed is fixed, so a
//! test that passes once passes again. TORUSGEN_FUZZ_CASES sets the number of cases of a reader,
//! TORUSGEN_FUZZ_SEED another seed (`make fuzz`). Files that once showed a fault are in `corpus/`, a folder
//! for each reader. They are read unchanged, and changed like the valid files.
//!
//! Limits: 512 MiB for the whole process, enforced by the allocator; 10 s of its processor time for a case.

#[path = "../common/mod.rs"]
mod common;

mod files;
mod folders;
mod mutation;
mod runner;
mod waves;
mod words;

/// The memory that all tests of this program may hold at a time.
const MOST_BYTES: usize = 512 << 20;

#[global_allocator]
static MEMORY: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, MOST_BYTES);

/// A request beyond the limit is refused, which ends the process; one within it is counted.
#[test]
fn memory_is_limited() {
    let mut bytes: Vec<u8> = Vec::new();
    assert!(bytes.try_reserve_exact(MOST_BYTES).is_err());
    assert!(bytes.try_reserve_exact(1 << 20).is_ok() && MEMORY.allocated() >= 1 << 20);
}
