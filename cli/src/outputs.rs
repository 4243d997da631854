//! The files that a command writes; all are checked before anything runs.

use crate::{
    args::{Command, NetworkArgs, RegressArgs, TrafficFlags},
    console,
    regress::RegressError,
};
use std::path::{Path, PathBuf};
use torus_gen::error::UsageError;
use torus_model::Torus;
use torus_sim::{
    output::{shown, Place},
    record::BESIDE,
    Output,
};

/// Refuses files that cannot be written. If a file is written to standard output, everything else is printed
/// to standard error. Errors: a folder; a socket; a place that is not writable; two files at one place; a
/// file that the command reads.
pub fn check(command: &Command) -> Result<(), UsageError> {
    let mut files: Vec<(Named, Place)> = Vec::new();
    for named in outputs(command) {
        refuse_radices(named)?;
        refuse_save_file(named)?;
        let place = Place::of(named.1)?;
        // It is made and dropped, which shows that the place can be written.
        Output::create(named.1)?;
        refuse_twice(&files, named, &place)?;
        refuse_input(command, named, &place)?;
        files.push((named, place));
    }
    if files.iter().any(|(_, place)| *place == Place::Standard) {
        console::divert();
    }
    refuse_resume(command)
}

/// An option, with the file that it was given.
type Named<'a> = (&'static str, &'a Path);

fn outputs(command: &Command) -> Vec<Named<'_>> {
    let given: Vec<(&'static str, Option<&Path>)> = match command {
        Command::Schedule(args) => vec![("--svg", args.svg.as_deref()), ("--out", args.out.as_deref())],
        Command::Sim(args) => {
            vec![("--vcd", args.waves.vcd.as_deref()), ("--fst", args.waves.fst.as_deref())]
        }
        Command::Compare(args) => vec![("--svg", args.svg.as_deref())],
        Command::BroadcastSearch(args) => vec![("--out", args.out.as_deref())],
        Command::Report(args) => vec![("--out", Some(&args.out))],
        Command::Sweep(args) => vec![("--svg", args.svg.as_deref()), ("--resume", args.resume.as_deref())],
        Command::Regress(args) => vec![
            ("--resume", args.resume.as_deref()),
            ("--junit", args.junit.as_deref()),
            ("--json", args.json.as_deref()),
        ],
        // `emit`, `new` and `man` write a folder.
        Command::Emit(_)
        | Command::New { .. }
        | Command::Loads(_)
        | Command::Verify(_)
        | Command::Waves(_)
        | Command::Doctor { .. }
        | Command::Man { .. }
        | Command::Completions { .. } => Vec::new(),
    };
    given.into_iter().filter_map(|(option, path)| Some((option, path?))).collect()
}

/// The files of options that a command reads.
fn inputs(command: &Command) -> Vec<Named<'_>> {
    match command {
        Command::Schedule(args) => of_network(&args.network),
        Command::Sim(args) => [of_network(&args.network), of_traffic(&args.traffic)].concat(),
        Command::Report(args) => [of_network(&args.network), of_traffic(&args.traffic)].concat(),
        Command::Sweep(args) => {
            let lists =
                [("--baseline", &args.baseline), ("--compare", &args.compare), ("--merge", &args.merge)];
            [of_network(&args.network), of_lists(&lists)].concat()
        }
        Command::Regress(args) => {
            let matrix = args.matrix.as_deref().map(|path| ("--matrix", path));
            [matrix.into_iter().collect(), of_lists(&[("--merge", &args.merge)])].concat()
        }
        _ => Vec::new(),
    }
}

fn of_network(network: &NetworkArgs) -> Vec<Named<'_>> {
    let listed = network.flags.placement.as_deref().and_then(|text| text.strip_prefix("file:"));
    let given = [("--config", network.config.as_deref()), ("--placement", listed.map(Path::new))];
    given.into_iter().filter_map(|(option, path)| Some((option, path?))).collect()
}

fn of_traffic(traffic: &TrafficFlags) -> Vec<Named<'_>> {
    let trace = traffic.traffic.as_deref().and_then(|text| text.strip_prefix("trace:"));
    trace.map(|path| ("--traffic", Path::new(path))).into_iter().collect()
}

fn of_lists<'a>(lists: &[(&'static str, &'a Vec<PathBuf>)]) -> Vec<Named<'a>> {
    let named = |&(option, paths): &(&'static str, &'a Vec<PathBuf>)| {
        paths.iter().map(move |path| (option, path.as_path()))
    };
    lists.iter().flat_map(named).collect()
}

/// Radices in place of a file name: an option whose file name may be left out took them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{option} was given the file {}, which are radices: write the network before {option}, or name the file \
     ./{}",
    shown(.path), .path.display()
)]
pub struct RadicesForFile {
    /// The option.
    pub option: &'static str,
    /// The text given.
    pub path: PathBuf,
}

crate::passed_on!(RadicesForFile);

/// Refuses radices as a file name: `sim --vcd 4x4` means a wave file of the torus 4x4, not a file of this
/// name.
fn refuse_radices((option, path): Named) -> Result<(), UsageError> {
    let radices = path.to_str().is_some_and(|text| text.contains('x') && text.parse::<Torus>().is_ok());
    match radices {
        true => Err(RadicesForFile { option, path: path.into() }.into()),
        false => Ok(()),
    }
}

/// A wave file with the name of a file that is written beside it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{option} was given {}, the name of a file for viewers that is written beside the waves: give a name \
     that ends in {}",
    shown(.path), option.replace("--", ".")
)]
pub struct SaveFileName {
    /// The option.
    pub option: &'static str,
    /// The file.
    pub path: PathBuf,
}

crate::passed_on!(SaveFileName);

fn refuse_save_file((option, path): Named) -> Result<(), UsageError> {
    let beside = path.extension().is_some_and(|ending| BESIDE.iter().any(|beside| ending == *beside));
    match ["--vcd", "--fst"].contains(&option) && beside {
        true => Err(SaveFileName { option, path: path.into() }.into()),
        false => Ok(()),
    }
}

/// Two options with the same file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} and {} were both given {}; they are two files: give two names",
    .options[0], .options[1], shown(.path)
)]
pub struct OneName {
    /// The options.
    pub options: [&'static str; 2],
    /// The file.
    pub path: PathBuf,
}

crate::passed_on!(OneName);

/// Refuses a file that another option has. A device, such as `/dev/null`, may be given twice.
fn refuse_twice(files: &[(Named, Place)], named: Named, place: &Place) -> Result<(), UsageError> {
    let same = files.iter().find(|(_, other)| other == place && !matches!(place, Place::Stream(_)));
    match same {
        Some((other, _)) => Err(OneName { options: [other.0, named.0], path: named.1.into() }.into()),
        None => Ok(()),
    }
}

/// A result in place of a file that is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} would replace {}, which {} reads: give another name", .options[1], shown(.path), .options[0])]
pub struct InputReplaced {
    /// The option that reads the file, and the one that writes it.
    pub options: [&'static str; 2],
    /// The file.
    pub path: PathBuf,
}

crate::passed_on!(InputReplaced);

fn refuse_input(command: &Command, named: Named, place: &Place) -> Result<(), UsageError> {
    let is_it =
        |read: &Named| matches!(place, Place::File(_)) && Place::of(read.1).is_ok_and(|it| it == *place);
    match inputs(command).into_iter().find(is_it) {
        Some(read) => Err(InputReplaced { options: [read.0, named.0], path: named.1.into() }.into()),
        None => Ok(()),
    }
}

/// Refuses a file for `--resume` of a regression that cannot be read again; a sweep reads its own at once.
fn refuse_resume(command: &Command) -> Result<(), UsageError> {
    let Command::Regress(RegressArgs { resume: Some(path), .. }) = command else { return Ok(()) };
    match not_regular(path)? {
        Some(reason) => Err(RegressError::NoResults { path: path.clone(), reason }.into()),
        None => Ok(()),
    }
}

/// Why a file of results cannot be read again, if it cannot.
pub fn not_regular(path: &Path) -> Result<Option<String>, UsageError> {
    let regular = matches!(Place::of(path)?, Place::File(_));
    Ok((!regular).then(|| "it is not a regular file, which can be read again".into()))
}
