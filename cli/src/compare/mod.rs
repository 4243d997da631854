//! Complete exchanges compared: what each algorithm that fits a torus costs, and which is fastest at which
//! block size.
//!
//! A run takes `start-ups TS + blocks B TM + rearranged B TR + hops TH`, B being the size of a block; the
//! units are the user's. Start-ups, blocks and hops are those of [`Costs`], counted in plans that the
//! verifier has moved block by block over all nodes. Rearranging is copying within a node's memory, which no
//! link shows: it is charged where the paper says how much there is, and nowhere else. Diagonal propagation
//! has no procedure in the paper, so it stands beside the others by its published costs and takes no part in
//! naming winners.
//!
//! A node runs what is made for fewer ports than it has, so a winner is named for each port model from all
//! that it can run, and the one with all ports is the fastest of all.
//!
//! Bounds: tori of up to [`MAX_NODES`] nodes and [`MAX_HOPS`] hops. Source of the formula and of the
//! published costs: [`torus_model::collective::costs`].

mod candidates;
mod envelope;
mod error;
mod paper;
mod picture;
mod prices;

pub use envelope::Piece;
pub use error::{CompareError, MAX_HOPS, MAX_NODES};
pub use paper::formulas;
pub use picture::picture;
pub use prices::{decimal_of, shown_time, Line, Prices};

use num_rational::Ratio;
use torus_gen::{error::UsageError, Base};
use torus_model::{
    collective::costs::{Costs, Published},
    PortModel, Torus,
};

/// The port models, fewest ports first: each runs what those before it run.
pub const PORTS: [PortModel; 3] = [PortModel::SinglePort, PortModel::OnePort, PortModel::AllPort];

/// Where a row's counts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Counted in a verified plan.
    Simulated(Costs),
    /// From a paper that gives costs and no procedure.
    Published,
}

/// What an algorithm costs on a torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name, as for `--algorithm`.
    pub algorithm: String,
    /// The ports it is made for.
    pub ports: PortModel,
    /// Counted or published.
    pub counts: Counts,
    /// What a paper says of it.
    pub paper: Option<Published>,
    /// Cycles in the emitted network, start to last arrival, where blocks of that many flits are built.
    pub slots: Option<u64>,
}

impl Row {
    /// The name, with the ports of a table, of which there are several.
    pub fn label(&self) -> String {
        match self.algorithm.as_str() {
            "table" => format!("table ({})", ports_name(self.ports)),
            name => name.into(),
        }
    }

    /// What is known of start-ups and blocks: counted, else published.
    pub fn sent(&self) -> (u64, u64) {
        match (&self.counts, &self.paper) {
            (Counts::Simulated(costs), _) => (costs.startups, costs.blocks),
            (Counts::Published, paper) => paper.map_or((0, 0), |paper| (paper.startups, paper.blocks)),
        }
    }

    /// The most blocks that a node holds.
    pub fn held(&self) -> u64 {
        match (&self.counts, &self.paper) {
            (Counts::Simulated(costs), _) => costs.held,
            (Counts::Published, paper) => paper.map_or(0, |paper| paper.held),
        }
    }

    /// The counts, if they are counted.
    pub fn costs(&self) -> Option<&Costs> {
        match &self.counts {
            Counts::Simulated(costs) => Some(costs),
            Counts::Published => None,
        }
    }

    /// Blocks copied within a node, where a paper says so.
    pub fn rearranged(&self) -> Option<u64> {
        self.paper.map(|paper| paper.rearranged)
    }

    /// The paper's costs where they are not the simulated ones.
    pub fn differing(&self) -> Option<&Published> {
        let same = |paper: &&Published| {
            (paper.startups, paper.blocks, paper.held) == (self.sent().0, self.sent().1, self.held())
        };
        self.paper.as_ref().filter(|paper| !same(paper))
    }

    /// Time by block size, by these counts.
    pub fn line(&self, prices: &Prices) -> Line {
        let (startups, blocks) = self.sent();
        let hops = self.costs().map_or(0, |costs| costs.hops);
        prices.line(startups, blocks, self.rearranged().unwrap_or(0), hops)
    }

    /// The same by the paper's counts where there are any; hops are the simulated ones.
    pub fn paper_line(&self, prices: &Prices) -> Line {
        let hops = self.costs().map_or(0, |costs| costs.hops);
        match &self.paper {
            Some(paper) => prices.line(paper.startups, paper.blocks, paper.rearranged, hops),
            None => self.line(prices),
        }
    }
}

/// The fastest on nodes with these ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The ports of a node.
    pub ports: PortModel,
    /// The fastest of what it runs: several if they take the same time.
    pub names: Vec<String>,
    /// Their time, in units of 10^-9.
    pub time: u128,
    /// Who is fastest from which block size on.
    pub pieces: Vec<Piece>,
}

/// All that is known of the exchanges of a torus.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The torus.
    pub torus: Torus,
    /// The prices.
    pub prices: Prices,
    /// The algorithms.
    pub rows: Vec<Row>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

impl Comparison {
    /// Plays all algorithms that fit. Errors: a torus that is too large for that.
    pub fn new(base: &Base, prices: Prices) -> Result<Self, UsageError> {
        let torus = base.torus().clone();
        let (nodes, hops) = (torus.len(), hops(&torus));
        if nodes > MAX_NODES || hops > MAX_HOPS {
            return Err(CompareError::TooLarge { dims: torus.to_string(), nodes, hops }.into());
        }
        let (rows, left_out) = candidates::of(base, prices.block)?;
        Ok(Comparison { torus, prices, rows, left_out })
    }

    /// Time of a row for the block size asked for, in units of 10^-9.
    pub fn time(&self, row: &Row) -> u128 {
        row.line(&self.prices).at(self.prices.block)
    }

    /// The fastest for each port model that some algorithm is for.
    pub fn winners(&self) -> Vec<Winner> {
        self.winners_by(|row| row.line(&self.prices))
    }

    /// The fastest of all if the paper's counts held.
    pub fn paper_winner(&self) -> Option<Winner> {
        self.winners_by(|row| row.paper_line(&self.prices)).pop()
    }

    fn winners_by(&self, line: impl Fn(&Row) -> Line) -> Vec<Winner> {
        let counted = self.rows.iter().filter(|row| row.counts != Counts::Published);
        let lines: Vec<(PortModel, String, Line)> =
            counted.map(|row| (row.ports, row.label(), line(row))).collect();
        let runs = |most: usize| {
            let fits = move |ports| PORTS[..=most].contains(&ports);
            lines.iter().filter(move |(ports, ..)| fits(*ports)).map(|(_, name, line)| (name.as_str(), *line))
        };
        (0..PORTS.len())
            .filter_map(|most| self.winner(PORTS[most], &runs(most).collect::<Vec<_>>()))
            .collect()
    }

    fn winner(&self, ports: PortModel, lines: &[(&str, Line)]) -> Option<Winner> {
        let block = self.prices.block;
        let time = lines.iter().map(|(_, line)| line.at(block)).min()?;
        let fastest = lines.iter().filter(|(_, line)| line.at(block) == time);
        let names = fastest.map(|(name, _)| name.to_string()).collect();
        Some(Winner { ports, names, time, pieces: envelope::lower(lines) })
    }
}

/// Hops of all blocks by shortest ways: the sum of all distances from a node, for every node.
fn hops(torus: &Torus) -> u64 {
    let nodes = torus.len() as u64;
    let ring = |&radix: &u32| nodes / u64::from(radix) * (u64::from(radix).pow(2) / 4);
    nodes * torus.dims().iter().map(ring).sum::<u64>()
}

/// Ports in words.
pub fn ports_name(ports: PortModel) -> &'static str {
    match ports {
        PortModel::AllPort => "all ports",
        PortModel::OnePort => "one port",
        PortModel::SinglePort => "single port",
    }
}

/// A block size, to three decimals.
pub fn shown_size(size: Ratio<u128>) -> String {
    let thousandths = (size.numer() * 1000 + size.denom() / 2) / size.denom();
    decimal_of(thousandths, 3)
}
