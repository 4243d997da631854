// A network that is larger than the cache, in layers of nodes with consecutive ids. The neighbours of a
// layer's nodes are in the same layer or in one beside it; the last layer is beside the first one. Several
// clock edges go over the layers, one behind the other. Each finds in the cache what the edge before it has
// just written.
//
// Each edge begins one layer further than the edge before, and stays two layers behind it. So the edge before
// has been to all three layers whose links this one reads, also over wrap links. No layer is computed twice.
// Source: Wellein and others, Efficient temporal blocking for stencil computations, COMPSAC 2009. The grids
// there have borders, where all sweeps begin.
#pragma once
#include <algorithm>
#include <vector>

#include "abi.h"
#include "config.h"
#include "places.h"

// The least nodes of a layer.
constexpr uint32_t TG_LAYER_NODES = 64;
// The most edges that go over the layers together.
constexpr uint64_t TG_EDGES = 8;

class TgLayers {
    uint64_t m_count = 1;
    uint64_t m_edges = 1;
    std::vector<TgRange> m_ranges;  // by layer and kind: places of nodes

    // Puts each block of places (places.h) into the layer of its first node.
    static std::vector<uint64_t> of_blocks(const TgNetwork& network, const TgPlaces& places, uint64_t count) {
        std::vector<uint64_t> layers(places.blocks());
        for (uint64_t node = network.nodes; node-- > 0;) {
            layers[places.of(static_cast<uint32_t>(node)) / TG_BLOCK] = node * count / network.nodes;
        }
        return layers;
    }

    // Whether every link comes from the layer where it ends or from one beside it.
    static bool close(const TgNetwork& network, const TgPlaces& places, const std::vector<uint64_t>& layers,
                      uint64_t count) {
        for (uint32_t node = 0; node < network.nodes; ++node) {
            const uint64_t layer = layers[places.of(node) / TG_BLOCK];
            const uint32_t* const from = network.from + static_cast<size_t>(node) * TG_PORT_SLOTS;
#define TG_CLOSE(q) \
    if ((layers[places.of(from[q] / TG_PORT_SLOTS) / TG_BLOCK] + count + 1 - layer) % count > 2) return false;
            TG_PORTS(TG_CLOSE)
        }
        return true;
    }

    void divide(const TgNetwork& network, const TgPlaces& places, const std::vector<uint64_t>& layers,
                uint64_t count) {
        m_count = count;
        m_ranges.assign(count * TG_KIND_COUNT, {UINT32_MAX, 0});
        for (uint32_t node = 0; node < network.nodes; ++node) {
            const uint32_t block = places.of(node) / TG_BLOCK;
            TgRange& range = m_ranges[layers[block] * TG_KIND_COUNT + network.kind[node]];
            range.first = std::min(range.first, block * TG_BLOCK);
            range.end = std::max(range.end, (block + 1) * TG_BLOCK);
        }
    }

public:
    // A network whose links and registers have so many bytes. It is one layer if they fit into the cache, and
    // with several threads or processes, which meet behind every edge.
    TgLayers(const TgNetwork& network, const TgPlaces& places, uint64_t bytes)
        : m_ranges(TG_KIND_COUNT, TG_ALL) {
        if (bytes <= network.cached || network.threads > 1 || network.arriving) return;
        const uint32_t most = std::min(network.radices[0], network.nodes / TG_LAYER_NODES);
        for (uint64_t count = most; count > 3; count -= count / 8 + 1) {
            const std::vector<uint64_t> layers = of_blocks(network, places, count);
            if (!close(network, places, layers, count)) continue;
            divide(network, places, layers, count);
            const uint64_t cached = network.cached / (bytes / count);
            m_edges = std::min(TG_EDGES, std::max(cached, uint64_t{3}) - 2);
            return;
        }
    }

    TgRange places(uint64_t layer, uint64_t kind) const { return m_ranges[layer * TG_KIND_COUNT + kind]; }

    // The number of edges that go over the layers together.
    uint64_t edges() const { return m_edges; }

    // Calls `act(edge, layer)` for each layer and so many edges.
    template <class Act>
    void each(uint64_t edges, Act act) const {
        for (uint64_t time = 0; time < m_count + 2 * (edges - 1); ++time) {
            for (uint64_t edge = 0; edge < edges && 2 * edge <= time; ++edge) {
                if (time - 2 * edge < m_count) act(edge, (time - edge) % m_count);
            }
        }
    }
};
