//! The free slots of the busy resources of a packing.

use super::Problem;

/// A resource is busy if it works in this many slots of eight, on average over the alternatives of the items.
const BUSY: u64 = 7;

/// The free slots of each busy resource, in any order.
pub(super) struct FreeSlots {
    length: usize,
    /// `None` for a resource that is not busy.
    free: Vec<Option<Vec<u32>>>,
    /// The place of a free slot in its list.
    places: Vec<u32>,
}

impl FreeSlots {
    /// All slots of the resources that are busy in a packing of this length.
    pub fn new(problem: &Problem, length: usize) -> Self {
        let all = || (0..length as u32).collect();
        let busy = |work: f64| 8.0 * work >= (BUSY * length as u64) as f64;
        let free = mean_work(problem).into_iter().map(|work| busy(work).then(all)).collect();
        let places = (0..problem.resources).flat_map(|_| 0..length as u32).collect();
        FreeSlots { length, free, places }
    }

    /// Whether any resource is busy.
    pub fn any(&self) -> bool {
        self.free.iter().any(Option::is_some)
    }

    /// Whether this resource is busy.
    pub fn is_busy(&self, resource: u32) -> bool {
        self.free[resource as usize].is_some()
    }

    /// The free slots of a busy resource.
    pub fn of(&self, resource: u32) -> &[u32] {
        self.free[resource as usize].as_deref().unwrap_or_default()
    }

    /// Notes that slot `at` of all slots of all resources is free now, or no longer.
    pub fn set(&mut self, resource: u32, at: usize, is_free: bool) {
        let Some(free) = &mut self.free[resource as usize] else { return };
        let first = resource as usize * self.length;
        if is_free {
            self.places[at] = free.len() as u32;
            free.push((at - first) as u32);
        } else {
            let place = self.places[at] as usize;
            free.swap_remove(place);
            if let Some(&moved) = free.get(place) {
                self.places[first + moved as usize] = place as u32;
            }
        }
    }
}

/// How many slots each resource works, the mean over the alternatives of each item.
fn mean_work(problem: &Problem) -> Vec<f64> {
    let mut work = vec![0.0; problem.resources];
    for alternatives in &problem.items {
        let share = 1.0 / alternatives.len() as f64;
        alternatives.iter().flatten().for_each(|cell| work[cell.resource as usize] += share);
    }
    work
}
