//! README and docs against the program, and `deny.toml` against the dependencies. Tables and pictures are
//! made again and compared; see `tables` and `pictures`.
//!
//! `cargo test` compares those that are made in a moment. With `TORUSGEN_DOCS=seconds` (`make sweeps`) it
//! also compares those that take seconds; `TORUSGEN_DOCS=write-quick` writes them. `TORUSGEN_DOCS=all` also
//! compares those that take minutes; `TORUSGEN_DOCS=write` (`make tables`) writes them, and
//! `TORUSGEN_DOCS=write-every` also those that take an hour. `TORUSGEN_TABLES=area` restricts this to tables
//! whose names contain `area`. `TORUSGEN` is the program to run instead of the one that cargo built.

mod axi;
mod blocks;
mod book;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod flow;
mod layout;
mod licences;
mod links;
mod lists;
mod pages;
mod pictures;
mod reference;
mod review;
mod runs;
mod shell;
mod tables;
mod timing;
mod tutorial;

/// The time that making a table or picture takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Cost {
    Moment,
    Seconds,
    Minutes,
    Hour,
}

/// The action for tables and pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Compare those that take a moment.
    Cheap,
    /// Also compare those that take seconds.
    Seconds,
    /// Write these.
    WriteQuick,
    /// Also compare those that take minutes.
    All,
    /// Write these.
    Write,
    /// Write everything.
    WriteEvery,
}

impl Mode {
    /// The mode in `TORUSGEN_DOCS`.
    fn asked() -> Mode {
        match std::env::var("TORUSGEN_DOCS").ok().as_deref() {
            None => Mode::Cheap,
            Some("seconds") => Mode::Seconds,
            Some("all") => Mode::All,
            Some("write-quick") => Mode::WriteQuick,
            Some("write") => Mode::Write,
            Some("write-every") => Mode::WriteEvery,
            Some(other) => {
                panic!(
                    "TORUSGEN_DOCS={other}: take seconds, all, write-quick, write or write-every, or leave \
                     it out"
                )
            }
        }
    }

    /// Whether the mode includes tables and pictures of this cost.
    fn includes(self, cost: Cost) -> bool {
        cost <= match self {
            Mode::Cheap => Cost::Moment,
            Mode::Seconds | Mode::WriteQuick => Cost::Seconds,
            Mode::All | Mode::Write => Cost::Minutes,
            Mode::WriteEvery => Cost::Hour,
        }
    }

    fn writes(self) -> bool {
        !matches!(self, Mode::Cheap | Mode::Seconds | Mode::All)
    }
}
