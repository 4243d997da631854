//! The files that a command writes: all are looked at before anything runs.

use crate::{args::Command, console, regress::RegressError};
use std::path::{Path, PathBuf};
use torus_gen::error::UsageError;
use torus_model::Torus;
use torus_sim::{
    output::{shown, Place},
    Output,
};

/// Refuses what cannot be written. A file that goes to standard output has it for itself: what else is
/// printed goes to standard error. Errors: a folder, a socket, a place that is not writable; two files at one
/// place.
pub fn check(command: &Command) -> Result<(), UsageError> {
    let mut files: Vec<(Named, Place)> = Vec::new();
    for named in outputs(command) {
        refuse_radices(named)?;
        let place = Place::of(named.1)?;
        // Made and dropped: the place can be written.
        Output::create(named.1)?;
        refuse_twice(&files, named, &place)?;
        files.push((named, place));
    }
    if files.iter().any(|(_, place)| *place == Place::Standard) {
        console::divert();
    }
    refuse_resume(command)
}

/// An option and the file that it was given.
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

/// Radices where a file is expected: an option whose file may be left out took them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{option} was given the file {}, which are radices: write the network before {option}, or name the file \
     ./{}",
    shown(.path), .path.display()
)]
pub struct RadicesForFile {
    /// The option.
    pub option: &'static str,
    /// What was given.
    pub path: PathBuf,
}

crate::passed_on!(RadicesForFile);

/// `sim --vcd 4x4` means a wave of the torus 4x4, not a file of that name.
fn refuse_radices((option, path): Named) -> Result<(), UsageError> {
    let radices = path.to_str().is_some_and(|text| text.contains('x') && text.parse::<Torus>().is_ok());
    match radices {
        true => Err(RadicesForFile { option, path: path.into() }.into()),
        false => Ok(()),
    }
}

/// Two options with one file.
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

/// A device may take two files, such as `/dev/null`.
fn refuse_twice(files: &[(Named, Place)], named: Named, place: &Place) -> Result<(), UsageError> {
    let same = files.iter().find(|(_, other)| other == place && !matches!(place, Place::Stream(_)));
    match same {
        Some((other, _)) => Err(OneName { options: [other.0, named.0], path: named.1.into() }.into()),
        None => Ok(()),
    }
}

/// What is resumed is read again.
fn refuse_resume(command: &Command) -> Result<(), UsageError> {
    let Command::Regress(args) = command else { return Ok(()) };
    match &args.resume {
        Some(path) if !matches!(Place::of(path)?, Place::File(_)) => {
            let reason = "it is not a regular file, which can be read again".to_string();
            Err(RegressError::NoResults { path: path.clone(), reason }.into())
        }
        _ => Ok(()),
    }
}
