// C ABI between a library of buffered tiles and the driver of any traffic. `sim/src/traffic/ffi.rs` mirrors
// it field by field; whoever changes one changes the other and TGT_ABI. TgNetwork is that of abi.h.
#pragma once
#include "abi.h"

#define TGT_ABI 8

extern "C" {

// A flit that waits at its source. Those of one local port are sent in the order given, none before its
// cycle.
struct TgFlit {
    uint64_t head;    // as on the first link
    uint64_t cycle;   // first cycle in which it may be offered to the router
    uint32_t serial;  // of the flit; the payload follows from it
    uint32_t local_port;    // processor * local ports of each + local port
    uint32_t port;    // first port, where one local port serves all
};

// A flit at a place: entering the router or leaving the network by a local port, or on a link.
struct TgSeen {
    uint32_t step;
    uint32_t place;   // local port or link
    uint32_t serial;
    uint32_t dirty;   // 1: the payload is not the serial's
    uint32_t last;    // leaving: whether the router says that its packet ends
};

// What the sender of a channel has seen since power-up, on its wires.
struct TgTally {
    uint64_t carried;   // flits put on the channel
    uint64_t returned;  // credits that came back
};

// What the bench breaks, to see that it is noticed.
struct TgFault {
    uint32_t kind;    // 0: a credit is lost, 1: a header bit is flipped, 2: an ejection port is never ready
    uint32_t place;   // link, link, local port; a head is flipped where the link ends
    uint32_t bit;     // channel, bit of head, -
    uint32_t pad;
    uint64_t cycle;   // from which on it waits for its victim; once, but for kind 2
};

// `steps` clock edges; entry i of every log is the state after edge i, `cycle + i + 1`. Buffers belong to the
// caller and hold the worst case: steps * local ports entered and left, steps * links hops.
struct TgTraffic {
    uint64_t steps;
    uint64_t cycle;        // of the state before the first edge
    uint32_t reset;        // 1: rst_ni is low during these edges
    uint32_t pad;
    const TgFlit* flits;   // to be queued before the first edge
    uint64_t offered;
    uint64_t* valid;       // [steps * words] bit = link id
    uint8_t* error;        // [steps] some node's error_o
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
// 1: no ejection port is ready from the next clock edge on.
TG_EXPORT void tgt_hold(void* simulation, uint32_t held);
TG_EXPORT void tgt_fault(void* simulation, const TgFault* fault);
// Bytes of registers and links that a clock edge goes through.
TG_EXPORT uint64_t tgt_footprint(const void* simulation);
// Channels of a link.
TG_EXPORT uint32_t tgt_channels();
// [links * channels], channel by channel of each link.
TG_EXPORT void tgt_tallies(const void* simulation, TgTally* tallies);
TG_EXPORT void tgt_error_nodes(void* simulation, uint64_t* bits);
// What stands on links, and the credits that go back over them, a bit for each channel; null where the engine
// does not tell.
TG_EXPORT const TgByLink* tgt_links();
TG_EXPORT const TgByLink* tgt_credits();

// Tiles one by one, for the stubs of the fabric engine (build/stubs.rs). Inputs and outputs of an edge are in
// whole 32-bit words, in the order of TG_INPUTS and TG_OUTPUTS.
struct TgTiles {
    void* (*create)();
    void (*destroy)(void* tiles);
    uint32_t (*add)(void* tiles, uint32_t kind);
    void (*edge)(void* tiles, uint32_t kind, uint32_t tile, const uint32_t* inputs, uint32_t* outputs);
};

// Of a library of tiles.
TG_EXPORT const TgTiles* tgt_tiles();
// Of a library of the fabric engine: what the stubs of networks that this thread creates from here on call.
TG_EXPORT void tgs_lend(const TgTiles* tiles);
// Of a library of the fabric engine: tallies of its bench.
TG_EXPORT void tgs_bench_tallies(const void* bench, TgTally* tallies);
}
