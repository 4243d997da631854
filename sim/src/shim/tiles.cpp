// The tile engine: N tiles with links between them (links.h). It is exact because no tile has a path from an
// input to an output within a cycle; the build refuses a tile with such a path.
#include "tile.h"

#include "nodes.h"
#include "layers.h"

namespace {

// The nodes of one thread, and the results of their clock edges in a batch. Memory is used again.
struct Partition : TgNodes {
    using TgNodes::TgNodes;
    std::vector<TgEdge> edges;
    std::vector<std::vector<TgEjection>> ejected;  // by edge
    std::vector<TgHop> hops;
};

class Tiles {
    const TgPlaces m_places;
    const TgPartitions<Partition> m_partitions;
    TgLinks m_links;
    const TgLayers m_layers;
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

    // Prepares the edges of a batch.
    void prepare(Partition& partition, const TgBatch& batch) {
        partition.hops.clear();
        partition.edges.clear();
        if (partition.ejected.size() < batch.steps) partition.ejected.resize(batch.steps);
        for (uint64_t i = 0; i < batch.steps; ++i) {
            partition.clear(batch.valid + i * m_words);
            partition.ejected[i].clear();
            partition.edges.push_back(edge(batch, i, partition.ejected[i]));
        }
    }

    // Makes some clock edges of a partition.
    void make(Partition& partition, uint64_t first, uint64_t count) {
        m_layers.each(count, [&](uint64_t edge, uint64_t layer) {
            for (size_t kind = 0; kind < TG_KIND_COUNT; ++kind) {
                partition.kinds[kind]->step(partition.edges[first + edge], m_layers.places(layer, kind));
            }
        });
    }

    // Notes the messages on links after an edge.
    void trace(Partition& partition, const TgEdge& edge) const {
        partition.each_link(edge.links.used, [&](uint32_t link) {
            const TgEnds ends = tg_payload<TG_DATA_BITS>(edge.links.data.next[m_places.link(link)]);
            partition.hops.push_back({edge.step, link, ends.source, ends.destination});
        });
    }

    void work(Partition& partition, const TgBatch& batch) {
        prepare(partition, batch);
        const uint64_t most = batch.hops ? 1 : m_layers.edges();
        for (uint64_t i = 0; i < batch.steps; i += most) {
            make(partition, i, std::min(most, batch.steps - i));
            if (batch.hops) trace(partition, partition.edges[i]);
            m_threads.meet();
        }
    }

    // Computes the bench's status from that of the nodes.
    void settle(TgBatch& batch, uint64_t step) {
        bool all_done = true, any_error = false;
        for (const auto& partition : m_partitions) {
            all_done &= partition->edges[step].all_done;
            any_error |= partition->edges[step].any_error;
        }
        m_done = !batch.reset && m_all_done;
        m_error = !batch.reset && (m_error || m_any_error);
        m_all_done = all_done;
        m_any_error = any_error;
        batch.status[step] = m_done | m_error << 1;
    }

    // Writes the ejections in the order of edges, and within an edge by partition. Returns their number.
    uint64_t eject(const TgBatch& batch) const {
        TgEjection* end = batch.ejections;
        for (uint64_t i = 0; i < batch.steps; ++i) {
            for (const auto& partition : m_partitions) {
                end = std::copy(partition->ejected[i].begin(), partition->ejected[i].end(), end);
            }
        }
        return static_cast<uint64_t>(end - batch.ejections);
    }

public:
    explicit Tiles(const TgNetwork& network)
        : m_places{network}
        , m_partitions{tg_partitions<Partition>(network, m_places)}
        , m_links{m_places.size()}
        , m_layers{network, m_places, footprint()}
        , m_words{(static_cast<uint64_t>(network.nodes) * TG_PORT_SLOTS + 63) / 64}
        , m_processors{network.processors}
        , m_threads{network.threads} {}

    void run(TgBatch& batch) {
        m_threads.run([&](uint32_t t) { work(*m_partitions[t], batch); });
        m_edge += batch.steps;
        if (batch.reset) m_links.clear(m_edge);
        for (uint64_t i = 0; i < batch.steps; ++i) settle(batch, i);
        batch.ejected = eject(batch);
        const auto hops = [](const Partition& partition) -> const auto& { return partition.hops; };
        batch.hopped = batch.hops ? tg_merge(m_partitions, hops, batch.steps, batch.hops) : 0;
    }

    TgLink link(uint32_t id) { return m_links.get(m_edge, m_places.link(id)); }
    void set_link(uint32_t id, const TgLink& to) { m_links.set(m_edge, m_places.link(id), to); }

    uint64_t footprint() const {
        return tg_registers(m_partitions) + m_links.bytes();
    }

    uint64_t together() const { return m_layers.edges(); }
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
