//! The software for memories: the Python class `Memories`, and the macro of the C header.

use super::Mapped;
use crate::common::text;
use std::{fs, process::Command};

/// Python and C have the addresses that this test counts.
#[test]
fn software_has_the_same_addresses() {
    let net = Mapped::new("2x2 --algorithm product-a3 --flits 2 --width 40");
    let (node, partner, first) = net.places("load").last().expect("blocks");
    let words = format!(
        "import sys; sys.path.insert(0, 'axil'); import n\nvalues = {{}}\n\
         net = n.Memories(values.get, values.__setitem__, open('memory.csv'))\n\
         net.load({node}, {partner}, [0x1122334455, 6]); print(sorted(values.items()))\n\
         at = net.word('result', {partner}, {node}, 0, 0) - net.word('load', {node}, {partner}, 0, 0)\n\
         net = n.Memories(lambda offset: values[offset - at], net.write, open('memory.csv'))\n\
         print([hex(flit) for flit in net.result({partner}, {node})])\n\
         try: net.load({node}, {partner}, [1 << 40, 0])\nexcept ValueError as error: print(error)\n"
    );
    let output = Command::new("python3").args(["-c", &words]).current_dir(net.net.folder()).output();
    let output = output.expect("python3: run make setup");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let values = [0x2233_4455, 0x11, 6, 0];
    let pairs = net.block(node, first).zip(values).map(|((at, _), value)| format!("({at}, {value})"));
    let expected = format!(
        "[{}]\n['0x1122334455', '0x6']\n[1099511627776, 0] is no block of 2 flits of 40 bits\n",
        pairs.collect::<Vec<_>>().join(", ")
    );
    assert_eq!(text(&output.stdout), expected);
    let check = format!(
        "#include \"axil/n.h\"\n_Static_assert(N_MEMORY_WORD(3, 5, 1) == {}, \"\");\nint nothing;\n",
        net.at(3, 5, 1)
    );
    fs::write(net.net.folder().join("check.c"), check).expect("a file");
    let args = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "check.c"];
    let output = Command::new("gcc").args(args).current_dir(net.net.folder()).output();
    assert!(output.expect("gcc: run make setup").status.success());
}
