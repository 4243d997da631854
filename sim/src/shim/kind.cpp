// One kind of tile: TG_MODEL, verilated from one module, with one instance per node. It is compiled once per
// kind. The macros come from the kind's generated header, the port names from the emitted Verilog.
#include <vector>

#include "placed.h"
#include "rom.h"
#include "tile.h"

// If slots set the routers, links carry no head.
#if TG_HEAD_BITS
#define TG_HEAD_IN(q) tg_copy(TG_IO(instance, rx_head_##q##_i), link.head);
#define TG_HEAD_OUT(q) tg_copy(out[q].head, TG_IO(instance, tx_head_##q##_o));
#else
#define TG_HEAD_IN(q)
#define TG_HEAD_OUT(q)
#endif

namespace {

struct Instance {
    TgTile tile;
    uint32_t node;
    uint32_t processor;
    uint32_t from[TG_PORT_SLOTS];
    uint32_t stages[TG_PORT_SLOTS];  // of the links in `from`
};

class Kind final : public TileKind {
    VerilatedContext* const m_context;
    std::vector<Instance> m_instances;
    TgPlaced m_placed;
    TgRoms m_roms;

    static void gather(const Instance& instance, const TgEdge& edge) {
#define TG_GATHER(q) \
    { \
        const TgLink& link = edge.seen.ago[TG_AGE(instance.stages[q])][instance.from[q]]; \
        TG_IO(instance, rx_valid_##q##_i) = link.valid && !(edge.emptied && TG_AGE(instance.stages[q])); \
        TG_HEAD_IN(q) \
        TG_IO(instance, rx_data_##q##_i) = link.data; \
    }
        TG_PORTS(TG_GATHER)
    }

    static void scatter(const Instance& instance, TgEdge& edge) {
        TgLink* const out = edge.next + static_cast<size_t>(instance.node) * TG_PORT_SLOTS;
        uint64_t sent = 0;
#define TG_SCATTER(q) \
    out[q].valid = TG_IO(instance, tx_valid_##q##_o); \
    TG_HEAD_OUT(q) \
    out[q].data = TG_IO(instance, tx_data_##q##_o); \
    sent |= static_cast<uint64_t>(out[q].valid) << q;
        TG_PORTS(TG_SCATTER)
        const uint64_t first = static_cast<uint64_t>(instance.node) * TG_PORT_SLOTS;
        edge.valid[first / 64] |= sent << (first % 64);
        if (first % 64 + TG_PORT_SLOTS > 64) edge.valid[first / 64 + 1] |= sent >> (64 - first % 64);
    }

    static void collect(const Instance& instance, TgEdge& edge) {
#if TG_PROCESSOR
        const uint32_t local_port = instance.processor * TG_LOCAL_PORT_SLOTS;
#define TG_COLLECT(q) \
    if (TG_IO(instance, eject_valid_##q##_o)) { \
        tg_log_ejection(*edge.ejections, edge.step, local_port + q, \
                        tg_payload<TG_DATA_BITS>(TG_IO(instance, eject_data_##q##_o))); \
    }
        TG_LOCAL_PORTS(TG_COLLECT)
#if TG_HOST
        edge.all_done &= !TG_IO(instance, busy_o);
#else
        edge.all_done &= TG_IO(instance, done_o);
#endif
#endif
        edge.any_error |= TG_IO(instance, error_o);
    }

#if TG_PROCESSOR && TG_HOST
    // Drives the host's port of a processor's memory for the next edge.
    static void ask(const Instance& instance, const TgEdge& edge) {
        const TgHost* const host = edge.host;
        const uint32_t address = host ? host->address[access(instance, edge)] : TG_ABSENT;
        TG_IO(instance, mem_write_i) = address != TG_ABSENT && host->write;
        if (address == TG_ABSENT) return;
        TG_IO(instance, mem_addr_i) = address;
        if (host->write) {
            const uint32_t* const row = host->data + access(instance, edge) * host->words;
            tg_set(TG_IO(instance, mem_data_i), row, host->words);
        }
    }

    // Stores the data that this edge read at the port.
    static void answer(const Instance& instance, const TgEdge& edge) {
        TgHost* const host = edge.host;
        if (!host || host->write || host->address[access(instance, edge)] == TG_ABSENT) return;
        const TgWords<std::decay_t<decltype(TG_IO(instance, mem_data_o))>> data{TG_IO(instance, mem_data_o)};
        uint32_t* const row = host->data + access(instance, edge) * host->words;
        for (uint32_t i = 0; i < host->words; ++i) row[i] = data.get()[i];
    }

    static size_t access(const Instance& instance, const TgEdge& edge) {
        return static_cast<size_t>(edge.step) * edge.processors + instance.processor;
    }
#endif

public:
    explicit Kind(VerilatedContext* context)
        : m_context{context} {}

    void place(const TgNetwork& network, uint32_t node) override {
        Instance instance{m_placed.add(m_context), node, network.processor[node], {}, {}};
#define TG_LOAD(name, member) m_roms.load(TG_IO(instance, member), name, network, network.image[node]);
        TG_ROMS(TG_LOAD)
#define TG_SET(name, member) TG_IO(instance, member) = TgRoms::number(network, name, network.image[node]);
        TG_NUMBERS(TG_SET)
        std::copy_n(network.from + static_cast<size_t>(node) * TG_PORT_SLOTS, TG_PORT_SLOTS, instance.from);
#define TG_STAGED(q) instance.stages[q] = network.stages[instance.from[q]];
        TG_PORTS(TG_STAGED)
#if TG_PROCESSOR && !TG_HOST
        const uint32_t* const x = network.coordinates + static_cast<size_t>(node) * network.dims;
        uint32_t id = 0;
        for (uint32_t dim = 0; dim < network.dims; ++dim) id = id * network.radices[dim] + x[dim];
        TG_IO(instance, id_i) = id;
#define TG_STRAP(i) TG_IO(instance, x_##i##_i) = x[i];
        TG_DIMS(TG_STRAP)
#endif
        m_placed.settle();
        m_instances.push_back(instance);
    }

    void step(TgEdge& edge) override {
        m_placed.edges(m_instances, [&](const Instance& instance) {
            gather(instance, edge);
            TG_IO(instance, rst_ni) = !edge.reset;
#if TG_PROCESSOR
            TG_IO(instance, start_i) = edge.start;
#if TG_HOST
            ask(instance, edge);
#endif
#endif
        }, [&](const Instance& instance) {
            scatter(instance, edge);
            collect(instance, edge);
#if TG_PROCESSOR && TG_HOST
            answer(instance, edge);
#endif
        });
    }

    uint64_t footprint() const override { return m_instances.size() * (TgPlaced::BYTES + sizeof(Instance)); }

    void error_nodes(uint64_t* bits) const override {
        for (const Instance& instance : m_instances) {
            if (TG_IO(instance, error_o)) bits[instance.node / 64] |= 1ULL << (instance.node % 64);
        }
    }
};

}  // namespace

std::unique_ptr<TileKind> TG_FACTORY(VerilatedContext* context) { return std::make_unique<Kind>(context); }
