//! Emitted folders of all kinds of network: files, lists, ports, ROM texts, changes by hand.

mod axil;
#[path = "../common/mod.rs"]
mod common;
mod edited;
mod error_site;
mod file_lists;
mod formal;
mod golden;
mod interfaces;
mod large;
mod mapped;
mod rom_text;
