// The tile engine: N tiles with links between them (links.h). It is exact because no tile has a path from an
// input to an output within a cycle; the build refuses a tile with such a path.
#include "tile.h"

#include "nodes.h"
#include "slabs.h"

namespace {

// The nodes of one thread, and the logs of their clock edges in a batch.
struct Partition : TgNodes {
    using TgNodes::TgNodes;
    std::vector<TgEjection> ejections;
    // Edges that go over the slabs together, and the ejections of each. Their memory is used again.
    std::vector<TgEdge> edges;
    std::vector<std::vector<TgEjection>> ejected;
    std::vector<TgHop> hops;
    std::vector<uint8_t> status;  // by edge; bit 0: all done, bit 1: an error
};

class Tiles {
    const TgPlaces m_places;
    const TgPartitions<Partition> m_partitions;
    TgLinks m_links;
    const TgSlabs m_slabs;
    uint64_t m_edge = 0;  // the next clock edge
    uint64_t m_words;
    uint32_t m_processors;
    // The bench's registers of the AND of all done_o and of the OR of all error_o.
    bool m_all_done = false, m_any_error = false, m_done = false, m_error = false;
    TgThreads m_threads;  // last, so that its threads end first

    // What an edge of a batch reads and writes.
    TgEdge edge(const TgBatch& batch, uint64_t step, std::vector<TgEjection>& ejections) {
        const bool reset = batch.reset != 0;
        const TgLinkEdge links = m_links.at(m_edge + step, batch.valid + step * m_words, reset && step > 0);
        return {links, &ejections, batch.host, static_cast<uint32_t>(step), m_processors, reset,
                batch.start[step] != 0, true, false};
    }

    // Makes some clock edges of a partition.
    void make(Partition& partition, const TgBatch& batch, uint64_t first, uint64_t count) {
        std::vector<TgEdge>& edges = partition.edges;
        edges.clear();
        partition.ejected.resize(count);
        for (uint64_t i = 0; i < count; ++i) {
            partition.clear(batch.valid + (first + i) * m_words);
            partition.ejected[i].clear();
            edges.push_back(edge(batch, first + i, partition.ejected[i]));
        }
        m_slabs.each(count, [&](uint64_t edge, uint64_t slab) {
            for (size_t kind = 0; kind < TG_KIND_COUNT; ++kind) {
                partition.kinds[kind]->step(edges[edge], m_slabs.places(slab, kind));
            }
        });
        for (const TgEdge& edge : edges) record(partition, batch, edge);
    }

    // Notes what an edge has done.
    void record(Partition& partition, const TgBatch& batch, const TgEdge& edge) const {
        partition.ejections.insert(partition.ejections.end(), edge.ejections->begin(), edge.ejections->end());
        partition.status.push_back(edge.all_done | edge.any_error << 1);
        if (batch.hops) trace(partition, edge.step, edge.links.used, edge.links.data.next);
    }

    void trace(Partition& partition, uint32_t step, const uint64_t* valid, const TgLinkData* data) const {
        partition.each_link(valid, [&](uint32_t link) {
            const TgEnds ends = tg_payload<TG_DATA_BITS>(data[m_places.link(link)]);
            partition.hops.push_back({step, link, ends.source, ends.destination});
        });
    }

    void work(Partition& partition, const TgBatch& batch) {
        partition.ejections.clear();
        partition.hops.clear();
        partition.status.clear();
        const uint64_t most = batch.hops ? 1 : m_slabs.edges();
        for (uint64_t i = 0; i < batch.steps; i += most) {
            make(partition, batch, i, std::min(most, batch.steps - i));
            m_threads.meet();
        }
    }

    // Computes the bench's status from that of the nodes.
    void settle(TgBatch& batch, uint64_t step) {
        uint8_t all_done = 1, any_error = 0;
        for (const auto& partition : m_partitions) {
            all_done &= partition->status[step];
            any_error |= partition->status[step] >> 1;
        }
        m_done = !batch.reset && m_all_done;
        m_error = !batch.reset && (m_error || m_any_error);
        m_all_done = all_done;
        m_any_error = any_error;
        batch.status[step] = m_done | m_error << 1;
    }

public:
    explicit Tiles(const TgNetwork& network)
        : m_places{network}
        , m_partitions{tg_partitions<Partition>(network, m_places)}
        , m_links{m_places.size()}
        , m_slabs{network, m_places, footprint()}
        , m_words{(static_cast<uint64_t>(network.nodes) * TG_PORT_SLOTS + 63) / 64}
        , m_processors{network.processors}
        , m_threads{network.threads} {}

    void run(TgBatch& batch) {
        m_threads.run([&](uint32_t t) { work(*m_partitions[t], batch); });
        m_edge += batch.steps;
        if (batch.reset) m_links.clear(m_edge);
        for (uint64_t i = 0; i < batch.steps; ++i) settle(batch, i);
        const auto ejections = [](const Partition& partition) -> const auto& { return partition.ejections; };
        batch.ejected = tg_merge(m_partitions, ejections, batch.steps, batch.ejections);
        const auto hops = [](const Partition& partition) -> const auto& { return partition.hops; };
        batch.hopped = batch.hops ? tg_merge(m_partitions, hops, batch.steps, batch.hops) : 0;
    }

    TgLink link(uint32_t id) { return m_links.get(m_edge, m_places.link(id)); }
    void set_link(uint32_t id, const TgLink& to) { m_links.set(m_edge, m_places.link(id), to); }

    uint64_t footprint() const {
        return tg_registers(m_partitions) + m_links.bytes();
    }

    uint64_t together() const { return m_slabs.edges(); }
    void error_nodes(uint64_t* bits) const { tg_failed_nodes(m_partitions, bits); }
};

}  // namespace

uint32_t tg_abi() { return TG_ABI; }
void* tg_create(const TgNetwork* network) { return new Tiles{*network}; }
void tg_destroy(void* simulation) { delete static_cast<Tiles*>(simulation); }
void tg_run(void* simulation, TgBatch* batch) { static_cast<Tiles*>(simulation)->run(*batch); }
uint64_t tg_footprint(const void* simulation) { return static_cast<const Tiles*>(simulation)->footprint(); }
uint64_t tg_together(const void* simulation) { return static_cast<const Tiles*>(simulation)->together(); }
void tg_error_nodes(void* simulation, uint64_t* bits) { static_cast<Tiles*>(simulation)->error_nodes(bits); }
const TgByLink* tg_links() { return TgLinkAccess<Tiles, TgLink, &Tiles::link, &Tiles::set_link>::table(); }
