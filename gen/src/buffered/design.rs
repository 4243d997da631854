//! A buffered network worked out: its channels proved free of deadlock, its modules, its manifest.

use super::{
    bench::{check_packets, lists},
    fabric::BufferedFabric,
    Buffers,
};
use crate::{
    board::board,
    config::{check_emittable, Config},
    design::{kinds, plain_manifest, EmittedFile, GENERATOR},
    error::Refusal,
    fabric::Cell,
};
use torus_hdl::buffered::{bench_modules, modules, BufferedSpec};
use torus_hdl::Module;
use torus_model::{channels::Dependencies, HeaderLayout, Loads, Port, Routing};
use torus_sim::manifest::{BufferedInfo, Manifest};

/// A buffered network with everything that its description decides.
#[derive(Clone, Debug)]
pub struct BufferedDesign {
    /// What was asked for.
    pub config: Config,
    /// Channels, buffers, packets.
    pub buffers: Buffers,
    /// The exact loads of a complete exchange of single flits.
    pub loads: Loads,
}

impl BufferedDesign {
    /// Checks that no packets can wait for each other in a circle. Errors: the circle; a torus too large to emit.
    pub fn new(config: Config, buffers: Buffers) -> Result<Self, Refusal> {
        check_emittable(config.torus())?;
        Dependencies::of_placement(&buffers.plan, &config.placement, buffers.ties).check()?;
        let loads = buffers.loads(&config.placement)?;
        Ok(BufferedDesign { config, buffers, loads })
    }

    /// The files of the network without its bench, manifest last: all that the tile engine needs, at any size.
    pub fn files(&self) -> Vec<EmittedFile> {
        self.folder(false)
    }

    /// Every file of the folder, manifest last. Errors: an exchange of more packets than a bench holds.
    pub fn files_with_bench(&self) -> Result<Vec<EmittedFile>, Refusal> {
        check_packets(self)?;
        Ok(self.folder(true))
    }

    fn folder(&self, with_bench: bool) -> Vec<EmittedFile> {
        let turns = self.turns();
        let spec = self.spec(&turns);
        let cells = self.cells(&spec);
        let modules = self.modules(&spec, &cells, with_bench);
        let list: String = modules.iter().map(|(name, _)| path(name) + "\n").collect();
        let mut files: Vec<EmittedFile> =
            modules.into_iter().map(|(name, text)| (path(&name), text)).collect();
        if with_bench {
            files.extend(self.board(&spec, &list));
        }
        files.push((format!("{}.f", spec.name), list));
        let manifest = self.manifest(&spec, &cells, &files);
        files.push(("manifest.json".into(), manifest.to_json()));
        files
    }

    /// Names and texts of all modules, leaves first; the file list has one top, the last.
    fn modules(&self, spec: &BufferedSpec, cells: &[Cell], with_bench: bool) -> Vec<(String, String)> {
        let placement = &self.config.placement;
        let named = |module: Module| (module.name, module.text);
        let mut all: Vec<(String, String)> = modules(spec).into_iter().map(named).collect();
        let fabric = BufferedFabric::new(spec, placement, cells);
        all.push((spec.name.to_string(), fabric.network()));
        if with_bench {
            all.extend(bench_modules(spec, &lists(self, &spec.lanes())).into_iter().map(named));
            all.push((format!("{}_bench", spec.name), fabric.bench(placement, self.loads.denominator())));
        }
        all
    }

    /// `NAME_board` and its file list.
    fn board(&self, spec: &BufferedSpec, list: &str) -> [EmittedFile; 2] {
        let top = format!("{}_board", spec.name);
        let text = board(spec.name, &spec.header, &self.config.placement, spec.ports, spec.width);
        let list = list.to_string() + &path(&top) + "\n";
        [(path(&top), text), (format!("{top}.f"), list)]
    }

    /// The turns that packets make: up in dimension for ordered ones, any for unordered ones.
    fn turns(&self) -> Vec<(Port, Port)> {
        let ports: Vec<Port> = self.config.torus().ports().collect();
        let makes = |from: &Port, to: &Port| match self.buffers.routing() {
            Routing::Odr => from.dim() < to.dim(),
            Routing::Udr => from.dim() != to.dim(),
        };
        let from = |a: &Port| ports.iter().filter(|b| makes(a, b)).map(|b| (*a, *b)).collect::<Vec<_>>();
        ports.iter().flat_map(from).collect()
    }

    fn spec<'a>(&'a self, turns: &'a [(Port, Port)]) -> BufferedSpec<'a> {
        let Buffers { plan, depth, flits, .. } = &self.buffers;
        BufferedSpec {
            name: &self.config.name,
            torus: self.config.torus(),
            width: self.config.width,
            ports: self.config.ports,
            channels: plan.count(),
            depth: *depth,
            flits: *flits,
            rule: plan.rule(),
            turns,
            header: self.header(),
            with_pass: self.config.placement.len() < self.config.torus().len(),
        }
    }

    /// The comment that opens every file.
    fn header(&self) -> Vec<String> {
        let config = &self.config;
        vec![
            format!("Generated by {GENERATOR}, do not edit."),
            format!(
                "torus {}, placement {}, routing {}, {}-port",
                config.torus(),
                config.placement,
                config.paths,
                config.ports
            ),
            format!("{}; payload {} bits", self.buffers, config.width),
        ]
    }

    fn cells(&self, spec: &BufferedSpec) -> Vec<Cell> {
        let placement = &self.config.placement;
        let router = std::iter::once(spec.router_module());
        Cell::of_classes(placement, router, &vec![0; placement.len()], spec.pass_module())
    }

    fn manifest(&self, spec: &BufferedSpec, cells: &[Cell], files: &[EmittedFile]) -> Manifest {
        let layout = HeaderLayout::with_channels(spec.torus, spec.channels);
        Manifest {
            buffered: Some(BufferedInfo {
                rule: self.buffers.plan.rule().to_string(),
                channels: spec.channels,
                depth: spec.depth,
                flits: spec.flits,
                ties: self.buffers.ties.to_string(),
                head: spec.head(),
            }),
            kinds: kinds(cells, |_| spec.router_module()),
            ..plain_manifest(&self.config, &self.loads, &layout, files)
        }
    }
}

fn path(module: &str) -> String {
    format!("rtl/{module}.v")
}
