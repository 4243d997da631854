//! Total exchange on products of rings: copies of one factor exchange what the copies of the other send on.
//!
//! [`product_a1`] and [`product_a2`] are for nodes of a single port, on any torus. They take as many steps as
//! the sum of all distances from a node, which is optimal. [`product_a3`] is for all ports, on equal radices
//! and a power of two of dimensions. It takes `n^(d-1)` times as long as a ring, which is optimal for n odd
//! or divisible by 4. In a step every node gives away as many blocks as it gets, so no node ever holds more
//! than at the start. Source: Dimakopoulos and Dimopoulos, "A theory for total exchange in multidimensional
//! interconnection networks", 1998, sections 4 and 5. Differences: see the functions.

mod all;
mod single;

pub use all::{product_a3, ProductError};
pub use single::{product_a1, product_a2};
