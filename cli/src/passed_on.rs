//! Converts errors of this crate into usage errors, for which the program looks for a tip.

/// Implements the conversion for these types of errors.
#[macro_export]
#[doc(hidden)]
macro_rules! passed_on {
    ($($error:ty),+) => {$(
        impl From<$error> for torus_gen::UsageError {
            fn from(error: $error) -> Self {
                torus_gen::UsageError::of_caller(error)
            }
        }
    )+};
}
