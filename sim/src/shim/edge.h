// One rising edge of a tile's clock.
//
// eval() decides anew which regions to run: it tests every trigger twice, updates its counters and asks the
// thread's message queues. For a tile of a few hundred bytes that is a third of the time, and it touches
// three objects. A tile has one clock, whose edge is the only trigger; build/regions checks this in the C++
// that Verilator wrote. If so, TG_DIRECT is 1 and the functions of the edge are called directly: first the
// logic before it, then the registers. Otherwise eval() is called.
#pragma once
#include <algorithm>

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

// Prefetches the registers of a tile that will be evaluated soon. If they do not fit into the second-level
// cache, most of the time is spent waiting for memory.
inline void tg_prefetch(const TG_ROOT* root) {
    const char* const at = reinterpret_cast<const char*>(root);
    for (size_t line = 0; line < sizeof(TG_ROOT); line += 64) __builtin_prefetch(at + line, 1, 3);
}

// The number of tiles between the one that is evaluated and the one that is prefetched.
constexpr size_t TG_AHEAD = std::max(TG_GROUP, 3);

// One rising edge of all tiles. `before` sets the inputs of a tile, `after` takes its outputs.
template <class Models, class Instances, class Before, class After>
inline void tg_edges(Models& models, const Instances& instances, Before before, After after) {
    const size_t count = instances.size();
    const auto prepare = [&](size_t i) {
        if (i + TG_AHEAD < count) tg_prefetch(instances[i + TG_AHEAD].root);
        before(instances[i]);
    };
#if TG_GROUP > 1
    // Much code does not stay in the first-level cache from tile to tile. So some tiles are evaluated at a
    // time, function by function.
    for (size_t first = 0; first < count; first += TG_GROUP) {
        const size_t end = std::min<size_t>(first + TG_GROUP, count);
        for (size_t i = first; i < end; ++i) prepare(i);
#define TG_CALL_ALL(part) for (size_t i = first; i < end; ++i) part(instances[i].root);
        TG_BEFORE_EDGE(TG_CALL_ALL)
        TG_AT_EDGE(TG_CALL_ALL)
        for (size_t i = first; i < end; ++i) after(instances[i]);
    }
#else
    for (size_t i = 0; i < count; ++i) {
        prepare(i);
        tg_edge(*models[i], *instances[i].root);
        after(instances[i]);
    }
#endif
}
