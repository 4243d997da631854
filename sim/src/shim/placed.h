// The registers of tiles that are computed together: a vector of TG_LANES tiles (lanes.h), or one tile that
// Verilator's code computes. TG_LANES is 1 then.
#pragma once
#include <memory>
#include <vector>

#include "edge.h"

// Each kind has its own types of these names.
namespace {

// Prefetches some bytes, to read them (WRITE is 0) or to write them.
template <int WRITE>
inline void tg_prefetch_bytes(const void* first, size_t bytes) {
    const char* const memory = static_cast<const char*>(first);
    for (size_t byte = 0; byte < bytes; byte += 64) __builtin_prefetch(memory + byte, WRITE, 3);
}

// TG_IO is a port of all tiles of a group (group.h), an array with an element for each. Ports that are named
// rx_ and tx_ hold their values only right before and right behind an edge (build/lanes/lifetimes.rs).
#ifdef TG_VECTOR
using TgRegisters = TG_VECTOR;
#define TG_IO(group, port) (group).registers->of_##port()

// The registers of the groups of one kind.
class TgPlaced {
    std::vector<std::unique_ptr<TgAligned<TG_VECTOR>>> m_vectors;
    TgAligned<TG_VECTOR::Passing> m_passing;  // what all vectors share, because it is kept for one edge only

    // The vector to prefetch while one is computed: the next one, if all of them do not fit into the
    // second-level cache.
    const TG_VECTOR* next(size_t index) const {
        const bool fit = m_vectors.size() * sizeof(TG_VECTOR) < 1 << 19;
        return fit ? nullptr : &m_vectors[(index + 1) % m_vectors.size()]->get();
    }

public:
    // Adds tiles at their start. All tiles of a kind start with the same values.
    TG_VECTOR* add(VerilatedContext* context) {
        m_vectors.push_back(std::make_unique<TgAligned<TG_VECTOR>>());
        TG_VECTOR& vector = m_vectors.back()->get();
        vector.passing = &m_passing.get();
        TG_MODEL model{context, ""};
        tg_settle(model);
        for (unsigned lane = 0; lane < TG_LANES; ++lane) vector.fill(lane, *model.rootp);
        model.final();
        return &vector;
    }

    // Logic that follows from inputs is computed before each edge.
    void settle() {}

    // One rising edge of all tiles of a group.
    void edge(size_t index) { m_vectors[index]->get().edge(next(index)); }
};
#else
using TgRegisters = TG_ROOT;
#define TG_IO(group, port) (&(group).registers->port)

// The number of tiles between the one that is evaluated and the one whose registers are prefetched. If they
// do not fit into the second-level cache, most of the time is spent waiting for memory.
constexpr size_t TG_AHEAD = 3;

// The tiles of one kind.
class TgPlaced {
    std::vector<std::unique_ptr<TG_MODEL>> m_models;

public:
    ~TgPlaced() {
        for (auto& model : m_models) model->final();
    }

    TG_ROOT* add(VerilatedContext* context) {
        m_models.push_back(std::make_unique<TG_MODEL>(context, ""));
        return m_models.back()->rootp;
    }

    // Computes what follows from the values that were set in the last tile.
    void settle() { tg_settle(*m_models.back()); }

    void edge(size_t index) {
        if (index + TG_AHEAD < m_models.size()) {
            tg_prefetch_bytes<1>(m_models[index + TG_AHEAD]->rootp, sizeof(TG_ROOT));
        }
        tg_edge(*m_models[index], *m_models[index]->rootp);
    }
};
#endif

}  // namespace
