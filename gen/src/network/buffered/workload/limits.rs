//! What a run of packets can have at most.

use super::{TrafficOptions, WorkloadError};
use crate::{
    limits::{MAX_BURST, MAX_CYCLES},
    network::buffered::{Buffers, PacketNetwork},
};
use torus_model::Placement;

/// Checks that a run can have such bursts and so many cycles.
pub(super) fn check_numbers(options: &TrafficOptions) -> Result<(), WorkloadError> {
    let TrafficOptions { burst, warmup, measure, limit, .. } = *options;
    let asked = [
        ("'burst'", burst.into(), 1, MAX_BURST.into()),
        ("'warmup'", warmup, 0, MAX_CYCLES),
        ("'measure'", measure, 1, MAX_CYCLES),
        ("'limit'", limit, 1, MAX_CYCLES),
    ];
    match asked.into_iter().find(|(_, asked, least, most)| !(least..=most).contains(&asked)) {
        Some((option, asked, least, most)) => Err(WorkloadError::Number { option, asked, least, most }),
        None => Ok(()),
    }
}

/// The packets of one exchange, with `copies` for every pair: the denominator of its loads.
pub fn exchange_packets(placement: &Placement, copies: u64) -> u64 {
    let p = placement.len() as u64;
    (p * (p - 1)).saturating_mul(copies)
}

/// The most packets that a run tells apart.
pub fn most_packets(buffers: &Buffers) -> u64 {
    u64::from(u32::MAX) / buffers.flits as u64
}

/// Refuses an exchange whose packets no run tells apart.
pub(super) fn check_exchange(
    PacketNetwork { base, loads, buffers }: PacketNetwork,
) -> Result<(), WorkloadError> {
    let (packets, most) = (exchange_packets(&base.placement, loads.denominator()), most_packets(buffers));
    match packets <= most {
        true => Ok(()),
        false => Err(WorkloadError::Exchange { packets, processors: base.placement.len(), most }),
    }
}
