//! Progress on a terminal; nothing is shown in a pipe.
//!
//! The text of a line depends only on how much is done and on the time that it took; the terminal adds a bar.
//! A share, or the time left, is shown only if the whole is known and something is done.

use crate::ranks::is_silent;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering},
    sync::Arc,
    time::Duration,
};
use torus_model::quantity;
use torus_sim::{ranks::Ranks, Progress};

/// The stages of one simulation, shown once they take longer than a moment.
pub struct Stage {
    bar: ProgressBar,
}

impl Stage {
    /// Begins without showing anything.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, target());
        bar.set_style(style(WAITING, None));
        Stage { bar }
    }

    /// Shows nothing if another rank shows the progress of the same run.
    pub fn on(ranks: Option<&dyn Ranks>) -> Self {
        let stage = Stage::new();
        if is_silent(ranks) {
            stage.bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        stage
    }

    /// Shows the progress of a run.
    pub fn show(&self, progress: Progress) {
        let reached = reached(progress);
        self.bar.set_message(message(progress));
        match progress {
            // A running simulation reports its progress often enough.
            Progress::Running { .. } => self.bar.disable_steady_tick(),
            Progress::Verilating { .. } | Progress::Compiling { .. } => self.bar.enable_steady_tick(TICK),
        }
        if self.bar.length() != reached.map(|(_, all)| all) {
            self.measure(reached);
        }
        self.bar.set_position(reached.map_or(0, |(done, _)| done));
    }

    /// Sets the whole when it becomes known, so that the time left is known, too; or removes it when it is
    /// not known any more.
    fn measure(&self, reached: Option<(u64, u64)>) {
        match reached {
            Some((_, all)) => {
                self.bar.set_length(all);
                self.bar.reset_elapsed();
                self.bar.set_style(style(RUNNING, None));
            }
            None => {
                self.bar.unset_length();
                self.bar.set_style(style(WAITING, None));
            }
        }
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Default for Stage {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows that a search is in progress while `work` runs.
pub fn searching<T>(work: impl FnOnce() -> T) -> T {
    let stage = Stage::new();
    stage.bar.set_message("searching a schedule");
    stage.bar.enable_steady_tick(TICK);
    let found = work();
    stage.finish();
    found
}

/// A bar for a known number of items.
pub struct Count {
    bar: ProgressBar,
    /// The time in milliseconds at which the last item was done.
    last: Arc<AtomicU64>,
}

impl Count {
    /// A bar for `all` items, of which `done` were done in the time `took`.
    pub fn new(all: usize, what: &'static str, done: usize, took: Duration) -> Self {
        let last = Arc::new(AtomicU64::new(took.as_millis() as u64));
        let bar = ProgressBar::with_draw_target(Some(all as u64), target()).with_message(what);
        bar.set_style(style(COUNTING, Some(last.clone())));
        let bar = bar.with_position(done as u64).with_elapsed(took);
        // The time is updated even when nothing else is.
        bar.enable_steady_tick(TICK);
        Count { bar, last }
    }

    /// Counts an item as done.
    pub fn done(&self) {
        self.last.store(self.bar.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.bar.inc(1);
    }

    /// Prints with the bar hidden.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The cycle and the last cycle of a run, if that is known. Traffic has no known end after its window.
fn reached(progress: Progress) -> Option<(u64, u64)> {
    match progress {
        Progress::Running { cycle, end: Some(end), .. } if cycle <= end => Some((cycle, end)),
        _ => None,
    }
}

/// The text of the current stage.
fn message(progress: Progress) -> String {
    match progress {
        Progress::Verilating { modules } => format!("verilating {}", quantity(modules, "module")),
        Progress::Compiling { units } => format!("compiling {}", quantity(units, "unit")),
        Progress::Running { cycle, delivered, .. } => {
            let of = reached(progress).map_or(String::new(), |(_, end)| format!(" of {end}"));
            format!("cycle {cycle}{of}, {} delivered", quantity(delivered, "message"))
        }
    }
}

/// The text about the extent: the share done and the time left, if they are known, and the time taken.
/// `last`: when the last item was done. The rest is assumed to take as long per item as those before; between
/// items the time left decreases.
fn extent(done: u64, all: Option<u64>, last: Duration, took: Duration) -> String {
    match all {
        Some(all) if done > 0 && done <= all => {
            let rest = last.mul_f64((all - done) as f64 / done as f64);
            let left = rest.saturating_sub(took.saturating_sub(last));
            format!(", {} %, {}, {} left", 100 * done / all, shown(took), shown(left))
        }
        _ => format!(", {}", shown(took)),
    }
}

/// A time in its two largest units.
fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::stderr_with_hz(8)
}

const TICK: Duration = Duration::from_millis(200);
const WAITING: &str = "{spinner} {msg}{extent}";
const RUNNING: &str = "{spinner} {bar:30} {msg}{extent}";
const COUNTING: &str = "{bar:40} {pos} of {len} {msg}{extent}";

/// The style of a bar. `last`: the time in milliseconds at which the last item was done; `None`: now.
fn style(template: &str, last: Option<Arc<AtomicU64>>) -> ProgressStyle {
    let extent = move |state: &ProgressState, line: &mut dyn Write| {
        let took = state.elapsed();
        let last = last.as_ref().map_or(took, |last| Duration::from_millis(last.load(Ordering::Relaxed)));
        // A line that cannot be written is not shown.
        let _ = line.write_str(&extent(state.pos(), state.len(), last, took));
    };
    let style = ProgressStyle::with_template(template).expect("a test renders every template");
    style.with_key("extent", extent)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a line, without its bar.
    fn line(progress: Progress, seconds: u64) -> String {
        let (done, all) = reached(progress).map_or((0, None), |(done, all)| (done, Some(all)));
        let took = Duration::from_secs(seconds);
        message(progress) + &extent(done, all, took, took)
    }

    #[test]
    fn numbers_and_nouns_agree() {
        assert_eq!(line(Progress::Verilating { modules: 1 }, 0), "verilating 1 module, 0 s");
        assert_eq!(line(Progress::Verilating { modules: 2 }, 3), "verilating 2 modules, 3 s");
        assert_eq!(line(Progress::Compiling { units: 1 }, 59), "compiling 1 unit, 59 s");
        assert_eq!(line(Progress::Compiling { units: 12 }, 61), "compiling 12 units, 1 min 1 s");
        let one = Progress::Running { cycle: 1, end: None, delivered: 1 };
        assert_eq!(line(one, 7322), "cycle 1, 1 message delivered, 2 h 2 min");
    }

    /// As long as nothing is done, or no end is known, neither a share nor a time left is shown.
    #[test]
    fn shares_are_said_once_they_are_known() {
        let running = |cycle, end| Progress::Running { cycle, end, delivered: 0 };
        assert_eq!(line(running(0, Some(400)), 5), "cycle 0 of 400, 0 messages delivered, 5 s");
        assert_eq!(
            line(running(100, Some(400)), 5),
            "cycle 100 of 400, 0 messages delivered, 25 %, 5 s, 15 s left"
        );
        assert_eq!(
            line(running(400, Some(400)), 20),
            "cycle 400 of 400, 0 messages delivered, 100 %, 20 s, 0 s left"
        );
        assert_eq!(line(running(401, Some(400)), 20), "cycle 401, 0 messages delivered, 20 s");
        assert_eq!(line(running(401, None), 20), "cycle 401, 0 messages delivered, 20 s");
    }

    /// Between two items the time left decreases, but not below zero.
    #[test]
    fn time_left_goes_down() {
        let points =
            |done, last, took| extent(done, Some(20), Duration::from_secs(last), Duration::from_secs(took));
        assert_eq!(points(0, 0, 9), ", 9 s");
        assert_eq!(points(3, 12, 12), ", 15 %, 12 s, 1 min 8 s left");
        assert_eq!(points(3, 12, 15), ", 15 %, 15 s, 1 min 5 s left");
        assert_eq!(points(19, 19, 60), ", 95 %, 1 min 0 s, 0 s left");
        assert_eq!(points(20, 19, 19), ", 100 %, 19 s, 0 s left");
        assert_eq!(extent(0, Some(0), Duration::ZERO, Duration::ZERO), ", 0 s");
    }

    #[test]
    fn what_is_done_is_counted() {
        let count = Count::new(3, "points", 1, Duration::from_secs(5));
        count.done();
        assert_eq!((count.bar.position(), count.bar.length()), (2, Some(3)));
        assert!(count.last.load(Ordering::Relaxed) >= 5000);
        assert_eq!(count.aside(|| 7), 7);
        count.finish();
    }

    #[test]
    fn every_template_is_one() {
        for template in [WAITING, RUNNING, COUNTING] {
            style(template, None);
        }
    }

    /// A stage handles any order of runs: end known, unknown, known again.
    #[test]
    fn stages_know_their_whole_only_while_it_is_known() {
        let stage = Stage { bar: ProgressBar::hidden() };
        let running = |cycle, end| Progress::Running { cycle, end, delivered: 0 };
        let steps = [
            (Progress::Verilating { modules: 1 }, None, 0),
            (Progress::Compiling { units: 1 }, None, 0),
            (running(0, Some(10)), Some(10), 0),
            (running(4, Some(10)), Some(10), 4),
            (running(12, Some(10)), None, 0),
            (running(3, Some(20)), Some(20), 3),
        ];
        for (progress, length, position) in steps {
            stage.show(progress);
            assert_eq!((stage.bar.length(), stage.bar.position()), (length, position), "{progress:?}");
            assert_eq!(stage.bar.message(), message(progress));
        }
    }
}
