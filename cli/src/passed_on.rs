//! Errors of this crate are passed on as usage errors, in which the program looks for a tip.

/// Makes usage errors of errors of these types.
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
