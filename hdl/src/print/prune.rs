//! Drops statements whose results nobody reads, and leaves folded into a module that nobody reads.

use super::lower::{Step, Stmt};
use super::names::{Names, Net, Role};
use super::scope::{Fold, Scope};

/// The statements whose results are read. Sets `live` for the parts that are left. Bits that are called
/// unused are kept.
pub(super) fn pruned(mut steps: Vec<Step>, scope: &Scope, names: &Names, live: &mut [bool]) -> Vec<Step> {
    loop {
        let mut read = vec![false; names.nets.len()];
        steps.iter().for_each(|s| others_read(&s.statement, scope, names, &mut |net| read[net] = true));
        for (child, live) in live.iter_mut().enumerate() {
            let used = |(net, read): (&Net, &bool)| net.role == Role::FromChild(child) && *read;
            let kept = !is_folded(scope, child) || is_unused(&scope.children[child]);
            *live = kept || names.nets.iter().zip(&read).any(used);
        }
        let wanted = |net: usize| match names.nets[net].role {
            Role::Local => read[net],
            Role::ToChild(child) | Role::FromChild(child) => live[child],
            _ => true,
        };
        let before = count(&steps);
        let kept = |Step { section, statement }| {
            let mut kept = keep(vec![statement], &wanted);
            kept.pop().map(|statement| Step { section, statement })
        };
        steps = steps.into_iter().filter_map(kept).collect();
        if count(&steps) == before {
            return steps;
        }
    }
}

fn is_folded(scope: &Scope, child: usize) -> bool {
    scope.children[child].fold() != Fold::Module
}

/// Calls `visit` for every net that a statement reads, except for a register's value in its own next value.
fn others_read(statement: &Stmt, scope: &Scope, names: &Names, visit: &mut impl FnMut(usize)) {
    match statement {
        Stmt::Assign(to, value) => value.reads(&mut |net| {
            let roles = (names.nets[*to].role, names.nets[net].role);
            let own =
                matches!(roles, (Role::ToChild(a), Role::FromChild(b)) if a == b && is_folded(scope, a));
            if !own {
                visit(net);
            }
        }),
        Stmt::If(test, yes, no) => {
            test.reads(visit);
            yes.iter().chain(no).for_each(|s| others_read(s, scope, names, visit));
        }
    }
}

/// Whether a leaf marks bits that nothing reads. Linters accept unread nets that are called `unused`.
fn is_unused(leaf: &Scope) -> bool {
    leaf.name.base == "unused"
}

fn count(steps: &[Step]) -> usize {
    let mut n = 0;
    steps.iter().for_each(|s| s.statement.writes(&mut |_| n += 1));
    n
}

/// The statements without those whose nets are not wanted.
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
