//! Checks that the times of a file do not decrease.

use super::WavesError;
use vcd::Command;

/// A limit above any run, so that adding to a time cannot overflow.
const LATEST: u64 = 1 << 62;

/// The current time of a file.
#[derive(Default)]
pub struct Clock {
    now: u64,
    wrong: Option<[u64; 2]>,
}

impl Clock {
    /// Whether a command is accepted. After a wrong time none is.
    pub fn takes(&mut self, command: &Command) -> bool {
        if let (Command::Timestamp(time), None) = (command, self.wrong) {
            match (self.now..LATEST).contains(time) {
                true => self.now = *time,
                false => self.wrong = Some([self.now, *time]),
            }
        }
        self.wrong.is_none()
    }

    /// Error: there was a wrong time.
    pub fn verdict(&self) -> Result<(), WavesError> {
        match self.wrong {
            Some([now, time]) => {
                Err(WavesError::Damaged { reason: format!("cycle {time} follows cycle {now}") })
            }
            None => Ok(()),
        }
    }
}
