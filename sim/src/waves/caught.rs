//! Catches panics of a crate that panics on damaged input, so that they are results and do not end the
//! program.

use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught as a result.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Returns the result of a call; `None` if it panicked. Nothing is printed then; panics of other threads are
/// not affected.
pub fn caught<T>(call: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.try_with(Cell::get).unwrap_or(false) {
                usual(info);
            }
        }));
    });
    let outside = QUIET.replace(true);
    let found = catch_unwind(AssertUnwindSafe(call));
    match (found, QUIET.replace(outside)) {
        (Ok(value), _) => Some(value),
        (Err(_), true) => None,
        // The panic came from our code, which the crate called back.
        (Err(panic), false) => resume_unwind(panic),
    }
}

/// Calls our code from within [`caught`]: its panics are faults, so they are printed and passed on.
pub fn aloud<T>(call: impl FnOnce() -> T) -> T {
    let inside = QUIET.replace(false);
    let value = call();
    QUIET.set(inside);
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn a_panic_is_no_value_and_a_value_is_one() {
        assert_eq!(caught(|| 7), Some(7));
        assert_eq!(caught(|| -> u8 { panic!("damaged") }), None);
        assert!(!QUIET.get());
    }

    #[test]
    fn panics_of_ours_pass_through() {
        let ours = || caught(|| aloud(|| -> u8 { panic!("a fault") }));
        let panic = catch_unwind(ours).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a fault"));
        assert!(!QUIET.get());
        assert_eq!(caught(|| aloud(|| 3) + 4), Some(7));
    }

    #[test]
    fn other_threads_are_not_quiet() {
        let loud = caught(|| std::thread::spawn(|| QUIET.get()).join());
        assert!(matches!(loud, Some(Ok(false))));
    }
}
