//! Networks on FPGAs: from an emitted folder to a bitstream, netlists proved equal to their RTL, exchanges
//! of netlists.

#[path = "../common/mod.rs"]
mod common;
mod equiv;
mod gates;
mod link_registers;
mod pnr;
mod ram_registers;
