//! The published tables of S4NOC: square bidirectional tori, one local port for each node, the same table in
//! every router.
//!
//! Each line is a packet. The number of leading blanks is the injection slot; each letter `n e s w` is the
//! link taken in the next slot, without waiting. S4NOC's own lengths are one slot longer, as they count the
//! slot of ejection.

use super::faults::{Faults, Users, SHOWN};
use std::collections::BTreeMap;
use torus_model::{quote::shortened, table, Torus};

/// A table: injection slot and letters of every packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    radix: u32,
    packets: Vec<Packet>,
    /// The letters of all packets, one after the other.
    hops: Vec<Hop>,
}

/// A packet and the range of its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packet {
    start: u32,
    from: u32,
    length: u32,
}

/// A link's direction: dimension (rows first) and whether it goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hop {
    dim: u8,
    up: bool,
}

/// The links and ports that serve one packet in a slot, in the order in which faults are reported.
const SERVERS: [&str; 6] =
    ["the ejection port", "the injection port", "the link e", "the link n", "the link s", "the link w"];

/// The result of checking a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// Radix of both dimensions.
    pub radix: u32,
    /// Number of packets.
    pub packets: usize,
    /// Length in slots in which links are used.
    pub length: u32,
    /// A proved bound: no table for one port per node is shorter.
    pub lower_bound: u32,
    /// Its faults; a valid table has none.
    pub faults: Faults,
}

impl Table {
    /// Parses a table. Errors: other letters; a number of packets that no square torus has; slots later than
    /// packets sent one after the other would need.
    pub fn parse(text: &str) -> Result<Table, String> {
        let (mut packets, mut hops) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines().map(str::trim_end)).filter(|(_, line)| !line.is_empty())
        {
            packets.push(packet(number, line, &mut hops)?);
        }
        if packets.is_empty() {
            return Err("it has no packets".into());
        }
        let radix = (2..4096u32).find(|n| (n * n) as usize == packets.len() + 1);
        let radix =
            radix.ok_or_else(|| format!("its {} packets are not n^2 - 1 for any n", packets.len()))?;
        let late = (1..).zip(&packets).find(|(_, packet)| packet.start as usize > hops.len());
        match late {
            Some((number, Packet { start, .. })) => Err(format!(
                "packet {number} starts in slot {start}, and one after the other all take {} slots",
                hops.len()
            )),
            None => Ok(Table { radix, packets, hops }),
        }
    }

    /// Checks the table: every offset once, by a shortest path, and no link or local port twice in a slot.
    pub fn check(&self) -> TableReport {
        let mut faults = Faults::default();
        self.find_wrong_destinations(&mut faults);
        self.find_conflicts(&mut faults);
        let (radix, packets, length) = (self.radix, self.packets.len(), self.length());
        TableReport { radix, packets, length, lower_bound: lower_bound(radix), faults }
    }

    fn length(&self) -> u32 {
        self.packets.iter().map(|packet| packet.start + packet.length).max().unwrap_or(0)
    }

    fn hops(&self, packet: &Packet) -> &[Hop] {
        &self.hops[packet.from as usize..][..packet.length as usize]
    }

    fn find_wrong_destinations(&self, faults: &mut Faults) {
        let n = self.radix;
        let mut reached = vec![false; (n * n) as usize];
        reached[0] = true;
        for (number, packet) in (1..).zip(&self.packets) {
            let mut at = [0, 0];
            for Hop { dim, up } in self.hops(packet) {
                let x = &mut at[*dim as usize];
                *x = (*x + if *up { 1 } else { n - 1 }) % n;
            }
            let distance: u32 = at.iter().map(|&x| x.min(n - x)).sum();
            if std::mem::replace(&mut reached[(at[0] * n + at[1]) as usize], true) {
                faults.add(|| format!("packet {number} goes to the offset {at:?}, which is served already"));
            }
            if packet.length != distance {
                let length = packet.length;
                faults.add(|| format!("packet {number} takes {length} hops for a distance of {distance}"));
            }
        }
    }

    /// Finds links and ports that serve several packets in a slot.
    fn find_conflicts(&self, faults: &mut Faults) {
        let slots = self.length() as usize;
        let mut users = vec![0u8; SERVERS.len() * slots];
        self.packets.iter().flat_map(|packet| self.uses(packet)).for_each(|(server, slot)| {
            let users = &mut users[server * slots + slot];
            *users = users.saturating_add(1);
        });
        let twice: Vec<usize> = (0..users.len()).filter(|&cell| users[cell] > 1).collect();
        let mut named = self.users(&twice[..twice.len().min(SHOWN)], slots).into_iter();
        for cell in twice {
            faults.add(|| {
                let users = named.next().unwrap_or_default();
                let (server, slot) = (SERVERS[cell / slots], cell % slots);
                format!("{server} serves the packets {users} in slot {slot}")
            });
        }
    }

    /// The packets that use each of the given cells; a cell is a server in a slot.
    fn users(&self, cells: &[usize], slots: usize) -> Vec<Users> {
        let place: BTreeMap<usize, usize> = cells.iter().copied().zip(0..).collect();
        let mut users = vec![Users::default(); cells.len()];
        for (number, packet) in (1..).zip(&self.packets) {
            for (server, slot) in self.uses(packet) {
                place.get(&(server * slots + slot)).into_iter().for_each(|&at| users[at].add(number));
            }
        }
        users
    }

    /// The ports and links that a packet uses, as indices of [`SERVERS`], each with its slot.
    fn uses<'a>(&'a self, packet: &Packet) -> impl Iterator<Item = (usize, usize)> + 'a {
        let (start, length) = (packet.start as usize, packet.length as usize);
        let links = self.hops(packet).iter().map(|hop| hop.server()).zip(start..);
        [(1, start), (0, start + length - 1)].into_iter().chain(links)
    }
}

/// The lower bound of an exchange on a full torus with one port per node, in closed form without a placement
/// in memory. It is the largest of the bounds by links, by ports, by the sum lemma and by ramps (see
/// `model/src/bound/length.rs`).
fn lower_bound(radix: u32) -> u32 {
    let torus = Torus::new(&[radix, radix]).expect("a radix of at least 2");
    let (n, messages) = (u64::from(radix), u64::from(radix).pow(2) - 1);
    let hops = 2 * n * (n * n / 4);
    let sum = (hops - messages + messages * (messages - 1)).div_ceil(messages) + 1;
    // Of four links, 3, 2 and 1 are idle in the first slots, and also in the last slots.
    let ramps = (hops + 12).div_ceil(4);
    table::lower_bound(&torus).max(messages.max(sum).max(ramps) as u32)
}

impl Hop {
    fn of(letter: char) -> Option<Hop> {
        let known = "nsew".contains(letter);
        known.then_some(Hop { dim: "ew".contains(letter) as u8, up: "se".contains(letter) })
    }

    /// Its index in [`SERVERS`].
    fn server(self) -> usize {
        match (self.dim, self.up) {
            (0, false) => 3,
            (0, true) => 4,
            (_, true) => 2,
            (_, false) => 5,
        }
    }
}

/// Parses a line and appends its letters to `hops`.
fn packet(number: usize, line: &str, hops: &mut Vec<Hop>) -> Result<Packet, String> {
    let letters = line.trim_start_matches(' ');
    let (start, from) = ((line.len() - letters.len()) as u32, hops.len());
    // Some tables end a line with the slot of ejection.
    let letters = letters.trim_end_matches('l');
    let none =
        || format!("line {number} reads {:?}, a packet is letters n e s w after blanks", shortened(line));
    for letter in letters.chars() {
        hops.push(Hop::of(letter).ok_or_else(none)?);
    }
    match hops.len() - from {
        0 => Err(none()),
        length => Ok(Packet { start, from: from as u32, length: length as u32 }),
    }
}

#[cfg(test)]
mod tests {
    use super::{lower_bound, Faults, Table, SHOWN};
    use torus_model::{bound::exchange_bound, Placement, PortModel, Torus};

    /// A table for 2x2, written by hand: each of the three packets on its own link and slot.
    #[test]
    fn a_valid_table() {
        let report = Table::parse("se\n  n\n   e\n").unwrap().check();
        assert_eq!(report.faults, Faults::default());
        assert_eq!((report.radix, report.packets, report.length, report.lower_bound), (2, 3, 4, 4));
    }

    #[test]
    fn the_closed_form_is_the_bound() {
        for radix in 2..40 {
            let full = Placement::full(&Torus::new(&[radix, radix]).unwrap());
            assert_eq!(lower_bound(radix), exchange_bound(&full, PortModel::OnePort), "{radix}");
        }
    }

    #[test]
    fn faults_are_named() {
        let report = Table::parse("es\nn\ne\n").unwrap().check();
        assert_eq!(
            report.faults.first,
            [
                "the ejection port serves the packets [2, 3] in slot 0",
                "the injection port serves the packets [1, 2, 3] in slot 0",
                "the link e serves the packets [1, 3] in slot 0",
            ]
        );
        let report = Table::parse("sss\n e\n   e\n").unwrap().check();
        assert_eq!(
            report.faults.first[..2],
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

    #[test]
    fn the_first_faults_are_told_and_all_are_counted() {
        let report = Table::parse(&"n\n".repeat(99)).unwrap().check();
        assert_eq!((report.faults.first.len(), report.faults.count), (SHOWN, 98 + 3));
        let report = Table::parse(&format!("n\n{}", " w\n".repeat(2))).unwrap().check();
        assert_eq!(report.faults.count, 1 + 3);
        let told = Table::parse(&"n\n".repeat(3)).unwrap().check().faults.first;
        assert_eq!(told[2], "the ejection port serves the packets [1, 2, 3] in slot 0");
        let many = Table::parse(&"n\n".repeat(15)).unwrap();
        assert_eq!(many.users(&[1], 1)[0].to_string(), "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10] and 5 more");
    }

    #[test]
    fn no_packet_starts_after_all_others_one_by_one() {
        assert_eq!(
            Table::parse("n\n    n\ne\n").unwrap_err(),
            "packet 2 starts in slot 4, and one after the other all take 3 slots"
        );
    }
}
