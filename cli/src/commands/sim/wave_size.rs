//! A warning before wave files that take gigabytes.

use crate::{console::complain_line, ranks::is_silent};
use torus_gen::{error::UsageError, experiment::RunOptions};
use torus_model::Torus;
use torus_sim::record::Recording;
use torus_sim::span::Span;

/// The bytes of a VCD file and of an FST file for each cycle of a link in use, about: they are less where
/// payloads are small.
const VCD: f64 = 100.0;
const FST: f64 = 20.0;
/// The size from which on users are warned, in bytes.
const LARGE: f64 = 4e9;

/// How often the links of a run are in use.
pub struct Uses<'a> {
    /// For each link, how often, in any unit.
    pub by_link: &'a [u64],
    /// The cycles of a unit.
    pub unit: f64,
    /// The cycles of the run, about.
    pub cycles: u64,
}

/// Warns if the files take gigabytes. Errors: those of [`Recording::part`].
pub fn warn(run: &RunOptions, torus: &Torus, uses: Uses) -> Result<(), UsageError> {
    let waves = &run.waves;
    if !waves.is_some() || is_silent(run.ranks) {
        return Ok(());
    }
    let part = waves.part(torus, uses.by_link)?;
    let bytes = bytes(waves, &uses, |link| part.shows(link));
    if bytes >= LARGE {
        complain_line(format_args!(
            "warning: the waves of this run take about {:.0} GB; --links and --window write a part of them, \
             and --fst writes smaller files than --vcd",
            bytes / 1e9
        ));
    }
    Ok(())
}

/// The size of all files.
fn bytes(waves: &Recording, uses: &Uses, shows: impl Fn(usize) -> bool) -> f64 {
    let of_link = |(link, uses): (usize, &u64)| if shows(link) { *uses as f64 } else { 0.0 };
    let all: f64 = uses.by_link.iter().enumerate().map(of_link).sum();
    let each = [(waves.vcd, VCD), (waves.fst, FST)];
    let each: f64 = each.iter().filter(|(path, _)| path.is_some()).map(|(_, bytes)| bytes).sum();
    all * uses.unit * share(waves.window, uses.cycles) * each
}

/// The share of some cycles that a window has.
fn share(window: Option<Span>, cycles: u64) -> f64 {
    let Some(Span { from, to }) = window else { return 1.0 };
    let to = to.map_or(cycles, |to| to.min(cycles));
    to.saturating_sub(from) as f64 / cycles.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn size(waves: Recording) -> f64 {
        let uses = Uses { by_link: &[1000, 3000, 2000], unit: 0.5, cycles: 4000 };
        bytes(&waves, &uses, |link| link != 2)
    }

    #[test]
    fn sizes_follow_files_links_and_windows() {
        let path = Some(Path::new("waves"));
        assert_eq!(size(Recording::default()), 0.0);
        let vcd = Recording { vcd: path, ..Recording::default() };
        assert_eq!(size(vcd), 2000.0 * VCD);
        assert_eq!(size(Recording { fst: path, ..vcd }), 2000.0 * (VCD + FST));
        for (window, share) in [("0:1000", 0.25), ("3000:", 0.25), (":9000", 1.0), ("5000:", 0.0)] {
            let window = Some(window.parse().unwrap());
            assert_eq!(size(Recording { window, ..vcd }), share * size(vcd));
        }
    }
}
