// The fabric engine: the whole bench as one verilated model. Only the nodes of buffered networks are stubs.
// It is slow to build and to run, and serves to check the tile engine against the emitted wiring.
#include <memory>

#include "bits.h"
#include "config.h"
#if TG_STUBS
#include "stubs.h"
#endif

namespace {

class Fabric {
    VerilatedContext m_context;
#if TG_STUBS
    TgStubs m_stubs;  // before the bench, which calls it until its own end
    std::vector<TgTally> m_tallies;
#endif
    TG_MODEL m_bench{&m_context, ""};
    uint64_t m_links, m_local_ports;

    // Writes the low `bits` bits of a port as 64-bit words.
    template <class T>
    static void pack(const T& port, uint64_t bits, uint64_t* words) {
        const TgWords<T> from{port};
        for (uint64_t low = 0; low < bits; low += 32) {
            const uint64_t word = tg_take(from.get(), low, std::min<uint64_t>(32, bits - low));
            if (low % 64) {
                words[low / 64] |= word << 32;
            } else {
                words[low / 64] = word;
            }
        }
    }

    void eject(TgBatch& batch, uint32_t step) const {
        const auto* const root = m_bench.rootp;
        const TgWords<std::decay_t<decltype(root->eject_data_o)>> data{root->eject_data_o};
        const TgWords<std::decay_t<decltype(root->eject_valid_o)>> valid{root->eject_valid_o};
        for (uint64_t local_port = 0; local_port < m_local_ports; ++local_port) {
            if (!tg_take(valid.get(), local_port, 1)) continue;
            const TgEnds ends = tg_ends(data.get(), local_port * TG_DATA_BITS, TG_DATA_BITS);
            batch.ejections[batch.ejected++] = {
                step, static_cast<uint32_t>(local_port), ends.source, ends.destination, ends.dirty};
        }
    }

    // The place of a link in the net `link_data`, which leaves out absent ports. The payload is the low part
    // of a link's bits.
    static uint64_t place(uint64_t link) {
        static constexpr unsigned ports[] = {
#define TG_LISTED(q) q,
            TG_PORTS(TG_LISTED)};
        constexpr unsigned count = sizeof(ports) / sizeof(ports[0]);
        const auto* const rank = std::find(ports, ports + count, link % TG_PORT_SLOTS);
        return link / TG_PORT_SLOTS * count + (rank - ports);
    }

    void trace(TgBatch& batch, uint32_t step, const uint64_t* valid) const {
#if TG_TRACED
        const auto& port = m_bench.rootp->TG_LINK_DATA;
        const TgWords<std::decay_t<decltype(port)>> data{port};
        tg_each_bit(valid, (m_links + 63) / 64, [&](uint64_t link) {
            const TgEnds ends = tg_sent<TG_DATA_BITS>(data.get(), place(link) * TG_LINK_BITS);
            batch.hops[batch.hopped++] = {step, static_cast<uint32_t>(link), ends.source, ends.destination};
        });
#endif
    }

    void step(TgBatch& batch, uint32_t step) {
        auto* const root = m_bench.rootp;
        root->rst_ni = !batch.reset;
        root->start_i = batch.start[step] != 0;
        root->clk_i = 1;
        m_bench.eval();
        root->clk_i = 0;
        m_bench.eval();
        uint64_t* const valid = batch.valid + step * ((m_links + 63) / 64);
        pack(root->link_valid_o, m_links, valid);
        batch.status[step] = root->done_o | root->error_o << 1;
#if TG_STUBS
        tgs_count(
            m_links / TG_PORT_SLOTS, root->TGS_NET(valid), root->TGS_NET(head), root->TGS_NET(credit),
            m_tallies.data());
#endif
        eject(batch, step);
        if (batch.hops) trace(batch, step, valid);
    }

public:
    explicit Fabric(const TgNetwork& network)
        : m_links{2ULL * network.dims * network.nodes}
        , m_local_ports{static_cast<uint64_t>(TG_LOCAL_PORT_SLOTS) * network.processors} {
#if TG_STUBS
        m_tallies.resize(m_links * TG_CHANNELS);
        m_stubs.enter();
        m_bench.eval();
#endif
    }

    // Removes the scopes of public nets from the thread's context.
    ~Fabric() {
        Verilated::threadContextp(&m_context);
        m_bench.final();
    }

#if TG_STUBS
    void tallies(TgTally* all) const { std::copy(m_tallies.begin(), m_tallies.end(), all); }
#endif

    void run(TgBatch& batch) {
#if TG_STUBS
        m_stubs.enter();
#endif
        batch.ejected = 0;
        batch.hopped = 0;
        for (uint64_t i = 0; i < batch.steps; ++i) step(batch, static_cast<uint32_t>(i));
    }
};

}  // namespace

uint32_t tg_abi() { return TG_ABI; }
void* tg_create(const TgNetwork* network) { return new Fabric{*network}; }
void tg_destroy(void* simulation) { delete static_cast<Fabric*>(simulation); }
void tg_run(void* simulation, TgBatch* batch) { static_cast<Fabric*>(simulation)->run(*batch); }
uint64_t tg_footprint(const void*) { return sizeof(*std::declval<TG_MODEL>().rootp); }
uint64_t tg_together(const void*) { return 1; }
void tg_error_nodes(void*, uint64_t*) {}
const TgByLink* tg_links() { return nullptr; }
#if TG_STUBS
void tgs_bench_tallies(const void* bench, TgTally* tallies) {
    static_cast<const Fabric*>(bench)->tallies(tallies);
}
#endif
