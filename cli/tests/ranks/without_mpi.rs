//! A program without MPI that is started as several ranks.

use crate::common::{text, torusgen};
use std::process::Command;

/// Without MPI each of a starter's processes would run everything.
#[test]
fn ranks_need_mpi() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torusgen"));
    let found = command.args(["loads", "4x4"]).env("OMPI_COMM_WORLD_SIZE", "2").output().expect("a run");
    let said = text(&found.stderr);
    assert_eq!((found.status.code(), text(&found.stdout).as_str()), (Some(2), ""), "{said}");
    assert!(said.contains("2 ranks were started") && said.contains("--features mpi"), "{said}");
    assert!(torusgen(&["loads", "4x4"]).status.success());
}
