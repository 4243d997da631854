//! Checks the coordinates in a VCD, read line by line as text: each node id has its own coordinates beside
//! it at the end of every cycle.

use std::collections::HashMap;

/// The variables of a node id and of its coordinates, as codes.
struct Place {
    name: String,
    codes: Vec<String>,
}

/// The number of coordinates beside ids, counted whenever one of them changed. Error: the first wrong
/// coordinate.
pub fn checked(vcd: &str, dims: &[u32]) -> Result<usize, String> {
    let (head, changes) = vcd.split_once("$enddefinitions $end").expect("declarations");
    let (places, coordinates) = (declared(head, dims.len())?, coordinates(dims));
    let of_code: HashMap<&str, usize> = (0..)
        .zip(&places)
        .flat_map(|(at, place)| place.codes.iter().map(move |code| (code.as_str(), at)))
        .collect();
    let (mut values, mut touched, mut seen) = (HashMap::new(), Vec::<usize>::new(), 0);
    for line in changes.lines().chain(["#"]) {
        if line.starts_with('#') {
            for place in std::mem::take(&mut touched) {
                seen +=
                    agree(&places[place], &values, &coordinates).map_err(|what| format!("{line} {what}"))?;
            }
        } else if let Some((number, code)) = line.strip_prefix('b').and_then(|line| line.split_once(' ')) {
            values.insert(code.to_string(), u32::from_str_radix(number, 2).ok());
            touched.extend(of_code.get(code));
        }
    }
    Ok(seen)
}

/// The coordinates of every node, by its id: the last dimension counts fastest.
fn coordinates(dims: &[u32]) -> Vec<Vec<u32>> {
    let longer = |all: Vec<Vec<u32>>, &radix: &u32| {
        let further = |x: Vec<u32>| (0..radix).map(move |next| [&x[..], &[next]].concat());
        all.into_iter().flat_map(further).collect()
    };
    dims.iter().fold(vec![Vec::new()], longer)
}

/// The ids that a file declares. In several dimensions each is followed by a coordinate for each dimension.
fn declared(head: &str, d: usize) -> Result<Vec<Place>, String> {
    let (mut scope, mut places) = (String::new(), Vec::<Place>::new());
    for words in head.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
        match words[..] {
            ["$scope", _, name, _] => scope = name.to_string(),
            ["$var", _, _, code, "source" | "destination", ..] => {
                places.push(Place { name: format!("{scope}.{}", words[4]), codes: vec![code.to_string()] });
            }
            ["$var", _, _, code, name, ..] => {
                let last = places.last_mut();
                let next =
                    last.filter(|at| format!("{scope}.{name}") == format!("{}_{}", at.name, at.codes.len()));
                next.into_iter().for_each(|place| place.codes.push(code.to_string()));
            }
            _ => {}
        }
    }
    let wanted = if d > 1 { d + 1 } else { 1 };
    let wrong = places.iter().find(|place| place.codes.len() != wanted);
    wrong.map_or(Ok(()), |place| Err(format!("{} has {} variables", place.name, place.codes.len())))?;
    Ok(places)
}

/// Compares the coordinates of a place now. Returns their number.
fn agree(
    place: &Place,
    values: &HashMap<String, Option<u32>>,
    coordinates: &[Vec<u32>],
) -> Result<usize, String> {
    let shown: Vec<Option<u32>> = place.codes.iter().map(|code| values[code]).collect();
    let expected = shown[0].and_then(|id| coordinates.get(id as usize));
    let expected = |dim: usize| expected.map(|x| x[dim]);
    let right = (1..shown.len()).all(|at| shown[at] == expected(at - 1));
    let seen = if shown[0].is_some() { shown.len() - 1 } else { 0 };
    right.then_some(seen).ok_or_else(|| format!("{} is {shown:?}", place.name))
}
