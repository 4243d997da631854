//! The inputs and outputs of a buffered router in one cycle.

use super::naive::Naive;

/// The inputs of a cycle. Vectors are over existing ports or over local ports.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub wrap: Vec<bool>,
    pub rx: Vec<Option<(u128, u128)>>,
    pub credit: Vec<u128>,
    /// First port's number, head, payload.
    pub inject: Vec<Option<(usize, u128, u128)>>,
    pub eject_ready: Vec<bool>,
}

impl Inputs {
    /// No flit arrives, and no ejection port is ready.
    pub fn idle(router: &Naive) -> Self {
        let (ports, local_ports) = (router.ports.len(), router.local_ports.len());
        let (wrap, rx, credit) = (vec![false; ports], vec![None; ports], vec![0; ports]);
        Inputs { wrap, rx, credit, inject: vec![None; local_ports], eject_ready: vec![false; local_ports] }
    }
}

/// Outputs of a cycle.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Outputs {
    pub tx: Vec<Option<(u128, u128)>>,
    pub credit: Vec<u128>,
    pub inject_ready: Vec<bool>,
    /// Last and payload.
    pub eject: Vec<Option<(bool, u128)>>,
    pub error: bool,
}
