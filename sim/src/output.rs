//! Files that hold results: the only place that writes them.
//!
//! A regular file appears at its path when it is whole, by renaming a temporary one beside it; one that was
//! there is replaced and keeps its permissions. Symbolic links are followed, to where a file may not exist
//! yet. Devices and pipes are written to, and so is standard output, as `-` or `/dev/stdout`. Anything else
//! is refused, before anything runs.

use crate::scratch::ScratchFile;
use std::{
    fmt,
    fs::{self, File, FileType},
    io::{self, ErrorKind, Seek, Write},
    path::{Path, PathBuf},
};
use torus_model::quote::shortened;

/// Symbolic links followed from one path, as Linux does.
const LINKS: usize = 40;

/// What the names of temporary files and folders begin with.
pub const PREFIX: &str = ".torusgen";

/// A folder, in messages.
const FOLDER: &str = "a folder";

/// Why a result cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputError {
    /// The system refuses.
    Failed {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// Something that is not written to.
    Kind {
        /// The path.
        path: PathBuf,
        /// What stands at the path instead.
        what: &'static str,
    },
    /// Standard output cannot be written.
    Standard {
        /// The system's answer.
        reason: String,
    },
}

impl std::error::Error for OutputError {}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputError::Failed { path, reason } => {
                write!(f, "{} cannot be written ({reason}); give a path in a writable folder", shown(path))
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
    /// The system refuses a file.
    pub fn failed(path: &Path, error: &io::Error) -> Self {
        OutputError::Failed { path: path.into(), reason: error.kind().to_string() }
    }

    /// The system refuses standard output.
    pub fn standard(error: &io::Error) -> Self {
        OutputError::Standard { reason: error.kind().to_string() }
    }
}

/// A path as messages quote it.
pub fn shown(path: &Path) -> String {
    shortened(&path.display().to_string()).into_owned()
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A regular file, or none yet; behind all symbolic links.
    File(PathBuf),
    /// A device or a pipe.
    Stream(PathBuf),
    /// Standard output.
    Standard,
}

impl Place {
    /// What a path names. Errors: a folder or a socket; a path that leads nowhere.
    pub fn of(path: &Path) -> Result<Self, OutputError> {
        if [Path::new("-"), Path::new("/dev/stdout")].contains(&path) {
            return Ok(Place::Standard);
        }
        let failed = |error: io::Error| OutputError::failed(path, &error);
        match fs::metadata(path) {
            Ok(found) if found.is_file() => followed(path).map(Place::File).map_err(failed),
            Ok(found) if is_stream(found.file_type()) => Ok(Place::Stream(path.into())),
            Ok(found) => Err(OutputError::Kind { path: path.into(), what: other(found.file_type()) }),
            Err(error) if error.kind() == ErrorKind::NotFound => new(path),
            Err(error) => Err(failed(error)),
        }
    }
}

/// The place of a file that does not exist yet.
fn new(path: &Path) -> Result<Place, OutputError> {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(OutputError::Kind { path: path.into(), what: FOLDER });
    }
    let place = followed(path).map_err(|error| OutputError::failed(path, &error))?;
    match place.file_name() {
        Some(_) => Ok(Place::File(place)),
        None => Err(OutputError::failed(path, &ErrorKind::NotFound.into())),
    }
}

/// A path without symbolic links at its end. Error: links that lead to each other.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..=LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            // No link, or nothing there.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// The folder that a path is in.
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

/// A result in the making.
pub struct Output {
    path: PathBuf,
    place: Place,
    spool: Spool,
}

/// Where the bytes are until they are whole.
enum Spool {
    /// Beside the file that they become.
    Beside(ScratchFile),
    /// In a file without a name, to be copied.
    Apart(File),
}

impl Output {
    /// Starts a result. Errors: the path names nothing that can be written.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        let place = Place::of(path)?;
        let spool = match &place {
            Place::File(file) => ScratchFile::new_in(folder_of(file), PREFIX).map(Spool::Beside),
            Place::Stream(_) | Place::Standard => tempfile::tempfile().map(Spool::Apart),
        };
        let spool = spool.map_err(|error| OutputError::failed(path, &error))?;
        Ok(Output { path: path.into(), place, spool })
    }

    /// The path as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a file of its own comes of it, and not a part of a stream.
    pub fn is_file(&self) -> bool {
        matches!(self.place, Place::File(_))
    }

    /// What to write to. Error: the system refuses.
    pub fn writer(&self) -> io::Result<File> {
        match &self.spool {
            Spool::Beside(file) => file.file().try_clone(),
            Spool::Apart(file) => file.try_clone(),
        }
    }

    /// Puts what was written in its place. Error: the system refuses; a file that was there is as before.
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

/// Copies all of a file. A reader that has seen enough is no error.
fn copy(spool: &mut File, out: &mut impl Write) -> io::Result<()> {
    spool.rewind()?;
    match io::copy(spool, out).and_then(|_| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Writes a whole result. Errors: as [`Output::create`] and [`Output::finish`].
pub fn write(path: &Path, text: &str) -> Result<(), OutputError> {
    let output = Output::create(path)?;
    let written = output.writer().and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| OutputError::failed(path, &error))?;
    output.finish()
}
