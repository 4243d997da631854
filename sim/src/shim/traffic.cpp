// The traffic engine: N buffered tiles with links and credits between them (links.h), and a queue of flits
// at every injection port. It is exact because no tile has a path from an input to an output within a cycle.
#include "traffic.h"

#include "nodes.h"

namespace {

// The nodes of one thread, and the logs of their clock edges in a batch.
struct Partition : TgNodes {
    using TgNodes::TgNodes;
    std::vector<TgSeen> entered, left, hops;
    std::vector<uint8_t> error;  // by edge
};

class Traffic {
    const TgPlaces m_places;
    const TgPartitions<Partition> m_partitions;
    TgLinks m_links;
    TgHistory<TgCredits> m_credits;
    std::vector<uint32_t> m_stages;  // by link
    std::vector<TgTally> m_tallies;
    uint64_t m_edge = 0;  // the next clock edge
    std::vector<TgQueue> m_queues;
    std::vector<uint64_t> m_due;  // by queue: the cycle of its next flit, or TGT_NEVER
    std::vector<bool> m_stuck;
    std::vector<uint8_t> m_ready;
    bool m_held = false;
    std::vector<TgFault> m_faults;  // faults that have not struck yet
    uint64_t m_words;
    TgThreads m_threads;  // last, so that its threads end first

    // Applies a fault before an edge, if it is due. Returns true when the fault is done for good.
    bool strike(const TgFault& fault, uint64_t cycle, uint64_t at) {
        if (cycle < fault.cycle) return false;
        if (fault.kind == 2) {
            m_stuck[fault.place] = true;
            set_ready();
            return true;
        }
        if (fault.kind == 0) {
            const uint64_t age = TG_AGE(m_stages[fault.place]);
            TgCredits& credits = m_credits.before(at, age)[m_places.link(fault.place)];
            const bool hit = credits >> fault.bit & 1;
            credits &= static_cast<TgCredits>(~(1ULL << fault.bit));
            return hit;
        }
        TgLink link = m_links.get(at, m_places.link(fault.place));
        if (!link.valid) return false;
        link.head ^= static_cast<uint64_t>(1) << fault.bit;
        m_links.set(at, m_places.link(fault.place), link);
        return true;
    }

    void strike_all(uint64_t cycle, uint64_t at) {
        for (size_t i = m_faults.size(); i-- > 0;) {
            if (!strike(m_faults[i], cycle, at)) continue;
            m_faults.erase(m_faults.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    void step(Partition& partition, const TgTraffic& traffic, uint32_t step, uint64_t at) {
        uint64_t* const valid = traffic.valid + step * m_words;
        TgEdge edge{m_links.at(at, valid, false), m_credits.at(at), m_tallies.data(), m_queues.data(),
                    m_due.data(), m_ready.data(), &partition.entered, &partition.left, step,
                    traffic.cycle + step, traffic.reset != 0, false};
        partition.clear(valid);
        for (auto& kind : partition.kinds) kind->step(edge);
        partition.error.push_back(edge.any_error);
        if (!traffic.hops) return;
        partition.each_link(valid, [&](uint32_t link) {
            partition.hops.push_back(tgt_seen(step, link, edge.links.data.next[m_places.link(link)]));
        });
    }

    // `striking`: some fault may have to be applied before each edge.
    void work(uint32_t t, const TgTraffic& traffic, bool striking) {
        Partition& partition = *m_partitions[t];
        partition.entered.clear();
        partition.left.clear();
        partition.hops.clear();
        partition.error.clear();
        for (uint64_t i = 0; i < traffic.steps; ++i) {
            const uint64_t at = m_edge + i;
            if (striking) {
                if (t == 0) strike_all(traffic.cycle + i, at);
                m_threads.meet();
            }
            step(partition, traffic, static_cast<uint32_t>(i), at);
            m_threads.meet();
        }
    }

    void set_ready() {
        for (size_t i = 0; i < m_ready.size(); ++i) m_ready[i] = !m_held && !m_stuck[i];
    }

    // Adds what nodes have counted to the tallies.
    void tally() {
        for (const auto& partition : m_partitions) {
            for (const auto& kind : partition->kinds) kind->tally(m_tallies.data());
        }
    }

    bool failed(uint64_t step) const {
        const auto has_failed = [&](const auto& partition) { return partition->error[step]; };
        return std::any_of(m_partitions.begin(), m_partitions.end(), has_failed);
    }

public:
    explicit Traffic(const TgNetwork& network)
        : m_places{network}
        , m_partitions{tg_partitions<Partition>(network, m_places)}
        , m_links{m_places.size()}
        , m_queues(static_cast<size_t>(network.processors) * TG_LOCAL_PORT_SLOTS)
        , m_due(m_queues.size(), TGT_NEVER)
        , m_stuck(m_queues.size(), false)
        , m_ready(m_queues.size(), true)
        , m_words{(static_cast<uint64_t>(network.nodes) * TG_PORT_SLOTS + 63) / 64}
        , m_threads{network.threads} {
        const uint64_t links = static_cast<uint64_t>(network.nodes) * TG_PORT_SLOTS;
        m_credits.resize(m_places.size());
        m_stages.assign(network.stages, network.stages + links);
        m_tallies.resize(links * TG_CHANNELS);
    }

    void run(TgTraffic& traffic) {
        tgt_queue(m_queues, traffic);
        for (size_t i = 0; i < m_queues.size(); ++i) m_due[i] = m_queues[i].due();
        const bool striking = !m_faults.empty();
        m_threads.run([&](uint32_t t) { work(t, traffic, striking); });
        m_edge += traffic.steps;
        if (traffic.reset) {
            m_links.clear(m_edge);
            m_credits.clear(m_edge);
            tally();
            std::fill(m_tallies.begin(), m_tallies.end(), TgTally{});
        }
        for (uint64_t i = 0; i < traffic.steps; ++i) traffic.error[i] = failed(i);
        const auto entered = [](const Partition& partition) -> const auto& { return partition.entered; };
        traffic.entered_count = tg_merge(m_partitions, entered, traffic.steps, traffic.entered);
        const auto left = [](const Partition& partition) -> const auto& { return partition.left; };
        traffic.left_count = tg_merge(m_partitions, left, traffic.steps, traffic.left);
        const auto hops = [](const Partition& partition) -> const auto& { return partition.hops; };
        traffic.hop_count = traffic.hops ? tg_merge(m_partitions, hops, traffic.steps, traffic.hops) : 0;
    }

    void hold(bool held) {
        m_held = held;
        set_ready();
    }

    void fault(const TgFault& fault) { m_faults.push_back(fault); }

    TgLink link(uint32_t id) { return m_links.get(m_edge, m_places.link(id)); }
    void set_link(uint32_t id, const TgLink& to) { m_links.set(m_edge, m_places.link(id), to); }
    uint64_t credits(uint32_t id) { return m_credits.before(m_edge)[m_places.link(id)]; }
    void set_credits(uint32_t id, const uint64_t& to) {
        m_credits.before(m_edge)[m_places.link(id)] = static_cast<TgCredits>(to);
    }

    uint64_t footprint() const {
        return tg_registers(m_partitions) + m_links.bytes() + m_credits.bytes();
    }

    void tallies(TgTally* all) {
        tally();
        std::copy(m_tallies.begin(), m_tallies.end(), all);
    }

    void error_nodes(uint64_t* bits) const { tg_failed_nodes(m_partitions, bits); }
};

// The tiles of a library one by one, for stubs.
struct Tiles {
    VerilatedContext context;
    std::vector<std::unique_ptr<TileKind>> kinds;

    Tiles() {
#define TG_OFFERED(s) kinds.push_back(tg_kind_##s(&context));
        TG_KINDS(TG_OFFERED)
    }

    static void* create() { return new Tiles; }
    static void destroy(void* tiles) { delete static_cast<Tiles*>(tiles); }
    static uint32_t add(void* tiles, uint32_t kind) { return static_cast<Tiles*>(tiles)->kinds[kind]->add(); }

    static void edge(void* tiles, uint32_t kind, uint32_t tile, const uint32_t* inputs, uint32_t* outputs) {
        static_cast<Tiles*>(tiles)->kinds[kind]->edge(tile, inputs, outputs);
    }
};

constexpr TgTiles s_tiles{Tiles::create, Tiles::destroy, Tiles::add, Tiles::edge};

}  // namespace

uint32_t tgt_abi() { return TGT_ABI; }
void* tgt_create(const TgNetwork* network) { return new Traffic{*network}; }
void tgt_destroy(void* simulation) { delete static_cast<Traffic*>(simulation); }
void tgt_run(void* simulation, TgTraffic* traffic) { static_cast<Traffic*>(simulation)->run(*traffic); }
void tgt_hold(void* simulation, uint32_t held) { static_cast<Traffic*>(simulation)->hold(held != 0); }
void tgt_fault(void* simulation, const TgFault* fault) { static_cast<Traffic*>(simulation)->fault(*fault); }
uint64_t tgt_footprint(const void* simulation) {
    return static_cast<const Traffic*>(simulation)->footprint();
}
uint32_t tgt_channels() { return TG_CHANNELS; }
void tgt_tallies(void* simulation, TgTally* all) {
    static_cast<Traffic*>(simulation)->tallies(all);
}
void tgt_error_nodes(void* simulation, uint64_t* bits) {
    static_cast<Traffic*>(simulation)->error_nodes(bits);
}
const TgByLink* tgt_links() {
    return TgLinkAccess<Traffic, TgLink, &Traffic::link, &Traffic::set_link>::table();
}
const TgByLink* tgt_credits() {
    return TgLinkAccess<Traffic, uint64_t, &Traffic::credits, &Traffic::set_credits>::table();
}
const TgTiles* tgt_tiles() { return &s_tiles; }
