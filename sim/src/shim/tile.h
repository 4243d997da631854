// The internal interface of the tile engine: one TileKind per verilated module and partition, with many
// instances (nodes) per kind.
#pragma once
#include <memory>
#include <vector>

#include "bits.h"
#include "config.h"
#include "links.h"
#include "places.h"

// The data that one clock edge of a partition's nodes reads and writes.
struct TgEdge {
    TgLinkEdge links;
    std::vector<TgEjection>* ejections;
    TgHost* host;  // null: the host's ports are idle
    uint32_t step;
    uint32_t processors;
    bool reset;
    bool start;
    bool all_done;   // in: true; out: AND of done_o
    bool any_error;  // in: false; out: OR of error_o
};

class TileKind {
public:
    virtual ~TileKind() = default;
    // Adds the tile of this node.
    virtual void place(const TgNetwork& network, const TgPlaces& places, uint32_t node) = 0;
    // Called when all tiles are placed.
    virtual void finish() = 0;
    // Makes one clock edge of the tiles at some places.
    virtual void step(TgEdge& edge, TgRange places) = 0;
    virtual uint64_t footprint() const = 0;
    virtual void error_nodes(uint64_t* bits) const = 0;
};
