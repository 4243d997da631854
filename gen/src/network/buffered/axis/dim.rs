//! The Verilog of one dimension of a head: direction, hops, channel.

use crate::network::streams::Dim;
use torus_hdl::buffered::BufferedSpec;
use torus_model::{route::bits, RingRule, Ties};

impl Dim {
    /// Declares net `name`, of w bits: a coordinate modulo v, the number of channels.
    pub fn modulo(&self, name: &str, of: &str, v: usize, w: usize) -> String {
        let Dim { i, n, c, .. } = self;
        let declared = format!("  wire [{}:0] {name} =", w - 1);
        if *n <= v {
            return match w - c {
                0 => format!("{declared} {of}_{i};\n"),
                more => format!("{declared} {{{more}'d0, {of}_{i}}};\n"),
            };
        }
        if v.is_power_of_two() {
            return format!("{declared} {of}_{i}[{}:0];\n", w - 1);
        }
        let whole = format!("  wire [{}:0] {name}_whole = {of}_{i} % {c}'d{v};\n", c - 1);
        match c - w {
            0 => whole + &format!("{declared} {name}_whole;\n"),
            _ => {
                whole
                    + &format!("{declared} {name}_whole[{}:0];\n", w - 1)
                    + &format!("  wire unused_{name} = ^{name}_whole[{}:{w}];\n", c - 1)
            }
        }
    }

    /// The Verilog of the run in one dimension: whether there is one, its direction, its hops after the first
    /// link, its channel.
    pub fn run(&self, spec: &BufferedSpec, ties: Ties) -> String {
        let Dim { i, n, .. } = self;
        let mut text = format!("  // Dimension {}, radix {n}.\n", i + 1);
        text += &self.offset();
        text += &format!("  wire moves_{i} = |offset_{i};\n");
        text += &self.way(ties);
        text += &self.hops(spec.layout().hop_bits);
        text + &self.channel(spec) + "\n"
    }

    /// The shorter direction; for half a ring, the one of the tie rule.
    fn way(&self, ties: Ties) -> String {
        let Dim { i, n, c, .. } = self;
        let half = n / 2;
        let tie = match ties == Ties::Parity && n % 2 == 0 {
            true => format!(" | ((offset_{i} == {c}'d{half}) & x_{i}[0])"),
            false => String::new(),
        };
        let minus = if *n == 2 { "1'b0".into() } else { format!("(offset_{i} > {c}'d{half}){tie}") };
        format!("  wire minus_{i} = {minus};\n")
    }

    /// The hops of the run after its first link.
    fn hops(&self, width: usize) -> String {
        let Dim { i, n, .. } = self;
        let own = bits(n / 2);
        let declared = format!("  wire [{}:0] hops_{i}", width - 1);
        if own == 0 {
            return format!("{declared} = {width}'d0;\n");
        }
        let below = (n - 1) % (1 << own);
        let offset = format!("offset_{i}[{}:0]", own - 1);
        let left = format!("minus_{i} ? {own}'d{below} - {offset} : {offset} - {own}'d1");
        match width - own {
            0 => format!("{declared} = {left};\n"),
            more => {
                format!("  wire [{}:0] left_{i} = {left};\n{declared} = {{{more}'d0, left_{i}}};\n", own - 1)
            }
        }
    }

    /// The channel on the first link of the run.
    fn channel(&self, spec: &BufferedSpec) -> String {
        let (i, w) = (self.i, spec.channel_bits());
        if w == 0 {
            return String::new();
        }
        let declared = format!("  wire [{}:0] channel_{i}", w - 1);
        if spec.rule == RingRule::Bubble || self.n == 2 {
            return format!("{declared} = number;\n");
        }
        let odd = format!("~even_{i} & (odd_{i} | number[0])");
        let plane = if w > 1 { format!("number[{}:1], ", w - 1) } else { String::new() };
        self.halves() + &format!("{declared} = {{{plane}{odd}}};\n")
    }

    /// The nets that choose between the two channels of a ring. `even`: the run crosses the wrap link or ends
    /// early, so it takes channel 0. `odd`: it begins late, so it takes channel 1.
    fn halves(&self) -> String {
        let Dim { i, n, c, .. } = self;
        let (early, late) = ((2 * n).div_ceil(5), 3 * n / 5);
        let (early_down, late_down) = (n - 1 - early, n - 1 - late);
        let down = format!("(y_{i} > x_{i}) | (y_{i} > {c}'d{early_down})");
        let up = format!("(y_{i} < x_{i}) | (y_{i} < {c}'d{early})");
        let odd = format!("minus_{i} ? (x_{i} < {c}'d{late_down}) : (x_{i} > {c}'d{late})");
        format!("  wire even_{i} = minus_{i} ? {down} : {up};\n  wire odd_{i} = {odd};\n")
    }
}
