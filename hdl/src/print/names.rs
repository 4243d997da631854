//! The nets of one module, and the nets that the paths of a kernel's syntax tree name.
//!
//! A path such as `tx_data[q]$d$next` names element `q` of a vector and a port of that block. Indices count
//! elements; labels appear only in Verilog names.

use super::error::PrintError;
use super::scope::{AtomInfo, Fold, Name, Scope};
use evalexpr::{Context, ContextWithMutableVariables, HashMapContext, Node};
use rust_hdl_core::prelude::AtomKind;
use std::collections::{HashMap, HashSet};

const RESERVED: [&str; 24] = [
    "always", "and", "assign", "begin", "buf", "case", "default", "else", "end", "for", "if", "initial",
    "inout", "input", "integer", "module", "nand", "not", "or", "output", "reg", "wand", "wire", "xor",
];

/// The role of a net in the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Input,
    Output,
    Local,
    Constant(u128),
    /// The input of a child, given by the child's position.
    ToChild(usize),
    /// The output of a child.
    FromChild(usize),
}

/// A net.
#[derive(Clone, Debug)]
pub(super) struct Net {
    pub name: String,
    /// The name without a label.
    pub base: String,
    pub width: usize,
    pub role: Role,
}

/// All nets of a module.
pub(super) struct Names {
    pub nets: Vec<Net>,
    keys: HashMap<String, usize>,
    indices: HashMap<String, Node>,
    loops: HashMapContext,
}

impl Names {
    /// The nets of a scope: its own, and the ports of its children.
    pub fn new(scope: &Scope) -> Result<Self, PrintError> {
        let mut names = Names {
            nets: Vec::new(),
            keys: HashMap::new(),
            indices: HashMap::new(),
            loops: HashMapContext::new(),
        };
        let mut count = HashMap::new();
        for atom in &scope.atoms {
            let key = element(&atom.name, &mut count);
            names.add(key, own_name(atom), &atom.name.base, atom.width, own_role(atom)?);
        }
        for (position, child) in scope.children.iter().enumerate() {
            let inside = element(&child.name, &mut count);
            let mut ports = HashMap::new();
            for port in child.ports() {
                let key = element(&port.name, &mut ports);
                let role = match port.kind {
                    AtomKind::InputParameter => Role::ToChild(position),
                    _ => Role::FromChild(position),
                };
                names.add(
                    format!("{inside}${key}"),
                    child_name(child, port),
                    &child.name.base,
                    port.width,
                    role,
                );
            }
        }
        names.check()?;
        Ok(names)
    }

    fn add(&mut self, key: String, name: String, base: &str, width: usize, role: Role) {
        self.keys.insert(key, self.nets.len());
        self.nets.push(Net { name, base: base.into(), width, role });
    }

    /// Checks that every name is unique and valid in Verilog.
    fn check(&self) -> Result<(), PrintError> {
        let mut seen = HashSet::new();
        let bad = self.nets.iter().find(|net| {
            let name = net.name.strip_suffix(']').unwrap_or(&net.name);
            let fit = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '[');
            let reserved = RESERVED.contains(&net.name.as_str());
            !fit || net.name.contains("__") || reserved || !seen.insert(&net.name)
        });
        bad.map_or(Ok(()), |net| Err(PrintError::BadName { name: net.name.clone() }))
    }

    /// Gives a loop variable its value.
    pub fn set(&mut self, variable: &str, value: usize) -> Result<(), PrintError> {
        self.loops
            .set_value(variable.into(), (value as i64).into())
            .map_err(|_| PrintError::UnknownName { name: variable.into() })
    }

    /// The current value of a loop variable.
    pub fn loop_value(&self, variable: &str) -> Option<usize> {
        let value = self.loops.get_value(variable)?;
        value.as_int().ok().and_then(|value| usize::try_from(value).ok())
    }

    /// The net that a path names.
    pub fn resolve(&mut self, path: &str) -> Result<usize, PrintError> {
        let trimmed = path.trim_start_matches('.');
        let mut key = String::new();
        for segment in trimmed.strip_suffix("$next").unwrap_or(trimmed).split('$') {
            if !key.is_empty() {
                key.push('$');
            }
            match segment.split_once('[') {
                None => key.push_str(segment),
                Some((name, rest)) => key.push_str(&format!("{name}[{}]", self.index(path, rest)?)),
            }
        }
        self.keys.get(&key).copied().ok_or(PrintError::UnknownName { name: path.into() })
    }

    /// The value of an index. `text` includes the closing bracket.
    fn index(&mut self, path: &str, text: &str) -> Result<i64, PrintError> {
        let refuse = || PrintError::Index { path: path.into() };
        if !self.indices.contains_key(text) {
            let inner = text.strip_suffix(']').ok_or_else(refuse)?;
            let tree = evalexpr::build_operator_tree(inner).map_err(|_| refuse())?;
            self.indices.insert(text.into(), tree);
        }
        self.indices[text].eval_int_with_context(&self.loops).map_err(|_| refuse())
    }
}

/// The key of an atom or child: `name`, or `name[k]` for the k-th element of a vector.
fn element(name: &Name, count: &mut HashMap<String, usize>) -> String {
    let base = &name.base;
    if !name.element {
        return base.clone();
    }
    let next = count.entry(base.clone()).or_insert(0);
    *next += 1;
    format!("{base}[{}]", *next - 1)
}

fn own_name(atom: &AtomInfo) -> String {
    let name = atom.name.verilog();
    if atom.kind == AtomKind::Constant {
        name.to_uppercase()
    } else {
        name
    }
}

fn own_role(atom: &AtomInfo) -> Result<Role, PrintError> {
    match atom.kind {
        AtomKind::InputParameter => Ok(Role::Input),
        AtomKind::OutputParameter => Ok(Role::Output),
        AtomKind::LocalSignal => Ok(Role::Local),
        AtomKind::Constant => Ok(Role::Constant(atom.value)),
        other => Err(PrintError::Unsupported { what: format!("a signal of kind {other:?}") }),
    }
}

/// The name of a child's net: `tx_valid_0_q` for a register, `wide_0_1` for the result of wiring,
/// `router_error` for a module's port, `core_mem_data_out` if `mem_data_i` takes the plain name.
fn child_name(child: &Scope, port: &AtomInfo) -> String {
    let (instance, port) = (child.name.verilog(), port.name.verilog());
    match child.fold() {
        Fold::Wiring if port == "y" => instance,
        Fold::Module => {
            let input = |stem: &str| child.ports().any(|other| other.name.verilog() == format!("{stem}_i"));
            match port.strip_suffix("_o") {
                Some(stem) if input(stem) => format!("{instance}_{stem}_out"),
                stem => format!("{instance}_{}", stem.or(port.strip_suffix("_i")).unwrap_or(&port)),
            }
        }
        _ => format!("{instance}_{port}"),
    }
}
