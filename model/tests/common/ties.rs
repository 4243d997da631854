//! The naive walk of ordered routes with ties by the parity of the source's coordinate.
#![allow(dead_code)] // Every subject compiles this module.

use super::oracle;
use torus_model::NodeId;

/// The loads of ODR by walking every pair. A tie goes `+` from even coordinates and `-` from odd ones.
pub fn parity_loads(dims: &[u32], processors: &[NodeId]) -> Vec<u64> {
    let mut loads = vec![0; oracle::size(dims) * 2 * dims.len()];
    for (p, q) in processors.iter().flat_map(|p| processors.iter().map(move |q| (p, q))) {
        let (mut at, to) = (oracle::coordinates(dims, p.index()), oracle::coordinates(dims, q.index()));
        for i in 0..dims.len() {
            let (n, start) = (dims[i], at[i]);
            let up = (to[i] + n - start) % n;
            let goes_up = 2 * up < n || (2 * up == n && (start % 2 == 0 || n == 2));
            while at[i] != to[i] {
                loads[oracle::id(dims, &at) * 2 * dims.len() + 2 * i + usize::from(!goes_up)] += 1;
                at[i] = if goes_up { (at[i] + 1) % n } else { (at[i] + n - 1) % n };
            }
        }
    }
    loads
}
