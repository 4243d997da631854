//! Names of the variants of an enum: `Display` writes a name, `FromStr` reads it back.

use crate::quote::shortened;

/// A name that is not known, with the names that are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the {what} {:?} is not known; allowed are {}: use one of these",
    shortened(.text),
    listed(.allowed)
)]
pub struct UnknownName {
    /// The kind of thing named, such as `routing`.
    pub what: &'static str,
    /// The text given.
    pub text: String,
    /// The names that are known, at least two, in the order in which they are listed.
    pub allowed: &'static [&'static str],
}

/// The names as people list them: `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

/// Gives an enum without fields a name for each variant: its `Display`, its `FromStr` (the inverse) and the
/// list `ALL` of its variants. The error of `FromStr` is [`UnknownName`].
macro_rules! named {
    ($type:ident, $what:literal, $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            /// All variants, in the order in which messages list their names.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $($type::$variant => $name),+
                })
            }
        }

        /// The inverse of `Display`. Errors: a name that no variant has.
        impl std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok($type::$variant),)+
                    _ => Err($crate::names::UnknownName {
                        what: $what,
                        text: text.to_string(),
                        allowed: &[$($name),+],
                    }),
                }
            }
        }
    };
}

pub(crate) use named;
