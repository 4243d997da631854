//! Messages that left the network. Each field is a list by itself, so that a check compares many messages in
//! one step.

use std::ops::Range;

/// A message that left the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ejection {
    /// The number of the processor times the local ports of each, plus the local port.
    pub local_port: u32,
    /// Source id in the payload.
    pub source: u32,
    /// Destination id in the payload.
    pub destination: u32,
    /// Whether another bit of the payload is set.
    pub dirty: bool,
}

/// A list of messages that left the network.
#[derive(Clone, Debug, Default)]
pub struct Ejections {
    local_ports: Vec<u32>,
    sources: Vec<u32>,
    destinations: Vec<u32>,
    dirty: Vec<bool>,
}

/// A part of a list of messages that left the network. The fields of [`Ejection`] are slices of equal length.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ejected<'a> {
    /// The local ports.
    pub local_ports: &'a [u32],
    /// The source ids.
    pub sources: &'a [u32],
    /// The destination ids.
    pub destinations: &'a [u32],
    /// Whether another bit of the payload is set.
    pub dirty: &'a [bool],
}

impl Ejections {
    /// The number of messages.
    pub fn len(&self) -> usize {
        self.local_ports.len()
    }

    /// Whether there are no messages.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All messages.
    pub fn all(&self) -> Ejected<'_> {
        self.part(0..self.len())
    }

    /// The messages at some places of the list.
    pub fn part(&self, places: Range<usize>) -> Ejected<'_> {
        Ejected {
            local_ports: &self.local_ports[places.clone()],
            sources: &self.sources[places.clone()],
            destinations: &self.destinations[places.clone()],
            dirty: &self.dirty[places],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.local_ports.clear();
        self.sources.clear();
        self.destinations.clear();
        self.dirty.clear();
    }

    pub(crate) fn push(&mut self, Ejection { local_port, source, destination, dirty }: Ejection) {
        self.local_ports.push(local_port);
        self.sources.push(source);
        self.destinations.push(destination);
        self.dirty.push(dirty);
    }

    /// Appends messages, field after field.
    pub(crate) fn append(&mut self, all: impl Iterator<Item = Ejection> + Clone) {
        self.local_ports.extend(all.clone().map(|one| one.local_port));
        self.sources.extend(all.clone().map(|one| one.source));
        self.destinations.extend(all.clone().map(|one| one.destination));
        self.dirty.extend(all.map(|one| one.dirty));
    }
}

impl FromIterator<Ejection> for Ejections {
    fn from_iter<I: IntoIterator<Item = Ejection>>(all: I) -> Self {
        let mut ejections = Ejections::default();
        all.into_iter().for_each(|one| ejections.push(one));
        ejections
    }
}

impl<'a> Ejected<'a> {
    /// The number of messages.
    pub fn len(&self) -> usize {
        self.local_ports.len()
    }

    /// Whether there are no messages.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The messages one by one.
    pub fn iter(self) -> impl Iterator<Item = Ejection> + Clone + use<'a> {
        let ends = self.sources.iter().zip(self.destinations);
        let fields = self.local_ports.iter().zip(ends).zip(self.dirty);
        fields.map(|((&local_port, (&source, &destination)), &dirty)| Ejection {
            local_port,
            source,
            destination,
            dirty,
        })
    }

    /// The first messages, as many as asked for, and the others; `None` if there are fewer.
    pub fn split(self, count: usize) -> Option<(Self, Self)> {
        let (local_ports, sources) =
            (self.local_ports.split_at_checked(count)?, self.sources.split_at(count));
        let (destinations, dirty) = (self.destinations.split_at(count), self.dirty.split_at(count));
        let part =
            |local_ports, sources, destinations, dirty| Ejected { local_ports, sources, destinations, dirty };
        Some((
            part(local_ports.0, sources.0, destinations.0, dirty.0),
            part(local_ports.1, sources.1, destinations.1, dirty.1),
        ))
    }
}
