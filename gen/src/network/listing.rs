//! File lists: the prefix of their paths, and their first line, which says how to use them.

use super::EmittedFile;
use thiserror::Error;
use torus_model::quote::shortened;

/// The longest prefix, in characters; longer paths exceed the limits of systems.
const MAX_PREFIX: usize = 1024;

/// The error of a path prefix that file lists cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{:?} was asked for in front of the paths of file lists; a path there has up to {most} letters, digits \
     and / . _ - $ {{ }} ( ) only, no //, and does not begin with -: give another 'filelist-prefix', or \
     leave it out",
    shortened(.prefix),
    most = MAX_PREFIX
)]
pub struct PrefixError {
    /// The prefix.
    pub prefix: String,
}

/// How paths are written in file lists: relative to the folder, or with a prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    prefix: Option<String>,
}

impl Listing {
    /// Paths with this prefix, such as the folder's path as tools see it. Error: a prefix that a file list
    /// cannot hold.
    pub fn with_prefix(prefix: &str) -> Result<Self, PrefixError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-${}()".contains(c);
        let good = prefix.chars().all(plain) && !prefix.starts_with('-') && !prefix.contains("//");
        // A slash at the end is added later; "/" alone is a folder, too.
        let bare = prefix.strip_suffix('/').unwrap_or(prefix);
        match good && (1..=MAX_PREFIX).contains(&prefix.len()) {
            true => Ok(Listing { prefix: Some(bare.into()) }),
            false => Err(PrefixError { prefix: prefix.into() }),
        }
    }

    /// The file list `name` of these files, whose paths are relative to the folder.
    pub(crate) fn list(&self, name: &str, files: &[String]) -> EmittedFile {
        let prefix = self.prefix.as_ref().map_or(String::new(), |prefix| format!("{prefix}/"));
        let mut text = match &self.prefix {
            None => format!(
                "// Paths are relative to this file: verilator -F {name}.f from anywhere, iverilog -f \
                 {name}.f in its folder.\n"
            ),
            Some(prefix) => format!("// Paths begin with {prefix}/: verilator -f, iverilog -f.\n"),
        };
        files.iter().for_each(|file| text += &format!("{prefix}{file}\n"));
        (format!("{name}.f"), text)
    }
}
