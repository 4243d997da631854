//! A build in progress: its folder, its tools and flags, and how work is shared among the cores.

use super::tools::{Compiler, Verilator};
use super::units::Plan;
use super::Request;
use crate::SimError;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// A part of every cache key. It is raised when this code makes something else from the same inputs.
pub(super) const FORMAT: &str = "torusgen-sim 17";

/// Optimised, with two states, and as for synthesis: conflicts raise `error_o` instead of printing. Warnings
/// are not errors here; linting is done elsewhere.
pub(super) const VERILATOR_FLAGS: &[&str] =
    &["--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert", "-Wno-fatal", "-DSYNTHESIS"];

/// The most statements of a function. The time of an optimising compiler grows with their square: gcc takes
/// 79 s for a buffered router in one function of 12,000 lines, and 4 s in functions of this size, which run
/// as fast.
pub(super) const FUNCTION_FLAGS: &[&str] = &["--output-split-cfuncs", "500"];

/// The macros of the makefile that Verilator writes.
pub(super) const DEFINES: &[&str] = &["-DVERILATOR=1", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TRACE=0"];

/// A build in progress, in its own folder.
pub(super) struct Builder<'a> {
    pub request: &'a Request<'a>,
    pub plan: &'a Plan,
    pub verilator: &'a Verilator,
    pub compiler: &'a Compiler,
    pub dir: &'a Path,
}

/// Does the work on all cores, in the order of the items. Returns the error of the first item that has one.
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
