//! Builds the tree of scopes and variables from the declarations of a file.

use super::WavesError;
use vcd::{Command, Scope, ScopeItem, ScopeType, Var};

/// The deepest nesting; ours is three deep: network, node, link. Each level needs stack when scopes are
/// searched and dropped.
const DEEPEST: usize = 16;

/// The open scopes, the outermost first; the first one holds what is in no scope.
pub struct Tree {
    open: Vec<Scope>,
}

impl Tree {
    /// A tree without declarations.
    pub fn new() -> Self {
        Tree { open: vec![Scope::new(ScopeType::Module, String::new())] }
    }

    /// Takes a command of a VCD's header. Error: a description of what it is instead.
    pub fn command(&mut self, command: Command) -> Result<(), &'static str> {
        match command {
            Command::ScopeDef(_, name) => self.scope(name),
            Command::Upscope => self.upscope(),
            Command::VarDef(kind, size, code, name, index) => {
                self.item(ScopeItem::Var(Var::new(kind, size, code, name, index)));
                Ok(())
            }
            Command::Comment(text) => {
                self.item(ScopeItem::Comment(text));
                Ok(())
            }
            Command::Date(_) | Command::Version(_) | Command::Timescale(..) => Ok(()),
            _ => Err("a change before the declarations end"),
        }
    }

    /// Opens a scope. Error: too many are open.
    pub fn scope(&mut self, name: String) -> Result<(), &'static str> {
        if self.open.len() > DEEPEST {
            return Err("scopes in more than 16 others");
        }
        self.open.push(Scope::new(ScopeType::Module, name));
        Ok(())
    }

    /// Closes the innermost scope. Error: none is open.
    pub fn upscope(&mut self) -> Result<(), &'static str> {
        match self.open.pop() {
            Some(closed) if !self.open.is_empty() => {
                self.item(ScopeItem::Scope(closed));
                Ok(())
            }
            outermost => {
                self.open.extend(outermost);
                Err("the end of a scope that none has begun")
            }
        }
    }

    /// Adds a variable or comment to the innermost scope.
    pub fn item(&mut self, item: ScopeItem) {
        if let Some(scope) = self.open.last_mut() {
            scope.items.push(item);
        }
    }

    /// The items outside of any scope. Error: a scope is still open.
    pub fn finish(mut self) -> Result<Vec<ScopeItem>, WavesError> {
        match (self.open.pop(), self.open.is_empty()) {
            (Some(outermost), true) => Ok(outermost.items),
            _ => Err(WavesError::Damaged { reason: "its declarations end within a scope".to_string() }),
        }
    }
}
