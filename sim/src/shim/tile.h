// The internal interface of the tile engine: one TileKind per verilated module and partition, with many
// instances (nodes) per kind.
#pragma once
#include <memory>
#include <vector>

#include "bits.h"
#include "config.h"
#include "links.h"

// The state of a link between two clock edges. If the link is idle, its data have no meaning, and in its
// head the request is 0 and the header has no meaning. The payload is the low part of the data.
struct TgLink {
    TgPort<TG_LINK_BITS> data;
#if TG_HEAD_BITS
    TgPort<TG_HEAD_BITS> head;
#endif
    CData valid;
};

// The data that one clock edge of a partition's nodes reads and writes. `seen` is never written and `next`
// never read, so the order of the nodes does not matter.
struct TgEdge {
    TgSeenBefore<TgLink> seen;
    TgLink* next;
    uint64_t* valid;  // bit = link id, cleared by the caller
    std::vector<TgEjection>* ejections;
    TgHost* host;  // null: the host's ports are idle
    uint32_t step;
    uint32_t processors;
    bool reset;
    bool emptied;  // an earlier edge of the batch was one of reset: registers on links are empty
    bool start;
    bool all_done;   // in: true; out: AND of done_o
    bool any_error;  // in: false; out: OR of error_o
};

class TileKind {
public:
    virtual ~TileKind() = default;
    // Adds the tile of this node.
    virtual void place(const TgNetwork& network, uint32_t node) = 0;
    virtual void step(TgEdge& edge) = 0;
    virtual uint64_t footprint() const = 0;
    virtual void error_nodes(uint64_t* bits) const = 0;
};
