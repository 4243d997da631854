// The functions that the stubs of a verilated top call. They use the tiles of the network that is being
// evaluated on this thread.
#include "stubs.h"

namespace {

thread_local const TgTiles* s_lent = nullptr;
thread_local TgStubs* s_entered = nullptr;

}  // namespace

const TgTiles* tgs_lent() { return s_lent; }
void tgs_lend(const TgTiles* tiles) { s_lent = tiles; }
void TgStubs::enter() { s_entered = this; }

extern "C" {

int tgs_add(int kind) { return static_cast<int>(s_entered->add(static_cast<uint32_t>(kind))); }

void tgs_edge(int kind, int tile, const uint32_t* inputs, uint32_t* outputs) {
    s_entered->edge(static_cast<uint32_t>(kind), static_cast<uint32_t>(tile), inputs, outputs);
}
}
