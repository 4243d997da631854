//! The printer's expressions: Icarus computes from the Verilog what rust-hdl's simulator computes from the
//! kernel, for every pair of 4-bit inputs. The forms are those that rust-hdl's own printer gets wrong, or
//! that our kernels use. Faulty kernels are refused.

use crate::common::{put, run, settle};
use rust_hdl_core::prelude::*;
use std::fmt::Write;
use torus_hdl::print::{print, Catalog, PrintError};
use torus_hdl::signal::{labels, Cst, JoinHalves, Labelled, Sig, Slice, ZeroExtend};

struct Plain;

impl Catalog for Plain {
    fn module(&self, kind: &str) -> String {
        kind.into()
    }
    fn purpose(&self, _kind: &str) -> Vec<String> {
        Vec::new()
    }
    fn port(&self, _kind: &str, _base: &str, _label: &str) -> String {
        String::new()
    }
    fn checks(&self, _kind: &str) -> String {
        String::new()
    }
}

/// Bits and words computed from two 4-bit inputs, in every form.
#[derive(LogicBlock)]
struct Forms {
    a_i: Sig<In>,
    b_i: Sig<In>,
    bit_o: Labelled<Signal<Out, Bit>>,
    word_o: Labelled<Sig<Out>>,
    wide_o: Sig<Out>,
    sum: Sig<Local>,
    parity: Signal<Local, Bit>,
    c: Labelled<Cst>,
    yes: Constant<Bit>,
    wide: ZeroExtend,
    pair: JoinHalves,
    part: Slice,
}

const BITS: usize = 13;
const WORDS: usize = 8;

impl Forms {
    fn new() -> Self {
        Forms {
            a_i: Sig::new(4),
            b_i: Sig::new(4),
            bit_o: Labelled::new(&labels(0..BITS), |_| Signal::default()),
            word_o: Labelled::new(&labels(0..WORDS), |_| Sig::new(4)),
            wide_o: Sig::new(8),
            sum: Sig::new(4),
            parity: Signal::default(),
            c: Labelled::new(&labels(0..16), |k| Cst::new(k as u128, 4)),
            yes: Constant::new(true),
            wide: ZeroExtend::new(4, 8),
            pair: JoinHalves::new(4, 5),
            part: Slice::new(10, 3, 4),
        }
    }
}

impl Logic for Forms {
    #[hdl_gen]
    fn update(&mut self) {
        self.bit_o[0].next = (self.a_i.val() - self.b_i.val()) == self.c[15].val();
        self.bit_o[1].next = (self.a_i.val() + self.b_i.val()) > self.c[9].val();
        self.bit_o[2].next = (self.a_i.val() + self.b_i.val()) == self.c[3].val();
        self.bit_o[3].next = !self.a_i.val() == self.c[5].val();
        self.bit_o[4].next = ((self.a_i.val() + self.b_i.val()) >> self.c[1].val()) > self.c[3].val();
        self.bit_o[5].next = (self.a_i.val() + self.c[1].val()) > self.b_i.val();
        self.bit_o[6].next = self.a_i.val() & self.b_i.val() == self.c[4].val();
        self.bit_o[7].next = self.a_i.val() | self.b_i.val() > self.c[6].val();
        self.bit_o[8].next = self.a_i.val() * self.b_i.val() >= self.c[6].val();
        self.bit_o[9].next = (self.a_i.val() < self.b_i.val()) & !(self.a_i.val() == self.c[2].val());
        self.bit_o[10].next = (self.a_i.val() - self.b_i.val()) - self.c[1].val()
            != self.a_i.val() - (self.b_i.val() - self.c[1].val());
        self.word_o[0].next = self.a_i.val() - (self.b_i.val() - self.c[1].val());
        self.word_o[1].next = (self.a_i.val() * self.b_i.val()) >> self.c[2].val();
        self.word_o[2].next = self.a_i.val() & !self.b_i.val() | self.c[8].val();
        self.word_o[3].next = self.a_i.val() >> self.b_i.val();
        // The branch on a constant is decided by the printer.
        if self.yes.val() {
            self.word_o[4].next = !(self.a_i.val() + self.b_i.val());
        } else {
            self.word_o[4].next = self.a_i.val();
        }
        // Order of writes, nested choices, and a local read between its writes.
        self.sum.next = self.a_i.val();
        if self.a_i.val() > self.b_i.val() {
            self.sum.next = self.sum.val() + self.b_i.val();
        } else if self.a_i.val() == self.b_i.val() {
            self.sum.next = self.c[7].val();
        } else {
            self.sum.next = self.b_i.val() - self.sum.val();
        }
        self.word_o[5].next = self.sum.val();
        self.sum.next = self.sum.val() + self.c[1].val();
        self.word_o[6].next = self.sum.val();
        self.parity.next = false;
        for k in 0..4 {
            self.parity.next = self.parity.val() | (self.a_i.val() == self.c[3 * k + 1].val());
        }
        self.bit_o[11].next = self.parity.val();
        self.bit_o[12].next =
            (self.a_i.val() == self.b_i.val()) || self.parity.val() && (self.a_i.val() != self.c[4].val());
        // Leaves.
        self.wide.a.next = self.a_i.val() + self.b_i.val();
        self.wide_o.next = self.wide.y.val() + self.wide.y.val();
        self.pair.high.next = self.a_i.val();
        self.pair.low.next = self.b_i.val();
        self.part.a.next = self.pair.y.val();
        self.word_o[7].next = self.part.y.val();
    }
}

fn simulated(forms: &mut Forms, a: u128, b: u128) -> String {
    put(&mut forms.a_i, a);
    put(&mut forms.b_i, b);
    settle(forms);
    let bits: String = forms.bit_o.iter().map(|bit| if bit.val() { '1' } else { '0' }).collect();
    let words: String = forms.word_o.iter().map(|word| format!(" {:x}", word.val().value())).collect();
    format!("{bits}{words} {:02x}", forms.wide_o.val().value())
}

/// A bench that prints every output for every input.
fn bench() -> String {
    let ports: Vec<String> = (0..BITS).map(|k| format!("bit_{k}_o")).collect();
    let words: Vec<String> = (0..WORDS).map(|k| format!("word_{k}_o")).collect();
    let all: Vec<&String> = ports.iter().chain(&words).collect();
    let connect: Vec<String> = all.iter().map(|name| format!(".{name}({name})")).collect();
    let mut text = String::from("module bench;\n  reg [3:0] a, b;\n  integer i;\n");
    ports.iter().for_each(|name| writeln!(text, "  wire {name};").unwrap());
    words.iter().for_each(|name| writeln!(text, "  wire [3:0] {name};").unwrap());
    let names: Vec<&str> = all.iter().map(|name| name.as_str()).collect();
    let format = "%b".repeat(BITS) + &" %h".repeat(WORDS) + " %h";
    write!(
        text,
        "  wire [7:0] wide_o;\n  forms u (.a_i(a), .b_i(b), .wide_o(wide_o), {});\n  initial\n    \
         for (i = 0; i < 256; i = i + 1) begin\n      {{a, b}} = i; #1 $display(\"{format}\", {}, \
         wide_o);\n    \
         end\nendmodule\n",
        connect.join(", "),
        names.join(", ")
    )
    .unwrap();
    text
}

#[test]
fn text_and_kernel_agree_on_every_input() {
    let mut forms = Forms::new();
    forms.connect_all();
    check_all(&forms).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let printed = print("forms", &forms, &Plain).unwrap();
    std::fs::write(folder.path().join("forms.v"), &printed[0].1).unwrap();
    std::fs::write(folder.path().join("bench.v"), bench()).unwrap();
    let (content, report) = run("iverilog", &["-g2001", "-o", "out", "bench.v", "forms.v"], folder.path());
    assert!(content, "{report}\n{}", printed[0].1);
    let (_, seen) = run("vvp", &["out"], folder.path());
    let expected: Vec<String> = (0..256).map(|i| simulated(&mut forms, i / 16, i % 16)).collect();
    assert_eq!(seen.lines().collect::<Vec<_>>(), expected, "{}", printed[0].1);
}

/// A kernel with two inputs, one output and a list of statements.
macro_rules! kernel {
    ($name:ident, $($update:tt)*) => {
        #[derive(LogicBlock)]
        struct $name {
            a: Sig<In>,
            b: Sig<In>,
            narrow: Sig<In>,
            y: Sig<Out>,
            t: Sig<Local>,
            v: Labelled<Sig<Local>>,
            _n: usize,
        }
        impl Default for $name {
            fn default() -> Self {
                let [a, b] = [(); 2].map(|_| Sig::new(4));
                let v = Labelled::new(&labels(0..2), |_| Sig::new(4));
                $name { a, b, narrow: Sig::new(3), y: Sig::new(4), t: Sig::new(4), v, _n: 2 }
            }
        }
        impl Logic for $name {
            $($update)*
        }
    };
}

fn error<B: Block + Default>() -> PrintError {
    print("k", &B::default(), &Plain).unwrap_err()
}

#[test]
fn mixed_widths_are_refused() {
    kernel!(
        Mixed,
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val() + self.narrow.val();
        }
    );
    let place = "a + narrow".into();
    assert_eq!(error::<Mixed>(), PrintError::Width { place, left: 4, right: 3 });
    kernel!(
        Narrow,
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.narrow.val();
        }
    );
    assert_eq!(error::<Narrow>().to_string(), "Widths of 4 and 3 bits meet in `y = narrow`.");
}

#[test]
fn reading_before_writing_is_refused() {
    kernel!(
        Early,
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.t.val();
            self.t.next = self.a.val() + self.b.val();
        }
    );
    assert_eq!(error::<Early>(), PrintError::ReadBeforeWrite { name: "t".into() });
    kernel!(
        Never,
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.t.val() + self.a.val();
        }
    );
    assert_eq!(error::<Never>().to_string(), "The kernel reads `t` before it has given it a value.");
}

#[test]
fn unknown_names_and_indices_are_refused() {
    kernel!(
        Beyond,
        #[hdl_gen]
        fn update(&mut self) {
            for k in 0..3 {
                self.v[k + 1].next = self.a.val();
            }
            self.y.next = self.v[1].val();
        }
    );
    assert!(matches!(error::<Beyond>(), PrintError::UnknownName { .. }));
    kernel!(
        Raw,
        #[hdl_gen]
        fn update(&mut self) {
            for k in 0..2 {
                self.v[k].next = self.a.val();
            }
            self.y.next = self.v[self._n - 1].val();
        }
    );
    assert!(matches!(error::<Raw>(), PrintError::Index { .. } | PrintError::UnknownName { .. }));
}
