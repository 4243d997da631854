//! Draws cases, and checks that each keeps to its limits.

use crate::mutation::Mutation;
use cpu_time::ThreadTime;
use proptest::{prelude::*, sample::Index, test_runner::*};
use std::{
    cell::Cell,
    fs::{self, File},
    io::{Seek, Write},
    path::{Path, PathBuf},
    time::Duration,
};

/// The default number of cases of a reader.
const CASES: u32 = 300;
/// Processor time that a case may take.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The number in an environment variable.
pub fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().expect("a number"))
}

/// The number of cases, `usual` by default, from the environment.
pub fn cases(usual: u32) -> u32 {
    number("TORUSGEN_FUZZ_CASES").map_or(usual, |cases| cases as u32)
}

/// A runner that draws cases from a seed.
pub fn test_runner(cases: u32, seed: u64) -> TestRunner {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 2000, ..Config::default() };
    let mut whole = [0; 32];
    whole[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &whole))
}

/// Draws cases. `takes` says whether one was accepted. Both answers have to occur, because a reader that
/// accepts nothing or everything is not tested. For a fault `shown` gives the text of its case.
pub fn run<S: Strategy<Value: Clone>>(
    name: &str,
    cases: u32,
    drawn: &S,
    takes: impl Fn(S::Value) -> Result<bool, TestCaseError>,
    shown: impl Fn(S::Value) -> String,
) {
    let answers = [Cell::new(0u64), Cell::new(0)];
    let timed = |case| -> Result<_, TestCaseError> {
        let start = ThreadTime::now();
        let answer = takes(case)?;
        Ok((answer, start.elapsed()))
    };
    let found = test_runner(cases, number("TORUSGEN_FUZZ_SEED").unwrap_or(1)).run(drawn, |case| {
        let (answer, mut time) = timed(case.clone())?;
        let answer = &answers[answer as usize];
        answer.set(answer.get() + 1);
        if time >= MOST_TIME {
            // A virtual machine that stands still counts as processor time, so it is timed again.
            time = timed(case)?.1;
        }
        prop_assert!(time < MOST_TIME, "it takes {time:?}");
        Ok(())
    });
    match found {
        Ok(()) => {}
        Err(TestError::Fail(why, case)) => panic!("{name}: {why}: {}", shown(case)),
        Err(TestError::Abort(why)) => panic!("{name}: {why}"),
    }
    let [refused, taken] = answers.map(|answer| answer.get());
    assert!(taken > 0 && refused > 0, "{name}: {taken} taken, {refused} refused");
}

/// The files with which faults of a reader were found.
fn corpus(reader: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(reader);
    let mut paths: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// Gives a reader changed files, from its valid files and its corpus. `read` says whether it accepted the
/// file.
pub fn fuzz(reader: &str, valid: &[Vec<u8>], read: impl Fn(&[u8]) -> bool) {
    fuzz_part(reader, 1, valid, read);
}

/// The same if the requested cases are shared among `parts` readers, such as those of a folder's files.
pub fn fuzz_part(reader: &str, parts: u32, valid: &[Vec<u8>], read: impl Fn(&[u8]) -> bool) {
    for file in valid {
        assert!(read(file), "{reader}: a valid file is refused: {}", String::from_utf8_lossy(file));
    }
    let files = [valid, &corpus(reader)].concat();
    files.iter().for_each(|file| _ = read(file));
    let place = place(reader);
    let kept = Kept::create(&place);
    let drawn = (any::<Index>(), any::<Index>(), prop::collection::vec(Mutation::any(), 1..=6));
    let changed = |(file, other, mutations): (Index, Index, Vec<Mutation>)| {
        let (mut bytes, other) = (file.get(&files).clone(), other.get(&files));
        mutations.iter().for_each(|mutation| mutation.apply(&mut bytes, other));
        bytes
    };
    // A case that ends the process is found in this file.
    let tried = |bytes: Vec<u8>| {
        kept.write(&bytes);
        read(&bytes)
    };
    let shown = |case| {
        kept.write(&changed(case));
        format!("the file is {}", place.display())
    };
    run(reader, cases(CASES * parts).div_ceil(parts), &drawn, |case| Ok(tried(changed(case))), shown);
    let _ = fs::remove_file(&place);
}

/// The path of the last case of a reader. It can be examined there and added to the corpus.
fn place(reader: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(reader)
}

/// A file that is written repeatedly. It is never truncated to nothing, because file systems would then
/// write it to the disk each time.
pub struct Kept(File);

impl Kept {
    /// An empty file, in a folder that is made where there is none.
    pub fn create(path: &Path) -> Self {
        fs::create_dir_all(path.parent().expect("a file's path")).expect("a writable folder");
        Kept(File::create(path).expect("a writable file"))
    }

    /// Replaces its bytes.
    pub fn write(&self, bytes: &[u8]) {
        let mut file = &self.0;
        file.rewind().expect("a file");
        file.write_all(bytes).expect("a writable file");
        file.set_len(bytes.len() as u64).expect("a writable file");
    }
}
