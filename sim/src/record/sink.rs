//! The interface of wave formats: declarations, then changes in the order of time.
//!
//! Variables are numbered from 0 in the order of their declaration, in every format, so that several formats
//! can be written at once ([`Tee`]). Values have up to 64 bits; a value that does not exist is `z`.

use std::io;

/// A variable, as its number in the order of declarations.
pub type Variable = usize;

/// A wave format. The order of calls: `head`, declarations, `begin`, first values, `begun`, then times and
/// changes, `finish`.
pub trait Sink {
    /// Writes the header with a comment.
    fn head(&mut self, comment: &str) -> io::Result<()>;
    /// Opens a scope.
    fn scope(&mut self, name: &str) -> io::Result<()>;
    /// Closes the scope that was opened last.
    fn upscope(&mut self) -> io::Result<()>;
    /// Declares a bit that always exists.
    fn flag(&mut self, name: &str) -> io::Result<Variable>;
    /// Declares a number.
    fn number(&mut self, name: &str, bits: u32) -> io::Result<Variable>;
    /// Ends the declarations. The first values follow, which hold from `cycle` on.
    fn begin(&mut self, cycle: u64) -> io::Result<()>;
    /// Ends the first values.
    fn begun(&mut self) -> io::Result<()>;
    /// Begins a cycle; the changes that follow happen in it.
    fn time(&mut self, cycle: u64) -> io::Result<()>;
    /// Changes a value; `None`: it does not exist now.
    fn change(&mut self, variable: Variable, value: Option<u64>) -> io::Result<()>;
    /// Ends the file in this cycle, and marks it as complete.
    fn finish(&mut self, cycle: u64) -> io::Result<()>;
}

/// Several sinks that receive the same calls.
pub struct Tee(pub Vec<Box<dyn Sink>>);

impl Tee {
    fn each<T>(&mut self, call: impl FnMut(&mut Box<dyn Sink>) -> io::Result<T>) -> io::Result<Vec<T>> {
        self.0.iter_mut().map(call).collect()
    }

    fn all(&mut self, call: impl FnMut(&mut Box<dyn Sink>) -> io::Result<()>) -> io::Result<()> {
        self.0.iter_mut().try_for_each(call)
    }
}

impl Sink for Tee {
    fn head(&mut self, comment: &str) -> io::Result<()> {
        self.all(|sink| sink.head(comment))
    }

    fn scope(&mut self, name: &str) -> io::Result<()> {
        self.all(|sink| sink.scope(name))
    }

    fn upscope(&mut self) -> io::Result<()> {
        self.all(|sink| sink.upscope())
    }

    fn flag(&mut self, name: &str) -> io::Result<Variable> {
        Ok(self.each(|sink| sink.flag(name))?.first().copied().unwrap_or(0))
    }

    fn number(&mut self, name: &str, bits: u32) -> io::Result<Variable> {
        Ok(self.each(|sink| sink.number(name, bits))?.first().copied().unwrap_or(0))
    }

    fn begin(&mut self, cycle: u64) -> io::Result<()> {
        self.all(|sink| sink.begin(cycle))
    }

    fn begun(&mut self) -> io::Result<()> {
        self.all(|sink| sink.begun())
    }

    fn time(&mut self, cycle: u64) -> io::Result<()> {
        self.all(|sink| sink.time(cycle))
    }

    fn change(&mut self, variable: Variable, value: Option<u64>) -> io::Result<()> {
        self.all(|sink| sink.change(variable, value))
    }

    fn finish(&mut self, cycle: u64) -> io::Result<()> {
        self.all(|sink| sink.finish(cycle))
    }
}
