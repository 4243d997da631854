//! Waves written and read: the file formats, parts of a run, damaged files.

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod follow;
mod foreign;
mod format;
mod places;
mod record;
