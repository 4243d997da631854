//! This process, other processes of this machine, and the signals that end a process.

use std::{fs, io};

/// The signals that would leave temporary files behind.
#[cfg(unix)]
const ENDING: [i32; 3] =
    [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP];

/// A name for the process ids of this machine. It is a digest of its host and, as containers have their own
/// process ids, of the space of these ids.
#[cfg(unix)]
pub(crate) fn machine() -> String {
    use sha2::{Digest, Sha256};
    let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let host = rustix::system::uname();
    let digest = Sha256::new()
        .chain_update(host.nodename().to_bytes())
        .chain_update(space.as_os_str().as_encoded_bytes());
    crate::digest::hex(&digest.finalize()[..4])
}

/// Whether a process is running. A number that cannot be an id is taken for a running one.
#[cfg(unix)]
pub(crate) fn is_alive(id: u32) -> bool {
    let Some(id) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) else { return true };
    rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH)
}

/// Runs `work` when a signal is about to end the process. Error: the operating system refuses.
#[cfg(unix)]
pub(crate) fn on_end(work: impl Fn() + Send + 'static) -> io::Result<()> {
    let ignored = ignored();
    let asked = ENDING.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(asked)?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            work();
            // Ends the process as the signal would have done without this handler.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// The ignored signals, signal s as bit s - 1; none if the operating system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
pub(crate) fn machine() -> String {
    String::new()
}

#[cfg(not(unix))]
pub(crate) fn is_alive(_id: u32) -> bool {
    true
}

#[cfg(not(unix))]
pub(crate) fn on_end(_work: impl Fn() + Send + 'static) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn processes_live_until_they_are_waited_for() {
        let mut child = std::process::Command::new("sleep").arg("100").spawn().unwrap();
        let id = child.id();
        assert!(is_alive(id) && is_alive(std::process::id()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!is_alive(id));
        assert!(is_alive(0) && is_alive(u32::MAX));
    }
}
