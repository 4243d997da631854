// The states of a network's links, kept for as many cycles as the registers on links hold them. Without such
// registers it is a double buffer.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "abi.h"
#include "bits.h"
#include "config.h"

// The age in cycles of what arrives at the end of a link: the number of its stages.
#if TG_STAGES
#define TG_AGE(stages) (stages)
#else
#define TG_AGE(stages) 0
#endif

// The state of a link between two clock edges. If the link is idle, its data have no meaning, and in its
// head the request is 0 and the header has no meaning. The payload is the low part of the data. If slots set
// the routers, links carry no head.
using TgLinkData = TgPort<TG_LINK_BITS>;
using TgLinkHead = TgPort<TG_HEAD_BITS>;
struct TgLink {
    TgLinkData data;
    TgLinkHead head;
    CData valid;
};

// One part of the states of all links: what a clock edge reads, and what it writes. The one is never written
// and the other never read, so the order of the nodes does not matter.
template <class T>
struct TgPart {
    const T* seen[TG_STAGES + 1];  // entry i is the state i cycles ago
    T* next;
};

template <class T>
class TgHistory {
    static constexpr uint64_t s_kept = TG_STAGES + 2;
    std::vector<T> m_cycles[s_kept];

public:
    void resize(size_t links) {
        for (auto& cycle : m_cycles) cycle.resize(links);
    }

    // The states `age` cycles before the cycle that this clock edge ends.
    T* before(uint64_t edge, uint64_t age = 0) { return m_cycles[(edge + s_kept - age) % s_kept].data(); }

    TgPart<T> at(uint64_t edge) {
        TgPart<T> part{{}, m_cycles[(edge + 1) % s_kept].data()};
        for (uint64_t age = 0; age <= TG_STAGES; ++age) part.seen[age] = before(edge, age);
        return part;
    }

    // Resets the registers on links. The states that senders put on the links last are kept.
    void clear(uint64_t edge) {
        for (uint64_t age = 1; age <= TG_STAGES; ++age) {
            std::vector<T>& cycle = m_cycles[(edge + s_kept - age) % s_kept];
            std::fill(cycle.begin(), cycle.end(), T{});
        }
    }

    size_t bytes() const { return s_kept * m_cycles[0].size() * sizeof(T); }
};

// What one clock edge reads and writes of links.
struct TgLinkEdge {
    TgPart<TgLinkData> data;
    TgPart<TgLinkHead> head;
    TgPart<CData> valid;
    uint64_t* used;  // bit = link id, cleared by the caller: links in use behind the edge
    bool emptied;    // an earlier edge of the batch was one of reset: registers on links are empty
};

// The states of all links, an array for each part of them.
class TgLinks {
    TgHistory<TgLinkData> m_data;
    TgHistory<TgLinkHead> m_head;
    TgHistory<CData> m_valid;

public:
    explicit TgLinks(size_t links) {
        m_data.resize(links);
        m_head.resize(TG_HEAD_BITS ? links : 0);
        m_valid.resize(links);
    }

    TgLinkEdge at(uint64_t edge, uint64_t* used, bool emptied) {
        return {m_data.at(edge), m_head.at(edge), m_valid.at(edge), used, emptied};
    }

    // One link before an edge.
    TgLink get(uint64_t edge, size_t link) {
        TgLink found{};
        found.data = m_data.before(edge)[link];
        if (TG_HEAD_BITS) found.head = m_head.before(edge)[link];
        found.valid = m_valid.before(edge)[link];
        return found;
    }

    void set(uint64_t edge, size_t link, const TgLink& to) {
        m_data.before(edge)[link] = to.data;
        if (TG_HEAD_BITS) m_head.before(edge)[link] = to.head;
        m_valid.before(edge)[link] = to.valid;
    }

    void clear(uint64_t edge) {
        m_data.clear(edge);
        m_head.clear(edge);
        m_valid.clear(edge);
    }

    size_t bytes() const { return m_data.bytes() + m_head.bytes() + m_valid.bytes(); }
};

// Read and write access to the states of a simulation's links after the last clock edge.
template <class Simulation, class T, T (Simulation::*get)(uint32_t),
          void (Simulation::*set)(uint32_t, const T&)>
class TgLinkAccess {
    static void read(void* simulation, const uint32_t* links, uint64_t count, uint8_t* bytes) {
        for (uint64_t i = 0; i < count; ++i) {
            const T state = (static_cast<Simulation*>(simulation)->*get)(links[i]);
            std::memcpy(bytes + i * sizeof(T), &state, sizeof(T));
        }
    }

    static void write(void* simulation, const uint32_t* links, uint64_t count, const uint8_t* bytes) {
        for (uint64_t i = 0; i < count; ++i) {
            T state;
            std::memcpy(&state, bytes + i * sizeof(T), sizeof(T));
            (static_cast<Simulation*>(simulation)->*set)(links[i], state);
        }
    }

public:
    static const TgByLink* table() {
        static constexpr TgByLink table{sizeof(T), 0, read, write};
        return &table;
    }
};
