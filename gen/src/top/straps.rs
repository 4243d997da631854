//! Straps: the node id and coordinates of every processor, as constant inputs of its traffic agent.

use super::{
    local::fields,
    text::{Connection, Parameter},
    Grid,
};
use torus_model::Placement;

/// The widths of the fields of a strap.
#[derive(Clone, Debug)]
pub struct Straps {
    /// Bits of a node id.
    pub id: usize,
    /// Bits of each coordinate.
    pub coordinates: Vec<usize>,
}

impl Straps {
    fn offset(&self) -> usize {
        self.coordinates.iter().sum()
    }

    /// The constants `OW` and `SW`.
    pub fn parameters(&self) -> [Parameter; 2] {
        let offset = self.offset();
        [("OW", offset, "offset bits"), ("SW", self.id + offset, "bits of the straps of a processor")]
    }

    /// The table `STRAPS`, with its comment.
    pub fn table(&self, grid: Grid, placement: &Placement) -> String {
        "  // Straps of every processor, the last first: {node id, coordinates, first dimension lowest}.\n"
            .to_string()
            + &grid.straps(placement, self.id, &self.coordinates)
    }

    /// The connections of the agent of processor `p` to its straps.
    pub fn connections(&self) -> Vec<Connection> {
        let id = ("id_i".to_string(), format!("STRAPS[p*SW+{} +: {}]", self.offset(), self.id));
        let names = (0..self.coordinates.len()).map(|dim| format!("x_{dim}_i")).collect();
        let mut all = vec![id];
        all.extend(fields(names, "STRAPS", "p*SW", &self.coordinates));
        all
    }
}
