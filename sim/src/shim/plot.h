// The nodes of one thread, in the tile engine as in the traffic engine: kinds of tiles and the links that leave them.
// Included behind the engine's own header, which says what a TileKind is.
#pragma once
#include "slabs.h"

#define TG_DECLARE(s) std::unique_ptr<TileKind> tg_kind_##s(VerilatedContext* context);
TG_KINDS(TG_DECLARE)

struct TgPlot {
    VerilatedContext context;
    std::vector<std::unique_ptr<TileKind>> kinds;
    const uint64_t first_word, end_word;  // of a vector with a bit for each link

    // Nodes `first` to `end`.
    TgPlot(const TgNetwork& network, uint32_t first, uint32_t end)
        : first_word{static_cast<uint64_t>(first) * TG_PORT_SLOTS / 64}
        , end_word{(static_cast<uint64_t>(end) * TG_PORT_SLOTS + 63) / 64} {
#define TG_ADD(s) kinds.push_back(tg_kind_##s(&context));
        TG_KINDS(TG_ADD)
        for (uint32_t node = first; node < end; ++node) kinds[network.kind[node]]->place(network, node);
    }

    // One clock edge; its links' bits of `valid` are cleared before.
    void step(uint64_t* valid, TgEdge& edge) {
        std::fill(valid + first_word, valid + end_word, 0);
        for (auto& kind : kinds) kind->step(edge);
    }

    // Calls `act(link)` for every link of its nodes that is in use.
    template <class Act>
    void each_link(const uint64_t* valid, Act act) const {
        tg_each_bit(valid + first_word, end_word - first_word,
                    [&](uint64_t bit) { act(static_cast<uint32_t>(64 * first_word + bit)); });
    }
};

template <class Slab>
using TgSlabs = std::vector<std::unique_ptr<Slab>>;

// The network's nodes, shared out to its threads.
template <class Slab>
TgSlabs<Slab> tg_slabs(const TgNetwork& network) {
    TgSlabs<Slab> slabs;
    for (uint32_t t = 0; t < network.threads; ++t) {
        slabs.push_back(std::make_unique<Slab>(network, tg_bound(network.nodes, network.threads, t),
                                               tg_bound(network.nodes, network.threads, t + 1)));
    }
    return slabs;
}

// Bytes of registers.
template <class Slab>
uint64_t tg_registers(const TgSlabs<Slab>& slabs) {
    uint64_t bytes = 0;
    for (const auto& slab : slabs) {
        for (const auto& kind : slab->kinds) bytes += kind->footprint();
    }
    return bytes;
}

template <class Slab>
void tg_failed_nodes(const TgSlabs<Slab>& slabs, uint64_t* bits) {
    for (const auto& slab : slabs) {
        for (const auto& kind : slab->kinds) kind->error_nodes(bits);
    }
}
