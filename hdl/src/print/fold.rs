//! Combines the statements that write a net step by step into one expression for each net.
//!
//! `x = a; x = x | b; if (c) x = x | d;` becomes `x = a | b | (c & d)`. If an expression would repeat what
//! the statements say once, as in a counter, they stay a combinational block.

use super::expr::Expr;
use super::lower::Stmt;
use super::names::{Names, Role};
use std::collections::BTreeMap;

/// The values of nets after some statements.
type Values = BTreeMap<usize, Expr>;

/// One assignment for each net that a group writes, in the order of their last statements. `None` if the
/// group is better left as it is.
pub(super) fn folded(group: &[Stmt], names: &Names) -> Option<Vec<Stmt>> {
    let mut last = BTreeMap::new();
    for (at, statement) in group.iter().enumerate() {
        statement.writes(&mut |net| {
            last.insert(net, at);
        });
    }
    let mut values = Values::new();
    for (at, statement) in group.iter().enumerate() {
        // A net that has its last value already is read by its name.
        let settled = |net: usize| last.get(&net).is_some_and(|&end| end < at);
        step(statement, &mut values, &settled, names)?;
    }
    let mut order: Vec<(usize, usize)> = last.into_iter().map(|(net, at)| (at, net)).collect();
    order.sort();
    order.into_iter().map(|(_, net)| Some(Stmt::Assign(net, values.remove(&net)?))).collect()
}

fn step(
    statement: &Stmt,
    values: &mut Values,
    settled: &impl Fn(usize) -> bool,
    names: &Names,
) -> Option<()> {
    match statement {
        Stmt::Assign(net, value) => {
            let value = substituted(value.clone(), values, settled, names)?;
            values.insert(*net, value);
        }
        Stmt::If(test, yes, no) => {
            let test = substituted(test.clone(), values, settled, names)?;
            let mut branches = [values.clone(), values.clone()];
            for (branch, statements) in branches.iter_mut().zip([yes, no]) {
                statements.iter().try_for_each(|s| step(s, branch, settled, names))?;
            }
            *values = joined(&test, branches, names)?;
        }
    }
    Some(())
}

/// The values after an `if`. `None` if a net has a value in one branch only.
fn joined(test: &Expr, [yes, mut no]: [Values; 2], names: &Names) -> Option<Values> {
    if yes.len() != no.len() {
        return None;
    }
    let pair = |(net, yes): (usize, Expr)| {
        let no = no.remove(&net)?;
        Some((net, if yes == no { yes } else { mux(test.clone(), yes, no, names)? }))
    };
    yes.into_iter().map(pair).collect()
}

/// An expression with the values that its nets have so far.
fn substituted(
    value: Expr,
    values: &Values,
    settled: &impl Fn(usize) -> bool,
    names: &Names,
) -> Option<Expr> {
    let held = |net: &usize| values.get(net).filter(|_| !settled(*net));
    match value {
        Expr::Net(net) => Some(held(&net).cloned().unwrap_or(Expr::Net(net))),
        Expr::Part(net, ..) if held(&net).is_some() => None,
        other => {
            let mut whole = true;
            let value = other.map(&mut |operand| {
                substituted(operand, values, settled, names).unwrap_or_else(|| {
                    whole = false;
                    Expr::Bit(false)
                })
            });
            whole.then(|| simple(value, names))
        }
    }
}

fn is_zero(value: &Expr, names: &Names) -> bool {
    match value {
        Expr::Bit(bit) => !bit,
        Expr::Number(value, _) => *value == 0,
        Expr::Net(net) => names.nets[*net].role == Role::Constant(0),
        _ => false,
    }
}

/// Removes a zero that is added or ORed; `0 & x` becomes 0.
pub(super) fn simple(value: Expr, names: &Names) -> Expr {
    match value {
        Expr::Binary(left, "&", _) if is_zero(&left, names) => *left,
        Expr::Binary(left, "|" | "+", right) if is_zero(&left, names) => *right,
        Expr::Binary(left, "|", right) if is_zero(&right, names) => *left,
        other => other,
    }
}

fn and(left: Expr, right: Expr) -> Expr {
    Expr::Binary(Box::new(left), "&", Box::new(right))
}

fn or(left: Expr, right: Expr) -> Expr {
    Expr::Binary(Box::new(left), "|", Box::new(right))
}

/// `value` if the test is 1, else zeros.
fn masked(test: Expr, value: Expr, names: &Names) -> Expr {
    match value.width(names) {
        1 => and(test, value),
        width => and(Expr::Repeat(width, Box::new(test)), value),
    }
}

/// A choice between two values. `None` if it would repeat a long expression.
fn mux(test: Expr, yes: Expr, no: Expr, names: &Names) -> Option<Expr> {
    let not = |value: Expr| Expr::Unary("~", Box::new(value));
    match (&yes, &no) {
        (Expr::Bit(true), _) => return Some(if is_zero(&no, names) { test } else { or(test, no) }),
        (Expr::Bit(false), _) => return Some(and(not(test), no)),
        (_, Expr::Bit(true)) => return Some(or(not(test), yes)),
        _ => {}
    }
    if is_zero(&no, names) {
        return Some(masked(test, yes, names));
    }
    match yes {
        Expr::Binary(left, "|", right) if *left == no => Some(or(no, masked(test, *right, names))),
        yes if no.size() > 1 && yes.contains(&no) => None,
        yes => Some(Expr::Mux(Box::new(test), Box::new(yes), Box::new(no))),
    }
}
