//! Errors of options that have no effect.

/// Why an option is refused that several commands have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// An option that has no effect.
    #[error("{option} was given, which has no effect {here}: leave it out")]
    NoEffect {
        /// The option, with its value if that is what has no effect.
        option: &'static str,
        /// The circumstances, such as `without --from`.
        here: &'static str,
    },
    /// An option that selects a part of waves, although no waves are written.
    #[error(
        "{option} says which part of the waves is written, but no waves are: give a file by --vcd or --fst, \
         or leave it out"
    )]
    NoWaves {
        /// The option.
        option: &'static str,
    },
    /// An option that networks with message memories do not have.
    #[error(
        "{option} was asked for of a network with message memories; it is about {what}: leave {option} out"
    )]
    NotOfMemories {
        /// The option.
        option: &'static str,
        /// What it is about.
        what: &'static str,
    },
}

crate::passed_on!(OptionError);
