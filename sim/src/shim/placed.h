// The tiles of one kind that are nodes of the network: one by one, or in vectors if TG_LANES is not 0.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "edge.h"

#if TG_LANES
// A tile that is a node: a lane of a vector (lanes.h). TG_IO is a port of the tile of an instance. Ports that
// are named rx_ and tx_ hold their values only from `before` to `after` (build/lanes/lifetimes.rs).
struct TgTile {
    TG_VECTOR* vector;
    unsigned lane;
};
#define TG_IO(instance, port) (instance).tile.vector->of_##port()[(instance).tile.lane]

// The nodes of one kind, in vectors.
class TgPlaced {
    std::vector<std::unique_ptr<TgAligned<TG_VECTOR>>> m_vectors;
    TgAligned<TG_VECTOR::Passing> m_passing;  // what all vectors share, because it is kept for one edge only
    unsigned m_used = TG_LANES;  // lanes of the last vector

    // A tile at its start. All tiles of a kind start with the same values.
    void fill(TG_VECTOR& vector, VerilatedContext* context) {
        vector.passing = &m_passing.get();
        TG_MODEL model{context, ""};
        tg_settle(model);
        for (unsigned lane = 0; lane < TG_LANES; ++lane) vector.fill(lane, *model.rootp);
        model.final();
    }

    // The vector to prefetch while one is computed: the next one, if all of them do not fit into the
    // second-level cache.
    const TG_VECTOR* next(size_t v) const {
        const bool fit = m_vectors.size() * sizeof(TG_VECTOR) < 1 << 19;
        return fit ? nullptr : &m_vectors[(v + 1) % m_vectors.size()]->get();
    }

public:
    static constexpr size_t BYTES = sizeof(TG_VECTOR) / TG_LANES;

    TgTile add(VerilatedContext* context) {
        if (m_used == TG_LANES) {
            m_vectors.push_back(std::make_unique<TgAligned<TG_VECTOR>>());
            fill(m_vectors.back()->get(), context);
            m_used = 0;
        }
        return {&m_vectors.back()->get(), m_used++};
    }

    // Logic that follows from inputs is computed before each edge.
    void settle() {}

    // One rising edge of all tiles. `before` sets the inputs of a tile, `after` takes its outputs.
    template <class Instances, class Before, class After>
    void edges(const Instances& instances, Before before, After after) {
        for (size_t v = 0; v < m_vectors.size(); ++v) {
            const size_t first = v * TG_LANES, end = std::min<size_t>(first + TG_LANES, instances.size());
            TG_VECTOR& vector = m_vectors[v]->get();
            for (size_t i = first; i < end; ++i) before(instances[i]);
            // Nobody reads lanes without a tile. If they stayed in reset, both branches of it were computed.
            auto& reset = vector.of_rst_ni();
            std::fill(reset + (end - first), reset + TG_LANES, reset[0]);
            vector.edge(next(v));
            for (size_t i = first; i < end; ++i) after(instances[i]);
        }
    }
};
#else
// A tile that is a node. TG_IO is a port of the tile of an instance.
struct TgTile {
    TG_ROOT* root;
};
#define TG_IO(instance, port) (instance).tile.root->port

// Prefetches the registers of a tile that will be evaluated soon. If they do not fit into the second-level
// cache, most of the time is spent waiting for memory.
inline void tg_prefetch(const TG_ROOT* root) {
    const char* const at = reinterpret_cast<const char*>(root);
    for (size_t line = 0; line < sizeof(TG_ROOT); line += 64) __builtin_prefetch(at + line, 1, 3);
}

// The number of tiles between the one that is evaluated and the one that is prefetched.
constexpr size_t TG_AHEAD = 3;

// The nodes of one kind.
class TgPlaced {
    std::vector<std::unique_ptr<TG_MODEL>> m_models;

public:
    static constexpr size_t BYTES = sizeof(TG_ROOT);

    ~TgPlaced() {
        for (auto& model : m_models) model->final();
    }

    TgTile add(VerilatedContext* context) {
        m_models.push_back(std::make_unique<TG_MODEL>(context, ""));
        return {m_models.back()->rootp};
    }

    // Computes what follows from the values that were set in the last tile.
    void settle() { tg_settle(*m_models.back()); }

    // One rising edge of all tiles. `before` sets the inputs of a tile, `after` takes its outputs.
    template <class Instances, class Before, class After>
    void edges(const Instances& instances, Before before, After after) {
        const size_t count = instances.size();
        const auto prepare = [&](size_t i) {
            if (i + TG_AHEAD < count) tg_prefetch(instances[i + TG_AHEAD].tile.root);
            before(instances[i]);
        };
        for (size_t i = 0; i < count; ++i) {
            prepare(i);
            tg_edge(*m_models[i], *instances[i].tile.root);
            after(instances[i]);
        }
    }
};
#endif
