//! Headers and port lists of Verilog modules, one port a line, aligned.

/// Direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// An input.
    In,
    /// An output driven by an assignment.
    Out,
    /// An output that is a register.
    Register,
}

/// A port of a module.
#[derive(Clone, Debug)]
pub struct Port {
    direction: Direction,
    width: usize,
    name: &'static str,
    what: &'static str,
}

impl Port {
    /// A port of `width` bits and what it means.
    pub fn new(direction: Direction, width: usize, name: &'static str, what: &'static str) -> Self {
        Port { direction, width, name, what }
    }

    fn range(&self) -> String {
        if self.width == 1 {
            String::new()
        } else {
            format!("[{}:0]", self.width - 1)
        }
    }
}

/// A module: its header comment, its ports, its body.
pub fn module_text(name: &str, what: &str, header: &[String], ports: &[Port], body: &str) -> String {
    let comment: String = header.iter().map(|line| format!("// {line}\n")).collect();
    let range = ports.iter().map(|port| port.range().len()).max().unwrap_or(0);
    let names = ports.iter().map(|port| port.name.len() + 1).max().unwrap_or(0);
    let last = ports.len() - 1;
    let line = |(i, port): (usize, &Port)| {
        let kind = match port.direction {
            Direction::In => "input  wire",
            Direction::Out => "output wire",
            Direction::Register => "output reg ",
        };
        let name = format!("{}{}", port.name, if i < last { "," } else { "" });
        format!("  {kind} {:<range$} {name:<names$} // {}\n", port.range(), port.what)
    };
    let list: String = ports.iter().enumerate().map(line).collect();
    format!(
        "// {name}: {what}\n{comment}\n`default_nettype none\n\nmodule {name} (\n{list});\n\n{body}\nendmodule\n\n\
         `default_nettype wire\n"
    )
}
