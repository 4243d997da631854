//! Standard output and standard error. No other module writes to them.
//!
//! If a reader closes the pipe (`| head`), the rest of the output is dropped, and the exit code is still that
//! of the result. Any other failure, such as a full disk, is an error. If standard error fails, nothing can
//! be reported, but the exit code still shows the result.

use std::{
    cell::Cell,
    fmt::{self, Display},
    io::{self, BufWriter, ErrorKind, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
};
use torus_gen::error::UsageError;
use torus_sim::OutputError;

/// The bytes that are written at a time.
const BUFFER: usize = 1 << 16;

/// Whether another process prints instead.
static SILENT: AtomicBool = AtomicBool::new(false);

/// Stops all printing: another rank of the same run prints.
pub fn silence() {
    SILENT.store(true, Ordering::Relaxed);
}

fn is_silent() -> bool {
    SILENT.load(Ordering::Relaxed)
}

/// Whether a file is written to standard output.
static DIVERTED: AtomicBool = AtomicBool::new(false);

/// Prints to standard error from now on: a file is written to standard output, and must contain nothing else.
pub fn divert() {
    DIVERTED.store(true, Ordering::Relaxed);
}

/// Whether what is printed goes to a terminal.
pub fn is_terminal() -> bool {
    !DIVERTED.load(Ordering::Relaxed) && io::stdout().is_terminal()
}

/// Prints to standard output, piece by piece as the text is made. Error: it cannot be written, for another
/// reason than a closed pipe.
pub fn print(text: impl Display) -> Result<(), UsageError> {
    if DIVERTED.load(Ordering::Relaxed) {
        complain(text);
        return Ok(());
    }
    write(&mut io::stdout().lock(), text)
}

/// Prints to standard output, with a newline.
pub fn print_line(text: impl Display) -> Result<(), UsageError> {
    print(format_args!("{text}\n"))
}

/// Prints to standard error.
pub fn complain(text: impl Display) {
    if is_silent() {
        return;
    }
    // If standard error fails, there is no other place to report it.
    let _ = io::stderr().lock().write_all(text.to_string().as_bytes());
}

/// Prints to standard error, with a newline.
pub fn complain_line(text: impl Display) {
    complain(format_args!("{text}\n"));
}

/// Writes and flushes: an error of a buffer that is dropped would be lost.
fn write(out: impl Write, text: impl Display) -> Result<(), UsageError> {
    if is_silent() {
        return Ok(());
    }
    let mut out = BufWriter::with_capacity(BUFFER, out);
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(OutputError::standard(&error).into()),
        _ => Ok(()),
    }
}

/// Texts one after another, each made when it is printed.
pub fn each<T: Display>(texts: impl IntoIterator<Item = T>) -> impl Display {
    Each(Cell::new(Some(texts)))
}

struct Each<I>(Cell<Option<I>>);

impl<T: Display, I: IntoIterator<Item = T>> Display for Each<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.take().into_iter().flatten().try_for_each(|text| write!(f, "{text}"))
    }
}

/// Prints help or version, in colours on a terminal.
pub fn print_help(help: &clap::Error) -> Result<(), UsageError> {
    write(anstream::stdout(), help.render().ansi())
}

/// Prints an error of the command line to standard error, in colours on a terminal.
pub fn complain_usage(error: &clap::Error) {
    if is_silent() {
        return;
    }
    // As in `complain`.
    let _ = anstream::stderr().write_all(error.render().ansi().to_string().as_bytes());
}
