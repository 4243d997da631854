//! Reads whole files, up to a limit for each kind of file. Files that users give or edit are
//! read by this module alone.
//!
//! A limit is far above what torusgen writes or needs, and low enough for the memory of any machine that runs
//! it.

use std::{
    fmt,
    fs::File,
    io::{self, ErrorKind, Read},
    path::Path,
};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// What a file of this kind is called.
    pub name: &'static str,
    /// The most bytes of a file of this kind.
    pub most: u64,
}

/// The options of one network.
pub const OPTIONS: FileKind = FileKind { name: "a file of options", most: 64 * KIB };

/// The configurations of a regression.
pub const MATRIX: FileKind = FileKind { name: "a matrix", most: MIB };

/// The results of a regression.
pub const RESULTS: FileKind = FileKind { name: "a file of results", most: 64 * MIB };

/// A schedule, a table or a plan. A total exchange on 46,656 nodes takes 9 MiB.
pub const SCHEDULE: FileKind = FileKind { name: "a schedule file", most: 64 * MIB };

/// A trace: a line for each packet.
pub const TRACE: FileKind = FileKind { name: "a trace", most: 128 * MIB };

/// `manifest.json`. With 65,536 nodes it takes 4 MiB; with more, nodes are listed by runs.
pub const MANIFEST: FileKind = FileKind { name: "a manifest", most: 64 * MIB };

/// An emitted Verilog module.
pub const MODULE: FileKind = FileKind { name: "an emitted module", most: 128 * MIB };

/// The nodes of a placement, one per line, for a torus with `torus` nodes.
pub fn nodes(torus: usize) -> FileKind {
    FileKind { name: "a list of this torus's nodes", most: (64 * KIB + 64 * torus as u64).min(256 * MIB) }
}

/// The error of a file that is larger than its kind may be.
#[derive(Debug)]
struct TooLarge(FileKind);

impl std::error::Error for TooLarge {}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileKind { name, most } = self.0;
        write!(f, "it has more than {most} bytes, the most that {name} has")
    }
}

/// Reads a text file. Errors: no such file; too large; not UTF-8.
pub fn read(path: &Path, kind: FileKind) -> io::Result<String> {
    let file = File::open(path)?;
    let too_large = || io::Error::new(ErrorKind::FileTooLarge, TooLarge(kind));
    // Devices and pipes have no length, so it is checked again while reading.
    if file.metadata()?.len() > kind.most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(kind.most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > kind.most {
        return Err(too_large());
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))?;
    // Some editors begin a text with a byte-order mark.
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.into()),
        None => Ok(text),
    }
}

/// Why a file cannot be read or written, in a few words.
pub fn reason(error: &io::Error) -> String {
    match (error.kind(), error.get_ref()) {
        // Those of [`read`].
        (ErrorKind::FileTooLarge | ErrorKind::InvalidData, Some(reason)) => reason.to_string(),
        (ErrorKind::NotFound, _) => "no such file or folder".into(),
        (kind, _) => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_as_much_as_its_kind_may_and_no_more() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let kind = FileKind { name: "a test", most: 10 };
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(read(&path, kind).unwrap(), "0123456789");
        std::fs::write(&path, "0123456789\n").unwrap();
        let error = read(&path, kind).unwrap_err();
        assert_eq!(reason(&error), "it has more than 10 bytes, the most that a test has");
        std::fs::write(&path, [0xff]).unwrap();
        assert_eq!(reason(&read(&path, kind).unwrap_err()), "it is not text in UTF-8");
        assert_eq!(reason(&read(&dir.path().join("none"), kind).unwrap_err()), "no such file or folder");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_end_is_too_large() {
        let error = read(Path::new("/dev/zero"), OPTIONS).unwrap_err();
        assert_eq!(reason(&error), "it has more than 65536 bytes, the most that a file of options has");
    }
}
