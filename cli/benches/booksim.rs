//! torusgen beside the simulator BookSim 2, in one run: how fast both simulate the same routers under the
//! same traffic, and how many cycles an exchange takes a scheduled network and BookSim's routers.
//!
//! `BOOKSIM` names the folder of its source, in which `make bench` has built it; without that nothing is
//! compared. Whole programs run one after the other; each time is that of a processor, and the median of
//! [`RUNS`]. Every network is run twice, the second time for a fifth of the cycles, and the difference
//! counts: how long a program takes to start does not. torusgen runs [`MORE`] times the cycles, as it is
//! faster and the shell counts hundredths of a second. It checks every flit and every link, BookSim does not.
//!
//! Both have dimension order, channels of [`DEPTH`] flits and lone flits; BookSim has one local port,
//! torusgen one for each link, as it has by default. Routers differ in their pipelines, so latencies are not
//! compared.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs of which the median counts.
const RUNS: usize = 3;
/// For how many times the cycles torusgen runs.
const MORE: usize = 5;
/// Channels of a link, and places for flits in each: what torusgen has by default.
const CHANNELS: usize = 4;
const DEPTH: usize = 4;

/// Uniform traffic: radix, dimensions, flits a node and cycle, cycles.
type Uniform = (usize, u32, &'static str, usize);

const UNIFORM: &[Uniform] =
    &[(8, 2, "0.3", 20_000), (16, 2, "0.2", 2_500), (8, 3, "0.2", 1_250), (16, 3, "0.1", 250)];

/// Square tori for exchanges: the radix.
const EXCHANGES: &[usize] = &[8, 16];

/// BookSim's program.
struct BookSim(PathBuf);

impl BookSim {
    /// The one that the environment names; `None`: it names none. Panics where it has not been built.
    fn named() -> Option<Self> {
        let folder = std::env::var_os("BOOKSIM").filter(|folder| !folder.is_empty())?;
        let program = PathBuf::from(folder).join("src/booksim");
        assert!(program.exists(), "{} is missing: run make in its folder", program.display());
        Some(BookSim(program))
    }

    /// Runs a torus with these settings; what it prints, and the seconds it took of a processor.
    fn run(&self, (radix, dimensions): (usize, u32), settings: &[(&str, &str)]) -> (String, f64) {
        let sizes = [("k", radix), ("n", dimensions as usize), ("num_vcs", CHANNELS), ("vc_buf_size", DEPTH)];
        let always = [("topology", "torus"), ("routing_function", "dim_order"), ("traffic", "uniform")];
        let sizes = sizes.iter().map(|(name, value)| format!("{name} = {value};\n"));
        let rest = always.iter().chain(settings).map(|(name, value)| format!("{name} = {value};\n"));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("booksim.cfg");
        std::fs::write(&file, sizes.chain(rest).collect::<String>()).expect("a file of settings");
        timed(&self.0, [file.into_os_string()])
    }
}

/// Runs a program; what it prints, and the seconds it took of a processor.
fn timed(program: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> (String, f64) {
    let mut shell = Command::new("sh");
    // The last line of `times` is that of the shell's children.
    shell.args(["-c", "\"$@\"; times", "sh"]).arg(program).args(args).stderr(Stdio::inherit());
    let output = shell.output().expect("a shell");
    let text = String::from_utf8(output.stdout).expect("text");
    let seconds = text.lines().last().expect("times").split_whitespace().map(seconds).sum();
    (text, seconds)
}

/// `1m2.5s` in seconds.
fn seconds(time: &str) -> f64 {
    let (minutes, rest) = time.split_once('m').expect("minutes");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    60.0 * number(minutes) + number(rest.trim_end_matches('s'))
}

fn median(once: impl Fn() -> f64) -> f64 {
    let mut all: Vec<f64> = (0..RUNS).map(|_| once()).collect();
    all.sort_by(f64::total_cmp);
    all[RUNS / 2]
}

fn torusgen(args: &str) -> (String, f64) {
    timed(Path::new(env!("CARGO_BIN_EXE_torusgen")), args.split_whitespace())
}

/// Seconds that torusgen takes for so many cycles of uniform traffic with an engine, which is compiled
/// before.
fn sending(engine: &str, (radix, dimensions, rate, cycles): Uniform) -> f64 {
    let args = format!(
        "sim -d {dimensions} -k {radix} --router buffered --traffic uniform --rate {rate} --warmup 0 \
         --measure {cycles} --engine {engine} --format json"
    );
    let (text, seconds) = torusgen(&args);
    assert!(text.contains("\"match\": true"), "torusgen {args}: {text}");
    seconds
}

/// Seconds that BookSim takes for them.
fn simulating(booksim: &BookSim, (radix, dimensions, rate, cycles): Uniform) -> f64 {
    let cycles = cycles.to_string();
    let settings = [
        ("sim_type", "latency"),
        ("injection_rate", rate),
        ("sample_period", &cycles),
        ("warmup_periods", "0"),
        ("max_samples", "1"),
    ];
    booksim.run((radix, dimensions), &settings).1
}

/// Seconds of a cycle, without what it takes to start.
fn running(case: Uniform, once: impl Fn(Uniform) -> f64) -> f64 {
    let (radix, dimensions, rate, cycles) = case;
    let few = (radix, dimensions, rate, cycles / 5);
    once(few);
    (median(|| once(case)) - median(|| once(few))) / (cycles - cycles / 5) as f64
}

fn uniform(booksim: &BookSim, case: Uniform) {
    let (radix, dimensions, rate, cycles) = case;
    let theirs = running(case, |case| simulating(booksim, case));
    let more = (radix, dimensions, rate, MORE * cycles);
    let [tiles, model] =
        ["tiles", "model"].map(|engine| theirs / running(more, |case| sending(engine, case)));
    println!(
        "{radix}^{dimensions} uniform at {rate}: BookSim {:.0} cycles in a second of a processor; tiles \
         {tiles:5.1} times as fast, model {model:5.1} times",
        1.0 / theirs
    );
}

/// An exchange of a scheduled network beside as many flits, to nodes drawn by chance, in BookSim's.
fn exchange(booksim: &BookSim, radix: usize) {
    let each = (radix * radix - 1).to_string();
    let settings = [("sim_type", "batch"), ("batch_size", each.as_str()), ("batch_count", "1")];
    let (text, _) = booksim.run((radix, 2), &settings);
    let theirs: f64 = number_behind(&text, "Average batch duration = ");
    let (text, _) = torusgen(&format!("schedule -d 2 -k {radix} --kind exchange --ports one --format json"));
    let ours: f64 = number_behind(&text, "\"makespan\": ");
    println!(
        "{radix}^2 exchange: BookSim {theirs} cycles, scheduled {ours}: {:.1} times as many",
        theirs / ours
    );
}

/// The number behind the first occurrence of some words.
fn number_behind(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("no \"{words}\" in {text}"));
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse().expect("a number")
}

fn main() {
    let Some(booksim) = BookSim::named() else {
        return println!("BookSim 2 is not compared: BOOKSIM names no folder of its source");
    };
    UNIFORM.iter().for_each(|&case| uniform(&booksim, case));
    EXCHANGES.iter().for_each(|&radix| exchange(&booksim, radix));
}
