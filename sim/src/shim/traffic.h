// The internal interface of the traffic engine: buffered tiles, links and credits between two clock edges,
// and queues of flits. There is one TileKind per verilated module and partition.
#pragma once
#include <memory>
#include <vector>

#include "bits.h"
#include "config.h"
#include "links.h"
#include "traffic_abi.h"

// The credits that return over a link, a bit for each channel.
using TgCredits = TgPort<TG_CHANNELS>;

// The cycle of a flit that does not exist.
constexpr uint64_t TGT_NEVER = UINT64_MAX;

// The flits of a local port. `next` is the first one that has not entered.
struct TgQueue {
    std::vector<TgFlit> flits;
    size_t next = 0;

    // The cycle from which on its next flit is offered, or TGT_NEVER.
    uint64_t due() const { return next < flits.size() ? flits[next].cycle : TGT_NEVER; }

    // Prepares for more flits. Reset drops all waiting flits. Otherwise those that have entered are dropped
    // when they are at least half of the queue, so it is at most twice as long as its waiting flits.
    void prepare(bool reset) {
        if (reset) next = flits.size();
        if (next * 2 < flits.size()) return;
        flits.erase(flits.begin(), flits.begin() + static_cast<std::ptrdiff_t>(next));
        next = 0;
    }
};

// Queues the flits that are offered, each at its local port.
inline void tgt_queue(std::vector<TgQueue>& queues, const TgTraffic& traffic) {
    if (!traffic.reset && !traffic.offered) return;
    for (TgQueue& queue : queues) queue.prepare(traffic.reset != 0);
    for (uint64_t i = 0; i < traffic.offered; ++i) {
        queues[traffic.flits[i].local_port].flits.push_back(traffic.flits[i]);
    }
}

// The data that one clock edge of a partition's nodes reads and writes.
struct TgEdge {
    TgLinkEdge links;
    TgPart<TgCredits> credit;
    TgTally* tallies;      // by link and channel; only those of the partition's nodes are written
    TgQueue* queues;       // by local port
    uint64_t* due;         // by local port: the cycle from which on its next flit is offered, or TGT_NEVER
    const uint8_t* ready;  // by local port: whether what leaves there is taken
    std::vector<TgSeen>* entered;
    std::vector<TgSeen>* left;
    uint32_t step;
    uint64_t cycle;  // the cycle before the edge
    bool reset;
    bool any_error;  // in: false; out: OR of error_o
};

// The channel of a flit with this head. A wrong head may name one that does not exist.
template <class Head>
inline Head tgt_channel(Head head) {
    return static_cast<Head>(TG_CHANNELS > 1 ? head >> TG_CHANNEL_LOW & ((1U << TG_CHANNEL_BITS) - 1) : 0);
}

class TgPlaces;

class TileKind {
public:
    virtual ~TileKind() = default;
    // Adds the tile of this node.
    virtual void place(const TgNetwork& network, const TgPlaces& places, uint32_t node) = 0;
    // Called when all tiles are placed.
    virtual void finish() = 0;
    virtual void step(TgEdge& edge) = 0;
    virtual uint64_t footprint() const = 0;
    virtual void error_nodes(uint64_t* bits) const = 0;
    // Adds what its nodes have counted since the last call to the tallies, which are by link and channel.
    virtual void tally(TgTally* tallies) = 0;
    // Adds a tile whose ports the caller drives. Returns its number among such tiles.
    virtual uint32_t add() = 0;
    virtual void edge(uint32_t tile, const uint32_t* inputs, uint32_t* outputs) = 0;
};

// The first word of a payload. It is never 0, no two are the same, and one with a changed bit was most
// likely not sent. It is 1 + factor * serial modulo 2^32 - 1; the factor has no divisor in common with the
// modulus.
constexpr uint64_t TGT_MODULUS = 0xffffffff, TGT_FACTOR = 0x9e3779b1, TGT_INVERSE = 0xc4d792d1;

inline uint32_t tgt_first(uint32_t serial) {
    return 1 + static_cast<uint32_t>(serial * TGT_FACTOR % TGT_MODULUS);
}

// The serial of a first word. For 0 it is a serial that is never sent.
inline uint32_t tgt_serial(uint32_t first) {
    return first ? static_cast<uint32_t>((first - 1) * TGT_INVERSE % TGT_MODULUS) : UINT32_MAX;
}

// A word of the payload of a serial. All words follow from the serial, so a swapped or damaged payload is
// noticed.
inline uint32_t tgt_word(uint32_t serial, unsigned index) {
    if (index == 0) return tgt_first(serial);
    uint64_t z = (static_cast<uint64_t>(index) << 32 | serial) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    return static_cast<uint32_t>(z >> 32);
}

inline void tgt_words(uint32_t serial, uint32_t* words) {
    constexpr unsigned count = (TG_DATA_BITS + 31) / 32;
    for (unsigned i = 0; i < count; ++i) words[i] = tgt_word(serial, i);
    if (TG_DATA_BITS % 32) words[count - 1] &= (1U << (TG_DATA_BITS % 32)) - 1;
}

// Sets a port from as many words as it has.
template <class T>
inline void tgt_assign(T& port, const uint32_t* words) {
    tg_set(port, words, sizeof(T) / 4);
}

template <class T>
inline void tgt_set(T& port, uint32_t serial) {
    uint32_t words[(TG_DATA_BITS + 31) / 32] = {};
    tgt_words(serial, words);
    tgt_assign(port, words);
}

inline TgSeen tgt_seen_words(uint32_t step, uint32_t place, const uint32_t* payload) {
    uint32_t words[(TG_DATA_BITS + 31) / 32] = {};
    const uint32_t serial = tgt_serial(payload[0]);
    tgt_words(serial, words);
    const bool same = std::equal(words, words + (TG_DATA_BITS + 31) / 32, payload);
    return {step, place, serial, !same, 0};
}

template <class T>
inline TgSeen tgt_seen(uint32_t step, uint32_t place, const T& payload) {
    return tgt_seen_words(step, place, TgWords<T>{payload}.get());
}
