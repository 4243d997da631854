//! Runs one experiment from end to end: build, load, drive, monitor, compare, report.

use crate::clock::Clock;
use crate::driver::{drive, Window};
use crate::ranks::{agree, guarded};
use crate::setup::Loaded;
use crate::stretch::Stretch;
use crate::{Experiment, Report, Sample, SimError};
use std::ops::ControlFlow;

/// Runs the exchanges and compares everything. If the network deviates from its schedule, that is no error:
/// see [`Report::mismatches`]. Errors: tools; files; folder and schedule of different networks.
pub fn run(experiment: &Experiment) -> Result<Report, SimError> {
    run_watched(experiment, |_| ())
}

/// As [`run`], and calls `watch` for every cycle, in order, from cycle 0 to the last one of
/// [`Experiment::exchanges`].
///
/// On several ranks each runs its block ([`Setup::ranks`](crate::Setup::ranks)). The report of rank 0 equals
/// that of a single process; the other reports count only their own links, and `watch` sees only these.
/// Errors: those of any rank, and lost ranks.
pub fn run_watched(experiment: &Experiment, watch: impl FnMut(Sample)) -> Result<Report, SimError> {
    guarded(experiment.setup.ranks, || watched(experiment, watch))
}

fn watched(experiment: &Experiment, mut watch: impl FnMut(Sample)) -> Result<Report, SimError> {
    let timetable = experiment.timetable()?;
    let part = experiment.waves.part(experiment.golden_model.torus(), experiment.loads)?;
    part.cycles(&timetable)?;
    let Loaded { engine: mut simulation, timings, compiled } =
        agree(experiment.setup.ranks, experiment.prepare())?;
    let mut waves = experiment.waveform(part, timetable)?;
    let traced = waves.is_some();
    let mut stretch =
        Stretch::new(experiment, simulation.as_mut(), timetable, traced, |window, delivered| {
            experiment.running(window, &timetable, delivered);
            show(window, &mut watch);
            waves.iter_mut().try_for_each(|waves| waves.observe(window))
        })?;
    let writing = Clock::of(simulation.network().threads);
    waves.map_or(Ok(()), |waves| waves.finish(stretch.outcome.cycles, &stretch.link_counts))?;
    stretch.check += writing.elapsed();
    let further = stretch.further(experiment, simulation.as_mut())?;
    Ok(stretch.report(experiment, simulation.as_ref(), further, (timings, compiled)))
}

/// Calls `watch` for the cycles of a window.
fn show(window: &Window, watch: &mut impl FnMut(Sample)) {
    for (step, cycle) in window.cycles() {
        let count = window.batch.ejections_of(step).len() as u64;
        watch(Sample { cycle, links: window.batch.valid(step), ejections: count });
    }
}

/// The links in use in each cycle of a run that keeps to the schedule, cycle 0 first, bit = link id. It
/// compares nothing; it is for comparing engines and other simulators with each other.
pub fn record(experiment: &Experiment) -> Result<Vec<Vec<u64>>, SimError> {
    let timetable = experiment.timetable()?;
    let mut simulation = experiment.prepare()?.engine;
    let mut words = Vec::new();
    drive(simulation.as_mut(), &timetable, false, |window| {
        words.extend(window.cycles().map(|(step, _)| window.batch.valid(step).to_vec()));
        ControlFlow::Continue(())
    });
    Ok(words)
}
