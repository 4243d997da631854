//! Turns a kernel into statements over nets: loops are unrolled, paths resolved, `if`s on constants decided.
//!
//! `comment!("..")` in a kernel begins a section. In its text `{q}` is replaced by the name of the element
//! that the loop variable `q` counts.

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

    /// The statement with every expression changed.
    pub fn map(self, change: &impl Fn(Expr) -> Expr) -> Stmt {
        let all = |list: Vec<Stmt>| list.into_iter().map(|s| s.map(change)).collect();
        match self {
            Stmt::Assign(net, value) => Stmt::Assign(net, change(value)),
            Stmt::If(test, yes, no) => Stmt::If(change(test), all(yes), all(no)),
        }
    }

    /// The statement with every net that is read replaced.
    pub fn renamed(self, rename: &impl Fn(usize) -> usize) -> Stmt {
        self.map(&|value| value.renamed(rename))
    }

    /// Calls `visit` for every expression.
    pub fn expressions<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        match self {
            Stmt::Assign(_, value) => visit(value),
            Stmt::If(test, yes, no) => {
                visit(test);
                yes.iter().chain(no).for_each(|s| s.expressions(visit));
            }
        }
    }

    /// Calls `visit` for every net of which a part is read.
    pub fn parts(&self, visit: &mut impl FnMut(usize)) {
        self.expressions(&mut |value| value.parts(visit));
    }

    /// Calls `visit` for every net that is read.
    pub fn reads(&self, visit: &mut impl FnMut(usize)) {
        self.expressions(&mut |value| value.reads(visit));
    }
}

/// A statement and the section that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub section: usize,
    pub statement: Stmt,
}

/// The state while a kernel is lowered.
pub(super) struct Lowering<'a> {
    pub names: &'a mut Names,
    /// The comments at the beginning of the sections. The first section has none.
    pub sections: Vec<String>,
    /// The name of the element with a number, such as the direction of a port.
    pub place: &'a dyn Fn(&str, usize) -> String,
}

impl Lowering<'_> {
    /// The statements of a kernel.
    pub fn kernel(&mut self, block: &VerilogBlock) -> Result<Vec<Step>, PrintError> {
        let mut out = Vec::new();
        for statement in block {
            match statement {
                VerilogStatement::Assignment(target, value) => {
                    let statement = self.assignment(target, value)?;
                    out.push(self.step(statement));
                }
                VerilogStatement::If(choice) => out.extend(self.conditional(choice)?),
                VerilogStatement::Loop(l) => {
                    for value in l.from.as_usize()..l.to.as_usize() {
                        self.names.set(&l.index, value)?;
                        out.extend(self.kernel(&l.block)?);
                    }
                }
                VerilogStatement::Macro(inner) => out.extend(self.kernel(inner)?),
                VerilogStatement::Comment(text) => self.section(text),
                other => return Err(PrintError::Unsupported { what: format!("the statement {other:?}") }),
            }
        }
        Ok(out)
    }

    fn step(&self, statement: Stmt) -> Step {
        Step { section: self.sections.len() - 1, statement }
    }

    /// Begins a section. The text is the comment, or the whole `comment! ("..")`.
    fn section(&mut self, text: &str) {
        let text = text.split_once('"').map_or(text, |(_, rest)| rest);
        let mut parts = text.rsplit_once('"').map_or(text, |(text, _)| text).split('{');
        let mut comment = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (variable, rest) = part.split_once('}').unwrap_or((part, ""));
            let place = |value| (self.place)(variable, value);
            comment += &self.names.loop_value(variable).map_or(variable.into(), place);
            comment += rest;
        }
        self.sections.push(comment);
    }

    fn assignment(
        &mut self,
        target: &VerilogExpression,
        value: &VerilogExpression,
    ) -> Result<Stmt, PrintError> {
        let VerilogExpression::Signal(path) = target else {
            return Err(PrintError::Unsupported { what: format!("an assignment to {target:?}") });
        };
        let net = self.names.resolve(path)?;
        let place = &self.names.nets[net];
        let (left, name) = (place.width, place.name.clone());
        if matches!(place.role, Role::Input | Role::Constant(_) | Role::FromChild(_)) {
            return Err(PrintError::Unsupported { what: format!("an assignment to `{name}`") });
        }
        let value = Expr::new(value, self.names)?;
        let right = value.width(self.names);
        if left != right {
            let place = format!("{name} = {}", value.text(self.names));
            return Err(PrintError::Width { place, left, right });
        }
        Ok(Stmt::Assign(net, value))
    }

    fn conditional(&mut self, choice: &VerilogConditional) -> Result<Vec<Step>, PrintError> {
        let test = Expr::new(&choice.test, self.names)?;
        let decided = test.constant(self.names);
        let section = self.sections.len() - 1;
        // A branch that is not taken is not read: it may name items that do not exist in this size.
        let yes = if decided == Some(false) { Vec::new() } else { self.kernel(&choice.then)? };
        let no = if decided == Some(true) { Vec::new() } else { self.otherwise(&choice.otherwise)? };
        let plain = |steps: Vec<Step>| steps.into_iter().map(|step| step.statement).collect();
        Ok(match decided {
            Some(true) => yes,
            Some(false) => no,
            None => vec![Step { section, statement: Stmt::If(test, plain(yes), plain(no)) }],
        })
    }

    fn otherwise(&mut self, branch: &VerilogBlockOrConditional) -> Result<Vec<Step>, PrintError> {
        match branch {
            VerilogBlockOrConditional::Block(block) => self.kernel(block),
            VerilogBlockOrConditional::Conditional(statement) => self.kernel(&vec![(**statement).clone()]),
            VerilogBlockOrConditional::None => Ok(Vec::new()),
        }
    }
}
