//! Errors of comparisons and of searched broadcasts.

use torus_model::quote::shortened;

/// The most nodes of a torus whose exchanges are played; each node has as many blocks.
pub const MAX_NODES: usize = 4096;

/// The most hops of all blocks of one exchange together.
pub const MAX_HOPS: u128 = 1 << 27;

/// Why a comparison or a broadcast cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// An invalid price.
    #[error(
        "the price {:?} is not a number such as 0.35, from 0 to below 1000000000 with at most nine \
         decimals: correct {option}",
        shortened(.text)
    )]
    Price {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
    },
    /// An invalid block size.
    #[error(
        "the block size {:?} is not a whole number from 1 to 1000000000: correct --block, and choose \
         smaller units where blocks have parts of one",
        shortened(.text)
    )]
    Block {
        /// The text given.
        text: String,
    },
    /// Prices with which nothing takes time.
    #[error(
        "neither a start-up nor sending takes time: every algorithm would be the fastest; give \
         --startup or --transmit more than 0"
    )]
    Free,
    /// A torus whose exchanges are too large to play.
    #[error(
        "a comparison on {dims} was asked for, whose {nodes} nodes exchange blocks over {hops} hops; \
         up to {max_nodes} nodes and {max_hops} hops are played: lower a radix or the number of \
         dimensions",
        max_nodes = MAX_NODES, max_hops = MAX_HOPS
    )]
    TooLarge {
        /// The torus.
        dims: String,
        /// Its nodes.
        nodes: usize,
        /// Hops of all blocks of one exchange.
        hops: u128,
    },
    /// A broadcast with enough steps that no search is needed.
    #[error(
        "a broadcast in {asked} steps was asked for; on {dims} {most} are enough without a search: \
         ask for {most} or fewer"
    )]
    Steps {
        /// The torus.
        dims: String,
        /// The number asked for.
        asked: u32,
        /// The most that are searched.
        most: u32,
    },
}

crate::passed_on!(CompareError);
