//! A rust-hdl block as a tree of scopes, collected by a probe.

use rust_hdl_core::prelude::*;

/// A name and the label of an element of a vector. The label is empty outside vectors, and for optional
/// parts.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub base: String,
    pub label: String,
    /// Whether it is an element of a vector.
    pub element: bool,
}

impl Name {
    fn parse(text: &str) -> Self {
        let (base, label) = text.split_once('$').unwrap_or((text, ""));
        Name { base: base.into(), label: label.into(), element: text.contains('$') }
    }

    /// The Verilog name: the label goes before the suffix of a port.
    pub fn verilog(&self) -> String {
        if self.label.is_empty() {
            return self.base.clone();
        }
        match self.base.strip_suffix("_i").or(self.base.strip_suffix("_o")) {
            Some(stem) => format!("{stem}_{}{}", self.label, &self.base[stem.len()..]),
            None => format!("{}_{}", self.base, self.label),
        }
    }
}

/// A signal or constant of a scope.
#[derive(Clone, Debug)]
pub(super) struct AtomInfo {
    pub name: Name,
    pub kind: AtomKind,
    pub width: usize,
    pub value: u128,
}

/// How the printer treats a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// As a module of its own.
    Module,
    /// As a register of the module around it.
    Register,
    /// As a register without reset of the module around it.
    Data,
    /// As a register of the module around it that loads during reset.
    Strap,
    /// As one assignment in the module around it.
    Wiring,
}

/// A block: its name in the parent, its signals and its parts.
pub(super) struct Scope {
    pub name: Name,
    pub atoms: Vec<AtomInfo>,
    pub children: Vec<Scope>,
    pub hdl: Verilog,
}

impl Scope {
    pub fn fold(&self) -> Fold {
        let Verilog::Custom(body) = &self.hdl else { return Fold::Module };
        match body.lines().next() {
            Some("// register") => Fold::Register,
            Some("// data") => Fold::Data,
            Some("// strap") => Fold::Strap,
            Some("// wiring") => Fold::Wiring,
            _ => Fold::Module,
        }
    }

    /// The kind of a block's module: its field name, or the kind in the first line of a leaf's body.
    pub fn kind(&self) -> &str {
        let said = match &self.hdl {
            Verilog::Custom(body) => body.lines().next().and_then(|line| line.strip_prefix("// module ")),
            _ => None,
        };
        said.unwrap_or(&self.name.base)
    }

    /// The ports in order.
    pub fn ports(&self) -> impl Iterator<Item = &AtomInfo> {
        self.atoms.iter().filter(|atom| atom.kind.is_parameter())
    }
}

/// The tree of a block.
pub(super) fn scope_of(name: &str, block: &dyn Block) -> Scope {
    let mut collector = Collector::default();
    block.accept(name, &mut collector);
    collector.done.expect("a block opens a scope of its own")
}

#[derive(Default)]
struct Collector {
    open: Vec<Scope>,
    done: Option<Scope>,
}

impl Probe for Collector {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let name = Name::parse(name);
        self.open.push(Scope { name, atoms: Vec::new(), children: Vec::new(), hdl: node.hdl() });
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let value = if atom.kind() == AtomKind::Constant { number(&atom.verilog()) } else { 0 };
        let info = AtomInfo { name: Name::parse(name), kind: atom.kind(), width: atom.bits(), value };
        self.open.last_mut().expect("signals are inside a scope").atoms.push(info);
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        let scope = self.open.pop().expect("scopes close after they open");
        match self.open.last_mut() {
            Some(parent) => parent.children.push(scope),
            None => self.done = Some(scope),
        }
    }
}

/// The value of a literal. Its fields are private, so its text is read: `4'b101` or `64'h5`.
pub(super) fn number(literal: &VerilogLiteral) -> u128 {
    let text = format!("{literal:x}");
    let digits = text.split_once("'h").expect("a literal shows its width").1;
    u128::from_str_radix(digits, 16).expect("a literal is a number of at most 128 bits")
}
