//! Plans and programs: exchanges and broadcasts with storing on the way, against naive players, and spoiled
//! plans.

mod broadcast;
mod broadcast_mutants;
mod broadcast_oracle;
#[path = "../common/mod.rs"]
mod common;
mod exchange;
mod naive_player;
mod plan_mutants;
mod program_mutants;
mod programs;
mod random_mutants;
mod replay;
mod residues;
