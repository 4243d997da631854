//! All tori of unequal radices up to a size, for tests and for the benchmark that counts them.

/// Radices in increasing order, at least two of them different, with a product up to `most`.
pub fn unequal(most: u32) -> Vec<Vec<u32>> {
    let (mut all, mut open) = (Vec::new(), vec![Vec::new()]);
    while let Some(dims) = open.pop() {
        let nodes: u32 = dims.iter().product();
        for radix in dims.last().copied().unwrap_or(2)..=most / nodes {
            open.push(dims.iter().copied().chain([radix]).collect());
        }
        if dims.first() != dims.last() {
            all.push(dims);
        }
    }
    all.sort();
    all
}
