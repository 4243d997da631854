//! The points of one network's curve.

use super::{error::SweepError, finished::Finished};
use crate::{
    args::SweepArgs,
    curve::{Curve, Point},
    progress::{Count, Stage},
};
use num_rational::Ratio;
use rayon::prelude::*;
use torus_gen::{
    buffered::{decimal, PacketNetwork, Rate, TrafficOptions, Workload},
    digest::digest,
    error::UsageError,
    experiment::{emitted, send, RunOptions},
    network::AnyNetwork,
};
use torus_model::traffic::Pattern;
use torus_sim::{traffic::TrafficReport, Engine, Progress};

/// A network and the traffic to send through it.
pub struct Sweep {
    label: String,
    network: AnyNetwork,
    traffic: TrafficOptions,
    pattern: Pattern,
    rates: Vec<Rate>,
}

impl Sweep {
    /// Checks all rates. Errors: traffic that this network cannot have at one of them.
    pub fn new(
        label: String,
        network: AnyNetwork,
        traffic: TrafficOptions,
        pattern: Pattern,
        rates: Vec<Rate>,
    ) -> Result<Self, UsageError> {
        let sweep = Sweep { label, network, traffic, pattern, rates };
        sweep.rates.iter().try_for_each(|rate| sweep.workload(rate).map(drop))?;
        Ok(sweep)
    }

    fn packets(&self) -> PacketNetwork<'_> {
        self.network.packets().expect("other networks were refused")
    }

    fn seed(&self) -> u64 {
        self.packets().base.effort.seed
    }

    fn workload(&self, rate: &Rate) -> Result<Workload<'_>, UsageError> {
        Workload::at_rate(self.packets(), &self.traffic, self.pattern, rate, self.seed())
    }

    /// The title of the curve: what is measured.
    fn title(&self) -> String {
        let (base, buffers) = (self.packets().base, &self.packets().buffers);
        let (torus, placement, paths, ports) = (base.torus(), &base.placement, base.paths, base.ports);
        let stages = base.stages_in_words().map_or(String::new(), |stages| format!(", {stages}"));
        format!(
            "{} on {torus}, {placement}, {paths}, {ports}-port, {buffers}{stages}",
            self.traffic.subject()
        )
    }

    /// Measures the curve. Errors: a tool that fails; a file that cannot be written.
    pub fn measure(&self, args: &SweepArgs, finished: &Finished) -> anyhow::Result<Curve> {
        let bound = self.workload(&self.rates[0])?.bound.map_or(1.0, float);
        let points = self.points(args, finished)?;
        Ok(Curve { label: self.label.clone(), ..Curve::new(self.title(), self.seed(), bound, points) })
    }

    /// The points of all rates, in order. The first run compiles; the others then find its library in the
    /// cache and run in parallel.
    fn points(&self, args: &SweepArgs, finished: &Finished) -> anyhow::Result<Vec<Point>> {
        let known: Vec<Option<Point>> = self.keys(args.engine).map(|key| finished.known(&key)).collect();
        let mut missing =
            self.rates.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(rate, _)| rate);
        let Some(first) = missing.next() else { return Ok(known.into_iter().flatten().collect()) };
        let dir = emitted(&self.network.files_without_bench())?;
        let measured = |rate: &Rate, on_progress: Option<&dyn Fn(Progress)>| {
            let run = RunOptions { on_progress, ..RunOptions::quiet(args.engine) };
            let found =
                send(self.packets(), dir.path(), self.workload(rate)?, self.traffic.limit, run, None)?;
            let (point, wall) = (point(rate, &found), found.timings.run.wall);
            finished.keep(self.key(rate, args.engine), &point)?;
            Ok::<_, UsageError>((point, wall))
        };
        let stage = Stage::new();
        let (first_point, wall) = measured(first, Some(&|progress| stage.show(progress)))?;
        stage.finish();
        let bar = Count::new(1 + missing.count(), "points", 1, wall);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0) as usize).build()?;
        let next = |(rate, known): (&Rate, &Option<Point>)| match known {
            Some(point) => Ok(point.clone()),
            None if rate == first => Ok(first_point.clone()),
            None => measured(rate, None).map(|(point, _)| point).inspect(|_| bar.done()),
        };
        let all: Result<Vec<Point>, UsageError> =
            pool.install(|| self.rates.par_iter().zip(&known).map(next).collect());
        bar.finish();
        Ok(all?)
    }

    /// The number of points of the curve.
    pub fn count(&self) -> usize {
        self.rates.len()
    }

    /// This sweep with only the points for which `is_asked` returns true.
    pub fn with(self, mut is_asked: impl FnMut() -> bool) -> Self {
        Sweep { rates: self.rates.into_iter().filter(|_| is_asked()).collect(), ..self }
    }

    /// The keys of all points.
    pub fn keys(&self, engine: Engine) -> impl Iterator<Item = String> + '_ {
        self.rates.iter().map(move |rate| self.key(rate, engine))
    }

    /// The key of a point: everything on which it depends. Listed processors are in it by their digest.
    fn key(&self, rate: &Rate, engine: Engine) -> String {
        let base = self.packets().base;
        let processors: Vec<u32> = base.placement.node_ids().collect();
        let TrafficOptions { burst, length, warmup, measure, limit, .. } = &self.traffic;
        let length = length.as_deref().unwrap_or("default");
        format!(
            "{}, processors {}, width {}, seed {}, burst {burst}, length {length}, warmup {warmup}, \
             measure {measure}, limit {limit}, {engine}, rate {rate}",
            self.title(),
            digest(format_args!("{processors:?}")),
            base.width,
            self.seed()
        )
    }
}

fn point(rate: &Rate, found: &TrafficReport) -> Point {
    let (all, inside) = (found.figures.latency, found.figures.network_latency);
    Point {
        rate: float(rate.exact()),
        accepted: found.figures.accepted,
        mean: all.mean,
        p50: all.p50,
        p99: all.p99,
        max: all.max,
        network: inside.mean,
        drained: found.figures.drained,
        matches: found.matches(),
        wrong: found.lines().map(|line| format!("rate {rate}: {line}")).collect(),
    }
}

/// The greatest rate that may be given, and the most rates.
const MOST: u64 = 1000;
/// The decimals of a rate, as a factor.
const DECIMALS: u64 = 1_000_000;

/// Parses FROM:TO:STEP, both ends included, as decimals. Errors: another form; numbers above [`MOST`] or with
/// more decimals than are printed; too many rates.
pub fn rates(text: &str) -> Result<Vec<Rate>, SweepError> {
    let refused = || SweepError::Rates { text: text.into() };
    let parts: Vec<Ratio<u64>> =
        text.split(':').map(decimal).collect::<Result<_, _>>().map_err(|_| refused())?;
    let &[from, to, step] = parts.as_slice() else { return Err(refused()) };
    let (zero, most) = (Ratio::from_integer(0), Ratio::from_integer(MOST));
    let is_rate = |part: &Ratio<u64>| *part > zero && *part <= most && DECIMALS % part.denom() == 0;
    if !parts.iter().all(is_rate) || to < from || (to - from) / step > most {
        return Err(refused());
    }
    let count = ((to - from) / step).to_integer();
    let rate = |i: u64| format!("{:.6}", float(from + step * i)).parse().map_err(|_| refused());
    (0..=count).map(rate).collect()
}

fn float(ratio: Ratio<u64>) -> f64 {
    *ratio.numer() as f64 / *ratio.denom() as f64
}
