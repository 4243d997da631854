//! The parts that all simulations with one Verilator and one compiler share. They are compiled once and kept
//! in the cache: Verilator's runtime, the units that engines have beside their tiles, and for each level of
//! optimisation a precompiled header for all translation units. Reading that header takes half of the
//! compiler's time for a tile. A compiler that cannot precompile it reads it as text.

use super::builder::{side_by_side, Builder, DEFINES, FORMAT};
use super::cache::{self, Key};
use super::tools::run;
use super::tools::Tool;
use crate::SimError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Verilator's runtime. Its classes refer to the second file even without threads. As one unit, both files
/// share the headers that the compiler reads.
const SOURCE: &str = "#include \"verilated.cpp\"\n#include \"verilated_threads.cpp\"\n";

/// The optimisation of the runtime, which runs only before the first cycle and after the last one.
const RUNTIME_FLAG: &str = "-O0";

/// The headers of Verilator and of C++ that verilated classes and shims include.
const HEADER: &str =
    "#include <algorithm>\n#include <cstdint>\n#include <cstring>\n#include <map>\n#include \
    <memory>\n\
    #include <string>\n#include <type_traits>\n#include <utility>\n#include <vector>\n\n#include \
    \"verilated.h\"\n";

/// The headers of Verilator in the precompiled header.
const READ: [&str; 4] = ["verilated.h", "verilated_types.h", "verilated_funcs.h", "verilated_config.h"];

/// The shared part of a build.
pub(super) struct Runtime {
    /// The folder of the compiled runtime.
    pub folder: PathBuf,
    /// The object to link.
    pub object: PathBuf,
    /// The header to include first, with its precompiled form beside it; `None` if the compiler does not
    /// precompile it.
    pub header: Option<PathBuf>,
}

/// What has to be made, with its path: the header to precompile, or the object of the runtime.
enum Part<'a> {
    Header(&'a Path),
    Object(&'a Path),
}

impl Builder<'_> {
    /// The runtime, compiled unless it is in the cache.
    pub fn runtime(&self, root: &Path) -> Result<Runtime, SimError> {
        let folder = self.runtime_folder(root)?;
        let _turn = cache::turn(&folder);
        cache::folder(&folder, self.dir)?;
        let header = folder.join(format!("prefix{}.h", self.request.optimize.flag()));
        if !cache::keep(HEADER, &header, self.dir)? {
            // Some compilers compare the age of the text with that of the precompiled header.
            let _ = std::fs::remove_file(Part::Header(&header).place());
        }
        let object = folder.join("runtime.o");
        let mut parts = vec![Part::Object(&object), Part::Header(&header)];
        parts.retain(|part| !cache::intact(&part.place()));
        side_by_side(&parts, |part| self.make(root, part))?;
        let precompiled = cache::intact(&Part::Header(&header).place());
        Ok(Runtime { folder, object, header: precompiled.then_some(header) })
    }

    /// Where the runtime for this Verilator and this compiler is kept.
    fn runtime_folder(&self, root: &Path) -> Result<PathBuf, SimError> {
        let mut key = Key::default();
        key.add(FORMAT).add(&self.verilator.version).add(root.as_os_str().as_encoded_bytes());
        self.compiler.identity().iter().for_each(|word| _ = key.add(word));
        DEFINES.iter().chain(&[RUNTIME_FLAG, SOURCE, HEADER]).for_each(|text| _ = key.add(text));
        for name in READ {
            key.add(std::fs::read(root.join("include").join(name)).unwrap_or_default());
        }
        Ok(self.request.cache.join(format!("runtime-{}", key.hex())))
    }

    fn make(&self, root: &Path, part: &Part) -> Result<(), SimError> {
        let (place, mut command) = (part.place(), self.command(root));
        let made = self.dir.join(place.file_name().unwrap_or_default());
        match part {
            Part::Header(text) => {
                command
                    .args([self.request.optimize.flag(), "-x", "c++-header"])
                    .arg(text)
                    .arg("-o")
                    .arg(&made);
                // Without the precompiled header, builds are only slower.
                let found = run(Tool::Compiler, &mut command, "Verilator's headers");
                found.map_or(Ok(()), |_| cache::publish(&made, &place))
            }
            Part::Object(kept) => {
                let source = self.dir.join("runtime.cpp");
                cache::write(&source, SOURCE)?;
                command.args([RUNTIME_FLAG, "-c"]).arg(&source).arg("-o").arg(&made);
                run(Tool::Compiler, &mut command, "Verilator's runtime")?;
                cache::publish(&made, kept)
            }
        }
    }

    /// The compiler's command with the flags that Verilator's files need.
    pub fn command(&self, root: &Path) -> Command {
        let (mut command, include) = (self.compiler.tool.to_command(), root.join("include"));
        command.args(DEFINES).arg("-I").arg(&include).arg("-I").arg(include.join("vltstd"));
        command
    }
}

impl Part<'_> {
    /// The path at which it is kept. Compilers look for a precompiled header beside its text.
    fn place(&self) -> PathBuf {
        match self {
            Part::Header(text) => text.with_extension("h.gch"),
            Part::Object(kept) => kept.to_path_buf(),
        }
    }
}
