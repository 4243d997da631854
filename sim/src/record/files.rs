//! The files of a recording, which appear when they are whole, and what makes GTKWave and Surfer open them.

use super::{
    gtkw, sucl, FstSink, Moment, Part, PartError, Selection, Sink, Span, Subject, Tee, VcdSink, WaveWriter,
};
use crate::driver::Window;
use crate::SimError;
use std::fs::File;
use std::io::{self, BufWriter};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use torus_model::{LinkId, Torus};

/// How many links the viewers show at first.
const SHOWN: usize = 8;
/// Bytes written at once.
const BUFFER: usize = 1 << 16;

/// What is recorded, and where; the default is nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recording<'a> {
    /// A VCD file.
    pub vcd: Option<&'a Path>,
    /// An FST file.
    pub fst: Option<&'a Path>,
    /// Slots, of buffered routers cycles; `None`: all.
    pub window: Option<Span>,
    /// Links; `None`: all.
    pub links: Option<&'a Selection>,
}

impl Recording<'_> {
    /// Whether there is a file to write.
    pub fn is_some(&self) -> bool {
        self.vcd.is_some() || self.fst.is_some()
    }

    /// The part of a run that is written. Errors: one name for two files, links that the torus does not have.
    pub fn part(&self, torus: &Torus, loads: &[u64]) -> Result<Part, PartError> {
        if let (Some(path), true) = (self.vcd, self.vcd == self.fst) {
            return Err(PartError::OneName { path: path.into() });
        }
        let chosen = |links: &Selection| Ok((links.text().to_string(), links.choose(torus, loads)?));
        Ok(Part { window: self.window, links: self.links.map(chosen).transpose()? })
    }
}

/// Wave files in the making, and what stands beside them.
pub struct Waveform<'a> {
    writer: WaveWriter<Tee>,
    files: Vec<(NamedTempFile, PathBuf)>,
    subject: Subject<'a>,
}

impl<'a> Waveform<'a> {
    /// Starts the files; they appear at their paths when they are whole. Error: a folder cannot be written.
    pub fn create(recording: Recording, subject: Subject<'a>) -> Result<Self, SimError> {
        let (mut files, mut sinks) = (Vec::new(), Vec::<Box<dyn Sink>>::new());
        if let Some(path) = recording.fst {
            let out = started(path, &mut files)?;
            sinks.push(Box::new(FstSink::new(out).map_err(|error| SimError::write(path, &error))?));
        }
        if let Some(path) = recording.vcd {
            sinks.push(Box::new(VcdSink::new(started(path, &mut files)?)));
        }
        let writer = WaveWriter::new(Tee(sinks), &subject).map_err(|error| failed(&files, &error))?;
        Ok(Waveform { writer, files, subject })
    }

    /// The cycles written.
    pub fn cycles(&self) -> &Range<u64> {
        self.writer.cycles()
    }

    /// The window asked for.
    pub fn window(&self) -> Option<Span> {
        self.subject.part.window
    }

    /// Counts the links in use, bit = link id, in a cycle before the written ones.
    pub fn count(&mut self, valid: &[u64]) {
        self.writer.count(valid);
    }

    /// Writes one cycle.
    pub fn cycle(&mut self, moment: &Moment) -> Result<(), SimError> {
        self.writer.cycle(moment).map_err(|error| failed(&self.files, &error))
    }

    /// Writes a traced window.
    pub fn observe(&mut self, window: &Window) -> Result<(), SimError> {
        self.writer.observe(window).map_err(|error| failed(&self.files, &error))
    }

    /// Closes the files, puts them in their places, and writes the files for the viewers (`.gtkw`, `.sucl`) with
    /// the busiest links. Where VCD and FST differ in the extension only, these open the VCD.
    pub fn finish(self, cycles: u64, counts: &[u64]) -> Result<(), SimError> {
        let Waveform { writer, files, subject } = self;
        let Subject { name, placement, run, part, .. } = subject;
        let torus = placement.torus();
        writer.finish(cycles).map_err(|error| failed(&files, &error))?;
        let links = busiest(torus, &part, counts);
        for (file, path) in files {
            readable(file.as_file()).map_err(|error| SimError::write(&path, &error))?;
            file.persist(&path).map_err(|error| SimError::write(&path, &error.error))?;
            let dump = path.file_name().unwrap_or_default().to_string_lossy();
            beside(&path, "gtkw", &gtkw::save_file(&dump, name, &run, torus, &links))?;
            beside(&path, "sucl", &sucl::command_file(name, &run, torus, &links))?;
        }
        Ok(())
    }
}

/// A temporary file in the folder of `path`.
fn started(path: &Path, files: &mut Vec<(NamedTempFile, PathBuf)>) -> Result<BufWriter<File>, SimError> {
    let failed = |error: io::Error| SimError::write(path, &error);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(failed)?;
    let out = BufWriter::with_capacity(BUFFER, file.reopen().map_err(failed)?);
    files.push((file, path.to_path_buf()));
    Ok(out)
}

fn failed(files: &[(NamedTempFile, PathBuf)], error: &io::Error) -> SimError {
    SimError::write(files.first().map_or(Path::new(""), |(_, path)| path), error)
}

fn beside(path: &Path, extension: &str, text: &str) -> Result<(), SimError> {
    let save = path.with_extension(extension);
    std::fs::write(&save, text).map_err(|error| SimError::write(&save, &error))
}

/// Temporary files are private to their user; this one is to be as any other.
#[cfg(unix)]
fn readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &File) -> io::Result<()> {
    Ok(())
}

/// The written links with the highest counts; of equal ones those with the lowest ids.
fn busiest(torus: &Torus, part: &Part, counts: &[u64]) -> Vec<LinkId> {
    let mut links: Vec<_> = torus.links().filter(|link| part.shows(link.index())).collect();
    links.sort_by_key(|link| std::cmp::Reverse(counts[link.index()]));
    links.truncate(SHOWN);
    links
}
