//! The torus node in hardware: rust-hdl kernels of run-time size, and a printer of clean Verilog-2001.
//!
//! [`kernel`] says what the hardware does and runs in rust-hdl's simulator; [`rt`] holds the signals and
//! registers of run-time width that kernels are made of; [`mod@print`] turns the same kernels into text, one
//! module per kind; [`emit`] is the front door. The printer takes no decision about the hardware.

#![forbid(unsafe_code)]

pub mod buffered;
pub mod emit;
pub mod kernel;
pub mod print;
pub mod rt;
pub mod spec;
pub mod stored;

pub use emit::{modules, Module};
pub use spec::{NodeSpec, Widths, LINK_LATENCY};
