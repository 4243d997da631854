// The nodes of one thread, for the tile engine and the traffic engine: kinds of tiles and the links that
// leave them. It is included after the engine's own header, which defines TileKind.
#pragma once
#include "partitions.h"
#include "places.h"

#define TG_DECLARE(s) std::unique_ptr<TileKind> tg_kind_##s(VerilatedContext* context);
TG_KINDS(TG_DECLARE)

struct TgNodes {
    VerilatedContext context;
    std::vector<std::unique_ptr<TileKind>> kinds;
    const uint64_t first_word, end_word;  // range of words in a vector with a bit for each link

    // Makes the nodes from `first` up to but without `end`.
    TgNodes(const TgNetwork& network, const TgPlaces& places, uint32_t first, uint32_t end)
        : first_word{static_cast<uint64_t>(first) * TG_PORT_SLOTS / 64}
        , end_word{(static_cast<uint64_t>(end) * TG_PORT_SLOTS + 63) / 64} {
#define TG_ADD(s) kinds.push_back(tg_kind_##s(&context));
        TG_KINDS(TG_ADD)
        for (uint32_t node = first; node < end; ++node) {
            kinds[network.kind[node]]->place(network, places, node);
        }
        for (auto& kind : kinds) kind->finish();
    }

    // Clears the bits of its links.
    void clear(uint64_t* valid) const { std::fill(valid + first_word, valid + end_word, 0); }

    // Calls `act(link)` for every link of its nodes that is in use.
    template <class Act>
    void each_link(const uint64_t* valid, Act act) const {
        tg_each_bit(valid + first_word, end_word - first_word,
                    [&](uint64_t bit) { act(static_cast<uint32_t>(64 * first_word + bit)); });
    }
};

template <class Partition>
using TgPartitions = std::vector<std::unique_ptr<Partition>>;

// Divides the network's nodes among its threads.
template <class Partition>
TgPartitions<Partition> tg_partitions(const TgNetwork& network, const TgPlaces& places) {
    TgPartitions<Partition> partitions;
    const auto bound = [&](uint32_t t) { return tg_bound(network.nodes, network.threads, t); };
    for (uint32_t t = 0; t < network.threads; ++t) {
        partitions.push_back(std::make_unique<Partition>(network, places, bound(t), bound(t + 1)));
    }
    return partitions;
}

// The bytes of all registers.
template <class Partition>
uint64_t tg_registers(const TgPartitions<Partition>& partitions) {
    uint64_t bytes = 0;
    for (const auto& partition : partitions) {
        for (const auto& kind : partition->kinds) bytes += kind->footprint();
    }
    return bytes;
}

template <class Partition>
void tg_failed_nodes(const TgPartitions<Partition>& partitions, uint64_t* bits) {
    for (const auto& partition : partitions) {
        for (const auto& kind : partition->kinds) kind->error_nodes(bits);
    }
}
