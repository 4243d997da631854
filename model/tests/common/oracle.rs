//! The naive oracle: every message is walked hop by hop on plain coordinate vectors. It shares no code with
//! the model: it has its own node numbers, neighbours, tie rule and loads.
#![allow(dead_code)] // Every test and benchmark compiles this module and uses its part of it.

/// The coordinates of node `id`; the last one counts fastest.
pub fn coordinates(dims: &[u32], id: usize) -> Vec<u32> {
    let mut rest = id;
    let mut x = vec![0; dims.len()];
    for i in (0..dims.len()).rev() {
        x[i] = (rest % dims[i] as usize) as u32;
        rest /= dims[i] as usize;
    }
    x
}

/// The inverse of [`coordinates`].
pub fn id(dims: &[u32], x: &[u32]) -> usize {
    x.iter().zip(dims).fold(0, |id, (&x, &n)| id * n as usize + x as usize)
}

pub fn size(dims: &[u32]) -> usize {
    dims.iter().map(|&n| n as usize).product()
}

/// Walks from `from` to `to`, dimension by dimension in `order`, one hop at a time. Returns the link ids
/// used. A tie goes `+`.
pub fn walk(dims: &[u32], from: &[u32], to: &[u32], order: &[usize]) -> Vec<usize> {
    let mut at = from.to_vec();
    let mut links = Vec::new();
    for &i in order {
        let n = dims[i];
        let up = (0..n).find(|step| (from[i] + step) % n == to[i]).unwrap();
        let goes_up = up <= n - up;
        while at[i] != to[i] {
            links.push(id(dims, &at) * 2 * dims.len() + 2 * i + usize::from(!goes_up));
            at[i] = if goes_up { (at[i] + 1) % n } else { (at[i] + n - 1) % n };
        }
    }
    links
}

/// Every order of the numbers `0..d`.
pub fn orders(d: usize) -> Vec<Vec<usize>> {
    if d == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for shorter in orders(d - 1) {
        for place in 0..d {
            let mut order = shorter.clone();
            order.insert(place, d - 1);
            all.push(order);
        }
    }
    all
}

/// The numerators of all loads, by walking every pair in every one of the given orders.
pub fn loads(dims: &[u32], processors: &[usize], orders: &[Vec<usize>]) -> Vec<u64> {
    let mut loads = vec![0; size(dims) * 2 * dims.len()];
    for &p in processors {
        for &q in processors {
            let (from, to) = (coordinates(dims, p), coordinates(dims, q));
            for order in orders {
                for link in walk(dims, &from, &to, order) {
                    loads[link] += 1;
                }
            }
        }
    }
    loads
}

/// The loads of ODR.
pub fn odr_loads(dims: &[u32], processors: &[usize]) -> Vec<u64> {
    loads(dims, processors, &[(0..dims.len()).collect()])
}

/// The numerators of the loads of UDR over d!. The orders of all d dimensions contain every order of the
/// differing ones equally often.
pub fn udr_loads(dims: &[u32], processors: &[usize]) -> Vec<u64> {
    loads(dims, processors, &orders(dims.len()))
}
