//! Persistent requests of MPI: a send or a receive that MPI is told once and that is started many times.
//!
//! The crate `mpi` has none, so this calls MPI itself. A [`Request`] owns its bytes. While it is started they
//! are MPI's, and nobody else reaches them. It is freed before MPI ends, as it keeps MPI running.
//!
//! Bounds: bytes, equally many each time, from or to one rank of the grid; one thread. An error of MPI ends
//! all processes. Source: the MPI standard 4.0, section 3.9.

#![allow(unsafe_code)]

use mpi::environment::Universe;
use mpi::ffi;
use mpi::topology::CartesianCommunicator;
use mpi::traits::{AsRaw, Equivalence};
use mpi::{Count, Tag};
use std::ffi::{c_int, c_void};
use std::rc::Rc;

/// MPI as long as it runs, and the grid of its processes.
pub struct Running {
    pub grid: CartesianCommunicator,
    /// Ends MPI when it is dropped.
    pub _universe: Universe,
}

/// A persistent send or receive, and its bytes.
pub struct Request {
    raw: ffi::MPI_Request,
    /// From a box. One more than are sent if those are none, since empty data has an address that means
    /// something else to MPI.
    bytes: *mut [u8],
    size: usize,
    /// Whether it was started and has not ended.
    is_started: bool,
    _running: Rc<Running>,
}

impl Request {
    /// A request to send so many bytes to a rank.
    pub fn send(running: &Rc<Running>, to: usize, tag: Tag, size: usize) -> Self {
        Self::new(running, size, |bytes, count, raw| {
            let (byte, grid) = (u8::equivalent_datatype().as_raw(), running.grid.as_raw());
            // SAFETY: MPI runs, the grid is one of its communicators, and there are `count` bytes, which the
            // request keeps. MPI reads them only between a start and its end.
            unsafe { ffi::MPI_Send_init(bytes, count, byte, to as c_int, tag, grid, raw) }
        })
    }

    /// A request to receive up to so many bytes from a rank.
    pub fn receive(running: &Rc<Running>, from: usize, tag: Tag, size: usize) -> Self {
        Self::new(running, size, |bytes, count, raw| {
            let (byte, grid) = (u8::equivalent_datatype().as_raw(), running.grid.as_raw());
            // SAFETY: as in `send`; MPI writes the bytes only between a start and its end.
            unsafe { ffi::MPI_Recv_init(bytes, count, byte, from as c_int, tag, grid, raw) }
        })
    }

    fn new(
        running: &Rc<Running>,
        size: usize,
        init: impl FnOnce(*mut c_void, Count, *mut ffi::MPI_Request) -> c_int,
    ) -> Self {
        let count = Count::try_from(size).expect("as many bytes as MPI counts");
        let bytes = Box::into_raw(vec![0; size.max(1)].into_boxed_slice());
        // SAFETY: a constant of MPI, which is the same from the start.
        let mut raw = unsafe { ffi::RSMPI_REQUEST_NULL };
        check(init(bytes.cast(), count, &mut raw));
        Request { raw, bytes, size, is_started: false, _running: Rc::clone(running) }
    }

    /// The bytes that the next start sends, or that came last.
    pub fn bytes(&mut self) -> &mut [u8] {
        assert!(!self.is_started, "the bytes of a started request are MPI's");
        // SAFETY: the box lives as long as the request, has `size` bytes or more, and MPI does not use it, as
        // the request is not started.
        unsafe { &mut (&mut *self.bytes)[..self.size] }
    }

    /// Starts it.
    pub fn start(&mut self) {
        assert!(!self.is_started, "a request is started once at a time");
        self.is_started = true;
        // SAFETY: MPI runs, and the request is persistent and not started. Until it ends `bytes` and `drop`
        // let nobody reach the bytes.
        check(unsafe { ffi::MPI_Start(&mut self.raw) });
    }

    /// Whether it has ended; does not wait.
    pub fn has_ended(&mut self) -> bool {
        let mut ended = 0;
        // SAFETY: MPI runs, and the request is persistent, so it is one before and after. MPI allows that the
        // status is ignored.
        check(unsafe { ffi::MPI_Test(&mut self.raw, &mut ended, ffi::RSMPI_STATUS_IGNORE) });
        self.is_started &= ended == 0;
        !self.is_started
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        if self.is_started {
            // After a panic. MPI has the bytes, and would wait for the other rank before it ends.
            std::process::abort();
        }
        // SAFETY: MPI runs, the request was not freed before, and it is not started, so MPI does not use the
        // bytes. They are those of a box that nobody else has.
        unsafe {
            check(ffi::MPI_Request_free(&mut self.raw));
            drop(Box::from_raw(self.bytes));
        }
    }
}

/// Checks what MPI returns. It ends all processes at an error, unless somebody has told it otherwise.
fn check(code: c_int) {
    assert_eq!(code, ffi::MPI_SUCCESS as c_int, "an error of MPI");
}
