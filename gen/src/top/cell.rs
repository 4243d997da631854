//! Cells: which module stands at which nodes.

use torus_model::{NodeId, Placement};
use torus_sim::manifest;

/// A module and the nodes at which it stands.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The module that each of them instantiates.
    pub module: String,
    /// For each node with a processor, the number of that processor among all; empty for a module without
    /// processor.
    pub processors: Vec<usize>,
    /// The node ids.
    pub nodes: Vec<usize>,
}

impl Cell {
    /// The cells of a network: one for each class of processors, in order, then one for the nodes without
    /// processor. `classes`: the class of every processor. `transit`: the module of nodes without processor.
    pub fn of_classes(
        placement: &Placement,
        modules: impl Iterator<Item = String>,
        classes: &[usize],
        transit: String,
    ) -> Vec<Cell> {
        let cell = |module| Cell { module, processors: vec![], nodes: vec![] };
        let mut cells: Vec<Cell> = modules.map(cell).collect();
        for (processor, &class) in classes.iter().enumerate() {
            cells[class].processors.push(processor);
            cells[class].nodes.push(placement.processors()[processor].index());
        }
        let others = placement.torus().nodes().filter(|&node| !placement.contains(node));
        let nodes: Vec<usize> = others.map(|node| node.index()).collect();
        cells.extend((!nodes.is_empty()).then_some(Cell { module: transit, processors: vec![], nodes }));
        cells
    }

    /// For every cell, the module that the tile engine simulates: `tile` of its class of processors, or the
    /// node itself if it has no processor.
    pub fn tiles(cells: &[Cell], tile: impl Fn(usize) -> String) -> Vec<String> {
        let of = |(class, cell): (usize, &Cell)| match cell.processors.is_empty() {
            true => cell.module.clone(),
            false => tile(class),
        };
        cells.iter().enumerate().map(of).collect()
    }

    /// The module that stands at a node.
    pub fn module_at(cells: &[Cell], node: NodeId) -> String {
        let cell = cells.iter().find(|cell| cell.nodes.contains(&node.index()));
        cell.expect("every node is in a cell").module.clone()
    }

    /// The entry of this cell in the manifest.
    pub fn in_manifest(&self, tile: &str) -> manifest::Kind {
        manifest::Kind {
            node: self.module.clone(),
            tile: tile.to_string(),
            processor: !self.processors.is_empty(),
            nodes: self.nodes.iter().map(|&node| node as u32).collect(),
        }
    }
}
