//! The order of assignments and combinational blocks: every net is declared before it is read.

use super::expr::Expr;
use super::fold::simple;
use super::lower::Stmt;
use super::names::Names;
use std::collections::BTreeMap;

/// One assignment, or the statements of a combinational block, and the section that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub section: usize,
    pub statements: Vec<Stmt>,
}

impl Item {
    /// The net and its expression, if the item is one plain assignment.
    pub fn single(&self) -> Option<(usize, &Expr)> {
        match &self.statements[..] {
            [Stmt::Assign(net, value)] => Some((*net, value)),
            _ => None,
        }
    }

    /// The nets that the item assigns, each once and in order.
    pub fn written(&self) -> Vec<usize> {
        let mut nets = Vec::new();
        self.statements.iter().for_each(|s| s.writes(&mut |net| nets.push(net)));
        nets.sort_unstable();
        nets.dedup();
        nets
    }

    /// The item with nets replaced by expressions.
    pub fn replaced(mut self, values: &BTreeMap<usize, Expr>, names: &Names) -> Item {
        let all = std::mem::take(&mut self.statements);
        self.statements = all.into_iter().map(|s| s.map(&|value| replaced(value, values, names))).collect();
        self
    }
}

/// An expression with nets replaced by expressions. A concatenation in a concatenation becomes part of it.
/// Zeros that are added or ORed are left out.
fn replaced(value: Expr, values: &BTreeMap<usize, Expr>, names: &Names) -> Expr {
    match value {
        Expr::Net(net) => values.get(&net).cloned().unwrap_or(Expr::Net(net)),
        other => match other.map(&mut |operand| replaced(operand, values, names)) {
            Expr::Concat(parts) => Expr::Concat(parts.into_iter().flat_map(flat).collect()),
            plain => simple(plain, names),
        },
    }
}

fn flat(part: Expr) -> Vec<Expr> {
    match part {
        Expr::Concat(parts) => parts,
        part => vec![part],
    }
}

/// The items, each after those that it reads, and otherwise in the given order.
pub(super) fn arranged(items: Vec<Item>) -> Vec<Item> {
    let mut writer = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        item.written().into_iter().for_each(|net| {
            writer.insert(net, at);
        });
    }
    let needs = |item: &Item| {
        let mut all = Vec::new();
        item.statements.iter().for_each(|s| s.reads(&mut |net| all.extend(writer.get(&net).copied())));
        all
    };
    let needs: Vec<Vec<usize>> = items.iter().map(needs).collect();
    let (mut order, mut seen) = (Vec::new(), vec![false; items.len()]);
    (0..items.len()).for_each(|at| place(at, &needs, &mut seen, &mut order));
    let mut items: Vec<Option<Item>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| items[at].take()).collect()
}

fn place(at: usize, needs: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[at], true) {
        return;
    }
    needs[at].iter().for_each(|&need| place(need, needs, seen, order));
    order.push(at);
}
