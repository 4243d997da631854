//! Planted faults by name: `--fault` breaks something, to see that a run notices.
//!
//! The names are `lost-credit:LINK:CHANNEL:CYCLE`, `flipped-head:LINK:BIT:CYCLE` and
//! `stuck-ready:LOCAL_PORT:CYCLE`. A link is given by its id. A local port is given by a number: the
//! processor's number times the local ports of each, plus the number of the port there. The first two faults
//! break the first credit or head from the cycle on.

use super::PacketNetwork;
use thiserror::Error;
use torus_model::quote::shortened;
use torus_sim::traffic::Fault;

/// Why a fault cannot be planted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultError {
    /// A text that names no fault.
    #[error(
        "the fault {:?} is not known; allowed are lost-credit:LINK:CHANNEL:CYCLE, \
         flipped-head:LINK:BIT:CYCLE and stuck-ready:LOCAL_PORT:CYCLE, all numbers: correct 'fault'",
        shortened(.text)
    )]
    Unknown {
        /// The text given.
        text: String,
    },
    /// A fault at a place that does not exist.
    #[error(
        "the fault {:?} is at {place}, which does not exist; {allowed}: correct 'fault'",
        shortened(.text)
    )]
    Place {
        /// The text given.
        text: String,
        /// What does not exist, with its number.
        place: String,
        /// The places that exist.
        allowed: String,
    },
}

/// Parses a fault for this network. Errors: an invalid text; a place that does not exist.
pub fn fault(network: PacketNetwork, text: &str) -> Result<Fault, FaultError> {
    let unknown = || FaultError::Unknown { text: text.into() };
    let (kind, rest) = text.split_once(':').ok_or_else(unknown)?;
    let (place, cycle) = rest.rsplit_once(':').ok_or_else(unknown)?;
    let cycle: u64 = cycle.parse().map_err(|_| unknown())?;
    let place: Vec<u32> =
        place.split(':').map(str::parse).collect::<Result<_, _>>().map_err(|_| unknown())?;
    let found = match (kind, &place[..]) {
        ("lost-credit", &[link, channel]) => Fault::LostCredit { link, channel, cycle },
        ("flipped-head", &[link, bit]) => Fault::FlippedHead { link, bit, cycle },
        ("stuck-ready", &[local_port]) => Fault::StuckReady { local_port, cycle },
        _ => return Err(unknown()),
    };
    match missing(network, found) {
        Some((place, allowed)) => Err(FaultError::Place { text: text.into(), place, allowed }),
        None => Ok(found),
    }
}

/// The place of a fault if it does not exist in the network, and the places that do.
fn missing(network: PacketNetwork, fault: Fault) -> Option<(String, String)> {
    match fault {
        Fault::LostCredit { link, channel, .. } => {
            no_link(network, link).or_else(|| beyond("channel", channel, network.buffers.plan.count()))
        }
        Fault::FlippedHead { link, bit, .. } => {
            no_link(network, link).or_else(|| beyond("bit", bit, head_bits(network)))
        }
        Fault::StuckReady { local_port, .. } => no_local_port(network, local_port),
    }
}

fn no_link(network: PacketNetwork, link: u32) -> Option<(String, String)> {
    let torus = network.base.torus();
    let missing = torus.link_at(link as usize).is_none();
    let slots = torus.port_slots();
    let allowed = format!(
        "the links of {torus} are {slots} times the number of a node, plus the number of a port that it has"
    );
    missing.then(|| (format!("link {link}"), allowed))
}

/// As [`no_link`], for a local port. Local ports of absent ports do not exist, either.
fn no_local_port(network: PacketNetwork, local_port: u32) -> Option<(String, String)> {
    let (torus, ports) = (network.base.torus(), network.base.ports);
    let each = ports.local_ports(torus);
    let all = network.base.placement.len() * each;
    let missing = local_port as usize >= all
        || !torus.ports().any(|port| ports.local_port(port) == local_port as usize % each);
    let allowed =
        format!("local ports are 0 to {}, {each} for each processor, one for each port that exists", all - 1);
    missing.then(|| (format!("local port {local_port}"), allowed))
}

fn head_bits(network: PacketNetwork) -> usize {
    network.buffers.head_format().width()
}

fn beyond(what: &str, number: u32, count: usize) -> Option<(String, String)> {
    let missing = number as usize >= count;
    missing.then(|| (format!("{what} {number}"), format!("{what}s are 0 to {}", count - 1)))
}
