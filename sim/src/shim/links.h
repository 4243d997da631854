// What stands on the links of a network, kept for as many cycles as registers on links hold it. Without
// registers it is a double buffer.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "abi.h"
#include "config.h"

// How many cycles ago the sender put on a link what stands at its end: the stages of its registers.
#if TG_STAGES
#define TG_AGE(stages) (stages)
#else
#define TG_AGE(stages) 0
#endif

// What clock edges read: entry i stood on the links i cycles ago.
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

    // What stood on the links so many cycles before the cycle that this clock edge ends.
    T* before(uint64_t edge, uint64_t age = 0) { return m_cycles[(edge + s_kept - age) % s_kept].data(); }

    TgSeenBefore<T> all_before(uint64_t edge) {
        TgSeenBefore<T> all;
        for (uint64_t age = 0; age <= TG_STAGES; ++age) all.ago[age] = before(edge, age);
        return all;
    }

    // What the edge puts there.
    T* behind(uint64_t edge) { return m_cycles[(edge + 1) % s_kept].data(); }

    // Reset of the registers on the links: what stands on the links stays.
    void clear(uint64_t edge) {
        for (uint64_t age = 1; age <= TG_STAGES; ++age) {
            std::vector<T>& cycle = m_cycles[(edge + s_kept - age) % s_kept];
            std::fill(cycle.begin(), cycle.end(), T{});
        }
    }

    size_t bytes() const { return s_kept * m_cycles[0].size() * sizeof(T); }
};

// What a simulation has for each link, as others read and write it; `now`: that of link 0, after the last
// clock edge.
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
