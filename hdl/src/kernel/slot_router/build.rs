//! Builds the router of a slot table: widths, labels and connections.

use super::*;

impl SlotRouter {
    /// The router of a node. Panics where the specification has no slot table.
    pub fn new(spec: &NodeSpec) -> Self {
        let table = spec.slot_table.expect("a router without headers has a slot table");
        let (name, local_port, data) = (port_labels(spec), local_labels(spec), spec.width);
        let (n, exits) = (name.len(), &table.exits);
        let exit = exit_labels(spec);
        let (places, stages) = (most_places(table), most_places(table) / 2 - 1);
        let (place, stage) = (grid(&exit, places), grid(&exit, stages));
        let sources = all_sources(spec);
        let source = labels(0..sources.len());
        let bit = |e: usize, at: usize| {
            let bits = exits[e].bits();
            BitOf::new(bits, at.min(bits - 1))
        };
        let has_stage = |k: usize| k % stages < exits[k / stages].stages();
        SlotRouter {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            rx_valid_i: Labelled::new(&name, |_| Signal::default()),
            rx_data_i: Labelled::new(&name, |_| Sig::new(data)),
            inject_valid_i: Labelled::new(&local_port, |_| Signal::default()),
            inject_data_i: Labelled::new(&local_port, |_| Sig::new(data)),
            setting_i: Labelled::new(&exit, |e| Sig::new(exits[e].bits())),
            expected_i: Labelled::new(&name, |_| Signal::default()),
            tx_valid_o: Labelled::new(&name, |_| Signal::default()),
            tx_data_o: Labelled::new(&name, |_| Sig::new(data)),
            eject_valid_o: Labelled::new(&local_port, |_| Signal::default()),
            eject_data_o: Labelled::new(&local_port, |_| Sig::new(data)),
            error_o: Signal::default(),
            exit_valid: Labelled::new(&exit, |_| Flop::default()),
            exit_data: Labelled::new(&exit, |_| Data::new(data)),
            error: Flop::default(),
            fault: Signal::default(),
            valid_of: Labelled::new(&source, |_| Signal::default()),
            data_of: Labelled::new(&source, |_| Sig::new(data)),
            busy: Labelled::new(&exit, |e| bit(e, 0)),
            odd: Labelled::new(&exit, |e| bit(e, 1)),
            from: Labelled::new(&stage, |k| bit(k / stages, 2 + k % stages)),
            take: Labelled::new(&stage, |_| Signal::default()),
            later: Labelled::new(&exit, |_| Signal::default()),
            source_valid: Labelled::new(&place, |_| Signal::default()),
            source_data: Labelled::new(&place, |_| Sig::new(data)),
            stage_valid: Labelled::new(&grid(&exit, stages + 1), |_| Signal::default()),
            stage_data: Labelled::new(&grid(&exit, stages + 1), |_| Sig::new(data)),
            mux_first: Labelled::new(&exit, |e| MuxFirst::new(data, exits[e].stages() > 0)),
            mux_next: Labelled::new(&stage, |k| MuxNext::new(data, has_stage(k))),
            placed: Labelled::new(&labels(0..exits.len() * sources.len() * places), |k| {
                let (exit, source) = (&exits[k / places / sources.len()], k / places % sources.len());
                Constant::new(exit.sources.get(k % places) == Some(&sources[source]))
            }),
            several: Labelled::new(&exit, |e| Constant::new(exits[e].sources.len() > 1)),
            in_stages: Labelled::new(&exit, |e| Constant::new(exits[e].stages() > 0)),
            staged: Labelled::new(&stage, |k| Constant::new(has_stage(k))),
            followed: Labelled::new(&stage, |k| Constant::new(k % stages + 1 < exits[k / stages].stages())),
            paired: Labelled::new(&stage, |k| {
                Constant::new(exits[k / stages].sources.len() > 2 * (k % stages) + 3)
            }),
            _n: n,
            _local_ports: local_port.len(),
            _sources: sources.len(),
            _exits: exits.len(),
            _places: places,
            _stages: stages,
        }
    }
}

/// The largest number of places for the sources of an exit, in pairs.
fn most_places(table: &SlotTable) -> usize {
    table.exits.iter().map(|exit| 2 * (Exit::stages(exit) + 1)).max().unwrap_or(2)
}

/// The sources of the router: arrivals by port, then the injected messages of each local port.
fn all_sources(spec: &NodeSpec) -> Vec<Source> {
    let arrivals = spec.existing_ports().into_iter().map(Source::Arrival);
    arrivals.chain(spec.local_ports().into_iter().map(Source::Injection)).collect()
}

/// Labels `exit_number` of the items that exist several times for each exit.
fn grid(exits: &[String], count: usize) -> Vec<String> {
    exits.iter().flat_map(|exit| (0..count).map(move |k| format!("{exit}_{k}"))).collect()
}
