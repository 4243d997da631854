//! File lists: what stands in front of their paths, and the line that says how to use them.

use super::EmittedFile;
use thiserror::Error;
use torus_model::quote::shortened;

/// The longest prefix, in characters: with it a path stays within what systems take.
pub const MAX_PREFIX: usize = 1024;

/// What file lists are to put in front of paths is no path that they can hold.
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

/// The paths in file lists: relative to the folder, or with something in front.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    prefix: Option<String>,
}

impl Listing {
    /// Paths with this in front, such as the folder as tools see it. Error: what no file list can hold.
    pub fn with_prefix(prefix: &str) -> Result<Self, PrefixError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-${}()".contains(c);
        let good = prefix.chars().all(plain) && !prefix.starts_with('-') && !prefix.contains("//");
        // A slash at the end is ours to add; "/" alone is a folder, too.
        let bare = prefix.strip_suffix('/').unwrap_or(prefix);
        match good && (1..=MAX_PREFIX).contains(&prefix.len()) {
            true => Ok(Listing { prefix: Some(bare.into()) }),
            false => Err(PrefixError { prefix: prefix.into() }),
        }
    }

    /// The list called `name` of these files, whose paths are relative to the folder.
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
