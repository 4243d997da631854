//! Compares complete exchanges: what each algorithm costs on a torus, and which is the fastest at which block
//! size.
//!
//! A run takes `start-ups TS + blocks B TM + rearranged B TR + hops TH`, where B is the size of a block; the
//! user chooses the units. Start-ups, blocks and hops are those of [`Costs`], counted in plans that the
//! verifier has checked block by block at all nodes. Rearranging is copying within the memory of a node,
//! which no link shows: it is charged only where the paper says how much there is. For diagonal propagation
//! the paper has no procedure, so it is listed with its published costs and cannot win.
//!
//! A node can run algorithms for fewer ports than it has. So the winner for a port model is chosen among all
//! that it can run, and the one for all ports is the fastest of all.
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
use torus_gen::{error::UsageError, memory::exchange_hops, Base};
use torus_model::{
    collective::costs::{Costs, Published},
    PortModel, Torus,
};

/// The port models, fewest ports first. Each can run what those before it can run.
pub const PORTS: [PortModel; 3] = [PortModel::SinglePort, PortModel::OnePort, PortModel::AllPort];

/// The counts of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Counted in a verified plan; with those of a paper, if there are any.
    Counted(Costs, Option<Published>),
    /// From a paper that gives costs but no procedure.
    Published(Published),
}

/// The costs of an algorithm on a torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name, as for `--algorithm`.
    pub algorithm: String,
    /// The port model for which it is made.
    pub ports: PortModel,
    /// Its counts.
    pub counts: Counts,
    /// Cycles in the emitted network, from the start to the last arrival, if blocks of this size are
    /// supported.
    pub slots: Option<u64>,
}

impl Row {
    /// The name; for tables, of which there are several, with the port model.
    pub fn label(&self) -> String {
        match self.algorithm.as_str() {
            "table" => format!("table ({})", ports_name(self.ports)),
            name => name.into(),
        }
    }

    /// The numbers of start-ups and blocks: the counted ones, else the published ones.
    pub fn sent(&self) -> (u64, u64) {
        match &self.counts {
            Counts::Counted(costs, _) => (costs.startups, costs.blocks),
            Counts::Published(paper) => (paper.startups, paper.blocks),
        }
    }

    /// The most blocks that a node holds at a time.
    pub fn held(&self) -> u64 {
        match &self.counts {
            Counts::Counted(costs, _) => costs.held,
            Counts::Published(paper) => paper.held,
        }
    }

    /// The counted costs, if they are counted.
    pub fn costs(&self) -> Option<&Costs> {
        match &self.counts {
            Counts::Counted(costs, _) => Some(costs),
            Counts::Published(_) => None,
        }
    }

    /// The paper's costs, if there are any.
    fn paper(&self) -> Option<&Published> {
        match &self.counts {
            Counts::Counted(_, paper) => paper.as_ref(),
            Counts::Published(paper) => Some(paper),
        }
    }

    /// Whether it has no counts but those of a paper.
    pub fn is_published(&self) -> bool {
        self.costs().is_none()
    }

    /// The blocks copied within a node, if a paper gives them.
    pub fn rearranged(&self) -> Option<u64> {
        self.paper().map(|paper| paper.rearranged)
    }

    /// The paper's costs, if they differ from the counted ones.
    pub fn differing(&self) -> Option<&Published> {
        let same = |paper: &&Published| {
            (paper.startups, paper.blocks, paper.held) == (self.sent().0, self.sent().1, self.held())
        };
        self.paper().filter(|paper| !same(paper))
    }

    /// The time by block size, with these counts.
    pub fn line(&self, prices: &Prices) -> Line {
        let (startups, blocks) = self.sent();
        let hops = self.costs().map_or(0, |costs| costs.hops);
        prices.line(startups, blocks, self.rearranged().unwrap_or(0), hops)
    }

    /// The same with the paper's counts, if there are any; hops are the counted ones.
    pub fn paper_line(&self, prices: &Prices) -> Line {
        let hops = self.costs().map_or(0, |costs| costs.hops);
        match self.paper() {
            Some(paper) => prices.line(paper.startups, paper.blocks, paper.rearranged, hops),
            None => self.line(prices),
        }
    }
}

/// The fastest algorithms for nodes with these ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The ports of a node.
    pub ports: PortModel,
    /// Their names: several if they take the same time.
    pub names: Vec<String>,
    /// Their time, in units of 10^-9.
    pub time: u128,
    /// The fastest algorithms by ranges of block sizes.
    pub pieces: Vec<Piece>,
}

/// The comparison of the exchanges on a torus.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The torus.
    pub torus: Torus,
    /// The prices.
    pub prices: Prices,
    /// The algorithms.
    pub rows: Vec<Row>,
    /// The algorithms that were left out, with the reasons.
    pub left_out: Vec<String>,
}

impl Comparison {
    /// Plays all algorithms that can run. Errors: a torus that is too large.
    pub fn new(base: &Base, prices: Prices) -> Result<Self, UsageError> {
        let torus = base.torus().clone();
        let (nodes, hops) = (torus.len(), exchange_hops(&torus));
        if nodes > MAX_NODES || hops > MAX_HOPS {
            return Err(CompareError::TooLarge { dims: torus.to_string(), nodes, hops }.into());
        }
        let (rows, left_out) = candidates::of(base, prices.block)?;
        Ok(Comparison { torus, prices, rows, left_out })
    }

    /// The time of a row for the given block size, in units of 10^-9.
    pub fn time(&self, row: &Row) -> u128 {
        row.line(&self.prices).at(self.prices.block)
    }

    /// The fastest algorithms for each port model for which some algorithm is made.
    pub fn winners(&self) -> Vec<Winner> {
        self.winners_by(|row| row.line(&self.prices))
    }

    /// The fastest algorithms of all if the paper's counts are used.
    pub fn paper_winner(&self) -> Option<Winner> {
        self.winners_by(|row| row.paper_line(&self.prices)).pop()
    }

    fn winners_by(&self, line: impl Fn(&Row) -> Line) -> Vec<Winner> {
        let counted = self.rows.iter().filter(|row| !row.is_published());
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

/// Ports in words.
pub fn ports_name(ports: PortModel) -> &'static str {
    match ports {
        PortModel::AllPort => "all ports",
        PortModel::OnePort => "one port",
        PortModel::SinglePort => "single port",
    }
}

/// A block size, with up to three decimals.
pub fn shown_size(size: Ratio<u128>) -> String {
    let thousandths = (size.numer() * 1000 + size.denom() / 2) / size.denom();
    decimal_of(thousandths, 3)
}
