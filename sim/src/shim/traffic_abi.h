// The C ABI between a library of buffered tiles and the driver of any traffic. `sim/src/traffic/ffi.rs`
// mirrors it field by field. A change of one needs the same change of the other, and another TGT_ABI.
// TgNetwork is that of abi.h.
#pragma once
#include "abi.h"

#define TGT_ABI 10

extern "C" {

// A flit that waits at its source. The flits of one local port are sent in the given order, none before its
// cycle.
struct TgFlit {
    uint64_t head;    // head on the first link
    uint64_t cycle;   // first cycle in which it may be offered to the router
    uint32_t serial;  // serial of the flit, which determines its payload
    uint32_t local_port;    // processor * local ports of each + local port
    uint32_t port;    // first port, if there is one local port
};

// A flit that was seen: entering the router or leaving the network by a local port, or on a link.
struct TgSeen {
    uint32_t step;
    uint32_t place;   // local port or link
    uint32_t serial;
    uint32_t dirty;   // 1: the payload is not that of the serial
    uint32_t last;    // when leaving: whether the router marks it as the last of its packet
};

// Counts at the sender of a channel since the last reset.
struct TgTally {
    uint64_t carried;   // flits put on the channel
    uint64_t returned;  // credits that came back
};

// A fault that the bench makes, to check that it is noticed.
struct TgFault {
    uint32_t kind;    // 0: a credit is lost, 1: a header bit is flipped, 2: an ejection port is never ready
    uint32_t place;   // by kind: link, link, local port; a head is changed at the end of the link
    uint32_t bit;     // by kind: channel, bit of the head, unused
    uint32_t pad;
    uint64_t cycle;   // first cycle; it strikes once from then on, kind 2 for good
};

// A batch of `steps` clock edges. Entry i of every log is the state after edge i, in cycle `cycle + i + 1`.
// Buffers belong to the caller and hold the worst case: steps * local ports entered and left, steps * links
// hops.
struct TgTraffic {
    uint64_t steps;
    uint64_t cycle;        // cycle of the state before the first edge
    uint32_t reset;        // 1: rst_ni is low during these edges
    uint32_t pad;
    const TgFlit* flits;   // to be queued before the first edge
    uint64_t offered;
    uint64_t* valid;       // [steps * words] bit = link id
    uint8_t* error;        // [steps] 1: error_o of some node is high
    TgSeen* entered;
    uint64_t entered_count;
    TgSeen* left;
    uint64_t left_count;
    TgSeen* hops;          // null: links are not traced
    uint64_t hop_count;
};

TG_EXPORT uint32_t tgt_abi();
TG_EXPORT void* tgt_create(const TgNetwork* network);
TG_EXPORT void tgt_destroy(void* simulation);
TG_EXPORT void tgt_run(void* simulation, TgTraffic* traffic);
// With 1 no ejection port is ready from the next clock edge on.
TG_EXPORT void tgt_hold(void* simulation, uint32_t held);
TG_EXPORT void tgt_fault(void* simulation, const TgFault* fault);
// The bytes of registers and links that a clock edge visits.
TG_EXPORT uint64_t tgt_footprint(const void* simulation);
// The number of channels of a link.
TG_EXPORT uint32_t tgt_channels();
// Writes [links * channels] tallies: for each link those of its channels, in order.
TG_EXPORT void tgt_tallies(void* simulation, TgTally* tallies);
TG_EXPORT void tgt_error_nodes(void* simulation, uint64_t* bits);
// The states of links, and the credits that return over them, a bit for each channel. Null if the engine
// does not give them.
TG_EXPORT const TgByLink* tgt_links();
TG_EXPORT const TgByLink* tgt_credits();

// The tiles of a library one by one, for the stubs of the fabric engine (build/stubs.rs). Inputs and outputs
// of an edge are whole 32-bit words, in the order of TG_INPUTS and TG_OUTPUTS.
struct TgTiles {
    void* (*create)();
    void (*destroy)(void* tiles);
    uint32_t (*add)(void* tiles, uint32_t kind);
    void (*edge)(void* tiles, uint32_t kind, uint32_t tile, const uint32_t* inputs, uint32_t* outputs);
};

// In a library of tiles: its tiles.
TG_EXPORT const TgTiles* tgt_tiles();
// In a library of the fabric engine: sets the tiles for the stubs of networks that this thread creates from
// now on.
TG_EXPORT void tgs_lend(const TgTiles* tiles);
// In a library of the fabric engine: the tallies of its bench.
TG_EXPORT void tgs_bench_tallies(const void* bench, TgTally* tallies);
}
