//! Jobs: the work on each machine, and which job may follow which.

/// A time on one machine, in slots after the job's start on the critical machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its first slot.
    pub from: i32,
    /// The slot after its last one.
    pub to: i32,
}

impl Span {
    pub(super) fn is_empty(self) -> bool {
        self.from == self.to
    }

    /// The smallest span that contains both; an empty one adds nothing.
    pub fn joined(self, other: Span) -> Span {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span { from: self.from.min(other.from), to: self.to.max(other.to) },
        }
    }
}

/// A job: work that is done without a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Slots on the critical machine.
    pub lasts: u32,
    /// The time that it needs on every machine, the same number of machines for all jobs. Where a job does
    /// not need a machine, the span is empty: it says between which jobs the job passes the machine.
    pub spans: Vec<Span>,
}

impl Job {
    /// Slots for which the critical machine has to be idle between this job and the next one.
    pub(super) fn idle_before(&self, next: &Job) -> i32 {
        let lasts = self.lasts as i32;
        let idle = |(span, of_next): (&Span, &Span)| span.to - of_next.from - lasts;
        self.spans.iter().zip(&next.spans).map(idle).max().unwrap_or(0).max(0)
    }

    /// Whether a job may start when this one ends on the critical machine.
    pub(super) fn precedes(&self, next: &Job) -> bool {
        self.idle_before(next) == 0
    }
}
