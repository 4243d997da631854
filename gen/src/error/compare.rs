//! What is refused of a comparison.

use std::fmt;
use torus_model::quote::shortened;

/// The largest torus whose exchanges are played: a node of it has as many blocks.
pub const MAX_NODES: usize = 4096;

/// The most hops that all blocks of one exchange take.
pub const MAX_HOPS: u64 = 1 << 27;

/// Why a comparison cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompareError {
    /// A price that is none.
    Price {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
    },
    /// A block size that is none.
    Block {
        /// The text given.
        text: String,
    },
    /// Prices by which nothing takes time.
    Free,
    /// A torus whose exchanges are too large to play.
    TooLarge {
        /// The torus.
        dims: String,
        /// Its nodes.
        nodes: usize,
        /// Hops of all blocks of one exchange.
        hops: u64,
    },
    /// Steps of a broadcast that are not searched for.
    Steps {
        /// The torus.
        dims: String,
        /// The number asked for.
        asked: u32,
        /// The most.
        most: u32,
    },
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompareError::Price { option, text } => write!(
                f,
                "the price {:?} is no number such as 0.35, from 0 to below 1000000000 with at most nine \
                 decimals: correct {option}",
                shortened(text)
            ),
            CompareError::Block { text } => write!(
                f,
                "the block size {:?} is no whole number from 1 to 1000000000: correct --block, and choose \
                 smaller units where blocks have parts of one",
                shortened(text)
            ),
            CompareError::Free => f.write_str(
                "neither a start-up nor sending takes time: every algorithm would be the fastest; give \
                 --startup or --transmit more than 0",
            ),
            CompareError::TooLarge { dims, nodes, hops } => write!(
                f,
                "a comparison on {dims} was asked for, whose {nodes} nodes exchange blocks over {hops} hops; \
                 up to {MAX_NODES} nodes and {MAX_HOPS} hops are played: lower a radix or the number of \
                 dimensions"
            ),
            CompareError::Steps { dims, asked, most } => write!(
                f,
                "a broadcast in {asked} steps was asked for; on {dims} {most} are enough without a search: \
                 ask for {most} or fewer"
            ),
        }
    }
}

impl std::error::Error for CompareError {}
