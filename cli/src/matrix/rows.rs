//! The rows of the built-in matrix.

/// Radices and placements of the built-in matrix: 1 to 4 dimensions; radices 2 to 8, odd, even and mixed;
/// full tori, one class and several classes of nodes with processors, and coefficients other than ones.
pub const BUILT_IN: &[(&[&str], &[&str])] = &[
    (&["2", "3", "4", "5", "6", "7", "8"], &["full"]),
    (&["4", "5", "8"], &["multilinear:t=2"]),
    (&["2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8"], &["full", "linear"]),
    (&["3x3", "4x4", "5x5", "6x6", "7x7", "8x8"], &["multilinear:t=2"]),
    (&["2x3", "3x2", "2x5", "3x4", "4x6", "5x7", "8x2"], &["full"]),
    (&["5x5"], &["linear:coeff=1,2", "linear:coeff=1,-1:c=3"]),
    (&["6x6"], &["linear:coeff=1,3", "linear:coeff=2,5"]),
    (&["2x2x2", "3x3x3", "4x4x4"], &["full"]),
    (&["2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "8x8x8"], &["linear"]),
    (&["3x3x3", "4x4x4", "5x5x5"], &["multilinear:t=2"]),
    (&["4x4x4"], &["multilinear:t=3"]),
    (&["2x3x4", "4x3x2", "3x4x5", "2x2x5"], &["full"]),
    (&["2x2x2x2", "3x3x3x3"], &["full"]),
    (&["2x2x2x2", "3x3x3x3", "4x4x4x4", "5x5x5x5"], &["linear"]),
    (&["3x3x3x3"], &["multilinear:t=2"]),
    (&["2x3x2x3"], &["full"]),
];

/// Full tori of the built-in matrix that run a total exchange by route tables: every torus of up to 512 nodes
/// for which the number of steps is known. All are at their bound.
pub const TABLES: &[&[&str]] = &[
    // Rings.
    &["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
    // Squares.
    &["3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "16x16"],
    // Cubes and higher dimensions.
    &["3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "8x8x8", "3x3x3x3", "4x4x4x4", "3x3x3x3x3"],
    // Hypercubes.
    &[
        "2x2",
        "2x2x2",
        "2x2x2x2",
        "2x2x2x2x2",
        "2x2x2x2x2x2",
        "2x2x2x2x2x2x2",
        "2x2x2x2x2x2x2x2",
        "2x2x2x2x2x2x2x2x2",
    ],
    // Mixed radices.
    &[
        "2x3", "2x4", "2x5", "3x4", "3x5", "4x6", "6x5", "2x2x3", "2x3x4", "3x4x5", "4x3x3", "4x4x8",
        "4x6x8", "5x6x7", "6x6x4", "7x7x3", "6x6x2", "6x6x3", "8x8x4", "9x9x3", "2x3x4x5",
    ],
];

/// Full tori of the built-in matrix whose tables have dihedral letters in every dimension; they still need
/// only one ROM image.
pub const DIHEDRAL: &[&str] = &["8", "4x4", "4x6", "8x8", "4x4x4"];

/// Tori of the built-in matrix that run a one-shot schedule of a linear placement.
pub const ONE_SHOTS: &[&str] = &["4x4", "5x5", "4x4x4"];

/// One-port configurations of the built-in matrix, as radices, placement and kind: 1 to 4 dimensions; radix
/// 2, odd, even and mixed; one and several ROM images.
pub const ONE_PORT: &[(&[&str], &str, Option<&str>)] = &[
    (&["2", "5", "2x2", "4x4", "3x4", "2x5", "2x3x4", "2x2x2x2"], "full", None),
    (&["4x4", "6x6", "5x5x5", "4x4x4", "3x3x3x3"], "linear", None),
    (&["4x4", "3x3x3"], "multilinear:t=2", None),
    (&["6", "3x3", "2x3x2"], "full", Some("oneshot")),
    (&["5x5", "4x4x4"], "linear", Some("oneshot")),
    (&["5x5"], "multilinear:t=2", Some("oneshot")),
    (&["4x4", "3x5", "2x2x3"], "full", Some("exchange")),
];

/// The radices, placement, routing, ports and deadlock rule of a buffered network.
pub type Buffered = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// The placement, kind, ports and switching of a scheduled network.
pub type Scheduled = (&'static str, Option<&'static str>, &'static str, &'static str);

/// Networks of the built-in matrix without headers, as radices, kind and ports.
pub const SLOTS: &[(&[&str], Option<&str>, &str)] = &[
    (&["2", "5", "4x4", "3x5", "8x8", "2x3x4", "3x3x3"], None, "all"),
    (&["2", "3", "4x4", "5x4", "2x2x2x2"], None, "one"),
    (&["6", "4x3"], Some("oneshot"), "all"),
    (&["5x5", "4x4x4"], Some("exchange"), "one"),
];

/// Networks of the built-in matrix with another style of ROMs than `auto` chooses, as radices, ports,
/// switching and style.
pub const ROM_STYLES: &[(&str, &str, &str, &str)] = &[
    ("2", "all", "headers", "block"),
    ("3x4", "one", "headers", "block"),
    ("3x4", "all", "slots", "block"),
    ("2x3x4", "one", "headers", "logic"),
    ("5x5", "one", "slots", "logic"),
];

/// Tori of the built-in matrix whose rows are generated.
pub const GENERATED: &[&str] = &[
    "6", "4x4", "12x12", "6x6x6", "3", "5", "7", "3x3", "5x5", "7x7", "9x9", "3x3x3", "5x5x5", "3x3x3x3",
    "2x2x2",
];

/// Buffered networks of the built-in matrix; each runs one exchange.
pub const BUFFERED: &[Buffered] = &[
    ("5", "full", "odr", "all", "dateline"),
    ("2x3", "full", "odr", "one", "dateline"),
    ("3x5", "full", "odr", "all", "bubble"),
    ("4x4", "full", "odr", "one", "dateline"),
    ("4x4", "full", "odr", "one", "bubble"),
    ("8x8", "full", "odr", "one", "dateline"),
    ("4x4x4", "full", "odr", "one", "dateline"),
    ("4x4x4", "linear", "odr", "all", "dateline"),
    ("3x3", "full", "udr", "one", "dateline"),
    ("2x2x2", "full", "udr", "all", "bubble"),
    ("4x4", "multilinear:t=2", "udr", "one", "dateline"),
    ("3x3x3", "linear", "udr", "one", "bubble"),
];

/// The same with two cycles per hop.
pub const PIPELINED: &[Buffered] = &[
    ("5", "full", "odr", "all", "dateline"),
    ("4x4", "full", "odr", "one", "dateline"),
    ("8x8", "full", "odr", "one", "bubble"),
    ("2x3x4", "full", "odr", "one", "dateline"),
    ("3x3x3", "linear", "udr", "one", "bubble"),
];

/// The same with registers on links: none in one dimension; wrap links with more, fewer and none.
pub const STAGED: &[(Buffered, &str, usize)] = &[
    (("5", "full", "odr", "all", "dateline"), "3,wrap=0", 1),
    (("2x3", "full", "odr", "one", "dateline"), "2,0,wrap=1", 2),
    (("4x4", "full", "odr", "one", "bubble"), "1", 1),
    (("3x4x5", "full", "odr", "one", "dateline"), "0,1,1,wrap=2", 1),
    (("4x4x4", "linear", "odr", "all", "dateline"), "0,1,2", 2),
    (("3x3", "full", "udr", "one", "dateline"), "1,wrap=4", 1),
];

/// Networks with message memories, as algorithm, radices and flits of a block: every algorithm; every form of
/// route tables; odd, even and mixed radices, and radix 2; several banks; and the sizes for which the number
/// of steps is known.
pub const STORED: &[(&str, &[&str], usize)] = &[
    ("table", &["5", "3x3", "4x4", "6x5", "2x3x4", "8x8", "2x2x2x2", "4x4x4"], 1),
    ("table", &["4x4", "3x5"], 3),
    ("one-row", &["3x4", "4x4"], 2),
    ("product-a1", &["3x4", "2x3x4x3"], 1),
    ("product-a2", &["2", "3x4", "4x4", "5x5", "2x2x2x2x2", "4x4x4"], 1),
    ("product-a2", &["3x4"], 4),
    (
        "product-a3",
        &["2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "2x2x2x2", "3x3x3x3", "4x4x4x4"],
        1,
    ),
    ("product-a3", &["4x4"], 2),
    ("suh-shin", &["4x4", "8x8", "12x12", "16x16"], 1),
    ("suh-shin", &["8x8"], 3),
    ("divide-1", &["4x4", "8x8", "16x16"], 1),
    ("divide-2", &["8x8", "16x16"], 1),
    ("divide-3", &["16x16"], 1),
    ("broadcast", &["5", "3x3", "4x4", "5x5", "8x8", "2x2x2", "3x3x3", "2x3x4", "2x2x2x2"], 7),
    ("broadcast-staged", &["6x6", "4x4x4"], 16),
    ("broadcast-lines", &["3x5", "2x2x2"], 1),
];

/// Scheduled networks with registers on links, as radices, scheduled network and stages: equal and unequal
/// for all links; frames that are stretched and frames that are packed; a ring of two.
pub const SCHEDULED_STAGED: &[(&str, Scheduled, &str)] = &[
    ("2", ("full", None, "all", "headers"), "3"),
    ("5", ("full", None, "all", "headers"), "1"),
    ("4x4", ("full", None, "all", "headers"), "1"),
    ("9x9", ("full", None, "all", "headers"), "6"),
    ("2x3", ("full", None, "one", "headers"), "2,1"),
    ("3x4x5", ("full", None, "all", "headers"), "0,1,2"),
    ("4x4x4", ("linear", None, "all", "headers"), "2,0,1"),
    ("4x4", ("multilinear:t=2", None, "one", "headers"), "0,2"),
    ("5x3", ("full", Some("oneshot"), "one", "headers"), "1,3"),
    ("4x4", ("full", Some("exchange"), "one", "headers"), "2"),
    ("2x4", ("full", Some("exchange"), "all", "headers"), "0,1"),
    ("4x4", ("full", None, "all", "slots"), "0,3"),
    ("6", ("full", None, "one", "slots"), "1"),
    ("2x3x4", ("full", None, "all", "slots"), "1,0,2"),
];
