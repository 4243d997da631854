//! Compares two runs: finds the first cycle in which they differ, and what each shows in it.
//!
//! It compares the variables that both files have, in the cycles that both have. Memory does not grow with
//! the length of the runs.

use super::dump::change;
use super::{Dump, WavesError};
use std::collections::HashMap;
use std::io::{BufRead, Seek};
use std::sync::mpsc::{sync_channel, Receiver, SyncSender};
use std::thread::{scope, ScopedJoinHandle};
use vcd::{Command, IdCode};

/// Cycles by which a reader may be ahead.
const AHEAD: usize = 256;

/// A variable with different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// Its name without the outermost scope, such as `node_0_1.link_1p.source`.
    pub name: String,
    /// The values in both files; `None`: there is no value.
    pub shown: [Option<u64>; 2],
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// Variables compared.
    pub variables: usize,
    /// The numbers of variables that only the first file has, and only the second.
    pub only: [usize; 2],
    /// The cycles compared: the first one, and the end.
    pub cycles: [u64; 2],
    /// Whether one file continues after the other has ended.
    pub longer: bool,
    /// The first cycle in which they differ, and the variables that differ, by name.
    pub first: Option<(u64, Vec<Differs>)>,
}

/// A time with its changes.
type Frame = (u64, Vec<(usize, Option<u64>)>);

/// A file that cannot be read up to the cycle in which two runs differ.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Unreadable {
    /// Which of the two files: 0 or 1.
    pub file: usize,
    /// Why.
    pub error: WavesError,
}

/// Compares two files. Errors: one cannot be read up to the cycle in which they differ.
pub fn diff<R: BufRead + Seek + Send>(one: Dump<R>, other: Dump<R>) -> Result<Diff, Unreadable> {
    let (ours, theirs) = (one.variables(), other.variables());
    let mut names: Vec<_> = ours.keys().filter(|name| theirs.contains_key(*name)).cloned().collect();
    names.sort();
    let only = [ours.len() - names.len(), theirs.len() - names.len()];
    let codes = |of: &HashMap<String, IdCode>| {
        names.iter().enumerate().map(|(at, name)| (of[name], at)).collect::<HashMap<_, _>>()
    };
    let (ours, theirs) = (codes(&ours), codes(&theirs));
    scope(|threads| {
        let start = |mut dump: Dump<R>, codes: HashMap<IdCode, usize>| {
            let (to, from) = sync_channel(AHEAD);
            (from, threads.spawn(move || frames(&mut dump, &codes, &to)))
        };
        let ((left, first), (right, second)) = (start(one, ours), start(other, theirs));
        let mut found = compare([left, right], &names);
        found.only = only;
        if found.first.is_none() {
            let unreadable = |file| move |error| Unreadable { file, error };
            joined(first).map_err(unreadable(0))?;
            joined(second).map_err(unreadable(1))?;
        }
        Ok(found)
    })
}

fn joined(thread: ScopedJoinHandle<'_, Result<(), WavesError>>) -> Result<(), WavesError> {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Sends the changes of each time; after the first difference the receiver is gone.
fn frames<R: BufRead + Seek>(
    dump: &mut Dump<R>,
    codes: &HashMap<IdCode, usize>,
    to: &SyncSender<Frame>,
) -> Result<(), WavesError> {
    let mut frame: Option<Frame> = None;
    dump.play(|command| {
        if let Command::Timestamp(time) = command {
            if frame.as_ref().is_none_or(|frame| frame.0 != time) {
                frame.replace((time, Vec::new())).into_iter().for_each(|full| drop(to.send(full)));
            }
        }
        if let (Some((id, value)), Some(frame)) = (change(&command), &mut frame) {
            frame.1.extend(codes.get(&id).map(|&at| (at, value)));
        }
    })?;
    frame.into_iter().for_each(|last| drop(to.send(last)));
    Ok(())
}

/// One of the files, as it advances in time.
struct Side {
    frames: Receiver<Frame>,
    next: Option<Frame>,
    values: Vec<Option<u64>>,
}

impl Side {
    fn new(frames: Receiver<Frame>, variables: usize) -> Self {
        let next = frames.recv().ok();
        Side { frames, next, values: vec![None; variables] }
    }

    fn time(&self) -> u64 {
        self.next.as_ref().map_or(u64::MAX, |frame| frame.0)
    }

    /// Applies the changes of a time. Returns the variables, and whether the file ends here.
    fn advance(&mut self, time: u64) -> (Vec<usize>, bool) {
        if self.time() != time {
            return (Vec::new(), false);
        }
        let (_, changes) = self.next.take().unwrap_or_default();
        self.next = self.frames.recv().ok();
        changes.iter().for_each(|&(at, value)| self.values[at] = value);
        (changes.into_iter().map(|(at, _)| at).collect(), self.next.is_none())
    }
}

fn compare([left, right]: [Receiver<Frame>; 2], names: &[String]) -> Diff {
    let (mut left, mut right) = (Side::new(left, names.len()), Side::new(right, names.len()));
    let begin = left.time().max(right.time());
    let mut found =
        Diff { variables: names.len(), only: [0; 2], cycles: [begin; 2], longer: false, first: None };
    loop {
        let time = left.time().min(right.time());
        let ((mut touched, over), (more, ended)) = (left.advance(time), right.advance(time));
        found.cycles[1] = time.max(begin);
        if time == u64::MAX || over || ended {
            found.longer = over != ended;
            return found;
        }
        touched.extend(more);
        if time == begin {
            touched = (0..names.len()).collect();
        }
        touched.sort_unstable();
        touched.dedup();
        touched.retain(|&at| left.values[at] != right.values[at]);
        if time >= begin && !touched.is_empty() {
            let differs =
                |&at: &usize| Differs { name: names[at].clone(), shown: [left.values[at], right.values[at]] };
            found.first = Some((time, touched.iter().map(differs).collect()));
            return found;
        }
    }
}
