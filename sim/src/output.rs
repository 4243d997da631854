//! Writes files of results. No other module does so.
//!
//! A regular file is written beside its path and renamed when it is complete. A file that was there is
//! replaced and keeps its permissions. Symbolic links are followed, also to a file that does not exist yet.
//! Devices and pipes are written directly, and so is standard output, as `-` or `/dev/stdout`. Anything else
//! is refused before anything runs.

use crate::{input, scratch::ScratchFile};
use std::{
    fmt,
    fs::{self, File, FileType},
    io::{self, ErrorKind, Seek, Write},
    path::{Path, PathBuf},
};
use torus_model::quote::shortened;

/// The most symbolic links that are followed from one path, as in Linux.
const LINKS: usize = 40;

/// The prefix of the names of temporary files and folders.
pub const PREFIX: &str = ".torusgen";

/// The word for a folder in messages.
const FOLDER: &str = "a folder";

/// Why a result cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputError {
    /// The operating system refuses.
    Failed {
        /// The file.
        path: PathBuf,
        /// The error that the operating system reports.
        reason: String,
        /// What helps.
        remedy: &'static str,
    },
    /// A path of a kind that is not written.
    Kind {
        /// The path.
        path: PathBuf,
        /// The kind of thing at the path.
        what: &'static str,
    },
    /// Standard output cannot be written.
    Standard {
        /// The error that the operating system reports.
        reason: String,
    },
}

impl std::error::Error for OutputError {}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputError::Failed { path, reason, remedy } => {
                write!(f, "{} cannot be written ({reason}); {remedy}", shown(path))
            }
            OutputError::Kind { path, what } => write!(
                f,
                "{} is {what}; results are written to files, devices, pipes and - (standard output): give \
                    one of these",
                shown(path)
            ),
            OutputError::Standard { reason } => {
                write!(f, "standard output cannot be written: {reason}; make room, or send it elsewhere")
            }
        }
    }
}

impl OutputError {
    /// The error of a file that the operating system refuses.
    pub fn failed(path: &Path, error: &io::Error) -> Self {
        let remedy = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                "make room, or give a path where there is some"
            }
            _ => "give a path in a writable folder",
        };
        OutputError::Failed { path: path.into(), reason: input::reason(error), remedy }
    }

    /// The error of standard output that the operating system refuses.
    pub fn standard(error: &io::Error) -> Self {
        OutputError::Standard { reason: input::reason(error) }
    }
}

/// A path in the form for messages.
pub fn shown(path: &Path) -> String {
    shortened(&path.display().to_string()).into_owned()
}

/// The kind of thing to which a path refers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A regular file that exists or not; symbolic links have been followed.
    File(PathBuf),
    /// A device or a pipe.
    Stream(PathBuf),
    /// Standard output.
    Standard,
}

impl Place {
    /// What a path refers to. Errors: a folder or a socket; a path that leads nowhere.
    pub fn of(path: &Path) -> Result<Self, OutputError> {
        if [Path::new("-"), Path::new("/dev/stdout")].contains(&path) {
            return Ok(Place::Standard);
        }
        let failed = |error: io::Error| OutputError::failed(path, &error);
        match fs::metadata(path) {
            Ok(found) if found.is_file() => {
                followed(path).map(|path| Place::File(whole(&path))).map_err(failed)
            }
            Ok(found) if is_stream(found.file_type()) => Ok(Place::Stream(path.into())),
            Ok(found) => Err(OutputError::Kind { path: path.into(), what: other(found.file_type()) }),
            Err(error) if error.kind() == ErrorKind::NotFound => new(path),
            Err(error) => Err(failed(error)),
        }
    }
}

/// The place for a path that does not exist yet.
fn new(path: &Path) -> Result<Place, OutputError> {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(OutputError::Kind { path: path.into(), what: FOLDER });
    }
    let place = followed(path).map_err(|error| OutputError::failed(path, &error))?;
    match place.file_name() {
        Some(_) => Ok(Place::File(whole(&place))),
        None => Err(OutputError::failed(path, &ErrorKind::NotFound.into())),
    }
}

/// The path of a file from the root, so that a place has one name; as it is, if its folder does not exist.
fn whole(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    fs::canonicalize(folder_of(path)).map_or(path.into(), |folder| folder.join(name))
}

/// The path after following symbolic links at its end. Error: links that form a cycle.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..=LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            // It is no link, or does not exist.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// The folder of a path.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(unix)]
fn is_stream(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device() || kind.is_fifo()
}

#[cfg(not(unix))]
fn is_stream(_kind: FileType) -> bool {
    false
}

fn other(kind: FileType) -> &'static str {
    match kind.is_dir() {
        true => FOLDER,
        false => "neither a file nor a device nor a pipe",
    }
}

/// A result that is being written.
pub struct Output {
    path: PathBuf,
    place: Place,
    spool: Spool,
}

/// Where the bytes are until they are complete.
enum Spool {
    /// In a file beside the final one, which it becomes.
    Beside(ScratchFile),
    /// In a file without a name, to be copied.
    Apart(File),
}

impl Output {
    /// Begins a result. Errors: the path refers to nothing that can be written.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        let place = Place::of(path)?;
        let spool = match &place {
            Place::File(file) => ScratchFile::new_in(folder_of(file), PREFIX).map(Spool::Beside),
            Place::Stream(_) | Place::Standard => tempfile::tempfile().map(Spool::Apart),
        };
        let spool = spool.map_err(|error| OutputError::failed(path, &error))?;
        Ok(Output { path: path.into(), place, spool })
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the result is a file, and not a part of a stream.
    pub fn is_file(&self) -> bool {
        matches!(self.place, Place::File(_))
    }

    /// The file to write to. Error: the operating system refuses.
    pub fn writer(&self) -> io::Result<File> {
        match &self.spool {
            Spool::Beside(file) => file.file().try_clone(),
            Spool::Apart(file) => file.try_clone(),
        }
    }

    /// Moves the result to its place. Error: the operating system refuses; a file that was there is then
    /// unchanged.
    pub fn finish(self) -> Result<(), OutputError> {
        let failed = |error: io::Error| OutputError::failed(&self.path, &error);
        match (self.spool, &self.place) {
            (Spool::Beside(file), Place::File(place)) => replace(file, place).map_err(failed),
            (Spool::Apart(mut spool), Place::Stream(place)) => send(&mut spool, place).map_err(failed),
            (Spool::Apart(mut spool), _) => {
                copy(&mut spool, &mut io::stdout().lock()).map_err(|error| OutputError::standard(&error))
            }
            (Spool::Beside(_), _) => unreachable!("create makes a file beside files only"),
        }
    }
}

fn replace(file: ScratchFile, place: &Path) -> io::Result<()> {
    if let Ok(found) = fs::metadata(place) {
        file.file().set_permissions(found.permissions())?;
    }
    file.keep_as(place)
}

fn send(spool: &mut File, place: &Path) -> io::Result<()> {
    copy(spool, &mut File::options().write(true).open(place)?)
}

/// Copies a whole file. A reader that stops early is no error.
fn copy(spool: &mut File, out: &mut impl Write) -> io::Result<()> {
    spool.rewind()?;
    match io::copy(spool, out).and_then(|_| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Writes a whole result. Errors: those of [`Output::create`] and [`Output::finish`].
pub fn write(path: &Path, text: &str) -> Result<(), OutputError> {
    let output = Output::create(path)?;
    let written = output.writer().and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| OutputError::failed(path, &error))?;
    output.finish()
}
