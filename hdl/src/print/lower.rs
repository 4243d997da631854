//! Statements over nets: loops unrolled, paths resolved, `if`s on constants decided.

use super::error::PrintError;
use super::expr::Expr;
use super::names::{Names, Role};
use rust_hdl_core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogStatement,
};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stmt {
    Assign(usize, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
}

impl Stmt {
    /// Calls `visit` for every net that is written.
    pub fn writes(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Stmt::Assign(net, _) => visit(*net),
            Stmt::If(_, yes, no) => yes.iter().chain(no).for_each(|s| s.writes(visit)),
        }
    }

    /// The statement with every net that is read replaced.
    pub fn renamed(self, rename: &impl Fn(usize) -> usize) -> Stmt {
        let all = |list: Vec<Stmt>| list.into_iter().map(|s| s.renamed(rename)).collect();
        match self {
            Stmt::Assign(net, value) => Stmt::Assign(net, value.renamed(rename)),
            Stmt::If(test, yes, no) => Stmt::If(test.renamed(rename), all(yes), all(no)),
        }
    }

    /// Calls `visit` for every net that is read.
    pub fn reads(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Stmt::Assign(_, value) => value.reads(visit),
            Stmt::If(test, yes, no) => {
                test.reads(visit);
                yes.iter().chain(no).for_each(|s| s.reads(visit));
            }
        }
    }
}

/// The statements of a kernel.
pub(super) fn lower(block: &VerilogBlock, names: &mut Names) -> Result<Vec<Stmt>, PrintError> {
    let mut out = Vec::new();
    for statement in block {
        match statement {
            VerilogStatement::Assignment(target, value) => out.push(assignment(target, value, names)?),
            VerilogStatement::If(choice) => out.extend(conditional(choice, names)?),
            VerilogStatement::Loop(l) => {
                for value in l.from.as_usize()..l.to.as_usize() {
                    names.set(&l.index, value)?;
                    out.extend(lower(&l.block, names)?);
                }
            }
            VerilogStatement::Macro(inner) => out.extend(lower(inner, names)?),
            VerilogStatement::Comment(_) => {}
            other => return Err(PrintError::Unsupported { what: format!("the statement {other:?}") }),
        }
    }
    Ok(out)
}

fn assignment(
    target: &VerilogExpression,
    value: &VerilogExpression,
    names: &mut Names,
) -> Result<Stmt, PrintError> {
    let VerilogExpression::Signal(path) = target else {
        return Err(PrintError::Unsupported { what: format!("an assignment to {target:?}") });
    };
    let net = names.resolve(path)?;
    let place = &names.nets[net];
    let (left, name) = (place.width, place.name.clone());
    if matches!(place.role, Role::Input | Role::Constant(_) | Role::FromChild(_)) {
        return Err(PrintError::Unsupported { what: format!("an assignment to `{name}`") });
    }
    let value = Expr::new(value, names)?;
    let right = value.width(names);
    if left != right {
        return Err(PrintError::Width { place: format!("{name} = {}", value.text(names)), left, right });
    }
    Ok(Stmt::Assign(net, value))
}

fn conditional(choice: &VerilogConditional, names: &mut Names) -> Result<Vec<Stmt>, PrintError> {
    let test = Expr::new(&choice.test, names)?;
    let decided = test.constant(names);
    // The branch not taken is not even looked at: it may name what does not exist in this size.
    let yes = if decided == Some(false) { Vec::new() } else { lower(&choice.then, names)? };
    let no = if decided == Some(true) { Vec::new() } else { otherwise(&choice.otherwise, names)? };
    Ok(match decided {
        Some(true) => yes,
        Some(false) => no,
        None => vec![Stmt::If(test, yes, no)],
    })
}

fn otherwise(branch: &VerilogBlockOrConditional, names: &mut Names) -> Result<Vec<Stmt>, PrintError> {
    match branch {
        VerilogBlockOrConditional::Block(block) => lower(block, names),
        VerilogBlockOrConditional::Conditional(statement) => lower(&vec![(**statement).clone()], names),
        VerilogBlockOrConditional::None => Ok(Vec::new()),
    }
}
