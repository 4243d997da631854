//! Pieces of the text of a top: constants, tables, loops, instances and their connections.

use torus_model::PortModel;

/// Named integer constants, each with what it is.
pub fn integers(all: &[(&str, usize, &str)]) -> String {
    all.iter()
        .map(|(name, value, what)| format!("  localparam integer {name} = {value};  // {what}\n"))
        .collect()
}

/// A packed table of numbers of equal width, each with what it is; entry i is `NAME[i*width +: width]`.
pub fn table(name: &str, width: usize, entries: &[(usize, String)]) -> String {
    let line = |(i, (entry, about)): (usize, &(usize, String))| {
        let comma = if i == 0 { "" } else { "," };
        format!("    {width}'d{entry}{comma}  // {about}\n")
    };
    let lines: String = entries.iter().enumerate().rev().map(line).collect();
    format!("  localparam [{}:0] {name} = {{\n{lines}  }};\n", entries.len() * width - 1)
}

/// The entry of a table that belongs to the loop's index, widened to an integer.
pub fn entry(name: &str, number: usize, width: usize) -> String {
    let slice = format!("{name}_{number}[g{number}*{width} +: {width}]");
    if width < 32 {
        format!("{{{}'d0, {slice}}}", 32 - width)
    } else {
        slice
    }
}

/// The loop over the nodes of a cell, by its number.
pub fn generate_loop(number: usize, count: usize, label: &str, body: &str) -> String {
    loop_over(&format!("g{number}"), count, label, body)
}

/// A generate loop.
pub fn loop_over(index: &str, count: usize, label: &str, body: &str) -> String {
    format!(
        "  genvar {index};\n  generate\n    for ({index} = 0; {index} < {count}; {index} = {index} + 1) \
         begin : {label}\n{body}    end\n  endgenerate\n\n"
    )
}

/// A connection to a net of the same name.
pub fn plain(name: &str) -> (String, String) {
    (name.into(), name.into())
}

/// Valid, header and data of a link, whose data have `width` bits.
pub fn triple(side: &str, q: usize, suffix: &str, link: &str, width: &str) -> Vec<(String, String)> {
    vec![
        (format!("{side}_valid_{q}_{suffix}"), format!("link_valid[{link}]")),
        (format!("{side}_head_{q}_{suffix}"), format!("link_head[({link})*HW +: HW]")),
        (format!("{side}_data_{q}_{suffix}"), format!("link_data[({link})*{width} +: {width}]")),
    ]
}

/// The number of the `e`-th local port of processor `owner` among all local ports.
pub fn local_port_number(ports: PortModel, owner: &str, e: usize) -> String {
    match ports {
        PortModel::AllPort => format!("{owner}*E+{e}"),
        PortModel::OnePort | PortModel::SinglePort => owner.into(),
    }
}

/// Where the fields of a local port begin in a vector of fields, by the local port's number.
pub fn place(number: &str, width: &str) -> String {
    match number.contains('*') {
        true => format!("({number})*{width}"),
        false => format!("{number}*{width}"),
    }
}

/// One register behind all parts of a bench; a start clears done at once, before they have seen it.
pub fn bench_registers(part: &str) -> String {
    format!(
        "  always @(posedge clk_i) begin
    if (!rst_ni) begin
      done_o  <= 1'b0;
      error_o <= 1'b0;
    end else begin
      done_o  <= &{part}_done & ~start_i;
      error_o <= error_o | network_error | (|{part}_error);
    end
  end
"
    )
}

/// An instance outside of any loop.
pub fn instance(module: &str, name: &str, all: &[(String, String)]) -> String {
    format!("  {module} {name} (\n{}  );\n\n", connections(all).replace("        .", "    ."))
}

/// Named connections, one a line, aligned.
pub fn connections(all: &[(String, String)]) -> String {
    let longest = all.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
    let line = |(port, net): &(String, String)| format!("        .{port:<longest$} ({net})");
    all.iter().map(line).collect::<Vec<_>>().join(",\n") + "\n"
}
