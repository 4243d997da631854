//! Registers on links: what was put on a link and has not reached its end.

/// The contents of the registers on links; each link has its own number of registers.
pub struct Delay<T> {
    /// The number of registers of each link; empty if no link has any.
    stages: Vec<u32>,
    /// Messages with their links, by the cycle in which they reach the end, modulo the number of lists.
    on_way: Vec<Vec<(usize, T)>>,
    now: usize,
}

impl<T> Delay<T> {
    /// Empty registers. `stages`: the number of registers of each link.
    pub fn new(stages: &[u32]) -> Self {
        let most = stages.iter().copied().max().unwrap_or(0) as usize;
        let stages = if most > 0 { stages.to_vec() } else { Vec::new() };
        Delay { stages, on_way: (0..=most).map(|_| Vec::new()).collect(), now: 0 }
    }

    /// Whether no link has registers.
    pub fn is_none(&self) -> bool {
        self.stages.is_empty()
    }

    /// Empties the registers.
    pub fn clear(&mut self) {
        self.on_way.iter_mut().for_each(Vec::clear);
    }

    /// Takes what is put on a link in this cycle. Returns false if the link has no registers.
    #[inline]
    pub fn takes(&mut self, link: usize, what: T) -> bool {
        let stages = self.stages.get(link).map_or(0, |&stages| stages as usize);
        if stages == 0 {
            return false;
        }
        let at = (self.now + stages) % self.on_way.len();
        self.on_way[at].push((link, what));
        true
    }

    /// The values that leave the last register in this cycle, each with its link.
    pub fn ended(&mut self) -> Vec<(usize, T)> {
        std::mem::take(&mut self.on_way[self.now])
    }

    /// Ends a cycle.
    pub fn tick(&mut self) {
        self.now = (self.now + 1) % self.on_way.len();
    }
}
