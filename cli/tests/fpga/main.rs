//! Networks on FPGAs: from an emitted folder to a bitstream, netlists proved equal to what they were made of,
//! exchanges of netlists.

#[path = "../common/mod.rs"]
mod common;
mod equiv;
mod gates;
mod pnr;
mod ram_registers;
