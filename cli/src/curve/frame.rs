//! The frame of a picture of curves: offered rate to the right, another quantity upwards, with a labelled
//! grid.

use crate::axis::{multiples, round_numbers, short};
use std::fmt::Write;
use torus_gen::svg::sheet;

/// The width of a picture.
pub const WIDTH: f64 = 640.0;
/// The left side of a frame.
pub const LEFT: f64 = 60.0;
/// The right side of a frame.
pub const RIGHT: f64 = 604.0;
/// The most width of a letter of a label.
pub const LETTER: f64 = 6.0;
/// The number of letters that surely fit into a line of the title.
const LINE: usize = 86;

/// The scale of the vertical axis.
#[derive(Clone, Copy, Debug)]
pub enum Scale {
    /// Logarithmic from `low` to `high`, which are both positive.
    Logarithm {
        /// The value at the lower side.
        low: f64,
        /// The value at the upper side.
        high: f64,
    },
    /// Linear from 0 to this value.
    Linear(f64),
}

/// A frame of curves.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The upper side.
    pub top: f64,
    /// The height.
    pub height: f64,
    /// The rate at the right side; at the left side it is 0.
    pub rate: f64,
    /// The vertical scale.
    pub scale: Scale,
}

impl Frame {
    /// The lower side.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// The position of a rate.
    pub fn x(&self, rate: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * rate / self.rate
    }

    /// The position of a value, which is outside the frame if the value is beyond the scale.
    pub fn y(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Logarithm { low, high } => (value / low).log10() / (high / low).log10(),
            Scale::Linear(high) => value / high,
        };
        self.bottom() - self.height * share
    }

    /// The grid with its labels, the frame, and the titles of its axes.
    pub fn draw(&self, upward: &str) -> String {
        self.rates() + &self.values() + &self.sides(upward)
    }

    fn rates(&self) -> String {
        let (top, bottom) = (self.top, self.bottom());
        let line = |(rate, label): (f64, String)| {
            let x = self.x(rate);
            format!(
                "<path d=\"M{x:.1} {top} V{bottom}\" stroke=\"#e4e4e4\"/>\n\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\n",
                bottom + 14.0
            )
        };
        multiples(self.rate, 12).into_iter().map(line).collect()
    }

    fn values(&self) -> String {
        let labelled: Vec<(f64, String)> = match self.scale {
            Scale::Logarithm { low, high } => {
                round_numbers(low, high).into_iter().map(|value| (value, short(value))).collect()
            }
            Scale::Linear(high) => multiples(high, 8),
        };
        let line = |(value, label): (f64, String)| {
            let y = self.y(value);
            format!(
                "<path d=\"M{LEFT} {y:.1} H{RIGHT}\" stroke=\"#e4e4e4\"/>\n\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\n",
                LEFT - 6.0,
                y + 3.5
            )
        };
        labelled.into_iter().map(line).collect()
    }

    fn sides(&self, upward: &str) -> String {
        let (middle, height) = ((LEFT + RIGHT) / 2.0, self.top + self.height / 2.0);
        format!(
            "<rect x=\"{LEFT}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>\n\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">offered, flits per processor and \
             cycle</text>\n\
             <text x=\"14\" y=\"{height}\" transform=\"rotate(-90 14 {height})\" \
             text-anchor=\"middle\">{upward}</text>\n",
            self.top,
            RIGHT - LEFT,
            self.height,
            self.bottom() + 32.0
        )
    }
}

/// A picture of this height with a title at the top; `body` begins below [`below`].
pub fn page(title: &str, body: &str, height: f64) -> String {
    let mut head = String::new();
    for (line, text) in lines(title).iter().enumerate() {
        let _ = writeln!(head, "<text x=\"8\" y=\"{}\" font-size=\"12\">{text}</text>", 18 + 16 * line);
    }
    sheet(WIDTH, height, &(head + body))
}

/// The position below the lines of a title.
pub fn below(title: &str) -> f64 {
    16.0 * lines(title).len() as f64
}

/// The lines of a title, broken after commas so that they fit.
fn lines(title: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in title.split_inclusive(", ") {
        let last = lines.last().map_or(0, String::len);
        if last > 0 && last + part.trim_end().len() > LINE {
            lines.push(String::new());
        }
        lines.last_mut().into_iter().for_each(|line| line.push_str(part));
    }
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}
