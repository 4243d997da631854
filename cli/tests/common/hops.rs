//! A naive reader of waves of packets: the text of a VCD cycle by cycle, the hops of every flit, and its
//! channels by the rules of docs/buffered.md. It shares no code with the model, the simulator or the reader
//! of waves.

use std::collections::{BTreeMap, HashMap};

/// Number of a packet, place of a flit in it, source and destination.
pub type Flit = (u32, u32, u32, u32);

/// A flit on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hop {
    pub cycle: u64,
    pub link: usize,
    /// The channel in the waves.
    pub channel: Option<u32>,
}

/// The text of a VCD.
pub struct Text<'a> {
    /// The codes of variables, by names such as `node_0.link_1p.valid`.
    codes: BTreeMap<String, &'a str>,
    body: &'a str,
}

impl<'a> Text<'a> {
    pub fn new(vcd: &'a str) -> Self {
        let (declared, body) = vcd.split_once("$enddefinitions").expect("declarations");
        let (mut scopes, mut codes) = (Vec::new(), BTreeMap::new());
        for line in declared.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["$scope", _, name, _] => scopes.push(name),
                ["$upscope", _] => drop(scopes.pop()),
                ["$var", _, _, code, name, ..] => {
                    codes.insert([&scopes[1..], &[name]].concat().join("."), code);
                }
                _ => (),
            }
        }
        Text { codes, body }
    }

    /// The scopes with this variable whose own names begin with `prefix`: `("node_0.link_1p", ..)`.
    pub fn scopes(&self, prefix: &str, variable: &str) -> Vec<String> {
        let scope = |name: &String| {
            let (scope, last) = name.rsplit_once('.')?;
            let own = scope.rsplit('.').next()?;
            (last == variable && own.starts_with(prefix)).then(|| scope.to_string())
        };
        self.codes.keys().filter_map(scope).collect()
    }

    /// The code of the first variable of this name.
    pub fn code(&self, variable: &str) -> Option<&'a str> {
        let (_, code) = self.codes.iter().find(|(name, _)| name.rsplit('.').next() == Some(variable))?;
        Some(code)
    }

    /// Shows every cycle with its variables. `None` stands for `z` or for an unknown variable.
    pub fn each_cycle(&self, mut show: impl FnMut(u64, &dyn Fn(&str) -> Option<u32>)) {
        let (mut values, mut cycle): (HashMap<&str, Option<u32>>, Option<u64>) = (HashMap::new(), None);
        for line in self.body.lines() {
            if let Some(next) = line.strip_prefix('#') {
                if let Some(cycle) = cycle {
                    show(cycle, &|name| *values.get(self.codes.get(name)?)?);
                }
                cycle = next.parse().ok();
            } else if let Some((value, code)) = line.strip_prefix('b').and_then(|line| line.split_once(' ')) {
                values.insert(code, u32::from_str_radix(value, 2).ok());
            } else if let Some(bit) = line.chars().next().and_then(|bit| bit.to_digit(2)) {
                values.insert(&line[1..], Some(bit));
            }
        }
    }
}

/// The hops of every flit, in the order of cycles.
pub fn hops(vcd: &str, dims: &[u32]) -> BTreeMap<Flit, Vec<Hop>> {
    let (text, mut found): (_, BTreeMap<Flit, Vec<Hop>>) = (Text::new(vcd), BTreeMap::new());
    let scopes = text.scopes("link_", "valid");
    let links: Vec<usize> = scopes.iter().map(|scope| link(scope, dims)).collect();
    text.each_cycle(|cycle, value| {
        for (scope, &link) in scopes.iter().zip(&links) {
            let of = |name: &str| value(&format!("{scope}.{name}"));
            if of("valid") == Some(1) {
                let [packet, from, to] = ["packet", "source", "destination"].map(|name| of(name).unwrap());
                let flit = (packet, of("flit").unwrap_or(0), from, to);
                found.entry(flit).or_default().push(Hop { cycle, link, channel: of("channel") });
            } else {
                assert_eq!(of("channel"), None, "no channel where no flit is");
            }
        }
    });
    found
}

/// The id of a node from the name of its scope, `node_1_2`.
pub fn node(scope: &str, dims: &[u32]) -> usize {
    let coordinates = scope.split('_').skip(1).map(|x| x.parse::<usize>().unwrap());
    coordinates.zip(dims).fold(0, |id, (x, &n)| id * n as usize + x)
}

/// The id of a link from the names of its scopes, `node_1_2.link_2m`.
fn link(scope: &str, dims: &[u32]) -> usize {
    let (tail, port) = scope.split_once('.').unwrap();
    let dim = port[5..port.len() - 1].parse::<usize>().unwrap() - 1;
    node(tail, dims) * 2 * dims.len() + 2 * dim + usize::from(port.ends_with('m'))
}

/// The ends of a packet and the rules of its network, which determine its channels.
pub struct Rules<'a> {
    pub dims: &'a [u32],
    pub dateline: bool,
    pub udr: bool,
    pub channels: usize,
}

impl Rules<'_> {
    /// Walks the hops of a packet: coordinates by division, runs by the ports of its links. Returns the
    /// channels.
    pub fn channels(&self, from: u32, to: u32, hops: &[usize]) -> Vec<usize> {
        let (mut at, ends) = (self.coordinates(from), [self.coordinates(from), self.coordinates(to)]);
        let ports = 2 * self.dims.len();
        let (mut all, mut class): (Vec<usize>, usize) = (Vec::new(), 0);
        for (step, &link) in hops.iter().enumerate() {
            let (port, dim) = (link % ports, link % ports / 2);
            assert_eq!(self.coordinates((link / ports) as u32), at, "a hop leaves where the last one ended");
            let (n, up) = (self.dims[dim], port % 2 == 0);
            let fresh = step == 0 || hops[step - 1] % ports != port;
            if fresh {
                class += usize::from(step > 0);
                let length = hops[step..].iter().take_while(|&&link| link % ports == port).count() as u32;
                all.push(self.first(&ends, class, n, if up { at[dim] } else { n - 1 - at[dim] }, length));
            }
            let here = all[all.len() - 1];
            let wraps = n > 2 && at[dim] == if up { n - 1 } else { 0 };
            let goes_on = hops.get(step + 1).is_some_and(|next| next % ports == port);
            if goes_on {
                all.push(if self.dateline && wraps { here | 1 } else { here });
            }
            at[dim] = (at[dim] + if up { 1 } else { n - 1 }) % n;
        }
        assert_eq!(at, ends[1], "the last hop ends at the destination");
        all
    }

    /// The channel on the first link of a run of `length` hops from `start`, as seen in its direction.
    fn first(&self, ends: &[Vec<u32>; 2], class: usize, n: u32, start: u32, length: u32) -> usize {
        let (bits, d) = (if self.dateline { 2 } else { 1 }, self.dims.len());
        let least = if self.udr { bits * d } else { bits };
        let number = ends[0][0] + if d > 1 { ends[1][d - 1] } else { 0 };
        let number = number as usize % (self.channels / least * bits);
        let end = start + length;
        let bit = match () {
            _ if !self.dateline => 0,
            _ if n > 2 && (end >= n || 5 * end < 2 * n) => 0,
            _ if n > 2 && 5 * start > 3 * n => 1,
            _ => number % 2,
        };
        number / bits * least + if self.udr { class * bits } else { 0 } + bit
    }

    fn coordinates(&self, node: u32) -> Vec<u32> {
        let mut rest = node;
        let mut all: Vec<u32> = self.dims.iter().rev().map(|&n| (rest % n, rest /= n).0).collect();
        all.reverse();
        all
    }
}
