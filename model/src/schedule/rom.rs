//! ROM images: the messages that the processors of one class inject, by slot and local port.

use crate::{Port, Route, Torus};

/// One message in a ROM row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RomEntry {
    /// Destination minus source, every coordinate modulo its radix.
    pub offset: Vec<u32>,
    /// The route.
    pub route: Route,
}

impl RomEntry {
    /// The message with the signs of some dimensions swapped.
    fn mirrored(&self, torus: &Torus, swaps: &[bool]) -> RomEntry {
        let negate = |(dim, &x): (usize, &u32)| match swaps[dim] {
            true => (torus.dims()[dim] - x) % torus.dims()[dim],
            false => x,
        };
        let offset = self.offset.iter().enumerate().map(negate).collect();
        RomEntry { offset, route: self.route.turned(|dim| swaps[dim]) }
    }
}

/// The schedule of one processor class: `rows[slot][local port]`, where `None` is idle. With all ports a row
/// has 2d local ports, with the numbers of the ports that routes begin with; those of absent ports are
/// always idle. With one local port a row has one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RomImage {
    /// The rows, as many as the schedule has slots.
    pub rows: Vec<Vec<Option<RomEntry>>>,
}

impl RomImage {
    /// An image of `slots` idle rows with this number of local ports.
    pub fn idle(slots: usize, local_ports: usize) -> Self {
        RomImage { rows: vec![vec![None; local_ports]; slots] }
    }

    /// The number of messages in the image.
    pub fn messages(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }

    /// The image with the signs of some dimensions swapped. In dihedral tables, nodes with odd coordinates
    /// in these dimensions send this image if nodes with even ones send the image itself. Segments take the
    /// opposite port, local ports change places like their ports, and offsets are negated modulo the radix.
    /// The radices of these dimensions are above 2.
    pub fn mirrored(&self, torus: &Torus, swaps: &[bool]) -> RomImage {
        let row = |row: &Vec<Option<RomEntry>>| {
            // A single local port keeps its place.
            let from = |port: usize| port ^ (row.len() > 1 && swaps[port / 2]) as usize;
            let entry = |port| row[from(port)].as_ref().map(|entry| entry.mirrored(torus, swaps));
            (0..row.len()).map(entry).collect()
        };
        RomImage { rows: self.rows.iter().map(row).collect() }
    }

    /// Every turn `(port of arrival, port of departure)` that some route of the image makes.
    pub fn turns(&self) -> Vec<(Port, Port)> {
        Route::turns(self.rows.iter().flatten().flatten().map(|entry| &entry.route))
    }
}

#[cfg(test)]
mod tests {
    use crate::{schedule::exchange::exchange, table::Group, Effort, PortModel, Symmetry, Torus};

    /// Every image of a dihedral table is image 0 with the signs of its odd dimensions swapped. Swapped
    /// twice, it is image 0 again.
    #[test]
    fn one_image_gives_those_of_all_parities() {
        for (dims, group) in
            [(&[6][..], None), (&[4, 3], None), (&[3, 6], None), (&[4, 6], Some(Group::Dihedral))]
        {
            let torus = Torus::new(dims).unwrap();
            let schedule = exchange(&torus, PortModel::AllPort, group, Effort::with_seed(1));
            let Symmetry::Parity { counts } = schedule.placement.symmetry() else { panic!("{torus}") };
            let images = schedule.rom_images();
            for (node, image) in schedule.placement.sources().into_iter().zip(&images) {
                let odd = |dim: usize| counts[dim] && torus.coordinate(node, dim) % 2 == 1;
                let swaps: Vec<bool> = (0..torus.d()).map(odd).collect();
                assert_eq!(images[0].mirrored(&torus, &swaps), *image, "{torus} {swaps:?}");
                assert_eq!(image.mirrored(&torus, &swaps), images[0], "{torus} {swaps:?}");
            }
        }
    }

    /// A row with one local port keeps it, and its messages are mirrored.
    #[test]
    fn one_lane_stays() {
        let torus = Torus::new(&[5, 4]).unwrap();
        let schedule = exchange(&torus, PortModel::OnePort, None, Effort::with_seed(1));
        let (image, swaps) = (&schedule.rom_images()[0], [false, true]);
        let mirror = image.mirrored(&torus, &swaps);
        for (row, other) in image.rows.iter().zip(&mirror.rows) {
            assert_eq!((row.len(), row[0].is_some()), (1, other[0].is_some()));
            let (Some(one), Some(other)) = (&row[0], &other[0]) else { continue };
            assert_eq!((one.offset[0], (one.offset[1] + other.offset[1]) % 4), (other.offset[0], 0));
            assert!(one
                .route
                .ports()
                .zip(other.route.ports())
                .all(|(p, q)| p.index() ^ q.index() == p.dim()));
        }
    }
}
