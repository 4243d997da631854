//! A build in progress: its folder, its tools and flags, and work shared out to all cores.

use super::tools::{Compiler, Verilator};
use super::units::Plan;
use super::Request;
use crate::SimError;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Part of every key: raised when this file compiles the same inputs differently.
pub(super) const FORMAT: &str = "torusgen-sim 10";

/// Optimised, two-state, and as synthesis sees it: conflicts raise `error_o` instead of printing, and a
/// warning is no reason not to simulate (linting has its own place).
pub(super) const VERILATOR_FLAGS: &[&str] =
    &["--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert", "-Wno-fatal", "-DSYNTHESIS"];

/// The most statements of a function. The time of a compiler that optimises grows with the square of them: a
/// buffered router of one function with 12,000 lines takes gcc 79 s, in functions of this size 4 s, and
/// runs as fast.
pub(super) const FUNCTION_FLAGS: &[&str] = &["--output-split-cfuncs", "500"];

/// As in the makefile that Verilator writes.
pub(super) const DEFINES: &[&str] = &["-DVERILATOR=1", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TRACE=0"];

/// A build in progress, in a folder of its own.
pub(super) struct Builder<'a> {
    pub request: &'a Request<'a>,
    pub plan: &'a Plan,
    pub verilator: &'a Verilator,
    pub compiler: &'a Compiler,
    pub dir: &'a Path,
}

/// Does the work on all cores, first item first; returns the error of the earliest item that has one.
pub(super) fn side_by_side<T: Sync>(
    items: &[T],
    work: impl Fn(&T) -> Result<(), SimError> + Sync,
) -> Result<(), SimError> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None::<(usize, SimError)>));
    let worker = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(index) else { return };
        if let Err(error) = work(item) {
            let mut failed = failed.lock().expect("no worker panics while it holds the lock");
            if failed.as_ref().is_none_or(|(first, _)| index < *first) {
                *failed = Some((index, error));
            }
            return;
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get()).min(items.len());
    std::thread::scope(|scope| (0..cores).for_each(|_| _ = scope.spawn(worker)));
    failed.into_inner().expect("no worker panics while it holds the lock").map_or(Ok(()), |(_, e)| Err(e))
}
