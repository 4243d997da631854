//! Bakes the target triple in: the `cc` crate, used at run time, has to be told what cargo tells a build
//! script.

fn main() {
    let target = std::env::var("TARGET").expect("cargo sets TARGET for build scripts");
    println!("cargo:rustc-env=TORUSGEN_TARGET={target}");
    println!("cargo:rerun-if-changed=build.rs");
}
