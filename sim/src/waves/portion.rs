//! Limits how much of a VCD is read: a command is at most as long as one of ours, and declarations at most as
//! long as those of the torus that they name.

use std::io::{self, BufRead, ErrorKind, Read};

/// The most bytes of a command. Our longest one is the comment, which lists the processors of a placement.
const COMMAND: u64 = 1 << 22;

/// The most bytes of declarations for each link; ours need half of it.
const LINK: u64 = 1 << 10;

/// A reader that stops if a command is too long.
pub struct Portions<R> {
    inner: R,
    /// Bytes that this command may still have.
    left: u64,
    /// Bytes that the declarations may still have; `None` after their end.
    declared: Option<u64>,
}

impl<R> Portions<R> {
    /// A reader at the beginning of the declarations.
    pub fn new(inner: R) -> Self {
        Portions { inner, left: COMMAND, declared: Some(COMMAND) }
    }

    /// Begins the next command.
    pub fn next(&mut self) {
        self.left = self.declared.unwrap_or(COMMAND).min(COMMAND);
    }

    /// Allows the declarations of `links` links.
    pub fn links(&mut self, links: u64) {
        self.declared = Some(COMMAND + LINK * links);
    }

    /// Ends the declarations.
    pub fn declared(&mut self) {
        self.declared = None;
        self.next();
    }
}

impl<R: BufRead> BufRead for Portions<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Err(io::Error::new(
                ErrorKind::FileTooLarge,
                "a command or the declarations are too long",
            ));
        }
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let bytes = self.inner.fill_buf()?;
        Ok(&bytes[..bytes.len().min(left)])
    }

    fn consume(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes as u64);
        self.declared = self.declared.map(|declared| declared.saturating_sub(bytes as u64));
        self.inner.consume(bytes);
    }
}

impl<R: BufRead> Read for Portions<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read_loads, WavesError};
    use std::io::{repeat, BufReader, Cursor, Seek, SeekFrom};

    /// A file that begins like this and never ends.
    struct Endless<'a>(Cursor<&'a str>, &'a str);

    impl Read for Endless<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            match self.0.read(out)? {
                0 => {
                    self.0 = Cursor::new(self.1);
                    self.0.read(out)
                }
                count => Ok(count),
            }
        }
    }

    impl Seek for Endless<'_> {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn commands_and_declarations_that_do_not_end_are_refused() {
        let ours = "$comment torusgen dims=3x3 $end ";
        for (begin, on) in
            [("$comment ", "a "), ("", "$comment a $end "), (ours, "$comment a $end "), (ours, ours)]
        {
            let file = BufReader::new(Endless(Cursor::new(begin), on));
            let found = read_loads(file);
            assert!(matches!(found, Err(WavesError::Syntax { .. })), "{begin}{on}: {found:?}");
        }
    }

    #[test]
    fn a_command_has_its_bytes_and_no_more() {
        let mut portions = Portions::new(BufReader::new(repeat(b'a')));
        portions.declared();
        assert_eq!(io::copy(&mut portions.by_ref().take(COMMAND), &mut io::sink()).unwrap(), COMMAND);
        assert_eq!(portions.read(&mut [0]).unwrap_err().kind(), ErrorKind::FileTooLarge);
        portions.next();
        assert_eq!(portions.read(&mut [0]).unwrap(), 1);
    }
}
