//! The slots of all resources: their owners, and which are free.

use super::Cell;

/// The owner of a free slot.
pub(super) const NOBODY: u32 = u32::MAX;

/// The owner of each slot of each resource, and lists of the free slots.
pub(super) struct Board {
    pub length: u32,
    owners: Vec<u32>,
    pub free: Vec<Vec<u32>>,
    /// The place of each free slot in its list.
    places: Vec<u32>,
}

impl Board {
    /// A board whose slots are all free.
    pub fn new(resources: usize, length: u32) -> Self {
        let slots: Vec<u32> = (0..length).collect();
        let places = slots.iter().copied().cycle().take(resources * length as usize).collect();
        let owners = vec![NOBODY; resources * length as usize];
        Board { length, owners, free: vec![slots; resources], places }
    }

    /// The slot of an item's cell. Both numbers are below the length.
    fn slot(&self, cell: Cell, start: u32) -> u32 {
        let slot = start + cell.offset;
        slot - if slot < self.length { 0 } else { self.length }
    }

    fn index(&self, resource: u32, slot: u32) -> usize {
        resource as usize * self.length as usize + slot as usize
    }

    /// The owner of the slot of an item's cell.
    pub fn owner(&self, cell: Cell, start: u32) -> u32 {
        self.owners[self.index(cell.resource, self.slot(cell, start))]
    }

    /// Gives a free slot to an owner.
    pub fn give(&mut self, cell: Cell, start: u32, owner: u32) {
        let slot = self.slot(cell, start);
        let index = self.index(cell.resource, slot);
        let (free, place) = (&mut self.free[cell.resource as usize], self.places[index]);
        let last = free.pop().expect("the cell is free");
        if last != slot {
            free[place as usize] = last;
            let moved = self.index(cell.resource, last);
            self.places[moved] = place;
        }
        self.owners[index] = owner;
    }

    /// Takes the slot from its owner.
    pub fn take(&mut self, cell: Cell, start: u32) {
        let slot = self.slot(cell, start);
        let index = self.index(cell.resource, slot);
        let free = &mut self.free[cell.resource as usize];
        self.places[index] = free.len() as u32;
        free.push(slot);
        self.owners[index] = NOBODY;
    }
}
