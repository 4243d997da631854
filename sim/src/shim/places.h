// Where the states of links are kept. Tiles that are computed together are together in memory: each kind of
// tile of each thread has a range of places, which begins at a multiple of TG_BLOCK. The states of one port
// of TG_ROW places follow one another, behind them those of the next port.
#pragma once
#include <vector>

#include "abi.h"
#include "config.h"
#include "partitions.h"

// A multiple of the tiles in any vector.
constexpr uint32_t TG_BLOCK = 32;

// The most places whose states of one port follow one another. It is an odd multiple of TG_BLOCK, so that the
// states of a place's ports are not in the same set of a cache.
constexpr uint32_t TG_ROW = 33 * TG_BLOCK;

// Places from `first` up to but without `end`.
struct TgRange {
    uint32_t first, end;
};

// All places.
constexpr TgRange TG_ALL{0, UINT32_MAX};

#define TG_ONE(s) +1
constexpr size_t TG_KIND_COUNT = 0 TG_KINDS(TG_ONE);

class TgPlaces {
    std::vector<uint32_t> m_places;  // by node
    uint32_t m_end = 0;              // behind the last place
    uint32_t m_row;                  // TG_ROW, or all places if they are fewer
    uint32_t m_arriving;

    // Gives places to the nodes from `first` up to but without `end`, kind by kind.
    void add(const TgNetwork& network, uint32_t first, uint32_t end) {
        std::vector<uint32_t> next(TG_KIND_COUNT);
        for (uint32_t node = first; node < end; ++node) ++next[network.kind[node]];
        for (uint32_t& place : next) {
            const uint32_t count = place;
            place = m_end;
            m_end += (count + TG_BLOCK - 1) / TG_BLOCK * TG_BLOCK;
        }
        for (uint32_t node = first; node < end; ++node) m_places[node] = next[network.kind[node]]++;
    }

    // Behind the states of own links.
    size_t end() const { return static_cast<size_t>(m_end + m_row - 1) / m_row * m_row * TG_PORT_SLOTS; }

public:
    explicit TgPlaces(const TgNetwork& network)
        : m_places(network.nodes)
        , m_arriving{network.arriving} {
        const auto bound = [&](uint32_t t) { return tg_bound(network.nodes, network.threads, t); };
        for (uint32_t t = 0; t < network.threads; ++t) {
            add(network, bound(t), bound(t + 1));
        }
        m_row = std::min(TG_ROW, m_end);
    }

    uint32_t of(uint32_t node) const { return m_places[node]; }

    // The number of blocks of TG_BLOCK places.
    uint32_t blocks() const { return m_end / TG_BLOCK; }

    // How far the states of a place's ports are from one another.
    uint32_t row() const { return m_row; }

    // Where the state of the link is kept that leaves a place by a port.
    size_t at(uint32_t place, unsigned port) const {
        return (static_cast<size_t>(place / m_row) * TG_PORT_SLOTS + port) * m_row + place % m_row;
    }

    // Where the state of this link is kept. Links of other processes come behind the own ones.
    size_t link(uint32_t id) const {
        const size_t node = id / TG_PORT_SLOTS;
        if (node < m_places.size()) return at(m_places[node], id % TG_PORT_SLOTS);
        return end() + (id - m_places.size() * TG_PORT_SLOTS);
    }

    // Where the state of a link is kept that is always idle.
    size_t idle() const { return end() + m_arriving; }

    // The number of states. Those of TG_BLOCK places can be read from each on.
    size_t size() const { return idle() + TG_BLOCK; }
};
