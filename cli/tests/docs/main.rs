//! README and docs against the program, and `deny.toml` against what is built. Tables and pictures are made
//! again and compared; see `tables` and `pictures`.
//!
//! `cargo test` compares what is made in a moment. `TORUSGEN_DOCS=seconds` (`make sweeps`) compares what
//! takes seconds too, and `TORUSGEN_DOCS=write-quick` writes that anew. `TORUSGEN_DOCS=all` compares what
//! takes minutes too, `TORUSGEN_DOCS=write` (`make tables`) writes that anew, and
//! `TORUSGEN_DOCS=write-every` also what takes an hour. `TORUSGEN_TABLES=area` keeps to the tables whose
//! names contain that. `TORUSGEN` names the program to run instead of the one that cargo built.

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

/// What making a table or a picture takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Cost {
    Moment,
    Seconds,
    Minutes,
    Hour,
}

/// What is done with tables and pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Compare what takes a moment.
    Cheap,
    /// Compare what takes seconds, too.
    Seconds,
    /// Write that.
    WriteQuick,
    /// Compare what takes minutes, too.
    All,
    /// Write that.
    Write,
    /// Write everything.
    WriteEvery,
}

impl Mode {
    /// What `TORUSGEN_DOCS` asks for.
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

    /// Whether a thing of this cost is looked at.
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
