//! The assertions at the end of arbiters: which requests are granted, and how long a request waits.

use super::properties::insert;
use torus_hdl::Module;
use torus_model::route::bits;

/// Puts assertions into a module that chooses one of several requests. Returns whether it is such a module.
/// `own`: the name of the module without that of the network.
pub fn asserted(own: &str, module: &mut Module) -> bool {
    let number = |prefix: &str| own.strip_prefix(prefix)?.split('_').next()?.parse::<usize>().ok();
    let (requests, nets, some) = match (number("arbiter_"), number("output_"), number("eject_")) {
        (Some(requests), ..) if own.ends_with("lock") => (requests, of_buses(" & !lock_i"), "any_o"),
        (Some(requests), ..) => (requests, of_buses(""), "any_o) & (any_o == (|f_request)"),
        (_, Some(requests), _) => (requests, of_requesters(requests, module), "|f_request"),
        (.., Some(requests)) => (requests, of_requesters(requests, module), "|f_request & free"),
        _ => return false,
    };
    if requests < 2 {
        return false;
    }
    // These arbiters serve pairs in turn, and the last pair may be half empty but is served as often as the
    // others.
    let most = if own.starts_with("arbiter_") { requests } else { requests.next_multiple_of(2) };
    let about = format!("one request at most is granted, and {} others at most come before one", most - 1);
    let declared = (nets + &waits(requests, most)).replace("F_LAST", &(requests - 1).to_string());
    insert(module, &about, &[declared], &assertions(requests, most, some));
    true
}

/// The nets of a module whose requests are a bus. `unlocked`: the condition, besides service, under which the
/// next request is chosen.
fn of_buses(unlocked: &str) -> String {
    format!(
        "  wire [F_LAST:0] f_request = req_i;\n  wire [F_LAST:0] f_grant = grant_o;\n  \
         wire f_serves = served_i{unlocked} & any_o;\n  \
         always @* assume (any_o | !served_i);  // nobody is served where nobody is granted\n"
    )
}

/// The nets of a module with a grant for each requester. Its row `may` has the requesters that may go; the
/// module has it only where some that ask may not.
fn of_requesters(requests: usize, module: &Module) -> String {
    let row = if module.text.contains(" may = ") { "may" } else { "ask" };
    let grants: Vec<String> = (0..requests).rev().map(|i| format!("grant_{i}_o")).collect();
    format!(
        "  wire [F_LAST:0] f_request = {row};\n  wire [F_LAST:0] f_grant = {{{}}};\n  \
         wire f_serves = |f_grant;\n",
        grants.join(", ")
    )
}

/// Watches one request and counts how many others are served before it. At most `most` - 1 may be.
fn waits(requests: usize, most: usize) -> String {
    let count = bits(most + 1);
    format!(
        "  (* anyconst *) wire [{}:0] f_any;  // the request that is watched\n  \
         wire [F_LAST:0] f_mine = {requests}'d1 << f_any;\n  \
         reg [{}:0] f_passed_q = {count}'d0;  // others that came before it, while it waited\n  \
         always @(posedge clk_i) begin\n    \
         if (!rst_ni | !(|(f_request & f_mine))) f_passed_q <= {count}'d0;\n    \
         else if (f_serves & |(f_grant & f_mine)) f_passed_q <= {count}'d0;\n    \
         else if (f_serves) f_passed_q <= f_passed_q + {count}'d1;\n  end",
        bits(requests).max(1) - 1,
        count - 1
    )
}

/// The assertions. `some`: the condition under which some request is granted.
fn assertions(requests: usize, most: usize, some: &str) -> Vec<String> {
    let count = bits(most + 1);
    vec![
        format!("    one_grant: assert ((f_grant & (f_grant - {requests}'d1)) == {requests}'d0);"),
        format!("    grant_is_asked: assert ((f_grant & ~f_request) == {requests}'d0);"),
        format!("    some_grant: assert (|f_grant == ({some}));"),
        format!("    not_passed_over: assert (f_passed_q < {count}'d{most});"),
    ]
}
