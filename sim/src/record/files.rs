//! The files of a recording, which appear when they are complete, and the files with which GTKWave and Surfer
//! open them.

use super::{gtkw, sucl, CycleRecord, FstSink, Part, Selection, Sink, Subject, Tee, VcdSink, WaveWriter};
use crate::driver::Window;
use crate::{Output, OutputError, SimError};
use crate::{PartError, Span};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use torus_model::{LinkId, Torus};

/// The number of links that viewers show at first.
const SHOWN: usize = 8;
/// The bytes that are written at a time.
const BUFFER: usize = 1 << 16;

/// The extensions of the files that are written beside waves: the save file of GTKWave, the command file of
/// Surfer.
pub const BESIDE: [&str; 2] = ["gtkw", "sucl"];

/// The files to record; by default, none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recording<'a> {
    /// The path of a VCD file.
    pub vcd: Option<&'a Path>,
    /// The path of an FST file.
    pub fst: Option<&'a Path>,
    /// The slots that are written, or for buffered networks the cycles; `None`: all.
    pub window: Option<Span>,
    /// The links that are written; `None`: all.
    pub links: Option<&'a Selection>,
}

impl Recording<'_> {
    /// Whether there is a file to write.
    pub fn is_some(&self) -> bool {
        self.vcd.is_some() || self.fst.is_some()
    }

    /// The part of a run that is written. Errors: one path for two files; links that the torus does not have.
    pub fn part(&self, torus: &Torus, loads: &[u64]) -> Result<Part, PartError> {
        if let (Some(path), true) = (self.vcd, self.vcd == self.fst) {
            return Err(PartError::OneName { path: path.into() });
        }
        let chosen = |links: &Selection| Ok((links.text().to_string(), links.choose(torus, loads)?));
        Ok(Part { window: self.window, links: self.links.map(chosen).transpose()? })
    }
}

/// Wave files that are being written, and the files beside them.
pub struct Waveform<'a> {
    writer: WaveWriter<Tee>,
    files: Vec<Dump>,
    subject: Subject<'a>,
}

/// A wave file, and unless it is a stream the save file of GTKWave and the command file of Surfer.
struct Dump {
    waves: Output,
    beside: Option<[Output; 2]>,
}

impl<'a> Waveform<'a> {
    /// Begins the files, which appear at their paths when they are complete. Error: a folder cannot be
    /// written.
    pub fn create(recording: Recording, subject: Subject<'a>) -> Result<Self, SimError> {
        let (mut files, mut sinks) = (Vec::new(), Vec::<Box<dyn Sink>>::new());
        if let Some(path) = recording.fst {
            let out = started(path, &mut files)?;
            sinks.push(Box::new(FstSink::new(out).map_err(|error| OutputError::failed(path, &error))?));
        }
        if let Some(path) = recording.vcd {
            sinks.push(Box::new(VcdSink::new(started(path, &mut files)?)));
        }
        let writer = WaveWriter::new(Tee(sinks), &subject).map_err(|error| failed(&files, &error))?;
        Ok(Waveform { writer, files, subject })
    }

    /// The cycles that are written.
    pub fn cycles(&self) -> &Range<u64> {
        self.writer.cycles()
    }

    /// The window that was asked for.
    pub fn window(&self) -> Option<Span> {
        self.subject.part.window
    }

    /// Counts the links in use, bit = link id, in a cycle before those that are written.
    pub fn count(&mut self, valid: &[u64]) {
        self.writer.count(valid);
    }

    /// Writes one cycle.
    pub fn cycle(&mut self, cycle_record: &CycleRecord) -> Result<(), SimError> {
        self.writer.cycle(cycle_record).map_err(|error| failed(&self.files, &error))
    }

    /// Writes a traced window.
    pub fn observe(&mut self, window: &Window) -> Result<(), SimError> {
        self.writer.observe(window).map_err(|error| failed(&self.files, &error))
    }

    /// Completes the files, moves them to their paths, and writes the files for the viewers (`.gtkw`,
    /// `.sucl`) with the busiest links. If VCD and FST differ only in the extension, these open the VCD.
    pub fn finish(self, cycles: u64, counts: &[u64]) -> Result<(), SimError> {
        let Waveform { writer, files, subject } = self;
        let (torus, name, run) = (subject.placement.torus(), subject.name, &subject.run);
        writer.finish(cycles).map_err(|error| failed(&files, &error))?;
        let links = busiest(torus, &subject.part, counts);
        let waits = subject.wait_scopes(&links);
        for Dump { waves, beside } in files {
            let dump = waves.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
            waves.finish()?;
            let Some([save, commands]) = beside else { continue };
            finish_with(save, &gtkw::save_file(&dump, name, run, torus, (&links, &waits)))?;
            finish_with(commands, &sucl::command_file(name, run, torus, (&links, &waits)))?;
        }
        Ok(())
    }
}

/// Begins a wave file and the files beside it.
fn started(path: &Path, files: &mut Vec<Dump>) -> Result<BufWriter<File>, SimError> {
    let waves = Output::create(path)?;
    let beside = |extension| Output::create(&path.with_extension(extension));
    let beside = waves.is_file().then(|| Ok::<_, OutputError>([beside(BESIDE[0])?, beside(BESIDE[1])?]));
    let out = waves.writer().map_err(|error| OutputError::failed(path, &error))?;
    files.push(Dump { waves, beside: beside.transpose()? });
    Ok(BufWriter::with_capacity(BUFFER, out))
}

fn failed(files: &[Dump], error: &io::Error) -> SimError {
    OutputError::failed(files.first().map_or(Path::new(""), |dump| dump.waves.path()), error).into()
}

fn finish_with(file: Output, text: &str) -> Result<(), SimError> {
    let written = file.writer().and_then(|mut out| out.write_all(text.as_bytes()));
    written.map_err(|error| OutputError::failed(file.path(), &error))?;
    Ok(file.finish()?)
}

/// The written links with the highest counts; among equal ones, those with the lowest ids.
fn busiest(torus: &Torus, part: &Part, counts: &[u64]) -> Vec<LinkId> {
    let mut links: Vec<_> = torus.links().filter(|link| part.shows(link.index())).collect();
    links.sort_by_key(|link| std::cmp::Reverse(counts[link.index()]));
    links.truncate(SHOWN);
    links
}
