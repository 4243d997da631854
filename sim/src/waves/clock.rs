//! The times of a file, which do not go back.

use super::WavesError;
use vcd::Command;

/// No run is longer: what is added to a time does not overflow.
const LATEST: u64 = 1 << 62;

/// The time that a file is at.
#[derive(Default)]
pub struct Clock {
    now: u64,
    wrong: Option<[u64; 2]>,
}

impl Clock {
    /// Whether a command is to be believed: none from a wrong time on is.
    pub fn takes(&mut self, command: &Command) -> bool {
        if let (Command::Timestamp(time), None) = (command, self.wrong) {
            match (self.now..LATEST).contains(time) {
                true => self.now = *time,
                false => self.wrong = Some([self.now, *time]),
            }
        }
        self.wrong.is_none()
    }

    /// Error: a time was wrong.
    pub fn verdict(&self) -> Result<(), WavesError> {
        match self.wrong {
            Some([now, time]) => {
                Err(WavesError::Damaged { reason: format!("cycle {time} follows cycle {now}") })
            }
            None => Ok(()),
        }
    }
}
