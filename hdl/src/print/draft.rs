//! One module before it is text: what is dead is dropped, copies and mere connections become names,
//! and the rest is split into single assignments and the fewest combinational blocks.

use super::error::PrintError;
use super::expr::Expr;
use super::lower::{lower, Stmt};
use super::names::{Names, Role};
use super::scope::{Fold, Scope};
use rust_hdl_core::prelude::Verilog;

/// A module ready to be laid out.
pub(super) struct Draft<'a> {
    pub scope: &'a Scope,
    pub names: Names,
    /// Statements in kernel order; those of one group share a combinational block.
    pub groups: Vec<Vec<Stmt>>,
    /// For each net, the net that stands for it: itself, unless a port is connected directly.
    pub alias: Vec<usize>,
    /// Children that something depends on.
    pub live: Vec<bool>,
}

impl<'a> Draft<'a> {
    /// The draft of a scope whose body is a kernel.
    pub fn new(scope: &'a Scope) -> Result<Self, PrintError> {
        let mut names = Names::new(scope)?;
        let statements = match &scope.hdl {
            Verilog::Combinatorial(block) => lower(block, &mut names)?,
            Verilog::Custom(_) => Vec::new(),
            other => return Err(PrintError::Unsupported { what: format!("a body of kind {other:?}") }),
        };
        let alias = (0..names.nets.len()).collect();
        let live = vec![true; scope.children.len()];
        let mut draft = Draft { scope, names, groups: Vec::new(), alias, live };
        let statements = draft.prune(statements);
        let statements = draft.connect(statements);
        draft.groups = draft.group(statements)?;
        Ok(draft)
    }

    fn folded(&self, child: usize) -> bool {
        self.scope.children[child].fold() != Fold::Module
    }

    /// Drops statements and folded children whose results nobody reads, until nothing more falls.
    fn prune(&mut self, mut statements: Vec<Stmt>) -> Vec<Stmt> {
        loop {
            let mut read = vec![false; self.names.nets.len()];
            statements.iter().for_each(|s| s.reads(&mut |net| read[net] = true));
            for child in 0..self.live.len() {
                let used =
                    |(net, read): (&super::names::Net, &bool)| net.role == Role::FromChild(child) && *read;
                self.live[child] = !self.folded(child) || self.names.nets.iter().zip(&read).any(used);
            }
            let wanted = |net: usize| match self.names.nets[net].role {
                Role::Local => read[net],
                Role::ToChild(child) => self.live[child],
                _ => true,
            };
            let before = statements.len();
            let nested = count(&statements);
            statements = keep(statements, &wanted);
            if statements.len() == before && count(&statements) == nested {
                return statements;
            }
        }
    }

    /// Turns assignments that only connect a child's port into the connection itself.
    fn connect(&mut self, statements: Vec<Stmt>) -> Vec<Stmt> {
        let mut last = vec![0; self.names.nets.len()];
        let mut writes = vec![0; self.names.nets.len()];
        let mut reads = vec![0; self.names.nets.len()];
        for (s, statement) in statements.iter().enumerate() {
            statement.reads(&mut |net| reads[net] += 1);
            statement.writes(&mut |net| {
                writes[net] += 1;
                last[net] = s;
            });
        }
        let mut rest = Vec::new();
        for (s, statement) in statements.into_iter().enumerate() {
            match statement {
                // A source that is still to change would show the wrong value through a connection.
                Stmt::Assign(to, Expr::Net(from))
                    if writes[to] == 1 && last[from] <= s && self.joins(to, from, reads[from]) =>
                {
                    match self.names.nets[to].role {
                        Role::ToChild(_) | Role::Local => self.alias[to] = from,
                        _ => self.alias[from] = to,
                    }
                }
                other => rest.push(other),
            }
        }
        rest.into_iter().map(|s| s.renamed(&|net| self.stand_in(net))).collect()
    }

    /// Whether `to = from` only connects: a copy, a child's input, or an output that only a module feeds.
    fn joins(&self, to: usize, from: usize, reads: usize) -> bool {
        match (self.names.nets[to].role, self.names.nets[from].role) {
            (Role::ToChild(_) | Role::Local, _) => true,
            (Role::Output, Role::FromChild(child)) => !self.folded(child) && reads == 1,
            _ => false,
        }
    }

    /// Splits the statements: together only what writes one net, or reads a net that is still to change.
    fn group(&self, statements: Vec<Stmt>) -> Result<Vec<Vec<Stmt>>, PrintError> {
        let nets = self.names.nets.len();
        let mut writers: Vec<Vec<usize>> = vec![Vec::new(); nets];
        for (s, statement) in statements.iter().enumerate() {
            statement.writes(&mut |net| writers[net].push(s));
        }
        let mut root: Vec<usize> = (0..statements.len()).collect();
        for all in &writers {
            all.windows(2).for_each(|pair| unite(&mut root, pair[0], pair[1]));
        }
        let mut early = None;
        for (s, statement) in statements.iter().enumerate() {
            statement.reads(&mut |net| match (writers[net].first(), writers[net].last()) {
                (Some(&first), Some(&last)) => {
                    early = early.or((first > s).then_some(net));
                    if last > s {
                        unite(&mut root, s, last);
                    }
                }
                _ => early = early.or((self.names.nets[net].role == Role::Local).then_some(net)),
            });
        }
        if let Some(net) = early {
            return Err(PrintError::ReadBeforeWrite { name: self.names.nets[net].name.clone() });
        }
        Ok(gather(statements, &mut root))
    }

    /// The net that stands for a net in the text.
    pub fn stand_in(&self, net: usize) -> usize {
        let mut net = net;
        while self.alias[net] != net {
            net = self.alias[net];
        }
        net
    }

    /// The name that stands for a net in the text.
    pub fn name(&self, net: usize) -> &str {
        &self.names.nets[self.stand_in(net)].name
    }
}

fn count(statements: &[Stmt]) -> usize {
    let mut n = 0;
    statements.iter().for_each(|s| s.writes(&mut |_| n += 1));
    n
}

/// The statements without those that write nothing wanted.
fn keep(statements: Vec<Stmt>, wanted: &impl Fn(usize) -> bool) -> Vec<Stmt> {
    let kept = |statement| match statement {
        Stmt::Assign(net, _) if !wanted(net) => None,
        Stmt::If(test, yes, no) => {
            let (yes, no) = (keep(yes, wanted), keep(no, wanted));
            (!yes.is_empty() || !no.is_empty()).then_some(Stmt::If(test, yes, no))
        }
        other => Some(other),
    };
    statements.into_iter().filter_map(kept).collect()
}

fn find(root: &mut [usize], mut s: usize) -> usize {
    while root[s] != s {
        root[s] = root[root[s]];
        s = root[s];
    }
    s
}

fn unite(root: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(root, a), find(root, b));
    root[a.max(b)] = a.min(b);
}

/// The groups in order of their first statement, each in kernel order.
fn gather(statements: Vec<Stmt>, root: &mut [usize]) -> Vec<Vec<Stmt>> {
    let mut groups: Vec<Vec<Stmt>> = vec![Vec::new(); statements.len()];
    for (s, statement) in statements.into_iter().enumerate() {
        groups[find(root, s)].push(statement);
    }
    groups.retain(|group| !group.is_empty());
    groups
}
