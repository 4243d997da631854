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

/// The same in all orders in which another radix stands between two of the busiest ones.
#[allow(dead_code)] // Tests do not count these.
pub fn parted(most: u32) -> Vec<Vec<u32>> {
    let tori = unequal(most).into_iter().filter(|dims| dims.len() > 2);
    tori.flat_map(|dims| orders(&dims)).filter(|dims| is_parted(dims)).collect()
}

/// All orders of radices.
fn orders(dims: &[u32]) -> Vec<Vec<u32>> {
    let first = |at: usize| {
        let mut rest = dims.to_vec();
        let radix = rest.remove(at);
        orders(&rest).into_iter().map(move |rest| [vec![radix], rest].concat())
    };
    let different = (0..dims.len()).filter(|&at| !dims[..at].contains(&dims[at]));
    if dims.is_empty() {
        vec![Vec::new()]
    } else {
        different.flat_map(first).collect()
    }
}

fn is_parted(dims: &[u32]) -> bool {
    let nodes: u32 = dims.iter().product();
    let work = |dim: &usize| nodes / dims[*dim] * (dims[*dim] / 2) * (dims[*dim] / 2 + 1);
    let most = (0..dims.len()).map(|dim| work(&dim)).max();
    let busiest: Vec<usize> = (0..dims.len()).filter(|dim| Some(work(dim)) == most).collect();
    busiest.windows(2).any(|pair| pair[1] > pair[0] + 1)
}
