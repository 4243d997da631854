//! Exchanges that are run and compared: first those of a report, then further ones.
//!
//! One exchange does not show whether a network starts again correctly, so the same network continues without
//! a reset. The first further exchange begins after a finished one, the second as early as possible, each
//! other one after a finished one. They are compared like those of the report, and change none of its
//! figures.

use crate::clock::{Clock, Spent};
use crate::driver::{drive, go_on, Outcome, Window};
use crate::engine::ExchangeMachine;
use crate::interrupt::interrupt;
use crate::merge;
use crate::mismatch::Mismatch;
use crate::monitor::Monitor;
use crate::report::{ExchangeFigures, Further};
use crate::scoreboard::Verdict;
use crate::timetable::Timetable;
use crate::{Experiment, Report, SimError, Timings};
use std::ops::ControlFlow;

/// A number of exchanges and their results.
pub(crate) struct Stretch {
    timetable: Timetable,
    pub outcome: Outcome,
    verdict: Verdict,
    pub link_counts: Vec<u64>,
    run: Spent,
    pub check: Spent,
}

impl Stretch {
    /// Runs the exchanges of a timetable (from reset on, if they begin in cycle 0) and compares everything.
    /// Hands over every window, with the number of messages that have arrived, until `see` breaks off.
    pub fn new(
        experiment: &Experiment,
        simulation: &mut dyn ExchangeMachine,
        timetable: Timetable,
        traced: bool,
        mut see: impl FnMut(&Window, u64) -> ControlFlow<()>,
    ) -> Result<Self, SimError> {
        let Experiment { golden_model, loads, setup, .. } = *experiment;
        let mut monitor = Monitor::new(simulation.network().links());
        let block = &simulation.network().block;
        let mut scoreboard = golden_model.scoreboard(loads, timetable, setup.manifest, block)?;
        let interrupted =
            Some(()).filter(|()| timetable.begin == 0).and_then(|()| interrupt(simulation, &timetable));
        let threads = simulation.network().threads;
        let (started, mut check) = (Clock::of(threads), Spent::default());
        let observe = |window: &Window| {
            let checking = Clock::of(threads);
            window.cycles().for_each(|(step, cycle)| monitor.observe(cycle, window.batch.valid(step)));
            scoreboard.observe(window);
            let flow = see(window, scoreboard.delivered());
            check += checking.elapsed();
            flow
        };
        let outcome = match timetable.begin {
            0 => drive(simulation, &timetable, traced, observe),
            _ => go_on(simulation, &timetable, traced, observe),
        };
        let run = started.elapsed().without(check);
        let checking = Clock::of(threads);
        let counts = monitor.counts();
        let verdict = scoreboard.finish(&outcome, (&monitor, &counts), &simulation.error_nodes());
        let mut verdict = merge::verdict(setup.ranks, verdict);
        // An error of an interrupted exchange is reported only if the others have none: else it is theirs.
        let told = interrupted.filter(|left| left.is_left() || verdict.mismatches.is_empty());
        told.into_iter().for_each(|left_over| verdict.mismatches.push(Mismatch::LeftOver(left_over)));
        let link_counts = merge::counts(setup.ranks, golden_model.torus(), counts);
        check += checking.elapsed();
        Ok(Stretch { timetable, outcome, verdict, link_counts, run, check })
    }

    /// Runs the further exchanges, as long as the network keeps to its schedule: two close together, then
    /// each by itself.
    pub fn further(
        &self,
        experiment: &Experiment,
        simulation: &mut dyn ExchangeMachine,
    ) -> Result<Vec<Self>, SimError> {
        let close = experiment.further.min(2);
        let mut further: Vec<Self> = Vec::new();
        for (exchanges, apart) in [(close, false), (experiment.further - close, true)] {
            let last = further.last().unwrap_or(self);
            if exchanges == 0 || !last.verdict.mismatches.is_empty() {
                break;
            }
            let timetable = last.going_on(experiment, exchanges);
            let timetable = if apart { timetable.apart() } else { timetable };
            let delivered = self.verdict.delivered + further.iter().map(Stretch::delivered).sum::<u64>();
            let running = |window: &Window, more| {
                experiment.running(window, &timetable, delivered + more);
                ControlFlow::Continue(())
            };
            further.push(Stretch::new(experiment, simulation, timetable, false, running)?);
        }
        Ok(further)
    }

    /// The timetable of further exchanges after these.
    fn going_on(&self, experiment: &Experiment, exchanges: u32) -> Timetable {
        experiment.golden_model.going_on(self.outcome.cycles - 1, exchanges, self.timetable.latency)
    }

    fn delivered(&self) -> u64 {
        self.verdict.delivered
    }

    /// The report of these exchanges. Its times are those of all exchanges, its other figures those of these.
    pub fn report(
        self,
        experiment: &Experiment,
        simulation: &dyn ExchangeMachine,
        further: Vec<Stretch>,
        (timings, compiled): (Timings, bool),
    ) -> Report {
        let Stretch { timetable, outcome, verdict, link_counts, run, check } = self;
        let mut timings = Timings { run, check, edges: outcome.cycles, ..timings };
        let mut behind = Further::default();
        for stretch in further {
            timings.run += stretch.run;
            timings.check += stretch.check;
            timings.edges = stretch.outcome.cycles;
            behind.exchanges += stretch.timetable.exchanges;
            behind.mismatches.append(stretch.verdict.mismatches);
        }
        (timings.threads, timings.footprint) = (simulation.network().threads, simulation.footprint());
        timings.together = simulation.together();
        timings.exchanged = simulation.exchanged();
        let exchanges = u64::from(timetable.exchanges);
        Report {
            engine: experiment.setup.engine,
            compiled,
            cycles: outcome.cycles,
            delivered: verdict.delivered,
            expected: experiment.golden_model.messages() * exchanges,
            expected_counts: experiment.loads.iter().map(|load| load * exchanges).collect(),
            link_counts,
            mismatches: verdict.mismatches,
            further: behind,
            timings,
            figures: ExchangeFigures {
                exchanges: timetable.exchanges,
                completion: outcome.completion,
                expected_completion: timetable.completion(),
            },
        }
    }
}
