//! The inputs and outputs of the naive router as bits of the printed module's ports.

use super::naive::{Inputs, Naive, Outputs};
use torus_model::PortModel;

/// A port: name, width, value, and whether the value has to be compared.
pub type Pin = (String, usize, u128, bool);

/// The input ports and their values.
pub fn inputs(router: &Naive, width: usize, values: &Inputs) -> Vec<Pin> {
    let (head, mut pins) = (router.fields.bits(), Vec::new());
    let mut put = |name: String, width: usize, value: u128| pins.push((name, width, value, true));
    for p in router.wraps() {
        put(format!("wrap_{}_i", router.ports[p].index()), 1, values.wrap[p] as u128);
    }
    for (p, port) in router.ports.iter().enumerate() {
        let (q, flit) = (port.index(), values.rx[p]);
        put(format!("rx_valid_{q}_i"), 1, flit.is_some() as u128);
        put(format!("rx_head_{q}_i"), head, flit.map_or(0, |flit| flit.0));
        put(format!("rx_data_{q}_i"), width, flit.map_or(0, |flit| flit.1));
        put(format!("tx_credit_{q}_i"), router.corner.channels, values.credit[p]);
    }
    for (l, local_port) in router.local_ports.iter().enumerate() {
        let flit = values.inject[l];
        put(format!("inject_valid_{local_port}_i"), 1, flit.is_some() as u128);
        if router.corner.ports != PortModel::AllPort {
            put(
                format!("inject_port_{local_port}_i"),
                router.fields.port,
                flit.map_or(0, |flit| flit.0 as u128),
            );
        }
        put(format!("inject_head_{local_port}_i"), head, flit.map_or(0, |flit| flit.1));
        put(format!("inject_data_{local_port}_i"), width, flit.map_or(0, |flit| flit.2));
        put(format!("eject_ready_{local_port}_i"), 1, values.eject_ready[l] as u128);
    }
    pins
}

/// The output ports and their values. Head and payload of an idle local port may have any value.
pub fn outputs(router: &Naive, width: usize, values: &Outputs) -> Vec<Pin> {
    let (head, mut pins) = (router.fields.bits(), Vec::new());
    let mut put = |name: String, width: usize, value: u128, care: bool| pins.push((name, width, value, care));
    for (p, port) in router.ports.iter().enumerate() {
        let (q, flit) = (port.index(), values.tx[p]);
        put(format!("rx_credit_{q}_o"), router.corner.channels, values.credit[p], true);
        put(format!("tx_valid_{q}_o"), 1, flit.is_some() as u128, true);
        put(format!("tx_head_{q}_o"), head, flit.map_or(0, |flit| flit.0), flit.is_some());
        put(format!("tx_data_{q}_o"), width, flit.map_or(0, |flit| flit.1), flit.is_some());
    }
    for (l, local_port) in router.local_ports.iter().enumerate() {
        let flit = values.eject[l];
        put(format!("inject_ready_{local_port}_o"), 1, values.inject_ready[l] as u128, true);
        put(format!("eject_valid_{local_port}_o"), 1, flit.is_some() as u128, true);
        if router.fields.last {
            put(
                format!("eject_last_{local_port}_o"),
                1,
                flit.map_or(0, |flit| flit.0 as u128),
                flit.is_some(),
            );
        }
        put(format!("eject_data_{local_port}_o"), width, flit.map_or(0, |flit| flit.1), flit.is_some());
    }
    put("error_o".into(), 1, values.error as u128, true);
    pins
}

/// Values as binary digits, the first pin leftmost.
pub fn digits(pins: &[Pin]) -> String {
    pins.iter().map(|(_, width, value, _)| format!("{value:0width$b}")).collect()
}

/// A 1 for each bit that has to be compared.
pub fn cares(pins: &[Pin]) -> String {
    pins.iter().map(|(_, width, _, care)| if *care { "1" } else { "0" }.repeat(*width)).collect()
}
