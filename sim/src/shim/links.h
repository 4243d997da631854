// The states of a network's links, kept for as many cycles as the registers on links hold them. Without such
// registers it is a double buffer.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "abi.h"
#include "config.h"

// The age in cycles of what arrives at the end of a link: the number of its stages.
#if TG_STAGES
#define TG_AGE(stages) (stages)
#else
#define TG_AGE(stages) 0
#endif

// The states that clock edges read: entry i is the state of the links i cycles ago.
template <class T>
struct TgSeenBefore {
    const T* ago[TG_STAGES + 1];
};

template <class T>
class TgLinkHistory {
    static constexpr uint64_t s_kept = TG_STAGES + 2;
    std::vector<T> m_cycles[s_kept];

public:
    void resize(size_t links) {
        for (auto& cycle : m_cycles) cycle.resize(links);
    }

    // The states of the links `age` cycles before the cycle that this clock edge ends.
    T* before(uint64_t edge, uint64_t age = 0) { return m_cycles[(edge + s_kept - age) % s_kept].data(); }

    TgSeenBefore<T> all_before(uint64_t edge) {
        TgSeenBefore<T> all;
        for (uint64_t age = 0; age <= TG_STAGES; ++age) all.ago[age] = before(edge, age);
        return all;
    }

    // The states after the edge, which it writes.
    T* behind(uint64_t edge) { return m_cycles[(edge + 1) % s_kept].data(); }

    // Resets the registers on links. The states that senders put on the links last are kept.
    void clear(uint64_t edge) {
        for (uint64_t age = 1; age <= TG_STAGES; ++age) {
            std::vector<T>& cycle = m_cycles[(edge + s_kept - age) % s_kept];
            std::fill(cycle.begin(), cycle.end(), T{});
        }
    }

    size_t bytes() const { return s_kept * m_cycles[0].size() * sizeof(T); }
};

// Read and write access to the states of a simulation's links. `now` returns the state of link 0 after the
// last clock edge; those of the other links follow.
template <class Simulation, class T, T* (Simulation::*now)()>
class TgLinkAccess {
    static void read(void* simulation, const uint32_t* links, uint64_t count, uint8_t* bytes) {
        const T* const all = (static_cast<Simulation*>(simulation)->*now)();
        for (uint64_t i = 0; i < count; ++i) std::memcpy(bytes + i * sizeof(T), all + links[i], sizeof(T));
    }

    static void write(void* simulation, const uint32_t* links, uint64_t count, const uint8_t* bytes) {
        T* const all = (static_cast<Simulation*>(simulation)->*now)();
        for (uint64_t i = 0; i < count; ++i) std::memcpy(all + links[i], bytes + i * sizeof(T), sizeof(T));
    }

public:
    static const TgByLink* table() {
        static constexpr TgByLink table{sizeof(T), 0, read, write};
        return &table;
    }
};
