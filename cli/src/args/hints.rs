//! Near names: names that users know from other tools, and what they are called here.
//!
//! Sources are BookSim's configuration (`num_vcs`, `injection_rate`), FlooNoC's generator (`--outdir`,
//! `route_algo`), S4NOC (`n`, `txFifo`) and common habits (`-o`, `--verbose`). Names are compared without
//! case, dashes and underscores, so `--num-vcs`, `--num_vcs` and `--numVcs` are one row. If a name is in
//! several rows, the first option that the command has is meant. Names that a command accepts are never
//! looked up.

/// An option, its description, and its names in other tools.
pub struct Near {
    /// The option here; `None` if `what` says everything.
    pub option: Option<&'static str>,
    /// What the option does, or what to do instead.
    pub what: &'static str,
    /// Squeezed names (see [`squeezed`]), separated by blanks.
    pub names: &'static str,
}

const fn near(option: &'static str, what: &'static str, names: &'static str) -> Near {
    Near { option: Some(option), what, names }
}

const fn advice(what: &'static str, names: &'static str) -> Near {
    Near { option: None, what, names }
}

/// The near names of options.
pub const OPTIONS: &[Near] = &[
    near("--out", "is what to write", OUTPUT),
    near("--out", "is what to write", "dir directory folder targetdir"),
    near("--svg", "is the picture to write", OUTPUT),
    near("--svg", "is the picture to write", "plot figure picture image draw chart graph"),
    near("--vcd", "writes waves to a file, --fst smaller ones", OUTPUT),
    near("--vcd", "writes waves to a file, --fst smaller ones", WAVES),
    near("--json", "writes the results, --junit those for servers", OUTPUT),
    near("--dims", "gives the radices, as does 8x8 alone", "dim size shape grid array radices layout"),
    near(
        "--dims",
        "gives the radices, as does 8x8 alone; every network is a torus",
        "mesh torus topology topo ring hypercube",
    ),
    near(
        "--dims",
        "gives the radices, as does 8x8 alone, first dimension first; --width is the payload's",
        "rows cols columns numrows numcols nrows ncols x y z nx ny nz numx numy xdim ydim height",
    ),
    near(
        "--dims",
        "gives the radices, whose product is the number of nodes; --placement says which have \
         processors",
        "nodes cores numnodes numcores nrcores nrnodes routers numrouters tiles endpoints numendpoints \
            processors pes",
    ),
    near("-d", "is the number of dimensions, -k the radix of each; 8x8 alone gives both",
        "n d ndims numdims"),
    near("-k", "is the radix of every dimension, -d their number; 8x8 alone gives both", "k ary arity"),
    near("--rates", "gives the rates to run, FROM:TO:STEP", RATE),
    near("--rate", "is what a processor offers, in flits a cycle", RATE),
    near(
        "--traffic",
        "says who sends to whom",
        "pattern trafficpattern trafficfunction workload benchmark injectionprocess",
    ),
    near(
        "--channels",
        "is the number of virtual channels of a link",
        "vc vcs numvcs numvc vcnum vcount nvc nvcs virtualchannels vchannels numvirtualchannels subnets",
    ),
    near(
        "--depth",
        "is what the buffer of a channel holds, in flits",
        "bufsize vcbufsize buffersize bufferdepth bufdepth buffer buffers fifo fifodepth fifosize queuedepth \
         queuesize vcdepth txfifo rxfifo infifodepth outfifodepth channelfifodepth outputfifodepth credits",
    ),
    near(
        "--flits",
        "is the length of the longest packet; --length of sim, sweep and report is that of packets sent",
        "packetsize constpacketsize constflitsperpacket flitsperpacket packetlength packetlen pktsize pktlen \
         maxpacketsize msgsize messagesize messagelength blocksize blocklength readrequestsize \
         writerequestsize",
    ),
    near("--block", "is the size of a block", "blocksize blocklength packetsize msgsize messagesize m b"),
    near("--startup", "is what a start-up takes", "ts alpha latency setup overhead"),
    near("--transmit", "is what sending a unit of a block takes", "tm beta bandwidth transfer"),
    near("--rearrange", "is what copying a unit of a block takes", "tr copy gamma"),
    near(
        "--width",
        "is the payload in bits",
        "datawidth flitwidth channelwidth linkwidth payloadwidth buswidth flitbits databits payload bits \
            phit w",
    ),
    near(
        "--routing",
        "is odr, udr or balanced",
        "routingfunction routingalgorithm routingalgo routealgo routefunction routingtype route rf",
    ),
    near(
        "--router",
        "is scheduled or buffered",
        "routertype scheduled buffered tdm vct wormhole flowcontrol microarchitecture",
    ),
    near("--algorithm", "is what runs on message memories", "algo alg collective collectivealgorithm"),
    near(
        "--kind",
        "is frame, oneshot, exchange or broadcast",
        "scheduletype schedulekind type operation op alltoall broadcast exchange oneshot frame",
    ),
    near("--ports", "is all, one or single", "portmodel port nports numports injectionports ejectionports"),
    near("--placement", "says which nodes have processors", "mapping map linear multilinear full"),
    near("--deadlock", "is dateline or bubble", "deadlockavoidance ringrule dateline bubble"),
    near("--source", "is the node that a broadcast comes from", "root src origin"),
    near("--seed", "is the seed of every random choice", "randomseed rngseed rseed permseed s"),
    near("--warmup", "is the number of cycles before the window that is measured", WARMUP),
    near("--measure", "is the number of cycles measured, after --warmup", MEASURE),
    near("--limit", "is the cycle after which no more is sent", "timeout maxcycles drainlimit maxtime"),
    near("--exchanges", "is the number of exchanges, back to back", REPEATS),
    near("--effort", "bounds every search, in cell visits", "budget tries iterations maxiterations \
        searchtime timeout"),
    near("--engine", "is tiles, fabric or model", "simulator backend tool verilator rtl"),
    near("--optimize", "is how much the C++ compiler optimises: 0, 1 or 2", "o opt optlevel optimise \
        optimization optimisation compileroptions cflags cxxflags"),
    near("--jobs", "is how much runs at once", "j parallel workers nproc threads cpus"),
    near("--threads", "is the number of threads that share the nodes", "j parallel workers nproc jobs cpus"),
    near("--blocks", "is how many blocks ranks cut the torus into, such as 2x4", "ranks cut mpi partition \
        decomposition"),
    near("--config", "is a TOML file with the same keys", "c cfg conf configfile toml yaml"),
    near("--from", "is the emitted folder to run", "input i in indir inputdir folder dir directory rtl \
        manifest"),
    near("--schedule", "is the file to build from",
        "input i in infile inputfile table shd schedulefile plan"),
    near("--format", "is text, json or csv", "json csv text fmt outputformat machine"),
    near("--name", "is the network's name and its modules' prefix", "top topname prefix module modulename \
        instance"),
    near("--filter", "runs the configurations whose names contain a text", "only select match tests pattern \
        grep dims"),
    near("--fault", "breaks something on purpose", "faults faultinjection inject injectfault linkfailures \
        errors"),
    near("--burst", "is the mean length of a burst, in packets",
        "burstlength burstsize burstiness burstalpha"),
    advice(
        "torusgen sweep measures latency and throughput over a range of rates, torusgen sim one rate",
        "simtype latency throughput curve sweep",
    ),
    advice(
        "there is nothing to switch: results are printed, progress is shown on a terminal, --format json has \
            all numbers",
        "verbose v vv debug loglevel log quiet silent q progress stats printactivity",
    ),
    advice(
        "what torusgen made is replaced without asking, and what you changed in it is kept as NAME.old",
        "force f overwrite yes y",
    ),
];

const OUTPUT: &str = "o output out outdir outputdir outputdirectory dest destination outfile outputfile odir";
const WAVES: &str =
    "trace wave waves waveform waveforms dump dumpvcd vcdfile tracefile fstfile dumpfile tracevcd";
const RATE: &str =
    "injectionrate injectrate injrate ir offeredload offered load lambda throughput loads rate rates";
const WARMUP: &str = "warmupcycles warmupperiods warmuptime warm";
const MEASURE: &str =
    "cycles simcycles samples sampleperiod measurecycles simulationcycles duration simtime maxsamples \
    time window";
const REPEATS: &str = "iterations iters repeat repeats rounds runs count times n batchcount frames cycles";

/// The near names of values: the option, names of a value in other tools, and what to write.
pub const VALUES: &[(&str, &str, &str)] = &[
    (
        "--routing",
        "xy yx dor dimorder dimorderrouting dimordertorus dortorus ecube deterministic xyrouting",
        "dimension-ordered routing is odr",
    ),
    (
        "--routing",
        "adaptive minadapt minadapttorus minadaptmesh valiant romm o1turn xyyx oblivious random",
        "no routing adapts to load; udr takes all orders of the dimensions alike",
    ),
    (
        "--routing",
        "min minimal shortest table id idtable src sourcerouting static",
        "every routing takes shortest paths: odr by the order of the dimensions, balanced by a table",
    ),
    ("--traffic", "bitcomp bitcomplement comp", "it is complement"),
    ("--traffic", "bitrev bitreverse bitreversal", "it is reverse"),
    ("--traffic", "neighbor nearest nearestneighbor nearestneighbour nn", "it is neighbour"),
    ("--traffic", "random rand ur uniformrandom", "it is uniform"),
    ("--traffic", "alltoall all2all a2a exchange totalexchange", "it is all-to-all"),
    ("--traffic", "transposition trans", "it is transpose"),
    (
        "--traffic",
        "randperm permutation perm diagonal asymmetric taper64 badperm file",
        "any other traffic is trace:FILE, with lines of cycle, source, destination and flits",
    ),
    (
        "--router",
        "iq inputqueued inputbuffered vc vct virtualchannel wormhole event",
        "a router with buffers and virtual channels is buffered",
    ),
    (
        "--router",
        "tdm timedivision bufferless s4noc static deflection",
        "a router that follows a schedule is scheduled",
    ),
    ("--kind", "periodic tdm cyclic", "a periodic schedule is a frame"),
    (
        "--kind",
        "total totalexchange alltoall all2all a2a aape",
        "a complete exchange by the shortest paths there are is exchange",
    ),
    ("--kind", "bcast onetoall", "it is broadcast"),
    ("--ports", "allport multi multiport 2 4 6 8", "a message for each link at once is all"),
    ("--ports", "1 oneport", "it is one"),
    ("--ports", "singleport halfduplex", "it is single"),
    ("--placement", "all every everywhere", "it is full"),
    ("--placement", "diagonal diag antidiagonal", "it is linear"),
    ("--placement", "random rand list nodes", "it is file:PATH, with a node a line"),
    ("--deadlock", "vc vcs datelines escape", "it is dateline"),
    ("--deadlock", "bfc bubbleflowcontrol bubblerule", "it is bubble"),
    (
        "--engine",
        "verilator rtl verilog",
        "tiles and fabric are both run by Verilator, fabric on the whole bench",
    ),
    ("--engine", "rust software native fast", "it is model"),
    ("--algorithm", "suhshin", "it is suh-shin"),
    ("--algorithm", "direct naive ring", "one-row sends every block straight to its destination"),
    ("--algorithm", "tree binomial bcast", "it is broadcast, with --kind broadcast"),
];

/// The near names of commands, each with the command that is meant.
pub const COMMANDS: &[(&str, &str)] = &[
    ("gen generate build make rtl verilog write top pkg export create", "emit"),
    ("simulate run exec test tb bench benchmark", "sim"),
    ("curve latency throughput plot saturation", "sweep"),
    ("visualize visualise view show html page display", "report"),
    ("check validate lint prove", "verify"),
    ("load analyze analyse bounds bound route routing emax", "loads"),
    ("frame table tdm plan pack schedules", "schedule"),
    ("vcd fst wave waveform waveforms trace diff follow", "waves"),
    ("cost costs price prices winner", "compare"),
    ("regression ci matrix testall", "regress"),
    ("completion complete", "completions"),
    ("manual manpage manpages", "man"),
    ("broadcast search", "broadcast-search"),
];

/// A name without case, dashes and underscores.
pub fn squeezed(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether a squeezed name is among those of a list.
pub fn among(names: &str, name: &str) -> bool {
    names.split(' ').any(|one| one == name)
}

/// The command that a name means.
pub fn command(name: &str) -> Option<&'static str> {
    let name = squeezed(name);
    COMMANDS.iter().find(|(names, _)| among(names, &name)).map(|&(_, command)| command)
}

/// What to write instead of a value of an option.
pub fn value(option: &str, value: &str) -> Option<&'static str> {
    let name = squeezed(value);
    let fits = |&&(of, names, _): &&(&str, &str, &str)| of == option && among(names, &name);
    // A value that is already correct was not the reason for the error.
    let right = format!("it is {value}");
    VALUES.iter().find(fits).map(|&(.., advice)| advice).filter(|&advice| advice != right)
}
