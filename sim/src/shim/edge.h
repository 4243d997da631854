// One rising edge of a tile's clock.
//
// eval() decides anew which regions to run: it tests every trigger twice, updates its counters and asks the
// thread's message queues. For a tile of a few hundred bytes that is a third of the time, and it touches
// three objects. A tile has one clock, whose edge is the only trigger; build/regions checks this in the C++
// that Verilator wrote. If so, TG_DIRECT is 1 and the functions of the edge are called directly: first the
// logic before it, then the registers. Otherwise eval() is called.
#pragma once
#include "verilated.h"

#if TG_DIRECT
#define TG_DECLARE(part) void part(TG_ROOT* root);
TG_BEFORE_EDGE(TG_DECLARE)
TG_AT_EDGE(TG_DECLARE)

inline void tg_edge(TG_MODEL&, TG_ROOT& root) {
#define TG_CALL(part) part(&root);
    TG_BEFORE_EDGE(TG_CALL)
    TG_AT_EDGE(TG_CALL)
}

// Sets the initial values, with the clock low.
inline void tg_settle(TG_MODEL& model) { model.eval(); }
#else
// Sets the clock low after a rising edge. No logic reacts to a falling edge, so it is enough that Verilator
// forgets that the clock was high. If its record of the clock has the name known here (5.006 to 5.02x), that
// saves a second eval().
template <class Root, class Model>
auto lower_clock(Root& root, Model&, int) -> decltype(root.__Vtrigrprev__TOP__clk_i, void()) {
    root.__Vtrigrprev__TOP__clk_i = 0;
}

template <class Root, class Model>
void lower_clock(Root& root, Model& model, long) {
    root.clk_i = 0;
    model.eval();
}

inline void tg_edge(TG_MODEL& model, TG_ROOT& root) {
    root.clk_i = 1;
    model.eval();
    lower_clock(root, model, 0);
}

inline void tg_settle(TG_MODEL&) {}
#endif
