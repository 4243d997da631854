// The traffic engine: N buffered tiles with a double buffer of links and credits between them, and a queue of
// flits before every injection lane. Exact because no tile has a path from an input to an output within a cycle.
#include "traffic.h"

#define TG_DECLARE(s) std::unique_ptr<TileKind> tg_kind_##s(VerilatedContext* context);
TG_KINDS(TG_DECLARE)

namespace {

class Traffic {
    VerilatedContext m_context;
    std::vector<std::unique_ptr<TileKind>> m_kinds;
    std::vector<TgLink> m_now, m_next;
    std::vector<uint64_t> m_credit, m_returned;
    std::vector<TgQueue> m_queues;
    std::vector<bool> m_stuck;
    std::vector<TgFault> m_faults;  // that still wait for their victim
    uint64_t m_words;

    // Breaks what is to be broken before an edge. True: done for good.
    bool strike(const TgFault& fault, uint64_t cycle) {
        if (cycle < fault.cycle) return false;
        if (fault.kind == 2) {
            m_stuck[fault.place] = true;
            return true;
        }
        if (fault.kind == 0) {
            const bool hit = m_credit[fault.place] >> fault.bit & 1;
            m_credit[fault.place] &= ~(1ULL << fault.bit);
            return hit;
        }
        if (!m_now[fault.place].valid) return false;
        m_now[fault.place].head ^= static_cast<uint64_t>(1) << fault.bit;
        return true;
    }

    void step(TgTraffic& traffic, uint32_t step) {
        const uint64_t cycle = traffic.cycle + step;
        uint64_t* const valid = traffic.valid + step * m_words;
        std::fill_n(valid, m_words, 0);
        for (size_t i = m_faults.size(); i-- > 0;) {
            if (strike(m_faults[i], cycle)) m_faults.erase(m_faults.begin() + static_cast<std::ptrdiff_t>(i));
        }
        TgEdge edge{m_now.data(), m_next.data(), m_credit.data(), m_returned.data(), valid,
                    &m_queues,    &m_stuck,      &traffic,        step,              cycle,
                    traffic.reset != 0, false};
        for (auto& kind : m_kinds) kind->step(edge);
        traffic.error[step] = edge.any_error;
        m_now.swap(m_next);
        m_credit.swap(m_returned);
        if (traffic.hops) {
            tg_each_bit(valid, m_words, [&](uint64_t link) {
                traffic.hops[traffic.hop_count++] = tgt_seen(step, static_cast<uint32_t>(link), m_now[link].data);
            });
        }
    }

public:
    explicit Traffic(const TgNetwork& network)
        : m_queues(static_cast<size_t>(network.processors) * TG_LANE_SLOTS)
        , m_stuck(m_queues.size(), false) {
        const uint64_t links = static_cast<uint64_t>(network.nodes) * TG_PORT_SLOTS;
        m_now.resize(links);
        m_next.resize(links);
        m_credit.resize(links);
        m_returned.resize(links);
        m_words = (links + 63) / 64;
#define TG_ADD(s) m_kinds.push_back(tg_kind_##s(&m_context));
        TG_KINDS(TG_ADD)
        for (uint32_t node = 0; node < network.nodes; ++node) {
            m_kinds[network.kind[node]]->place(network, node);
        }
    }

    void run(TgTraffic& traffic) {
        traffic.entered_count = traffic.left_count = traffic.hop_count = 0;
        // What has entered is forgotten when it is the larger part, so that queues are no longer than twice what waits.
        for (TgQueue& queue : m_queues) {
            if (queue.next * 2 < queue.flits.size()) continue;
            queue.flits.erase(queue.flits.begin(), queue.flits.begin() + static_cast<std::ptrdiff_t>(queue.next));
            queue.next = 0;
        }
        for (uint64_t i = 0; i < traffic.offered; ++i) m_queues[traffic.flits[i].lane].flits.push_back(traffic.flits[i]);
        for (uint64_t i = 0; i < traffic.steps; ++i) step(traffic, static_cast<uint32_t>(i));
    }

    void fault(const TgFault& fault) { m_faults.push_back(fault); }

    void error_nodes(uint64_t* bits) const {
        for (const auto& kind : m_kinds) kind->error_nodes(bits);
    }
};

}  // namespace

uint32_t tgt_abi() { return TGT_ABI; }
void* tgt_create(const TgNetwork* network) { return new Traffic{*network}; }
void tgt_destroy(void* simulation) { delete static_cast<Traffic*>(simulation); }
void tgt_run(void* simulation, TgTraffic* traffic) { static_cast<Traffic*>(simulation)->run(*traffic); }
void tgt_fault(void* simulation, const TgFault* fault) { static_cast<Traffic*>(simulation)->fault(*fault); }
void tgt_error_nodes(void* simulation, uint64_t* bits) { static_cast<Traffic*>(simulation)->error_nodes(bits); }
