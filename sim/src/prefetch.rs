//! Prefetching: the processor is told which memory will be read soon. No result depends on it.

use std::mem::size_of_val;

/// The bytes of a small second-level cache.
const CACHE: usize = 1 << 20;

/// Whether two tables that are used together do not fit into a second-level cache. Then it pays to prefetch
/// them.
#[inline(always)]
pub(crate) fn pays<T, U>(one: &[T], other: &[U]) -> bool {
    size_of_val(one) + size_of_val(other) > CACHE
}

/// Prefetches an element, if there is one of this number. It does so on x86-64 only.
#[inline(always)]
pub(crate) fn prefetch<T>(all: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(element) = all.get(at) {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        // SAFETY: every x86-64 processor has the instruction, and no program can see what it does.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast())
        };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (all, at);
}
