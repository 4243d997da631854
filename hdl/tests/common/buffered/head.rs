//! A flit's head as `docs/buffered.md` defines it, read and written by code of the tests.

use torus_model::Torus;

/// The fields of a flit's head.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub last: bool,
    pub channel: usize,
    pub cur: u128,
    /// Further runs: port, channel, hops less one.
    pub runs: Vec<(usize, usize, u128)>,
}

/// The widths of a head's fields.
#[derive(Clone, Debug)]
pub struct Fields {
    pub hop: usize,
    pub port: usize,
    pub channel: usize,
    pub last: bool,
    pub runs: usize,
}

fn width(count: usize) -> usize {
    (0..).find(|&b| 1usize << b >= count).unwrap()
}

impl Fields {
    /// The widths for a torus.
    pub fn new(torus: &Torus, channels: usize, flits: usize) -> Self {
        let longest = torus.dims().iter().map(|&n| n as usize / 2).max().unwrap();
        let (hop, port) = (width(longest).max(1), width(2 * torus.d()));
        Fields { hop, port, channel: width(channels), last: flits > 1, runs: torus.d() - 1 }
    }

    /// Bits of a head.
    pub fn bits(&self) -> usize {
        let group = 1 + self.port + self.channel + self.hop;
        self.hop + self.runs * group + self.channel + self.last as usize
    }

    /// The head as a number.
    pub fn pack(&self, head: &Head) -> u128 {
        let (mut value, mut at) = (0, 0);
        let mut put = |field: u128, width: usize| {
            assert!(field < 1 << width);
            value |= field << at;
            at += width;
        };
        put(head.cur, self.hop);
        for r in 0..self.runs {
            let (present, run) = match head.runs.get(r) {
                Some(run) => (1, *run),
                None => (0, (0, 0, 0)),
            };
            put(present, 1);
            put(run.0 as u128, self.port);
            put(run.1 as u128, self.channel);
            put(run.2, self.hop);
        }
        put(head.channel as u128, self.channel);
        put((head.last && self.last) as u128, self.last as usize);
        value
    }

    /// The number as a head.
    pub fn unpack(&self, value: u128) -> Head {
        let mut at = 0;
        let mut take = |width: usize| {
            let field = value >> at & ((1 << width) - 1);
            at += width;
            field
        };
        let cur = take(self.hop);
        let mut runs = Vec::new();
        for _ in 0..self.runs {
            let present = take(1) == 1;
            let run = (take(self.port) as usize, take(self.channel) as usize, take(self.hop));
            if present {
                runs.push(run);
            }
        }
        let channel = take(self.channel) as usize;
        Head { last: !self.last || take(1) == 1, channel, cur, runs }
    }
}
