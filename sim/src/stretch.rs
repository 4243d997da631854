//! Exchanges that are run and compared: first those that a report is about, then further ones behind them.
//!
//! One exchange does not show how a network starts again. So the same network goes on, without a reset: the
//! first further exchange begins behind a finished one, every other as early as it can. They are compared
//! like the first ones, and change no figure of the report.

use crate::clock::{Clock, Spent};
use crate::driver::{drive, go_on, Outcome, Window};
use crate::engine::ExchangeMachine;
use crate::interrupt::interrupt;
use crate::mismatch::Mismatch;
use crate::monitor::Monitor;
use crate::report::{ExchangeFigures, Further};
use crate::scoreboard::Verdict;
use crate::timetable::Timetable;
use crate::{Experiment, Report, SimError, Timings};

/// Exchanges, and what they showed.
pub(crate) struct Stretch {
    timetable: Timetable,
    pub outcome: Outcome,
    verdict: Verdict,
    pub link_counts: Vec<u64>,
    run: Spent,
    pub check: Spent,
}

impl Stretch {
    /// Runs the exchanges of a timetable, from reset on where they begin in cycle 0, and compares everything.
    /// Hands on every window, and how many messages have arrived.
    pub fn new(
        experiment: &Experiment,
        simulation: &mut dyn ExchangeMachine,
        timetable: Timetable,
        traced: bool,
        mut see: impl FnMut(&Window, u64),
    ) -> Result<Self, SimError> {
        let Experiment { golden_model, loads, setup, .. } = *experiment;
        let mut monitor = Monitor::new(golden_model.torus().link_slots());
        let mut scoreboard = golden_model.scoreboard(loads, timetable, setup.manifest)?;
        let left_over =
            Some(()).filter(|()| timetable.begin == 0).and_then(|()| interrupt(simulation, &timetable));
        let threads = simulation.network().threads;
        let (started, mut check) = (Clock::of(threads), Spent::default());
        let observe = |window: &Window| {
            let checking = Clock::of(threads);
            window.cycles().for_each(|(step, cycle)| monitor.observe(cycle, window.batch.valid(step)));
            scoreboard.observe(window);
            see(window, scoreboard.delivered());
            check += checking.elapsed();
        };
        let outcome = match timetable.begin {
            0 => drive(simulation, &timetable, traced, observe),
            _ => go_on(simulation, &timetable, traced, observe),
        };
        let run = started.elapsed().without(check);
        let checking = Clock::of(threads);
        let mut verdict = scoreboard.finish(&outcome, &monitor, &simulation.error_nodes());
        left_over.into_iter().for_each(|left_over| verdict.mismatches.push(Mismatch::LeftOver(left_over)));
        let link_counts = monitor.counts();
        check += checking.elapsed();
        Ok(Stretch { timetable, outcome, verdict, link_counts, run, check })
    }

    /// The further exchanges of a network that kept to its schedule so far.
    pub fn further(
        &self,
        experiment: &Experiment,
        simulation: &mut dyn ExchangeMachine,
    ) -> Result<Option<Self>, SimError> {
        if experiment.further == 0 || !self.verdict.mismatches.is_empty() {
            return Ok(None);
        }
        let (latency, begin) = (self.timetable.latency, self.outcome.cycles - 1);
        let timetable = experiment.golden_model.going_on(begin, experiment.further, latency);
        let running = |window: &Window, delivered| {
            experiment.running(window, &timetable, self.verdict.delivered + delivered);
        };
        Stretch::new(experiment, simulation, timetable, false, running).map(Some)
    }

    /// What is said of them. Times are those of all exchanges, all other figures those of these.
    pub fn report(
        self,
        experiment: &Experiment,
        simulation: &dyn ExchangeMachine,
        further: Option<Stretch>,
        (timings, compiled): (Timings, bool),
    ) -> Report {
        let Stretch { timetable, outcome, verdict, link_counts, run, check } = self;
        let mut timings = Timings { run, check, edges: outcome.cycles, ..timings };
        if let Some(further) = &further {
            timings.run += further.run;
            timings.check += further.check;
            timings.edges = further.outcome.cycles;
        }
        (timings.threads, timings.footprint) = (simulation.network().threads, simulation.footprint());
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
            further: further.map_or(Further::default(), |stretch| Further {
                exchanges: stretch.timetable.exchanges,
                mismatches: stretch.verdict.mismatches,
            }),
            timings,
            figures: ExchangeFigures {
                exchanges: timetable.exchanges,
                completion: outcome.completion,
                expected_completion: timetable.completion(),
            },
        }
    }
}
