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

/// Gives an enum without fields a name for each variant: `name`, its `Display`, its `FromStr` (the inverse)
/// and the list `ALL` of its variants. The error of `FromStr` is [`UnknownName`].
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Side { Left, Right }
/// torus_model::named!(Side, "side", Left => "left", Right => "right");
/// assert_eq!("left".parse(), Ok(Side::Left));
/// let unknown = "up".parse::<Side>().unwrap_err();
/// let text = r#"the side "up" is not known; allowed are left and right: use one of these"#;
/// assert_eq!(unknown.to_string(), text);
/// ```
#[macro_export]
macro_rules! named {
    ($type:ident, $what:literal, $($variant:ident => $name:literal),+ $(,)?) => {
        impl $type {
            /// All variants, in the order in which messages list their names.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        /// The inverse of `Display`. Errors: a name that no variant has.
        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok($type::$variant),)+
                    _ => Err($crate::UnknownName {
                        what: $what,
                        text: text.to_string(),
                        allowed: &[$($name),+],
                    }),
                }
            }
        }
    };
}

pub use named;
