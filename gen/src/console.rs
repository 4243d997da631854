//! Standard output and standard error: the only place that writes to them.
//!
//! A reader that closes the pipe (`| head`) has seen enough: what is left to print is dropped, and the exit code stays
//! that of what was found. Any other failure, such as a full disk, is an error. Where standard error fails nobody can
//! be told; the exit code still says what was found.

use crate::error::Refusal;
use std::{
    fmt::Display,
    io::{self, ErrorKind, Write},
};

/// Prints to standard output. Error: it cannot be written, for another reason than a closed pipe.
pub fn print(text: impl Display) -> Result<(), Refusal> {
    write(&mut io::stdout().lock(), text.to_string().as_bytes())
}

/// Prints to standard output, with a newline.
pub fn print_line(text: impl Display) -> Result<(), Refusal> {
    print(format_args!("{text}\n"))
}

/// Prints to standard error.
pub fn complain(text: impl Display) {
    // Where standard error fails there is no other place to say so.
    let _ = io::stderr().lock().write_all(text.to_string().as_bytes());
}

/// Prints to standard error, with a newline.
pub fn complain_line(text: impl Display) {
    complain(format_args!("{text}\n"));
}

/// Writes at once: what stays in a buffer fails when nobody looks.
fn write(out: &mut impl Write, bytes: &[u8]) -> Result<(), Refusal> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Refusal::Output { reason: error.kind().to_string() })
        }
        _ => Ok(()),
    }
}

/// Prints the help or the version that was asked for; in colours on a terminal.
pub fn print_help(help: &clap::Error) -> Result<(), Refusal> {
    write(&mut anstream::stdout(), help.render().ansi().to_string().as_bytes())
}

/// Prints what is wrong with the command line to standard error; in colours on a terminal.
pub fn complain_usage(error: &clap::Error) {
    // As in `complain`.
    let _ = anstream::stderr().write_all(error.render().ansi().to_string().as_bytes());
}
