//! Hops and channels of packets, naively: hops from the text of waves, channels by the rules of
//! docs/buffered.md. Shares no code with the model, the simulator or the reader of waves.

use std::collections::{BTreeMap, HashMap};

/// Number of a packet, place of a flit in it, source and destination.
pub type Flit = (u32, u32, u32, u32);

/// Of every flit cycles and links, in the order of cycles, from the text of a VCD.
pub fn hops(vcd: &str, dims: &[u32]) -> BTreeMap<Flit, Vec<(u64, usize)>> {
    let (mut scopes, mut wires, mut values) = (Vec::new(), HashMap::new(), HashMap::new());
    let (mut cycle, mut found): (_, BTreeMap<Flit, Vec<(u64, usize)>>) = (None, BTreeMap::new());
    let mut lines = vcd.lines();
    for line in lines.by_ref().take_while(|line| !line.contains("$enddefinitions")) {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["$scope", _, name, _] => scopes.push(name.to_string()),
            ["$upscope", _] => drop(scopes.pop()),
            ["$var", _, _, code, name, ..] if scopes.len() == 3 && scopes[2].starts_with("link_") => {
                wires.insert((link(&scopes[1], &scopes[2], dims), name.to_string()), code.to_string());
            }
            _ => (),
        }
    }
    let links: Vec<usize> =
        (0..wires.len()).filter(|&link| wires.contains_key(&(link, "valid".into()))).collect();
    for line in lines {
        if let Some(next) = line.strip_prefix('#') {
            for &link in &links {
                let value = |name: &str| Some(*values.get(wires.get(&(link, name.to_string()))?)?);
                if let (Some(cycle), Some(1)) = (cycle, value("valid")) {
                    let [packet, from, to] =
                        ["packet", "source", "destination"].map(|name| value(name).unwrap());
                    let flit = (packet, value("flit").unwrap_or(0), from, to);
                    found.entry(flit).or_default().push((cycle, link));
                }
            }
            cycle = next.parse().ok();
        } else if let Some((value, code)) = line.strip_prefix('b').and_then(|line| line.split_once(' ')) {
            values.insert(code.to_string(), u32::from_str_radix(value, 2).unwrap_or(u32::MAX));
        } else if let Some(bit) = line.chars().next().and_then(|bit| bit.to_digit(2)) {
            values.insert(line[1..].to_string(), bit);
        }
    }
    found
}

/// The id of a link from the names of its scopes, `node_1_2` and `link_2m`.
fn link(node: &str, port: &str, dims: &[u32]) -> usize {
    let coordinates = node.split('_').skip(1).map(|x| x.parse::<usize>().unwrap());
    let node = coordinates.zip(dims).fold(0, |id, (x, &n)| id * n as usize + x);
    let dim = port[5..port.len() - 1].parse::<usize>().unwrap() - 1;
    node * 2 * dims.len() + 2 * dim + usize::from(port.ends_with('m'))
}

/// What a packet's ends and the network say of its channels.
pub struct Rules<'a> {
    pub dims: &'a [u32],
    pub dateline: bool,
    pub udr: bool,
    pub channels: usize,
}

impl Rules<'_> {
    /// Walks the hops of a packet: coordinates by division, runs by the ports of its links.
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

    /// The channel on the first link of a run of `length` hops from `start`, seen in its direction.
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
