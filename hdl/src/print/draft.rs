//! One module before it becomes text. Statements whose results nobody reads are dropped, and copies and mere
//! connections become names. The rest is one expression for each net, or a combinational block where that is
//! shorter.

use super::arrange::{arranged, Item};
use super::error::PrintError;
use super::expr::Expr;
use super::fold::folded;
use super::group::grouped;
use super::leaf::wiring;
use super::lower::{Lowering, Step, Stmt};
use super::names::{Names, Role};
use super::prune::pruned;
use super::scope::{Fold, Scope};
use super::Catalog;
use rust_hdl_core::prelude::Verilog;
use std::collections::BTreeMap;

/// A module that is ready to be laid out.
pub(super) struct Draft<'a> {
    pub scope: &'a Scope,
    pub names: Names,
    /// Assignments and combinational blocks, each after those that it reads.
    pub items: Vec<Item>,
    /// The comments of the sections that items belong to.
    pub sections: Vec<String>,
    /// For each net, the net that replaces it in the text: itself, unless a port is connected directly.
    pub alias: Vec<usize>,
    /// The nets whose expression is written where they are read.
    pub inlined: BTreeMap<usize, Expr>,
    /// For each child, whether something depends on it.
    pub live: Vec<bool>,
}

impl<'a> Draft<'a> {
    /// The draft of a scope whose body is a kernel.
    pub fn new(scope: &'a Scope, catalog: &dyn Catalog) -> Result<Self, PrintError> {
        let mut names = Names::new(scope)?;
        let mut sections = vec![String::new()];
        let mut steps = Vec::new();
        match &scope.hdl {
            Verilog::Combinatorial(block) => {
                let place = |variable: &str, index: usize| catalog.place(scope.kind(), variable, index);
                let mut lowering = Lowering { names: &mut names, sections, place: &place };
                steps = lowering.kernel(block)?;
                sections = lowering.sections;
            }
            Verilog::Custom(_) => {}
            other => return Err(PrintError::Unsupported { what: format!("a body of kind {other:?}") }),
        };
        let alias = (0..names.nets.len()).collect();
        let live = vec![true; scope.children.len()];
        let (items, inlined) = Default::default();
        let mut draft = Draft { scope, names, items, sections, alias, inlined, live };
        let steps = draft.with_wiring(steps)?;
        let steps = pruned(steps, scope, &draft.names, &mut draft.live);
        let steps = draft.connect(steps, catalog);
        let groups = grouped(steps, &draft.names)?;
        draft.items = arranged(draft.expressions(groups));
        draft.inline(catalog);
        Ok(draft)
    }

    fn folded(&self, child: usize) -> bool {
        self.scope.children[child].fold() != Fold::Module
    }

    /// The first net of a child's ports. The others follow it.
    pub fn first_net(&self, child: usize) -> usize {
        let before = &self.scope.children[..child];
        self.scope.atoms.len() + before.iter().map(|c| c.ports().count()).sum::<usize>()
    }

    /// The net of a port of a folded leaf.
    pub fn port(&self, child: usize, name: &str) -> usize {
        let position = self.scope.children[child].ports().position(|p| p.name.verilog() == name);
        self.first_net(child) + position.expect("a folded leaf has the ports of its kind")
    }

    /// The statements with those of the leaves of wiring. Each of these comes after the last statement that
    /// writes an input of the leaf.
    fn with_wiring(&self, steps: Vec<Step>) -> Result<Vec<Step>, PrintError> {
        let mut behind: Vec<Vec<Stmt>> = vec![Vec::new(); steps.len() + 1];
        for (child, leaf) in self.scope.children.iter().enumerate() {
            if leaf.fold() != Fold::Wiring || !leaf.ports().any(|port| port.name.base == "y") {
                continue;
            }
            let mut last = 0;
            for (at, step) in steps.iter().enumerate() {
                step.statement.writes(&mut |net| {
                    if self.names.nets[net].role == Role::ToChild(child) {
                        last = at + 1;
                    }
                });
            }
            let value = wiring(leaf, self.first_net(child))?;
            behind[last].push(Stmt::Assign(self.port(child, "y"), value));
        }
        let mut all = Vec::new();
        let mut section = 0;
        let mut steps = steps.into_iter();
        for leaves in behind {
            all.extend(leaves.into_iter().map(|statement| Step { section, statement }));
            if let Some(step) = steps.next() {
                section = step.section;
                all.push(step);
            }
        }
        Ok(all)
    }

    /// Replaces assignments that only connect a child's port by the connection itself.
    fn connect(&mut self, steps: Vec<Step>, catalog: &dyn Catalog) -> Vec<Step> {
        let mut last = vec![0; self.names.nets.len()];
        let mut writes = vec![0; self.names.nets.len()];
        let mut reads = vec![0; self.names.nets.len()];
        for (s, step) in steps.iter().enumerate() {
            step.statement.reads(&mut |net| reads[net] += 1);
            step.statement.writes(&mut |net| {
                writes[net] += 1;
                last[net] = s;
            });
        }
        let mut rest = Vec::new();
        for (s, step) in steps.into_iter().enumerate() {
            match step.statement {
                // A source that changes later would show the wrong value through a connection.
                Stmt::Assign(to, Expr::Net(from))
                    if writes[to] == 1 && last[from] <= s && self.joins(to, from, reads[from], catalog) =>
                {
                    match self.names.nets[to].role {
                        Role::Output => self.alias[from] = to,
                        _ => self.alias[to] = from,
                    }
                }
                statement => rest.push(Step { section: step.section, statement }),
            }
        }
        let renamed = |Step { section, statement }: Step| Step {
            section,
            statement: statement.renamed(&|net| self.stand_in(net)),
        };
        rest.into_iter().map(renamed).collect()
    }

    /// Whether `to = from` is only a connection: a copy, a child's input, or an output that is driven by a
    /// module alone or by a register.
    fn joins(&self, to: usize, from: usize, reads: usize, catalog: &dyn Catalog) -> bool {
        match (self.names.nets[to].role, self.names.nets[from].role) {
            // A net with a name is kept rather than one without.
            (Role::Local, Role::FromChild(child)) if self.is_nameless(child, catalog) => false,
            (Role::ToChild(_) | Role::Local, _) => true,
            (Role::FromChild(child), _) => self.scope.children[child].fold() == Fold::Wiring,
            (Role::Output, Role::FromChild(child)) => match self.scope.children[child].fold() {
                Fold::Module => reads == 1,
                Fold::Wiring => false,
                _ => self.alias[from] == from,
            },
            _ => false,
        }
    }

    /// The groups as expressions where they read better.
    fn expressions(&self, groups: Vec<Vec<Step>>) -> Vec<Item> {
        let mut items = Vec::new();
        for group in groups {
            let section = group[0].section;
            let statements: Vec<Stmt> = group.into_iter().map(|step| step.statement).collect();
            match folded(&statements, &self.names) {
                Some(all) => items.extend(all.into_iter().map(|one| Item { section, statements: vec![one] })),
                None => items.push(Item { section, statements }),
            }
        }
        // Nets that were read only by the statements of their group have no reader now.
        loop {
            let mut read = vec![false; self.names.nets.len()];
            items.iter().flat_map(|item| &item.statements).for_each(|s| s.reads(&mut |net| read[net] = true));
            self.connected().for_each(|net| read[net] = true);
            let before = items.len();
            items.retain(|item| match item.single() {
                Some((net, _)) => self.names.nets[net].role != Role::Local || read[net],
                None => true,
            });
            if items.len() == before {
                return items;
            }
        }
    }

    /// The nets that are connected to inputs of registers and parts.
    fn connected(&self) -> impl Iterator<Item = usize> + '_ {
        let input = |net: &usize| matches!(self.names.nets[*net].role, Role::ToChild(_));
        (0..self.alias.len()).filter(input).map(|net| self.stand_in(net))
    }

    /// Writes expressions where their net is read: for inputs of registers and parts, for constants, and for
    /// locals without a name for readers.
    fn inline(&mut self, catalog: &dyn Catalog) {
        let mut parts = vec![false; self.names.nets.len()];
        let mut reads = vec![0; self.names.nets.len()];
        for statement in self.items.iter().flat_map(|item| &item.statements) {
            statement.parts(&mut |net| parts[net] = true);
            statement.reads(&mut |net| reads[net] += 1);
        }
        let mut kept = Vec::new();
        for item in std::mem::take(&mut self.items) {
            let item = item.replaced(&self.inlined, &self.names);
            match item.single() {
                Some((net, value)) if !parts[net] && self.is_inlined(net, value, reads[net], catalog) => {
                    self.inlined.insert(net, value.clone());
                }
                _ => kept.push(item),
            }
        }
        self.items = kept;
    }

    fn is_inlined(&self, net: usize, value: &Expr, reads: usize, catalog: &dyn Catalog) -> bool {
        let long = value.text(&self.names).len();
        match self.names.nets[net].role {
            Role::ToChild(child) if self.scope.children[child].fold() == Fold::Wiring => {
                reads == 1 && long <= 40
            }
            Role::ToChild(child) if self.folded(child) => reads == 0,
            Role::ToChild(_) => reads == 0 && long <= 60 && !matches!(value, Expr::Mux(..)),
            Role::Local => {
                matches!(value, Expr::Bit(_))
                    || catalog.nameless(self.scope.kind(), &self.names.nets[net].base)
            }
            Role::FromChild(child) => self.is_nameless(child, catalog),
            _ => false,
        }
    }

    /// Whether a child is wiring whose expression is written where it is read.
    fn is_nameless(&self, child: usize, catalog: &dyn Catalog) -> bool {
        let leaf = &self.scope.children[child];
        leaf.fold() == Fold::Wiring && catalog.nameless(self.scope.kind(), &leaf.name.base)
    }

    /// The net that replaces a net in the text.
    pub fn stand_in(&self, net: usize) -> usize {
        let mut net = net;
        while self.alias[net] != net {
            net = self.alias[net];
        }
        net
    }

    /// The name of a net in the text.
    pub fn name(&self, net: usize) -> &str {
        &self.names.nets[self.stand_in(net)].name
    }

    /// The expression of a net that is read in the text.
    pub fn value(&self, net: usize) -> Expr {
        let net = self.stand_in(net);
        self.inlined.get(&net).cloned().unwrap_or(Expr::Net(net))
    }
}
