//! A project to start from: the description of a network, a design around it, a testbench, and files that
//! build and test them.
//!
//! The template is itself a project, named `my_noc`; any other project has the same text with another name.

use std::path::{Path, PathBuf};
use torus_gen::{base::check_name, error::UsageError, folder, network::EmittedFile};
use torus_model::quote::shortened;
use torus_sim::output::shown;

/// The name of the project in the template.
const TEMPLATE: &str = "my_noc";

/// The files of the template: path in a project, and text.
const FILES: [(&str, &str); 8] = [
    ("my_noc.toml", include_str!("template/my_noc.toml")),
    ("Makefile", include_str!("template/Makefile")),
    ("README.md", include_str!("template/README.md")),
    ("rtl/my_noc.v", include_str!("template/rtl/my_noc.v")),
    ("rtl/my_noc_processor.v", include_str!("template/rtl/my_noc_processor.v")),
    ("tb/tb_my_noc.v", include_str!("template/tb/tb_my_noc.v")),
    (".github/workflows/ci.yml", include_str!("template/ci.yml")),
    (".gitignore", include_str!("template/gitignore")),
];

/// The longest name: the network of the project adds four letters.
const LONGEST: usize = 60;

/// Why a project cannot be begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProjectError {
    /// A name that modules and files cannot have.
    #[error(
        "{:?} cannot name a project; its modules have that name, which is at most {LONGEST} lower-case \
         letters, digits and single underscores, begins with a letter, does not end with _ and is no \
         Verilog keyword: give another name",
        shortened(.name)
    )]
    Name {
        /// The name.
        name: String,
    },
    /// A path that already exists.
    #[error(
        "{} is there already, and a project begins in a folder of its own: give another name, or remove it",
        shown(.path)
    )]
    Exists {
        /// The path.
        path: PathBuf,
    },
}

crate::passed_on!(ProjectError);

/// The files of the project `name`. Error: a name that modules cannot have.
pub fn files(name: &str) -> Result<Vec<EmittedFile>, ProjectError> {
    if name.len() > LONGEST || check_name(name).is_err() {
        return Err(ProjectError::Name { name: name.into() });
    }
    let own = |text: &str| text.replace(TEMPLATE, name);
    Ok(FILES.iter().map(|(path, text)| (own(path), own(text))).collect())
}

/// Begins a project in a folder of its name in the working directory: all of it or nothing. Errors: a name
/// that modules cannot have; a path that already exists; a folder that cannot be written.
pub fn begin(name: &str) -> Result<PathBuf, UsageError> {
    let files = files(name)?;
    let path = Path::new(name).to_path_buf();
    if path.symlink_metadata().is_ok() {
        return Err(ProjectError::Exists { path }.into());
    }
    folder::write(&path, &files)?;
    Ok(path)
}
