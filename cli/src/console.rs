//! Standard output and standard error: the only place that writes to them.
//!
//! A reader that closes the pipe (`| head`) has seen enough: what is left to print is dropped, and the exit
//! code stays that of what was found. Any other failure, such as a full disk, is an error. Where standard
//! error fails nobody can be told; the exit code still says what was found.

use std::{
    cell::Cell,
    fmt::{self, Display},
    io::{self, BufWriter, ErrorKind, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
};
use torus_gen::error::UsageError;
use torus_sim::OutputError;

/// Bytes written at once.
const BUFFER: usize = 1 << 16;

/// Whether another process says what there is to say.
static SILENT: AtomicBool = AtomicBool::new(false);

/// From now on nothing is printed: another rank of the same run says it.
pub fn silence() {
    SILENT.store(true, Ordering::Relaxed);
}

fn is_silent() -> bool {
    SILENT.load(Ordering::Relaxed)
}

/// Whether a file goes to standard output.
static DIVERTED: AtomicBool = AtomicBool::new(false);

/// From now on what is printed goes to standard error: a file goes to standard output, and nothing may get
/// into it.
pub fn divert() {
    DIVERTED.store(true, Ordering::Relaxed);
}

/// Whether what is printed goes to a terminal, as standard output.
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
    // Where standard error fails there is no other place to say so.
    let _ = io::stderr().lock().write_all(text.to_string().as_bytes());
}

/// Prints to standard error, with a newline.
pub fn complain_line(text: impl Display) {
    complain(format_args!("{text}\n"));
}

/// Leaves nothing in a buffer: what stays there fails when nobody looks.
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

/// Texts one after the other, each made when it is printed.
pub fn each<T: Display>(texts: impl IntoIterator<Item = T>) -> impl Display {
    Each(Cell::new(Some(texts)))
}

struct Each<I>(Cell<Option<I>>);

impl<T: Display, I: IntoIterator<Item = T>> Display for Each<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.take().into_iter().flatten().try_for_each(|text| write!(f, "{text}"))
    }
}

/// Prints the help or the version that was asked for; in colours on a terminal.
pub fn print_help(help: &clap::Error) -> Result<(), UsageError> {
    write(anstream::stdout(), help.render().ansi())
}

/// Prints what is wrong with the command line to standard error; in colours on a terminal.
pub fn complain_usage(error: &clap::Error) {
    if is_silent() {
        return;
    }
    // As in `complain`.
    let _ = anstream::stderr().write_all(error.render().ansi().to_string().as_bytes());
}
