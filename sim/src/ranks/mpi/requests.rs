//! The persistent requests by which a rank exchanges parcels with its neighbours.
//!
//! A request is made the first time that one of its kind, tag, rank and size is needed, and is kept. A rank
//! receives by one of the largest size that its parcel can have, and sends by one of the size of what it
//! sends ([`wire`]). Parcels of other ranks or sizes, in the next run or of another engine, have their own.
//! Bound: there are no more than sizes for each place, together up to five times the largest size.

use super::persistent::{Request, Running};
use crate::ranks::{wire, Parcel};
use mpi::Tag;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What tells requests apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    sends: bool,
    tag: Tag,
    rank: usize,
    size: usize,
}

/// The requests made so far.
#[derive(Default)]
pub struct Requests {
    all: Vec<Request>,
    places: FxHashMap<Kind, usize>,
}

/// The requests of a parcel that is on its way, by their places.
pub struct OnTheWay {
    coming: usize,
    going: usize,
}

impl Requests {
    /// Starts to receive a parcel and to send one.
    pub fn start(&mut self, running: &Rc<Running>, tag: Tag, parcel: &Parcel<'_>) -> OnTheWay {
        let kind = |sends, rank, bytes| Kind { sends, tag, rank, size: wire::size(bytes) };
        let coming = self.place(running, kind(false, parcel.from, parcel.come.len()));
        wire::clear(self.all[coming].bytes());
        self.all[coming].start();
        let going = self.place(running, kind(true, parcel.to, parcel.out.len()));
        wire::pack(parcel.out, self.all[going].bytes());
        self.all[going].start();
        OnTheWay { coming, going }
    }

    /// The place of a request, which is made if there is none.
    fn place(&mut self, running: &Rc<Running>, kind: Kind) -> usize {
        let Kind { sends, tag, rank, size } = kind;
        *self.places.entry(kind).or_insert_with(|| {
            let make = if sends { Request::send } else { Request::receive };
            self.all.push(make(running, rank, tag, size));
            self.all.len() - 1
        })
    }

    /// The number of requests.
    #[cfg(test)]
    pub fn made(&self) -> usize {
        self.all.len()
    }

    /// Whether a parcel has come.
    pub fn has_come(&mut self, way: &OnTheWay) -> bool {
        self.all[way.coming].has_ended()
    }

    /// Gets a parcel that has come. Returns its number of bytes.
    pub fn unpack(&mut self, way: &OnTheWay, come: &mut [u8]) -> usize {
        wire::unpack(self.all[way.coming].bytes(), come)
    }

    /// Whether a parcel has gone.
    pub fn has_gone(&mut self, way: &OnTheWay) -> bool {
        self.all[way.going].has_ended()
    }
}
