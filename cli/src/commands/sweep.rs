//! `torusgen sweep`: the latency-throughput curve of a pattern, as a table, CSV, JSON and SVG.

use crate::json::print_json;
use crate::outcome::Outcome;
use crate::{
    args::{refused::OptionError, Format, SweepArgs, TrafficFlags},
    console::{complain_line, print},
    curve::{picture, Curve, Point},
    progress::{Count, Stage},
    table::{number, table, text},
};
use num_rational::Ratio;
use rayon::prelude::*;
use torus_gen::{
    buffered::{decimal, Subject, TrafficOptions, Workload},
    error::UsageError,
    experiment::{emitted, send, RunOptions},
    folder::write_file,
    network::AnyNetwork,
    Description,
};
use torus_model::quote::shortened;
use torus_sim::{traffic::TrafficReport, Progress};

/// Measures and prints.
pub fn run(args: &SweepArgs) -> anyhow::Result<Outcome> {
    refuse_rate(&args.traffic)?;
    let mut options = super::options(&args.network)?;
    options.router.get_or_insert("buffered".into());
    let asked = Description::new(&options)?;
    if !asked.kind.has_packets() {
        return Err(SweepError::Router.into());
    }
    let subject = args.traffic.traffic.clone().unwrap_or_else(|| "uniform".into());
    let Subject::Pattern(_) = Subject::parse(&subject)? else {
        return Err(SweepError::Traffic { text: subject }.into());
    };
    let network = AnyNetwork::of(asked)?;
    let traffic = TrafficOptions { traffic: Some(subject), ..args.traffic.options() };
    let curve = measure(args, &traffic, &network)?;
    if let Some(path) = &args.svg {
        write_file(path, &picture(&curve))?;
    }
    match args.format {
        Format::Json => print_json(&curve)?,
        Format::Csv => print(lines(&curve))?,
        Format::Text => print(people(&curve))?,
    }
    curve.points.iter().flat_map(|point| &point.wrong).for_each(complain_line);
    Ok(if curve.points.iter().all(|point| point.matches) { Outcome::Equal } else { Outcome::Mismatch })
}

/// A sweep has rates of its own.
fn refuse_rate(traffic: &TrafficFlags) -> Result<(), UsageError> {
    let here = "in a sweep, whose rates are those of --rates";
    traffic.rate.as_ref().map_or(Ok(()), |_| Err(OptionError::NoEffect { option: "--rate", here }.into()))
}

fn measure(args: &SweepArgs, traffic: &TrafficOptions, network: &AnyNetwork) -> anyhow::Result<Curve> {
    let packets = network.packets().expect("other networks were refused");
    let rates = rates(&args.rates)?;
    let limit = traffic.limit.min(20 * (traffic.warmup + traffic.measure));
    let workload = |rate: &str| Workload::new(packets, traffic, rate, packets.base.effort.seed);
    let bound = workload(&rates[0])?.bound.map_or(1.0, float);
    rates.iter().try_for_each(|rate| workload(rate).map(drop))?;
    let dir = emitted(&network.files_without_bench())?;
    let measured = |rate: &String, on_progress: Option<&dyn Fn(Progress)>| {
        let run = RunOptions { on_progress, ..RunOptions::quiet(args.engine) };
        send(packets, dir.path(), workload(rate)?, limit, run, None)
    };
    let points = points(&rates, args.jobs.unwrap_or(0) as usize, measured)?;
    let saturation = points.iter().map(|point| point.accepted).fold(0.0, f64::max);
    let base = packets.base;
    let title = format!(
        "{} on {}, {}, {}, {}-port, {}",
        traffic.subject(),
        base.torus(),
        base.placement,
        base.paths,
        base.ports,
        packets.buffers
    );
    Ok(Curve { title, bound, saturation, points })
}

/// Every rate's point. The first run compiles; the others then find its library, and run at once.
fn points(
    rates: &[String],
    jobs: usize,
    send: impl Fn(&String, Option<&dyn Fn(Progress)>) -> Result<TrafficReport, UsageError> + Sync,
) -> anyhow::Result<Vec<Point>> {
    let stage = Stage::new();
    let found = send(&rates[0], Some(&|progress| stage.show(progress)))?;
    stage.finish();
    let bar = Count::new(rates.len(), "points", 1, found.timings.run.wall);
    let next = |rate: &String| {
        let found = send(rate, None)?;
        bar.done();
        point(rate, found)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
    let rest: Result<Vec<Point>, UsageError> = pool.install(|| rates[1..].par_iter().map(next).collect());
    bar.finish();
    Ok(std::iter::once(point(&rates[0], found)?).chain(rest?).collect())
}

fn point(rate: &str, found: TrafficReport) -> Result<Point, UsageError> {
    let (all, inside) = (found.figures.latency, found.figures.network_latency);
    Ok(Point {
        rate: float(decimal(rate)?),
        accepted: found.figures.accepted,
        mean: all.mean,
        p50: all.p50,
        p99: all.p99,
        max: all.max,
        network: inside.mean,
        drained: found.figures.drained,
        matches: found.matches(),
        wrong: found.lines().map(|line| format!("rate {rate}: {line}")).collect(),
    })
}

/// Why a sweep cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// Rates that are no range.
    #[error(
        "the rates {:?} are no range FROM:TO:STEP of positive numbers such as 0.05:1:0.05, of at most a \
         thousand rates: correct --rates",
        shortened(.text)
    )]
    Rates {
        /// The text given.
        text: String,
    },
    /// A sweep of something that has no rate.
    #[error(
        "a sweep of {} was asked for; only patterns have a rate: use uniform or another one, or torusgen sim",
        shortened(.text)
    )]
    Traffic {
        /// The traffic.
        text: String,
    },
    /// A sweep of scheduled routers.
    #[error(
        "a sweep with --router scheduled was asked for; only buffered routers take unscheduled traffic: \
         leave --router out"
    )]
    Router,
}

crate::passed_on!(SweepError);

/// FROM:TO:STEP, both ends included, as decimals. Errors: anything else, or more than a thousand rates.
fn rates(text: &str) -> Result<Vec<String>, SweepError> {
    let refused = || SweepError::Rates { text: text.into() };
    let parts: Vec<Ratio<u64>> =
        text.split(':').map(decimal).collect::<Result<_, _>>().map_err(|_| refused())?;
    let &[from, to, step] = parts.as_slice() else { return Err(refused()) };
    let zero = Ratio::from_integer(0);
    if step == zero || from == zero || to < from || (to - from) / step > Ratio::from_integer(1000) {
        return Err(refused());
    }
    let count = ((to - from) / step).to_integer();
    Ok((0..=count).map(|i| format!("{:.6}", float(from + step * i))).collect())
}

fn float(ratio: Ratio<u64>) -> f64 {
    *ratio.numer() as f64 / *ratio.denom() as f64
}

fn lines(curve: &Curve) -> String {
    let line = |p: &Point| {
        format!(
            "{},{:.6},{:.3},{},{},{},{:.3},{},{}\n",
            p.rate, p.accepted, p.mean, p.p50, p.p99, p.max, p.network, p.drained, p.matches
        )
    };
    "rate,accepted,mean,p50,p99,max,network_mean,drained,match\n".to_string()
        + &curve.points.iter().map(line).collect::<String>()
}

fn people(curve: &Curve) -> String {
    let mut rows = table(&["rate", "accepted", "mean", "p50", "p99", "max", "in the network", "drained"]);
    for p in &curve.points {
        let mut row =
            vec![number(p.rate), number(format!("{:.4}", p.accepted)), number(format!("{:.2}", p.mean))];
        row.extend([number(p.p50), number(p.p99), number(p.max), number(format!("{:.2}", p.network))]);
        row.push(if p.drained { "yes" } else { "no" }.into());
        rows.add_row(row);
    }
    format!("{}\n{}\n\n{}", curve.title, curve.reached(), text(&rows))
}
