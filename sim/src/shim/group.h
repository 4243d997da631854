// Groups of tiles of one kind that are computed together, and the links that they read and write.
#pragma once
#include "each_lane.h"
#include "links.h"
#include "placed.h"
#include "places.h"

// If slots set the routers, links carry no head.
#if TG_HEAD_BITS
#define TG_IF_HEAD(code) code
#else
#define TG_IF_HEAD(code)
#endif
#if TG_STAGES
#define TG_IF_STAGES(code) code
#else
#define TG_IF_STAGES(code)
#endif

// Each kind has its own types of these names.
namespace {

static_assert(TG_BLOCK % TG_LANES == 0, "a group's links of one port follow one another");

// A tile's link whose state is kept elsewhere than the others of its group and port.
struct TgElsewhere {
    uint32_t lane;
    uint32_t from;
    uint32_t age;
};

// Where the states are kept that arrive at a port of a group's tiles: one behind the other, but for some.
struct TgArrival {
    uint32_t from = 0;  // of the first tile
    uint32_t age = 0;   // the stages of the links
    std::vector<TgElsewhere> others;

    // Whether it takes less time to read all of them one by one.
    bool scattered() const { return others.size() > TG_LANES / 4; }
};

// Up to TG_LANES tiles, each in its lane. Their places follow one another.
struct TgGroup {
    TgRegisters* registers;
    unsigned count;                          // of the tiles; the lanes behind them have none
    uint32_t place;                          // of the first tile
    uint32_t first;                          // where the state of its link is kept that leaves by port 0
    uint32_t row;                            // from there to that of port 1
    TgArrival arrival[TG_PORT_SLOTS];        // follows from `from` and `age`
    uint32_t node[TG_LANES];
    uint32_t processor[TG_LANES];            // index of the node's processor, or TG_ABSENT
    uint32_t from[TG_PORT_SLOTS][TG_LANES];  // where the link's state is kept that arrives there
#if TG_STAGES
    uint32_t age[TG_PORT_SLOTS][TG_LANES];   // the stages of that link
#endif

    // Where the state of the first tile's link is kept that leaves by a port. Those of the others follow.
    size_t leaving(unsigned port) const { return first + static_cast<size_t>(row) * port; }

    uint32_t age_of([[maybe_unused]] unsigned port, [[maybe_unused]] unsigned lane) const {
#if TG_STAGES
        return age[port][lane];
#else
        return 0;
#endif
    }

    // Adds a tile.
    void add(const TgNetwork& network, const TgPlaces& places, uint32_t id) {
        node[count] = id;
        processor[count] = network.processor[id];
        const uint32_t* const links = network.from + static_cast<size_t>(id) * TG_PORT_SLOTS;
#define TG_ARRIVING(q) \
    from[q][count] = static_cast<uint32_t>(places.link(links[q])); \
    TG_IF_STAGES(age[q][count] = network.stages[links[q]];)
        TG_PORTS(TG_ARRIVING)
        ++count;
    }

    // Finds where the states that arrive at a port are kept. Links from neighbours in the same direction
    // mostly follow one another. Which start most of them share is found by a majority vote (Boyer and Moore
    // 1981).
    void find(unsigned q) {
        TgArrival& to = arrival[q];
        const auto follows = [&](unsigned lane) {
            return from[q][lane] == to.from + lane && age_of(q, lane) == to.age;
        };
        unsigned votes = 0;
        for (unsigned lane = 0; lane < TG_LANES; ++lane) {
            if (from[q][lane] < lane) continue;
            if (votes == 0) to.from = from[q][lane] - lane, to.age = age_of(q, lane);
            follows(lane) ? ++votes : --votes;
        }
        for (unsigned lane = 0; lane < TG_LANES; ++lane) {
            if (!follows(lane)) to.others.push_back({lane, from[q][lane], age_of(q, lane)});
        }
    }
};

// Sets inputs of a group's tiles to one part of what arrives at a port.
template <class Port, class T>
inline void tg_arrive(Port* __restrict port, const TgPart<T>& part, const TgGroup& group, unsigned q) {
    const TgArrival& arrival = group.arrival[q];
    if (arrival.scattered()) {
        for (unsigned lane = 0; lane < TG_LANES; ++lane) {
            tg_copy(port[lane], part.seen[group.age_of(q, lane)][group.from[q][lane]]);
        }
        return;
    }
    const T* const first = part.seen[arrival.age] + arrival.from;
    for (unsigned lane = 0; lane < TG_LANES; ++lane) tg_copy(port[lane], first[lane]);
    for (const TgElsewhere& other : arrival.others) {
        tg_copy(port[other.lane], part.seen[other.age][other.from]);
    }
}

// Takes one part of what a group's tiles send by a port.
template <class Port, class T>
inline void tg_leave(const Port* port, T* __restrict next) {
    for (unsigned lane = 0; lane < TG_LANES; ++lane) tg_copy(next[lane], port[lane]);
}

// Registers on links are empty behind a reset.
template <class Port>
inline void tg_empty(Port* valid, const TgGroup& group, unsigned q) {
    for (unsigned lane = 0; lane < TG_LANES; ++lane) valid[lane] &= group.age_of(q, lane) == 0;
}

// Sets the bit of a port for each tile that sends.
template <class Bits, class Port>
inline void tg_mark(Bits* __restrict sent, const Port* valid, unsigned q) {
    for (unsigned lane = 0; lane < TG_LANES; ++lane) sent[lane] |= static_cast<Bits>(Bits{valid[lane]} << q);
}

// Prefetches the states of as many links as a group has tiles, to read them (WRITE is 0) or to write them.
template <int WRITE, class T>
inline void tg_prefetch_links(const T* first) {
    tg_prefetch_bytes<WRITE>(first, sizeof(T) * TG_LANES);
}

template <class T>
inline void tg_prefetch_arrival(const TgPart<T>& part, const TgArrival& arrival) {
    tg_prefetch_links<0>(part.seen[arrival.age] + arrival.from);
}

// Sets the inputs of a group's tiles to what arrives, and prefetches that for the next group.
inline void tg_gather(const TgGroup& group, const TgGroup& next, const TgLinkEdge& edge) {
#define TG_GATHER(q) \
    tg_prefetch_arrival(edge.valid, next.arrival[q]); \
    TG_IF_HEAD(tg_prefetch_arrival(edge.head, next.arrival[q]);) \
    tg_prefetch_arrival(edge.data, next.arrival[q]); \
    tg_arrive(&TG_IO(group, rx_valid_##q##_i)[0], edge.valid, group, q); \
    TG_IF_HEAD(tg_arrive(&TG_IO(group, rx_head_##q##_i)[0], edge.head, group, q);) \
    tg_arrive(&TG_IO(group, rx_data_##q##_i)[0], edge.data, group, q); \
    TG_IF_STAGES(if (edge.emptied) tg_empty(&TG_IO(group, rx_valid_##q##_i)[0], group, q);)
    TG_PORTS(TG_GATHER)
}

// Takes what a group's tiles send, and prefetches where the next group's states are kept.
inline void tg_scatter(const TgGroup& group, const TgGroup& next, const TgLinkEdge& edge) {
    TgPort<TG_PORT_SLOTS> sent[TG_LANES] = {};
#define TG_SCATTER(q) \
    tg_prefetch_links<1>(edge.valid.next + next.leaving(q)); \
    TG_IF_HEAD(tg_prefetch_links<1>(edge.head.next + next.leaving(q));) \
    tg_prefetch_links<1>(edge.data.next + next.leaving(q)); \
    tg_leave(&TG_IO(group, tx_valid_##q##_o)[0], edge.valid.next + group.leaving(q)); \
    TG_IF_HEAD(tg_leave(&TG_IO(group, tx_head_##q##_o)[0], edge.head.next + group.leaving(q));) \
    tg_leave(&TG_IO(group, tx_data_##q##_o)[0], edge.data.next + group.leaving(q)); \
    tg_mark(sent, &TG_IO(group, tx_valid_##q##_o)[0], q);
    TG_PORTS(TG_SCATTER)
    for (unsigned lane = 0; lane < group.count; ++lane) {
        const uint64_t first = static_cast<uint64_t>(group.node[lane]) * TG_PORT_SLOTS, bits = sent[lane];
        edge.used[first / 64] |= bits << (first % 64);
        if (first % 64 + TG_PORT_SLOTS > 64) edge.used[first / 64 + 1] |= bits >> (64 - first % 64);
    }
}

// All groups of one kind.
class TgGroups {
    std::vector<TgGroup> m_groups;
    TgPlaced m_placed;
    size_t m_tiles = 0;

    // The number of groups before a place.
    size_t index(uint32_t place) const {
        const auto before = [](const TgGroup& group, uint32_t end) { return group.place < end; };
        const auto found = std::lower_bound(m_groups.begin(), m_groups.end(), place, before);
        return static_cast<size_t>(found - m_groups.begin());
    }

    // A group without tiles. Idle links arrive.
    TgGroup empty(const TgPlaces& places, uint32_t place, VerilatedContext* context) {
        TgGroup group{};
        group.registers = m_placed.add(context);
        group.place = place;
        group.first = static_cast<uint32_t>(places.at(place, 0));
        group.row = places.row();
        for (auto& links : group.from) {
            std::fill(links, links + TG_LANES, static_cast<uint32_t>(places.idle()));
        }
        return group;
    }

public:
    // Adds the tile of a node. `strap(group, lane)` sets what does not change.
    template <class Strap>
    void place(const TgNetwork& network, const TgPlaces& places, uint32_t node, VerilatedContext* context,
               Strap strap) {
        if (m_tiles++ % TG_LANES == 0) m_groups.push_back(empty(places, places.of(node), context));
        TgGroup& group = m_groups.back();
        group.add(network, places, node);
        strap(group, group.count - 1);
        m_placed.settle();
    }

    // Called when all tiles are placed.
    void finish() {
        for (TgGroup& group : m_groups) {
#define TG_FIND(q) group.find(q);
            TG_PORTS(TG_FIND)
        }
    }

    // One rising edge of the tiles at some places. `before(group, index)` sets other inputs than those of
    // links, `after(group, index)` takes such outputs.
    template <class Before, class After>
    void edges(TgRange places, const TgLinkEdge& links, bool reset, Before before, After after) {
        for (size_t i = index(places.first), end = index(places.end); i < end; ++i) {
            const TgGroup& next = m_groups[i + 1 < end ? i + 1 : i];
            tg_gather(m_groups[i], next, links);
            auto* const run = &TG_IO(m_groups[i], rst_ni)[0];
            std::fill(run, run + TG_LANES, !reset);
            before(m_groups[i], i);
            m_placed.edge(i);
            tg_scatter(m_groups[i], next, links);
            after(m_groups[i], i);
        }
    }

    // Whether some tile of a group reports an error.
    static bool failed(const TgGroup& group) {
        const auto* const error = &TG_IO(group, error_o)[0];
        return std::find(error, error + group.count, 1) != error + group.count;
    }

    // Calls `act(group, index, lane)` for every tile.
    template <class Act>
    void each_tile(Act act) const {
        for (size_t i = 0; i < m_groups.size(); ++i) {
            for (unsigned lane = 0; lane < m_groups[i].count; ++lane) act(m_groups[i], i, lane);
        }
    }

    void error_nodes(uint64_t* bits) const {
        each_tile([&](const TgGroup& group, size_t, unsigned lane) {
            const uint64_t error = TG_IO(group, error_o)[lane] != 0;
            bits[group.node[lane] / 64] |= error << (group.node[lane] % 64);
        });
    }

    uint64_t footprint() const { return m_groups.size() * (sizeof(TgRegisters) + sizeof(TgGroup)); }
};

}  // namespace
