//! Placements from specifications and from files of node ids.

use crate::{file_error::FileError, UsageError};
use std::path::Path;
use torus_model::{
    placement::{parse_nodes, PlacementError},
    NodeId, Placement, PlacementSpec, Torus, UnknownName,
};
use torus_sim::input;

/// The placement that a specification describes.
pub fn placement(torus: &Torus, text: &str) -> Result<Placement, UsageError> {
    Ok(match text.parse()? {
        PlacementSpec::Full => Placement::full(torus),
        PlacementSpec::Linear { coefficients, c } => Placement::linear(torus, coefficients.as_deref(), c)?,
        PlacementSpec::Multilinear { t, coefficients } => {
            Placement::multilinear(torus, coefficients.as_deref(), t)?
        }
        PlacementSpec::File(path) => Placement::listed(torus, &nodes_of_file(torus, Path::new(&path))?)?,
    })
}

/// The placement of a specification, or of the listed processors if the specification is just `file`. Errors:
/// a specification that names a file; a processor on a node that does not exist.
pub fn placement_of(torus: &Torus, text: &str, processors: &[u32]) -> Result<Placement, UsageError> {
    if text != "file" {
        // A file that is being read must not open another one.
        let opens = text.starts_with("file:").then(|| UnknownName {
            what: "placement",
            text: text.to_string(),
            allowed: &["full", "linear", "multilinear", "file"],
        });
        return opens.map_or_else(|| placement(torus, text), |error| Err(error.into()));
    }
    let node = |&node: &u32| {
        let dims = || torus.dims().to_vec();
        torus.node_at(node as usize).ok_or_else(|| PlacementError::NoNode { node, dims: dims() })
    };
    let nodes: Vec<_> = processors.iter().map(node).collect::<Result<_, _>>()?;
    Ok(Placement::listed(torus, &nodes)?)
}

/// The nodes listed in a file, one per line.
pub fn nodes_of_file(torus: &Torus, path: &Path) -> Result<Vec<NodeId>, UsageError> {
    let text =
        input::read(path, input::nodes(torus.len())).map_err(|error| FileError::unreadable(path, &error))?;
    Ok(parse_nodes(torus, &text).map_err(|error| FileError::contents(path, error))?)
}
