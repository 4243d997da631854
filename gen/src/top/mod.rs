//! The text of tops: module headers and ports, tables and loops over the nodes of a torus, the board top.

mod board;
mod cell;
mod grid;
pub mod ports;
pub mod text;

pub use board::{board, BOARD_PORTS};
pub use cell::Cell;
pub use grid::Grid;
pub use ports::{header_fields, module_text, Activity, Port};
