//! The formal properties of AXI4-Streams at processors, in the clock of the network.
//!
//! Each harness contains the modules at one processor. All else are free inputs: other processors, the
//! network, the user. So one proof holds at all processors of a class.

mod blocks;
mod broadcast;
mod packets;
mod words;

pub(crate) use blocks::{blocks, BlockStreams, Class};
pub(crate) use broadcast::broadcast;
pub(crate) use packets::{packets, PacketStreams};
pub(crate) use words::{words, WordStreams};

use super::{memory::number, sby::Proof};
use crate::jinja;
use serde::Serialize;
use torus_model::{route::coordinate_bits, Placement, Torus};

/// The processors of a network with streams; the fields have the names of parameters of harnesses.
#[derive(Serialize)]
pub(crate) struct Processors<'a> {
    pub network: &'a str,
    pub header: &'a [String],
    #[serde(skip)]
    pub placement: &'a Placement,
    pub data: usize,
    /// Bits of a node id.
    pub id: usize,
    pub offset: usize,
}

/// The values for a template. `V`: those of the single template.
#[derive(Serialize)]
struct Harness<'a, V> {
    top: &'a str,
    #[serde(flatten)]
    at: &'a Processors<'a>,
    dims: Vec<Dim>,
    nodes: usize,
    processors: String,
    #[serde(flatten)]
    values: V,
}

impl Processors<'_> {
    /// The name of a module of streams.
    fn part(&self, part: &str) -> String {
        format!("{}_axis_{part}", self.network)
    }

    /// Paths and texts of a harness and of its file for SymbiYosys. `cover`: cycles within which something
    /// leaves.
    fn harness(
        &self,
        own: &str,
        (template, values): (&str, impl Serialize),
        (proof, cover): (&Proof, usize),
    ) -> Vec<(String, String)> {
        let (top, torus) = (format!("{}_{own}", self.network), self.placement.torus());
        let (dims, processors) = (dims(torus), processors(self.placement));
        let harness = Harness { top: &top, at: self, dims, nodes: torus.len(), processors, values };
        let text = jinja::rendered(own, template, &harness);
        vec![(format!("formal/{top}.v"), text), (format!("{top}.sby"), proof.text(&top, cover))]
    }
}

/// A dimension, in the form that templates need.
#[derive(Serialize)]
struct Dim {
    /// The lowest bit of its coordinate among those of all dimensions.
    low: usize,
    bits: usize,
    radix: usize,
    /// The difference of node ids of neighbours.
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

/// A number with a bit for each node, 1 at those with a processor; empty if all nodes have one.
fn processors(placement: &Placement) -> String {
    let nodes: Vec<usize> = placement.processors().iter().map(|node| node.index()).collect();
    match nodes.len() == placement.torus().len() {
        true => String::new(),
        false => number(placement.torus().len(), &nodes),
    }
}
