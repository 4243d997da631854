//! Which message each local port should hand out in each cycle. It follows from the schedule and its classes
//! alone, not from the simulated network.

mod together;

use crate::engine::{Ejected, Ends, ABSENT};
use crate::mismatch::LocalPort;
use crate::timetable::{Slots, Timetable};
use rustc_hash::FxHashMap;
use together::Together;
use torus_model::{torus::NodeList, NodeId, PortModel, Schedule, Torus};

/// The messages that leave the network, cycle by cycle and local port by local port.
#[derive(Clone, Debug)]
pub struct Arrivals {
    timetable: Timetable,
    torus: Torus,
    ports: PortModel,
    /// Local ports of a processor.
    local_ports: usize,
    /// For each slot of arrival: the node class and local port at which messages arrive, and their message
    /// class.
    slots: Vec<Vec<(u32, u32)>>,
    /// The offsets of all message classes, one after another.
    offsets: Vec<u32>,
    /// For each processor, its node and the node's class.
    instances: Vec<(NodeId, u32)>,
    /// For each node class, the processors whose local ports are checked.
    receivers: FxHashMap<u32, Receivers>,
    /// Where all local ports are checked and many processors send alike: the classes of messages as a whole.
    together: Option<Together>,
}

/// The processors of a node class, with their nodes.
#[derive(Clone, Debug)]
struct Receivers {
    processors: Vec<usize>,
    nodes: NodeList,
}

/// A local port, split into its parts.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// The processor.
    pub processor: usize,
    /// Its node.
    pub node: NodeId,
    /// The class of the node and the local port, as one number as in [`Arrivals::slots`].
    place: u32,
    local_port: usize,
}

impl Arrivals {
    /// The arrivals of a schedule. `watched`: the processors whose local ports are checked by [`Due::write`].
    pub fn new(schedule: &Schedule, timetable: Timetable, watched: &[usize]) -> Self {
        let (placement, torus) = (&schedule.placement, schedule.torus());
        let (symmetry, sources) = (placement.symmetry(), placement.sources());
        let (ports, local_ports) = (schedule.ports, schedule.ports.local_ports(torus));
        let mut slots = vec![Vec::new(); timetable.makespan as usize + 1];
        for (index, entry) in schedule.entries.iter().enumerate() {
            let start = symmetry.class_of(torus, sources[entry.source]);
            let end = entry.route.ports().fold(start, |class, port| symmetry.step(torus, class, port));
            let Some(last) = entry.route.segments().last() else { continue };
            let place = (end * local_ports + ports.local_port(last.port)) as u32;
            slots[schedule.arrival(entry) as usize].push((place, index as u32));
        }
        slots.iter_mut().for_each(|arrivals| arrivals.sort_unstable());
        let instance = |&node: &NodeId| (node, symmetry.class_of(torus, node) as u32);
        let instances: Vec<_> = placement.processors().iter().map(instance).collect();
        Arrivals {
            timetable,
            torus: torus.clone(),
            ports,
            local_ports,
            slots,
            offsets: schedule.entries.iter().flat_map(|entry| entry.offset.clone()).collect(),
            receivers: receivers(torus, &instances, watched),
            together: Together::new(schedule, watched),
            instances,
        }
    }

    /// The local port with this number.
    pub fn exit(&self, number: u32) -> Exit {
        let each = self.local_ports as u32;
        let (processor, local_port) = ((number / each) as usize, (number % each) as usize);
        let (node, class) = self.instances[processor];
        Exit { processor, node, place: (class as usize * self.local_ports + local_port) as u32, local_port }
    }

    /// The name of a local port.
    pub fn name(&self, exit: &Exit) -> LocalPort {
        LocalPort::new(self.ports, exit.local_port)
    }

    /// The arrivals that are due in a cycle.
    pub fn due(&self, cycle: u64) -> Due<'_> {
        Due { arrivals: self, slots: self.timetable.slots(cycle) }
    }

    fn offset(&self, entry: u32) -> &[u32] {
        let d = self.torus.d();
        &self.offsets[entry as usize * d..][..d]
    }

    /// The places and message classes of all arrivals of an exchange.
    pub fn all(&self) -> impl Iterator<Item = (u32, u32)> + use<'_> {
        self.slots.iter().flatten().copied()
    }

    /// Calls `see` with the messages of a class that arrive at a place, for the processors that are checked,
    /// and with their local ports.
    pub fn messages(
        &self,
        (place, entry): (u32, u32),
        Buffers { sources, .. }: &mut Buffers,
        mut see: impl FnMut(usize, Ends),
    ) {
        let (class, local_port) = (place / self.local_ports as u32, place as usize % self.local_ports);
        let Some(Receivers { processors, nodes }) = self.receivers.get(&class) else { return };
        nodes.translate_back_into(sources, self.offset(entry));
        for ((processor, &source), &destination) in processors.iter().zip(&*sources).zip(nodes.nodes()) {
            see(processor * self.local_ports + local_port, Ends { source, destination });
        }
    }

    /// The source of a message of class `entry` that ends at a processor.
    fn source(&self, processor: usize, entry: u32) -> u32 {
        let zip = self.offset(entry).iter().zip(self.torus.dims());
        let back: Vec<u32> = zip.map(|(x, n)| (n - x) % n).collect();
        self.torus.translate(self.instances[processor].0, &back).index() as u32
    }
}

/// Some processors, by the class of their node.
fn receivers(torus: &Torus, instances: &[(NodeId, u32)], all: &[usize]) -> FxHashMap<u32, Receivers> {
    let mut by_class = FxHashMap::<u32, Vec<usize>>::default();
    all.iter().for_each(|&processor| by_class.entry(instances[processor].1).or_default().push(processor));
    let of_class = |processors: Vec<usize>| {
        let nodes: Vec<NodeId> = processors.iter().map(|&processor| instances[processor].0).collect();
        Receivers { processors, nodes: NodeList::new(torus, &nodes) }
    };
    by_class.into_iter().map(|(class, processors)| (class, of_class(processors))).collect()
}

/// By node, the index of its processor, or [`ABSENT`].
pub(crate) fn processor_by_node(torus: &Torus, processors: &[NodeId]) -> Vec<u32> {
    let mut index = vec![ABSENT; torus.len()];
    processors.iter().zip(0..).for_each(|(node, p)| index[node.index()] = p);
    index
}

/// Buffers that are used again for each cycle.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// The sources of the messages of a class.
    sources: Vec<u32>,
    /// Arrivals that were found: their places and message classes.
    found: Vec<(u32, u32)>,
}

/// The arrivals of one cycle.
#[derive(Clone, Debug)]
pub struct Due<'a> {
    arrivals: &'a Arrivals,
    slots: Slots,
}

impl Due<'_> {
    /// The arrivals of each exchange that is under way.
    fn slots(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.slots.clone().filter_map(|slot| self.arrivals.slots.get(slot)).map(Vec::as_slice)
    }

    /// The message classes that are due.
    pub fn entries(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.slots().flatten().map(|&(_, entry)| entry as usize)
    }

    /// Writes the message that is due at each local port that is checked. Returns how many there are.
    pub fn write(&self, messages: &mut [Ends], buffers: &mut Buffers) -> usize {
        let mut written = 0;
        for &arrival in self.slots().flatten() {
            self.arrivals.messages(arrival, buffers, |local_port, ends| {
                messages[local_port] = ends;
                written += 1;
            });
        }
        written
    }

    /// Whether these are the messages that are due, class after class, and those of a class in the order of
    /// their sources, as the model engine reports them.
    pub fn are_together(&self, mut ejections: Ejected, Buffers { found, .. }: &mut Buffers) -> bool {
        let Some(together) = &self.arrivals.together else { return false };
        found.clear();
        while let Some(&first) = ejections.local_ports.first() {
            let place = self.arrivals.exit(first).place;
            let Some(arrival) = self.at(place).next() else { return false };
            let Some(others) = together.take(self.arrivals, arrival.1, ejections) else { return false };
            found.push(arrival);
            ejections = others;
        }
        // All that were found are due, so none is missing if none came twice and they are as many.
        found.sort_unstable();
        let twice = found.windows(2).any(|two| two[0] == two[1]);
        let due: usize = self.slots().map(<[_]>::len).sum();
        !twice && found.len() == due
    }

    /// The arrivals that are due at a place; at most one if the schedule has no conflict.
    fn at(&self, place: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.slots().flat_map(move |arrivals| {
            let first = arrivals.partition_point(|&(other, _)| other < place);
            arrivals[first..].iter().copied().take_while(move |&(other, _)| other == place)
        })
    }

    /// The sources whose messages are due at a local port; at most one if the schedule has no conflict.
    pub fn sources<'b>(&'b self, exit: &'b Exit) -> impl Iterator<Item = u32> + 'b {
        self.at(exit.place).map(|(_, entry)| self.arrivals.source(exit.processor, entry))
    }
}
