//! The properties of AXI4-Streams at processors, in the network's clock.
//!
//! Each harness has what stands at one processor, with everything else as free inputs: any other processors,
//! any network, any user. So a proof of one holds at all processors of a class.

mod blocks;
mod words;

pub(crate) use blocks::{blocks, BlockStreams, Class};
pub(crate) use words::{words, WordStreams};

use super::memory::number;
use serde::Serialize;
use torus_model::{route::coordinate_bits, Placement, Torus};

/// A dimension, as the templates take it.
#[derive(Serialize)]
struct Dim {
    /// The lowest bit of its coordinate among all.
    low: usize,
    bits: usize,
    radix: usize,
    /// How far apart node ids of neighbours are.
    stride: usize,
}

fn dims(torus: &Torus) -> Vec<Dim> {
    let mut low = 0;
    let dim = |(dim, bits): (usize, usize)| {
        low += bits;
        Dim { low: low - bits, bits, radix: torus.dims()[dim] as usize, stride: torus.stride(dim) }
    };
    coordinate_bits(torus).into_iter().enumerate().map(dim).collect()
}

/// A bit for each node with a processor; nothing where all nodes have one.
fn processors(placement: &Placement) -> String {
    let nodes: Vec<usize> = placement.processors().iter().map(|node| node.index()).collect();
    match nodes.len() == placement.torus().len() {
        true => String::new(),
        false => number(placement.torus().len(), &nodes),
    }
}
