//! The published tables of S4NOC: square bidirectional tori, one local port, the same table in every router.
//!
//! One line for each packet: leading blanks are the injection slot, each letter `n e s w` the link taken in the
//! next slot, without waiting. Their own figures are one slot longer, as they count the slot of ejection.

use std::collections::{BTreeMap, BTreeSet};
use torus_model::{bound::exchange_bound, Placement, PortModel, Torus};

/// A table: injection slot and letters of every packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    radix: u32,
    packets: Vec<(u32, Vec<Hop>)>,
}

/// A link's direction: dimension (rows first) and whether it goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hop {
    dim: usize,
    up: bool,
}

/// What a table is found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// Radix of both dimensions.
    pub radix: u32,
    /// Number of packets.
    pub packets: usize,
    /// Link slots used.
    pub length: u32,
    /// No table of one port for each node is shorter.
    pub lower_bound: u32,
    /// What is wrong with it, in words; empty for a valid table.
    pub faults: Vec<String>,
}

impl Table {
    /// Reads a table. Errors: other letters; a number of packets that no square torus has.
    pub fn parse(text: &str) -> Result<Table, String> {
        let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim_end()));
        let packets: Vec<_> =
            lines.filter(|(_, line)| !line.is_empty()).map(packet).collect::<Result<_, _>>()?;
        let radix = (2..4096u32).find(|n| (n * n) as usize == packets.len() + 1);
        let radix =
            radix.ok_or_else(|| format!("its {} packets are not n^2 - 1 for any n", packets.len()))?;
        Ok(Table { radix, packets })
    }

    /// Checks it: every offset once, by a shortest path, no link nor local port twice in a slot.
    pub fn check(&self) -> TableReport {
        let mut faults = self.wrong_destinations();
        faults.extend(self.conflicts());
        let length = self.packets.iter().map(|(start, hops)| start + hops.len() as u32).max().unwrap_or(0);
        let (radix, packets) = (self.radix, self.packets.len());
        TableReport { radix, packets, length, lower_bound: self.lower_bound(), faults }
    }

    fn wrong_destinations(&self) -> Vec<String> {
        let n = self.radix;
        let (mut reached, mut faults) = (BTreeSet::from([[0, 0]]), Vec::new());
        for (number, (_, hops)) in (1..).zip(&self.packets) {
            let mut at = [0, 0];
            hops.iter().for_each(|hop| at[hop.dim] = (at[hop.dim] + if hop.up { 1 } else { n - 1 }) % n);
            let distance: u32 = at.iter().map(|&x| x.min(n - x)).sum();
            if !reached.insert(at) {
                faults.push(format!("packet {number} goes to the offset {at:?}, which is served already"));
            }
            if hops.len() as u32 != distance {
                faults
                    .push(format!("packet {number} takes {} hops for a distance of {distance}", hops.len()));
            }
        }
        faults
    }

    fn conflicts(&self) -> Vec<String> {
        let mut users: BTreeMap<(String, u32), Vec<usize>> = BTreeMap::new();
        for (number, (start, hops)) in (1..).zip(&self.packets) {
            let mut take = |what: String, slot| users.entry((what, slot)).or_default().push(number);
            take("the injection port".into(), *start);
            take("the ejection port".into(), start + hops.len() as u32 - 1);
            (*start..).zip(hops).for_each(|(slot, hop)| take(format!("the link {}", hop.letter()), slot));
        }
        let twice = users.into_iter().filter(|(_, users)| users.len() > 1);
        twice
            .map(|((what, slot), users)| format!("{what} serves the packets {users:?} in slot {slot}"))
            .collect()
    }

    fn lower_bound(&self) -> u32 {
        let torus = Torus::new(&[self.radix, self.radix]).expect("a radix of at least 2");
        exchange_bound(&Placement::full(&torus), PortModel::OnePort)
    }
}

impl Hop {
    fn of(letter: char) -> Option<Hop> {
        "nsew"
            .contains(letter)
            .then_some(Hop { dim: "ew".contains(letter) as usize, up: "se".contains(letter) })
    }

    fn letter(self) -> char {
        match (self.dim, self.up) {
            (0, false) => 'n',
            (0, true) => 's',
            (_, true) => 'e',
            (_, false) => 'w',
        }
    }
}

fn packet((number, line): (usize, &str)) -> Result<(u32, Vec<Hop>), String> {
    let hops = line.trim_start_matches(' ');
    let start = (line.len() - hops.len()) as u32;
    // Some tables end a line with the slot of ejection.
    let hops: Option<Vec<Hop>> = hops.trim_end_matches('l').chars().map(Hop::of).collect();
    let hops = hops.filter(|hops| !hops.is_empty());
    Ok((
        start,
        hops.ok_or_else(|| {
            format!("line {number} reads {line:?}, a packet is letters n e s w after blanks")
        })?,
    ))
}

#[cfg(test)]
mod tests {
    use super::Table;

    /// A table for 2x2, written by hand: each of the three packets on its own link and slot.
    #[test]
    fn a_valid_table() {
        let report = Table::parse("se\n  n\n   e\n").unwrap().check();
        assert_eq!(report.faults, Vec::<String>::new());
        assert_eq!((report.radix, report.packets, report.length, report.lower_bound), (2, 3, 4, 4));
    }

    #[test]
    fn faults_are_named() {
        let report = Table::parse("es\nn\ne\n").unwrap().check();
        assert_eq!(
            report.faults,
            [
                "the ejection port serves the packets [2, 3] in slot 0",
                "the injection port serves the packets [1, 2, 3] in slot 0",
                "the link e serves the packets [1, 3] in slot 0",
            ]
        );
        let report = Table::parse("sss\n e\n   e\n").unwrap().check();
        assert_eq!(
            report.faults[..2],
            [
                "packet 1 takes 3 hops for a distance of 1".to_string(),
                "packet 3 goes to the offset [0, 1], which is served already".to_string(),
            ]
        );
        assert_eq!(
            Table::parse("ab\n").unwrap_err(),
            "line 1 reads \"ab\", a packet is letters n e s w after blanks"
        );
        assert_eq!(Table::parse("n\ne\n").unwrap_err(), "its 2 packets are not n^2 - 1 for any n");
    }
}
