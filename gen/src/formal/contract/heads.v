  function [15:0] field(input [HEAD-1:0] head, input integer at, input integer bits);
    field = (head >> at) & ((1 << bits) - 1);
  endfunction
  function [RADIX_BITS-1:0] radix(input [15:0] port);
    radix = RADIX >> ((port >> 1) * RADIX_BITS);
  endfunction
  // The coordinate in the dimension of a port.
  function [RADIX_BITS-1:0] here(input [PLACE-1:0] place, input [15:0] port);
    here = place >> ((port >> 1) * RADIX_BITS);
  endfunction
  // That of the neighbour behind the port.
  function [RADIX_BITS-1:0] there(input [PLACE-1:0] place, input [15:0] port);
    if (port[0]) there = (here(place, port) == 0) ? radix(port) - 1 : here(place, port) - 1;
    else there = (here(place, port) == radix(port) - 1) ? 0 : here(place, port) + 1;
  endfunction
  // Whether flits that arrive by a port have come over the wrap link.
  function wraps(input [PLACE-1:0] place, input [15:0] port);
    wraps = here(place, port) == (port[0] ? radix(port) - 1 : 0);
  endfunction

  // A run is legal that ends within half a ring, and on a second channel before the wrap link. In a ring of
  // two a run has one link, and any channel.
  // `at`: the coordinate behind the link that it is on.
  function run_is_legal(input [15:0] port, input [15:0] channel, input [15:0] hops, input [15:0] at);
    run_is_legal = (port < PORTS) & ((EXISTS >> port) & 1) & (channel < CHANNELS)
      & ({1'b0, hops} + 1 <= (radix(port) >> 1))
      & (!DATELINE | !channel[0] | (radix(port) == 2) | (port[0]
        ? (at != radix(port) - 1) & (hops <= at)
        : (at != 0) & ({1'b0, at} + hops < radix(port))));
  endfunction
  // A head is legal whose runs are, with turns that are wired, each dimension once, and zeros behind them.
  function head_is_legal(input [PLACE-1:0] place, input [HEAD-1:0] head, input [15:0] port,
      input [15:0] at);
    integer r;
    reg [15:0] from, to;
    reg [DIMS-1:0] done;
    reg goes_on;
    begin
      head_is_legal = run_is_legal(port, field(head, ROUTE, CHANNEL_BITS), field(head, 0, HOP_BITS), at);
      from = port;
      done = 1 << (port >> 1);
      goes_on = 1;
      for (r = 0; r < SEGMENTS; r = r + 1) begin
        goes_on = goes_on & field(head, HOP_BITS + r * GROUP, 1);
        to = field(head, HOP_BITS + r * GROUP + 1, PORT_BITS);
        if (goes_on) begin
          head_is_legal = head_is_legal & ((TURNS >> (from * PORTS + to)) & 1) & !((done >> (to >> 1)) & 1)
            & run_is_legal(to, field(head, HOP_BITS + r * GROUP + 1 + PORT_BITS, CHANNEL_BITS),
                field(head, HOP_BITS + r * GROUP + 1 + PORT_BITS + CHANNEL_BITS, HOP_BITS), there(place, to));
          done = done | (1 << (to >> 1));
          from = to;
        end else head_is_legal = head_is_legal & !(|(((head & ((1 << ROUTE) - 1)) >> (HOP_BITS + r * GROUP))));
      end
    end
  endfunction
