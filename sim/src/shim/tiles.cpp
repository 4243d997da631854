// The tile engine: N tiles with a double buffer of links between them. Exact because no tile has a path from
// an input to an output within a cycle (the build refuses one that has).
#include <vector>

#include "tile.h"

#define TG_DECLARE(s) std::unique_ptr<TileKind> tg_kind_##s(VerilatedContext* context);
TG_KINDS(TG_DECLARE)

namespace {

class Tiles {
    VerilatedContext m_context;
    std::vector<std::unique_ptr<TileKind>> m_kinds;
    std::vector<TgLink> m_now, m_next;
    uint64_t m_words;
    uint32_t m_processors;
    // The registers that the bench has behind the and of all done_o and the or of all error_o.
    bool m_all_done = false, m_any_error = false, m_done = false, m_error = false;

    void step(TgBatch& batch, uint32_t step) {
        uint64_t* const valid = batch.valid + step * m_words;
        std::fill_n(valid, m_words, 0);
        const bool reset = batch.reset;
        TgEdge edge{m_now.data(), m_next.data(), valid, &batch, step, m_processors, reset, batch.start[step] != 0, true, false};
        for (auto& kind : m_kinds) kind->step(edge);
        m_done = !reset && m_all_done;
        m_error = !reset && (m_error || m_any_error);
        m_all_done = edge.all_done;
        m_any_error = edge.any_error;
        batch.status[step] = m_done | m_error << 1;
        m_now.swap(m_next);
        if (batch.hops) trace(batch, step, valid);
    }

    void trace(TgBatch& batch, uint32_t step, const uint64_t* valid) const {
        tg_each_bit(valid, m_words, [&](uint64_t link) {
            tg_log_hop(batch, step, link, tg_payload<TG_DATA_BITS>(m_now[link].data));
        });
    }

public:
    explicit Tiles(const TgNetwork& network) {
        const uint64_t links = static_cast<uint64_t>(network.nodes) * TG_PORT_SLOTS;
        m_now.resize(links);
        m_next.resize(links);
        m_words = (links + 63) / 64;
        m_processors = network.processors;
#define TG_ADD(s) m_kinds.push_back(tg_kind_##s(&m_context));
        TG_KINDS(TG_ADD)
        for (uint32_t node = 0; node < network.nodes; ++node) {
            m_kinds[network.kind[node]]->place(network, node);
        }
    }

    void run(TgBatch& batch) {
        batch.ejected = 0;
        batch.hopped = 0;
        for (uint64_t i = 0; i < batch.steps; ++i) step(batch, static_cast<uint32_t>(i));
    }

    void error_nodes(uint64_t* bits) const {
        for (const auto& kind : m_kinds) kind->error_nodes(bits);
    }
};

}  // namespace

uint32_t tg_abi() { return TG_ABI; }
void* tg_create(const TgNetwork* network) { return new Tiles{*network}; }
void tg_destroy(void* simulation) { delete static_cast<Tiles*>(simulation); }
void tg_run(void* simulation, TgBatch* batch) { static_cast<Tiles*>(simulation)->run(*batch); }
void tg_error_nodes(void* simulation, uint64_t* bits) { static_cast<Tiles*>(simulation)->error_nodes(bits); }
