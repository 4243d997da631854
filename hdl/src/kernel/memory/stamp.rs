//! The payload of a bench: ids, numbers of run and flit, and the mark ([`torus_model::payload`]).

use crate::signal::text::{part, wiring};
use crate::signal::{Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;
use torus_model::PayloadLayout;

/// Puts the fields of a payload side by side, and inverts it where the layout says so.
#[derive(LogicBlock)]
pub(super) struct Stamp {
    /// The origin's id.
    pub source: Sig<In>,
    /// The destination's id. Only in an exchange.
    pub destination: Labelled<Sig<In>>,
    /// The flit's number. In a broadcast, or if there is room for it.
    pub number: Labelled<Sig<In>>,
    /// The run's number. If there is room for it or for the mark.
    pub run: Labelled<Sig<In>>,
    pub y: Sig<Out>,
    _layout: PayloadLayout,
}

impl Stamp {
    /// Payloads of this layout. The flit's number has `flit` bits.
    pub fn new(layout: PayloadLayout, flit: usize, broadcast: bool) -> Self {
        let one = |present: bool| vec![String::new(); present as usize];
        Stamp {
            source: Sig::new(layout.id),
            destination: Labelled::new(&one(!broadcast), |_| Sig::new(layout.id)),
            number: Labelled::new(&one(broadcast || layout.flit > 0), |_| Sig::new(flit)),
            run: Labelled::new(&one(layout.run_counter() > 0), |_| Sig::new(layout.run_counter())),
            y: Sig::new(2 * layout.half),
            _layout: layout,
        }
    }

    /// The flit's number, cut to `width` bits.
    fn cut(&self, width: usize) -> u128 {
        self.number.iter().next().map_or(0, |number| number.val().value() & ((1 << width.min(127)) - 1))
    }

    /// Verilog of the flit's number, cut to at most `width` bits, and its bits.
    fn cut_text(&self, width: usize) -> (String, usize) {
        let bits = self.number.iter().next().map_or(0, |number| number.bits());
        (part("number", bits, 0, bits.min(width)), bits.min(width))
    }

    fn high(&self) -> String {
        let PayloadLayout { half, id, run, .. } = self._layout;
        let fields = if run > 0 { vec!["run".into(), "source".into()] } else { vec!["source".into()] };
        padded(fields, half - id - run)
    }

    fn low(&self) -> String {
        let PayloadLayout { half, id, flit, .. } = self._layout;
        if self.destination.iter().next().is_none() {
            let (number, bits) = self.cut_text(half);
            return padded(vec![number], half - bits);
        }
        let mut fields = vec!["destination".to_string()];
        fields.extend((flit > 0).then(|| self.cut_text(flit).0));
        fields.reverse();
        padded(fields, half - id - flit)
    }
}

/// The fields with zeros in front, such as `{3'd0, run, source}`, without braces.
fn padded(mut fields: Vec<String>, zeros: usize) -> String {
    if zeros > 0 {
        fields.insert(0, format!("{zeros}'d0"));
    }
    fields.join(", ")
}

impl Logic for Stamp {
    fn update(&mut self) {
        let PayloadLayout { half, id, flit, run, .. } = self._layout;
        let counted = self.run.iter().next().map_or(0, |counter| counter.val().value());
        let number = if run > 0 { counted } else { 0 };
        let high = number << id | self.source.val().value();
        let low = match self.destination.iter().next() {
            Some(destination) => self.cut(flit) << id | destination.val().value(),
            None => self.cut(half),
        };
        let plain = Bv::new(high << half | low, 2 * half);
        self.y.next = if self._layout.inverts(counted as u32) { !plain } else { plain };
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        let PayloadLayout { half, run, .. } = self._layout;
        let plain = format!("{{{}, {}}}", self.high(), self.low());
        let turn = part("run", self._layout.run_counter(), 0, 1);
        wiring(&match (self._layout.marked, run) {
            (false, _) => plain,
            (true, 0) => format!("{plain} ^ {{{}{{{turn}}}}}", 2 * half),
            (true, _) => format!("{plain} ^ {{{}{{~{turn}}}}}", 2 * half),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const FLITS: usize = 3;

    fn stamped(stamp: &mut Stamp, [source, destination, number, run]: [u128; 4]) -> u128 {
        let put = |port: &mut Sig<In>, value: u128| {
            port.next = Bv::wrap(value, port.bits());
        };
        put(&mut stamp.source, source);
        stamp.destination.iter_mut().for_each(|port| put(port, destination));
        stamp.number.iter_mut().for_each(|port| put(port, number));
        stamp.run.iter_mut().for_each(|port| put(port, run));
        assert!(simulate(stamp, 10), "wiring settles");
        stamp.y.val().value()
    }

    /// Nine nodes have ids of 4 bits. The blocks of a node for itself are included; runs 1 to 3.
    #[test]
    fn no_payload_is_zero_and_flits_and_runs_differ_where_there_is_room() {
        for (width, broadcast) in [8, 10, 12, 16, 32, 66].into_iter().flat_map(|w| [(w, false), (w, true)]) {
            let layout = PayloadLayout::of_blocks(width, 9, FLITS, broadcast);
            let mut stamp = Stamp::new(layout, 2, broadcast);
            stamp.connect_all();
            let (mut all, mut count) = (BTreeSet::new(), 0);
            let nodes = if broadcast { 1 } else { 9 };
            for (source, destination) in (0..nodes).flat_map(|s| (0..nodes).map(move |d| (s, d))) {
                for (number, run) in (0..FLITS as u128).flat_map(|f| (1..4).map(move |run| (f, run))) {
                    let payload = stamped(&mut stamp, [source, destination, number, run]);
                    let may = !layout.marked || (layout.run == 0 && run == 2);
                    assert!(payload != 0 || may, "{width} {broadcast}: {source} {destination}");
                    all.insert(payload);
                    count += 1;
                }
            }
            assert_eq!(all.len() == count, width > 12, "{width} {broadcast}");
        }
    }
}
