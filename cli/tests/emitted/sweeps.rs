//! Emitted folders of many networks as complete cores: testbenches, Makefiles, linters, heads, examples.
//! This takes minutes: `make sweeps` runs it, `cargo test` alone does not.

#[path = "../common/mod.rs"]
mod common;
mod contract;
mod examples;
mod fft;
mod package;
mod riscv;
mod uart;
