//! Errors of matrices, shards and files of results.

use std::path::PathBuf;
use torus_model::{
    quantity,
    quote::{shortened, shortened_reason},
};
use torus_sim::{output::shown, Engine};

/// Why a regression, or a merge, cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegressError {
    /// Two configurations with the same name.
    #[error(
        "two configurations of the matrix are named {}; reports tell them apart by their names: \
         leave one out, change one of its options, or give it a name",
        shortened(.name)
    )]
    SameName {
        /// Their name.
        name: String,
    },
    /// A configuration that cannot be built.
    #[error("the configuration {} of the matrix: {error}", shortened(.name))]
    Configuration {
        /// Its name.
        name: String,
        /// What is wrong with it.
        error: String,
    },
    /// Configurations that are too large in total.
    #[error(
        "the configurations of the matrix have more than {most} nodes together, the most that one \
         regression has: leave some out, or make several matrices of them"
    )]
    TooLarge {
        /// The most nodes of all.
        most: u64,
    },
    /// A file that does not contain results.
    #[error(
        "{} holds no results of a regression ({}); a file is needed that torusgen regress --json or \
         --resume wrote: give one, or for --resume a name that does not exist yet",
        shown(.path),
        shortened_reason(.reason)
    )]
    NoResults {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// Results of another regression.
    #[error(
        "{} holds results of another regression: its {what} is {}, here it is {}; only results of \
         the same program, matrix, filter and engine go together: give files of one regression",
        shown(.path),
        shortened(.has),
        shortened(.needed)
    )]
    OtherRegression {
        /// The file.
        path: PathBuf,
        /// The property that differs.
        what: &'static str,
        /// The value in the file.
        has: String,
        /// The value that is needed.
        needed: String,
    },
    /// Configurations that are in none of the files.
    #[error(
        "{count} of the {} {} in none of the files, the first {}; a merge needs all of them: add the missing \
         shards, or resume those that ended early",
        quantity(*.of, "configuration"),
        if *.count == 1 { "is" } else { "are" },
        shortened(.name)
    )]
    Missing {
        /// The first of them.
        name: String,
        /// How many are missing.
        count: usize,
        /// How many the regression has.
        of: usize,
    },
    /// A configuration that is in two files.
    #[error(
        "the configuration {} is in {} and in a file before it; a merge needs each once: give every \
         shard's file once, all of one --shard ../N",
        shortened(.name),
        shown(.path)
    )]
    Double {
        /// The configuration.
        name: String,
        /// The second file.
        path: PathBuf,
    },
    /// An engine that is given twice: it would be compared with itself.
    #[error("--engines gives {engine} twice: leave one of them out")]
    EngineTwice {
        /// The engine.
        engine: Engine,
    },
    /// A filter that selects nothing.
    #[error(
        "the filter {:?} selects none of the {}; their names are those of \
         torusgen regress --list: change --filter",
        shortened(.filter),
        quantity(*.configurations, "configuration")
    )]
    NothingSelected {
        /// The filter.
        filter: String,
        /// How many configurations there are.
        configurations: usize,
    },
}

crate::passed_on!(RegressError);
