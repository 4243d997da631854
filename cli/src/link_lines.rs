//! CSV with a line for each link.

use torus_model::{LinkId, Torus};

/// Link id, node and port of these links, then the `columns`, whose contents `values` gives for each link.
pub fn link_lines(
    torus: &Torus,
    links: impl Iterator<Item = LinkId>,
    columns: &str,
    values: impl Fn(usize) -> String,
) -> String {
    let line = |link: LinkId| {
        let ((node, port), at) = (torus.tail(link), link.index());
        format!("{at},{},{port},{}\n", node.index(), values(at))
    };
    format!("link,node,port,{columns}\n") + &links.map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_link_where_it_begins_and_its_values() {
        let torus = Torus::new(&[3]).unwrap();
        let lines = link_lines(&torus, torus.links().skip(1).take(2), "twice", |at| (2 * at).to_string());
        assert_eq!(lines, "link,node,port,twice\n1,0,1-,2\n2,1,1+,4\n");
    }
}
