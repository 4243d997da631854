//! `torusgen new`: a project to start from.

use crate::{console::print_line, project};
use torus_gen::error::UsageError;

/// Writes the project and prints what to do next.
pub fn run(name: &str) -> Result<(), UsageError> {
    let path = project::begin(name)?.display().to_string();
    print_line(format_args!(
        "{path}: a network of 4x4 with sixteen small processors; cd {path} && make emits and simulates it"
    ))
}
