//! Values as JSON.

use crate::console::print;
use std::{fmt, io, str};
use torus_gen::error::UsageError;

/// Prints a JSON value with a newline. Error: standard output cannot be written.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), UsageError> {
    print(format_args!("{}\n", Json(value)))
}

/// JSON text with a newline.
pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("numbers, strings and lists are JSON") + "\n"
}

/// A value that is formatted as JSON while it is printed.
struct Json<'a, T>(&'a T);

impl<T: serde::Serialize> fmt::Display for Json<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        serde_json::to_writer_pretty(Pieces(f), self.0).map_err(|_| fmt::Error)
    }
}

/// A writer for pieces of JSON, each of which is valid UTF-8.
struct Pieces<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl io::Write for Pieces<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_str(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
