//! Progress on a terminal; silent in a pipe.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;
use torus_sim::Progress;

/// The stages of one simulation, shown once they take more than a moment.
pub struct Stage {
    bar: ProgressBar,
}

impl Stage {
    /// Nothing shown yet.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr_with_hz(8));
        bar.set_style(style("{spinner} {msg} {bar:30} {percent}% {elapsed} (left {eta})"));
        Stage { bar }
    }

    /// Shows how far a run is.
    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Verilating { modules } => self.wait(format!("verilating {modules} modules")),
            Progress::Compiling { units } => self.wait(format!("compiling {units} units")),
            Progress::Running { cycle, end, delivered } => {
                self.bar.disable_steady_tick();
                self.bar.set_length(end.max(1));
                self.bar.set_message(format!("{delivered} messages"));
                self.bar.set_position(cycle.min(end));
            }
        }
    }

    fn wait(&self, message: String) {
        self.bar.set_message(message);
        self.bar.enable_steady_tick(Duration::from_millis(200));
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

/// Shows that a search is going on while `work` runs.
pub fn searching<T>(work: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
    bar.set_style(style("{spinner} {msg} {elapsed}"));
    bar.set_message("searching a schedule");
    bar.enable_steady_tick(Duration::from_millis(200));
    let found = work();
    bar.finish_and_clear();
    found
}

/// A bar over a known number of things.
pub fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr_with_hz(8));
    bar.set_style(style("{bar:40} {pos}/{len} {elapsed} (left {eta}) {msg}"));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is a constant that a test renders")
}
