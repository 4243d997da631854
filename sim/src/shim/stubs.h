// Verilated tops of buffered networks, whose nodes are stubs (build/stubs.rs): the tiles that the stubs
// call, and the states of the links between them.
#pragma once
#include "bits.h"
#include "config.h"
#include "traffic.h"

// The tiles for the stubs of networks that are created on this thread.
const TgTiles* tgs_lent();

// The tiles that the stubs of one verilated top call. They have to live longer than the top.
class TgStubs {
    const TgTiles* const m_tiles = tgs_lent();
    void* const m_all = m_tiles->create();

public:
    TgStubs() = default;
    TgStubs(const TgStubs&) = delete;
    TgStubs& operator=(const TgStubs&) = delete;
    ~TgStubs() { m_tiles->destroy(m_all); }

    // To be called before the top is evaluated on this thread.
    void enter();
    uint32_t add(uint32_t kind) { return m_tiles->add(m_all, kind); }
    void edge(uint32_t kind, uint32_t tile, const uint32_t* inputs, uint32_t* outputs) {
        m_tiles->edge(m_all, kind, tile, inputs, outputs);
    }
};

// The existing ports of nodes, in order. Nets of a top leave out the others.
constexpr unsigned TGS_PORTS[] = {
#define TG_LISTED_PORT(q) q,
    TG_PORTS(TG_LISTED_PORT)};
constexpr unsigned TGS_PORT_COUNT = sizeof(TGS_PORTS) / sizeof(TGS_PORTS[0]);

// Writes the low `bits` bits of a port as 64-bit words.
template <class T>
void tgs_pack(const T& port, uint64_t bits, uint64_t* words) {
    const TgWords<T> from{port};
    for (uint64_t low = 0; low < bits; low += 32) {
        const auto count = static_cast<unsigned>(std::min<uint64_t>(32, bits - low));
        const uint64_t word = tg_take(from.get(), low, count);
        words[low / 64] = low % 64 ? words[low / 64] | word << 32 : word;
    }
}

// Returns up to 64 bits.
inline uint64_t tgs_take(const uint32_t* words, uint64_t low, unsigned count) {
    if (count <= 32) return tg_take(words, low, count);
    return tg_take(words, low, 32) | static_cast<uint64_t>(tg_take(words, low + 32, count - 32)) << 32;
}

template <class T>
bool tgs_bit(const T& port, uint64_t at) {
    return tg_take(TgWords<T>{port}.get(), at, 1);
}

// Sets up to 64 bits. They have to be 0 before.
inline void tgs_put(uint32_t* words, uint64_t low, unsigned count, uint64_t value) {
    for (unsigned bit = 0; bit < count; ++bit) {
        words[(low + bit) / 32] |= static_cast<uint32_t>(value >> bit & 1) << ((low + bit) % 32);
    }
}

// Counts a flit with this head on a link. `tallies` points to the tallies of the link.
inline void tgs_count_flit(TgTally* tallies, uint64_t head) {
    const uint64_t channel = tgt_channel(head);
    if (channel < TG_CHANNELS) ++tallies[channel].carried;
}

inline void tgs_count_credits(TgTally* tallies, uint64_t credits) {
    for (; credits; credits &= credits - 1) ++tallies[__builtin_ctzll(credits)].returned;
}

// Counts the flits and credits on the links after an edge.
template <class Valid, class Head, class Credit>
void tgs_count(uint64_t nodes, const Valid& valid, const Head& head, const Credit& credit, TgTally* tallies) {
    const TgWords<Valid> valids{valid};
    const TgWords<Head> heads{head};
    const TgWords<Credit> credits{credit};
    for (uint64_t place = 0; place < nodes * TGS_PORT_COUNT; ++place) {
        const uint64_t link = place / TGS_PORT_COUNT * TG_PORT_SLOTS + TGS_PORTS[place % TGS_PORT_COUNT];
        TgTally* const tally = tallies + link * TG_CHANNELS;
        if (tg_take(valids.get(), place, 1)) {
            tgs_count_flit(tally, tgs_take(heads.get(), place * TG_HEAD_BITS, TG_HEAD_BITS));
        }
        tgs_count_credits(tally, tgs_take(credits.get(), place * TG_CHANNELS, TG_CHANNELS));
    }
}
