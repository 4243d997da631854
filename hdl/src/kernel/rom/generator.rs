//! The Verilog of a generator: it makes the rows of a slot table without a memory.
//!
//! The frame is played by letters ([`Letters`]). There are two tracks of messages, in opposite directions;
//! each begins a message with each of its letters. A message's runs alone decide what the routers do with
//! it. So the generator keeps the messages of one router, which are the same at all routers: for each port
//! the message that arrives there, as its remaining hops and runs. The number of registers grows with the
//! dimensions and the bits of a radix, not with the number of messages.
//!
//! At the end of its run a message turns into the next one or is ejected. So the source of each exit is
//! known, and the source's place in the table gives the setting of the exit.
//!
//! Measured (ECP5, payloads of 32 bits, `docs/fpga.md`): the 8x8 node takes 320 LUT and no block RAM and runs
//! at 238 MHz; with a ROM it takes 230 LUT and 2 block RAMs and runs at 270 MHz.

mod ports;

use crate::spec::SlotTable;
use torus_model::route::bits;
use torus_model::schedule::letters::{linear::Linear, Letters, Pattern};

/// The parameters of the Verilog text.
pub(super) struct Generator<'a> {
    letters: &'a Letters,
    table: &'a SlotTable,
    /// Bits of a row.
    width: usize,
    /// Dimensions.
    d: usize,
    /// Bits of a letter.
    letter: usize,
    /// Bits of a coordinate.
    coordinate: usize,
}

impl<'a> Generator<'a> {
    /// The generator of this table, with these letters and rows of `width` bits.
    pub fn new(letters: &'a Letters, table: &'a SlotTable, width: usize) -> Self {
        let (d, letter, coordinate) = (letters.order(), bits(letters.letters()), bits(2 * letters.letters()));
        Generator { letters, table, width, d, letter, coordinate }
    }

    /// The body of the module, up to the row that it shows next.
    pub fn text(&self) -> String {
        [self.constants(), self.pairs(), self.rule(), self.tracks(), self.runs(), self.ports(), self.row()]
            .join("\n")
    }

    fn constants(&self) -> String {
        let Generator { d, letter, coordinate, .. } = self;
        let run = match self.says_there() {
            true => "L + 2;  // bits of a run: by plus, there is one, its letter",
            false => "L + 1;  // bits of a run: by plus, its letter; none is 0",
        };
        let plus = match d {
            1 => "2'b01",
            _ => "{~pair_q, 1'b0, pair_q, 1'b1}",
        };
        format!(
            r"localparam integer D = {d};  // dimensions
localparam integer L = {letter};  // bits of a letter
localparam integer C = {coordinate};  // bits of a coordinate
localparam integer R = {run}

// A letter x is a run of x + 1 hops by plus or of x hops by minus, and lasts x + 1 slots. A track is a row
// of letters that are played one by one. With each of them a message begins: this letter and the D - 1
// behind it are its runs, in the order of the dimensions.
reg [2*D*L-1:0] window_q;  // letters of both tracks, first the one that is played
reg [2*L-1:0] left_q;  // slots that it goes on for
reg [1:0] begin_q;  // it begins in this slot
wire [1:0] ends;  // it ends with this slot
wire [2*D*L-1:0] shifted;  // the letters behind it
wire idle = restart_i | !running_i;
{}// Bit t*D + i: track t goes plus in dimension i + 1.
wire [2*D-1:0] plus = {plus};
",
            self.pair_registers()
        )
    }

    fn pair_registers(&self) -> String {
        match self.d {
            1 => String::new(),
            d => format!(
                "\n// A pair of patterns: the signs of the runs in both tracks. Where bit i is set, track 0 \
                 goes plus in\n// dimension i + 2, else track 1.\nreg [{0}:0] pair_q;\n\
                 wire [{0}:0] pair_d;\n\n",
                d - 2
            ),
        }
    }

    /// The register of the pair of patterns, and the condition that another pair follows.
    fn pairs(&self) -> String {
        if self.d == 1 {
            return String::new();
        }
        let (pair, first) = (self.d - 1, self.first(0, "pair_q"));
        format!(
            r"// Both tracks have come back to their first letters: another pair of patterns follows.
wire again = ends[0] & (shifted[D*L-1:0] == {first});
assign pair_d = again ? pair_q + {pair}'h1 : pair_q;
always @(posedge clk_i) begin
  if (idle) begin
    pair_q <= {pair}'h0;
  end else begin
    pair_q <= pair_d;
  end
end
"
        )
    }

    /// The letters that a track begins a pattern with ([`Letters::first`]), from the register of the pair.
    fn first(&self, track: usize, pair: &str) -> String {
        let (low, high) = (Pattern::new(0, track), Pattern::new(usize::MAX >> 1, track));
        let letters: Vec<String> = std::iter::zip(self.letters.first(low), self.letters.first(high))
            .enumerate()
            .map(|(dim, (low, high))| self.code(low, high, &format!("{pair}[{}]", dim.max(1) - 1)))
            .rev()
            .collect();
        format!("{{{}}}", letters.join(", "))
    }

    /// The letter that is `low` if a bit is 0 and `high` if it is 1. Both are 0 or 1.
    fn code(&self, low: usize, high: usize, bit: &str) -> String {
        let zeros = match self.letter {
            1 => String::new(),
            bits => format!("{}'h0, ", bits - 1),
        };
        match (low, high) {
            (0, 1) => format!("{zeros}{bit}"),
            (1, 0) => format!("{zeros}~{bit}"),
            (same, _) => format!("{}'h{same}", self.letter),
        }
    }

    /// The function that gives the letter after a window.
    fn rule(&self) -> String {
        self.letters.linear().map_or_else(|| self.exceptions(), |linear| self.sums(linear))
    }

    /// The rule as sums of bits.
    fn sums(&self, linear: &Linear) -> String {
        let (most, letter) = (self.d * self.letter - 1, self.letter);
        let bit = |place: &usize| format!("window[{place}]");
        let sum = |places: &Vec<usize>| places.iter().map(bit).collect::<Vec<_>>().join(" ^ ");
        let sums = linear.sums().iter().rev().map(sum).collect::<Vec<_>>().join(", ");
        let turn = linear.turn();
        format!(
            r"// The letter behind a window of letters: sums of its bits. They run through all windows but
// that of zeros, which is taken in by what is added where all bits but the lowest are 0.
function automatic [L-1:0] next;
  input [D*L-1:0] window;
  begin
    next = {{{sums}}} ^ ((window[{most}:1] == {most}'h0) ? {letter}'h{turn:x} : {letter}'h0);
  end
endfunction
"
        )
    }

    /// The rule as a table.
    fn exceptions(&self) -> String {
        let (whole, letter) = (self.d * self.letter, self.letter);
        let key = |window: &[usize]| window.iter().rev().fold(0, |key, letter| key << self.letter | letter);
        let line = |(window, next): (Vec<usize>, usize)| {
            format!("      {whole}'h{:x}: next = {letter}'h{next:x};\n", key(&window))
        };
        let exceptions: String = self.letters.exceptions().map(line).collect();
        format!(
            r"// The letter behind a window of letters is the one that leaves it, with these exceptions.
function automatic [L-1:0] next;
  input [D*L-1:0] window;
  begin
    case (window)
{exceptions}      default: next = window[L-1:0];
    endcase
  end
endfunction
"
        )
    }

    /// The letters of both tracks at the beginning of a frame.
    fn start(&self) -> String {
        let windows = [1, 0].map(|track| self.letters.first(Pattern::new(0, track)));
        let letters = windows.iter().flat_map(|window| window.iter().rev());
        format!(
            "{}'h{:x}",
            2 * self.d * self.letter,
            letters.fold(0, |all, letter| all << self.letter | letter)
        )
    }

    /// The letters of a track after the first one of `window`.
    fn behind(&self) -> String {
        match self.d {
            1 => "next(window)".to_string(),
            _ => format!("{{next(window), window[D*L-1:{}]}}", self.letter),
        }
    }

    /// The letters of both tracks after a letter that has ended. In one or two dimensions all patterns of a
    /// track begin with the same letters, so the track goes on as it does inside a pattern.
    fn following(&self) -> String {
        match self.d {
            1 | 2 => "shifted".to_string(),
            _ => format!(
                "again ?\n  {{{},\n   {}}} : shifted",
                self.first(1, "pair_d"),
                self.first(0, "pair_d")
            ),
        }
    }

    /// The letters of both tracks, slot by slot.
    fn tracks(&self) -> String {
        let (letter, behind, following) = (self.letter, self.behind(), self.following());
        format!(
            r"// The letters of both tracks, slot by slot.
wire [2*D*L-1:0] start = {};
wire [2*D*L-1:0] following = {following};
genvar t;
generate
  for (t = 0; t < 2; t = t + 1) begin : track
    wire [D*L-1:0] window = window_q[t*D*L +: D*L];
    assign shifted[t*D*L +: D*L] = {behind};
    assign ends[t] = left_q[t*L +: L] == {letter}'h0;
    always @(posedge clk_i) begin
      if (idle) begin
        window_q[t*D*L +: D*L] <= start[t*D*L +: D*L];
        left_q[t*L +: L] <= start[t*D*L +: L];
        begin_q[t] <= 1'b1;
      end else begin
        begin_q[t] <= ends[t];
        if (ends[t]) begin
          window_q[t*D*L +: D*L] <= following[t*D*L +: D*L];
          left_q[t*L +: L] <= following[t*D*L +: L];
        end else begin
          left_q[t*L +: L] <= left_q[t*L +: L] - {letter}'h1;
        end
      end
    end
  end
endgenerate
",
            self.start()
        )
    }
}
