//! The builds that are compiled, and those that come from the cache. Another level of optimisation is a
//! separate library with the same results. Another schedule, radix or name needs no new library.

use crate::common::{cold_cache, emitted, experiment, network, scheduled, stdout};
use torus_gen::network::{Network, Scheduled};
use torus_gen::NetworkOptions;
use torus_sim::{record, run, Engine, Experiment, OptLevel, Report, Setup};

/// Calls `with` on the experiment of an emitted network, of a level, with a cache.
fn built<T>(
    network: &Network<Scheduled>,
    engine: Engine,
    optimize: OptLevel,
    cache: &std::path::Path,
    with: impl Fn(&Experiment) -> T,
) -> T {
    let dir = emitted(network);
    experiment(network, dir.path(), engine, |experiment| {
        let setup = Setup { cache: Some(cache), optimize: Some(optimize), ..experiment.setup };
        with(&Experiment { setup, ..*experiment })
    })
}

/// State space: all levels, the engines that are compiled, links in every cycle and the whole report. The
/// second run of a level compiles nothing.
#[test]
fn every_level_of_optimisation_shows_the_same() {
    let (network, cache) = (network("4x4", "linear"), cold_cache());
    for engine in [Engine::Tiles, Engine::Fabric] {
        let seen = OptLevel::ALL.map(|level| {
            let report =
                || built(&network, engine, level, cache.path(), |experiment| run(experiment).unwrap());
            assert!(report().compiled && !report().compiled, "{engine} {level}");
            let links =
                built(&network, engine, level, cache.path(), |experiment| record(experiment).unwrap());
            (links, told(report()))
        });
        assert!(seen.iter().all(|one| *one == seen[0]), "{engine}");
    }
}

/// The report without times.
fn told(report: Report) -> String {
    assert!(report.matches(), "{}", report.mismatches);
    format!("{:?}", Report { compiled: false, timings: torus_sim::Timings::default(), ..report })
}

/// By the command: the levels are options, and waves the same bytes.
#[test]
fn levels_are_options() {
    let dir = tempfile::tempdir().unwrap();
    let waves = ["0", "1", "2"].map(|level| {
        let vcd = crate::common::path(dir.path(), level);
        let run = ["sim", "--dims", "4x4", "--placement", "linear", "--optimize", level, "--vcd", &vcd];
        stdout(&run);
        std::fs::read(vcd).unwrap()
    });
    assert!(waves.iter().all(|one| *one == waves[0]));
}

/// Another schedule, a second ROM image and, with the same widths, another radix are other contents of ROMs
/// and other numbers, which are loaded: nothing is compiled. Nor is anything for another name.
#[test]
fn another_schedule_radix_or_name_compiles_nothing() {
    let cache = cold_cache();
    let compiled = |dims: &str, seed: u64, placement: &str, name: Option<&str>| {
        let network = scheduled(&NetworkOptions {
            dims: Some(dims.into()),
            placement: Some(placement.into()),
            seed: Some(seed),
            name: name.map(str::to_string),
            ..NetworkOptions::default()
        });
        let report = built(&network, Engine::Tiles, OptLevel::O0, cache.path(), run);
        let report = report.unwrap();
        assert!(report.matches(), "{dims}: {}", report.mismatches);
        (network.kind.schedule.entries.clone(), report.compiled)
    };
    let (first, second) =
        (compiled("5x5", 1, "multilinear:t=2", None), compiled("5x5", 2, "multilinear:t=2", None));
    assert_ne!(first.0, second.0, "two seeds give two schedules");
    assert!(first.1 && !second.1);
    assert!(!compiled("5x5", 1, "multilinear:t=2", Some("other")).1, "another name");
    assert!(compiled("6x6", 1, "full", None).1, "other widths");
    for dims in ["7x7", "7x6", "6x7"] {
        assert!(!compiled(dims, 1, "full", None).1, "{dims} after 6x6");
    }
}
